/**
 * What must hold for all inputs: properties of the public API against plain reference models.
 *
 * <p>Classes named {@code *Properties} hold the properties of one type, {@code *Model} what they are held against. Nothing
 * here reaches into the modules; a test of internals lives in the module it tests.
 */
package io.sluice.properties;
