/**
 * The {@code sluice replay} command. {@link io.sluice.bench.replay.Planner} turns a trace into rounds, each a list of
 * requests with the runs that they move; {@link io.sluice.bench.replay.ReplayRun} takes them through filling, moving,
 * checking and the plain copy, each timed apart; {@link io.sluice.bench.replay.Report} says what came of it. What a trace
 * is belongs to {@code io.sluice.bench.trace}.
 */
package io.sluice.bench.replay;
