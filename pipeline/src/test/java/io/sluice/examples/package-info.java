/** Programs that a newcomer starts from, on the public API alone. The build runs them, and holds the documents to them. */
package io.sluice.examples;
