package io.sluice.properties.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ThreadingMode;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Whatever a program does, every transfer settles once, as the model allows, and everything comes back.
 *
 * <p>For more: {@code -Djqwik.tries.default=20000} where nothing runs beside the program, and
 * {@code -Dsluice.engine.repeats=50} where threads do, since each run of a program is another one there.
 */
class EngineProperties {
    /** Every build runs the same programs; leave it out to look for new ones. */
    private static final String SEED = "20261130";

    private static final int REPEATS = Integer.getInteger("sluice.engine.repeats", 1);

    @Property(seed = SEED, edgeCases = EdgeCasesMode.NONE)
    void doesWhatTheModelAllows(@ForAll("programs") final Program program) {
        Runner.run(program);
    }

    @Property(seed = SEED, edgeCases = EdgeCasesMode.NONE)
    void failsOnlyAsTheModelAllows(@ForAll("faultyPrograms") final Program program) {
        Runner.run(program);
    }

    @Property(seed = SEED, tries = 300, edgeCases = EdgeCasesMode.NONE)
    void endsAlikeHoweverManyRequestsShareACompletion(@ForAll("programsWithoutDelays") final Program program) {
        assertThat(Runner.run(program))
                .isEqualTo(Runner.run(new Program(program.setup().eachSignaled(), program.commands())));
    }

    @Property(seed = SEED, tries = 40, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void doesTheSameOnOneThread(@ForAll("sharedPrograms") final Program program) {
        runAgainAndAgain(program);
    }

    @Property(seed = SEED, tries = 40, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void doesTheSameOnManyThreads(@ForAll("dedicatedPrograms") final Program program) {
        runAgainAndAgain(program);
    }

    private static void runAgainAndAgain(final Program program) {
        for (int i = 0; i < REPEATS; i++) {
            Runner.run(program);
        }
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.on(ThreadingMode.INVOKER, false, 60);
    }

    @Provide
    Arbitrary<Program> faultyPrograms() {
        return Programs.on(ThreadingMode.INVOKER, true, 60);
    }

    @Provide
    Arbitrary<Program> programsWithoutDelays() {
        return Programs.withoutDelays();
    }

    @Provide
    Arbitrary<Program> sharedPrograms() {
        return Programs.on(ThreadingMode.SHARED, true, 80);
    }

    @Provide
    Arbitrary<Program> dedicatedPrograms() {
        return Programs.on(ThreadingMode.DEDICATED, true, 80);
    }
}
