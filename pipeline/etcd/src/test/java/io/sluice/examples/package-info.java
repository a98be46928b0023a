/** What the documents show of discovery through etcd, compiled and run. */
package io.sluice.examples;
