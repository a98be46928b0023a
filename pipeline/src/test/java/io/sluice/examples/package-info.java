/** Programs that a newcomer starts from, on the public API alone. The build runs them, and holds the README to them. */
package io.sluice.examples;
