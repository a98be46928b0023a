/**
 * The events that the engine writes to Flight Recorder: what each holds and how it reads. Not exported. Knows nothing of
 * the engine. Fields are plain and are written by who commits the event.
 */
package io.sluice.pipeline.jfr;
