/**
 * The engine under random programs, against a plain model of what it promises.
 *
 * <p>A {@code Program} is a setup and commands; a {@code Runner} carries them out on two engines of one soft device; the
 * {@code Model} says what each call may answer and how each transfer may settle.
 */
package io.sluice.properties.engine;
