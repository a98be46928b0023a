/**
 * The pairing of sends and receives, puts and waits, against two queues and a window: random programs at both ends, over
 * a wire and a device that deliver when the program says so.
 */
package io.sluice.properties.paired;
