/**
 * How two agents' requests pair, as a state machine: sends with receives, puts with waits, windows. It knows neither
 * sockets nor queue pairs: a wire feeds it frames and takes frames from it. No thread lives here.
 */
package io.sluice.pipeline.pairing;
