/** {@code sluice jmh}: microbenchmarks over public API, and the way to start them all. */
package io.sluice.jmh;
