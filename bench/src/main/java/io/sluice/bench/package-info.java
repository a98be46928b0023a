/**
 * The {@code sluice} command: its entrance and what all subcommands share.
 *
 * <p>A subcommand lives in a package of its own below this one (for example {@code io.sluice.bench.replay}): a class
 * with picocli's {@code @Command} that implements {@code Callable<Integer>}, named in the {@code subcommands} list of
 * {@link io.sluice.bench.Sluice}. No measurement and no transfer code here.
 */
package io.sluice.bench;
