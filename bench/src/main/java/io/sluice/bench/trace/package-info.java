/**
 * Traces of a serving system: what a request is, how a trace is read and written, and a generator of chats. The format is
 * that of the public KV-cache traces: JSON lines. No replay here.
 */
package io.sluice.bench.trace;
