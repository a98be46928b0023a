/**
 * The program of two terminals: a target that gives memory to whoever connects, and an initiator that moves blocks from
 * and to it. Data moves by one-sided reads and writes; what the two have to tell each other goes by notifications.
 */
package io.sluice.bench.remote;
