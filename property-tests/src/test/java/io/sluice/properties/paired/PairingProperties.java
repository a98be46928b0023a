package io.sluice.properties.paired;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever both ends do, the n-th send meets the n-th receive, and no signal is seen before its data. */
class PairingProperties {
    /** Every build runs the same programs; leave it out to look for new ones. */
    private static final String SEED = "20261130";

    @Property(seed = SEED, edgeCases = EdgeCasesMode.NONE)
    void pairsAsTwoQueuesAndAWindowDo(@ForAll("programs") final Program program) {
        Runner.run(program);
    }

    @Property(seed = SEED, edgeCases = EdgeCasesMode.NONE)
    void settlesEverythingWhenTheWireIsCut(@ForAll("cutPrograms") final Program program) {
        Runner.run(program);
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.random(false);
    }

    @Provide
    Arbitrary<Program> cutPrograms() {
        return Programs.random(true);
    }
}
