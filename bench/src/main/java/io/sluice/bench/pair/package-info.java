/** {@code sluice pair}: the smallest program of two agents in two processes. One writes, the other reads and checks. */
package io.sluice.bench.pair;
