/** The Reactive Streams TCK over the transfer pipeline: its result side as a publisher, its request side as a subscriber. */
package io.sluice.streams;
