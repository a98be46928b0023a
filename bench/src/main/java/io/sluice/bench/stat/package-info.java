/** {@code sluice stat}: the counters of running engines, of this process or another, live. Reads their files only. */
package io.sluice.bench.stat;
