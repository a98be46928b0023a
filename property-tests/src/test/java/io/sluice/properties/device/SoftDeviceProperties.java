package io.sluice.properties.device;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a program does, the soft device says and does what the model says and does. */
class SoftDeviceProperties {
    /** Larger than the 1 MiB in which the device copies, for a message of a few units; and never aligned. */
    private static final int LONG_UNIT = 50_001;

    @Property(edgeCases = EdgeCasesMode.NONE)
    void doesWhatTheModelDoes(@ForAll("programs") final Program program) {
        run(program);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void goesWrongExactlyAsTheFaultPlanSays(@ForAll("faultyPrograms") final Program program) {
        run(program);
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void placesMessagesThatAreLongerThanOneCopy(@ForAll("longMessages") final Program program) {
        run(program);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void completesAndMovesNothingInNullMode(@ForAll("nullPrograms") final Program program) {
        run(program);
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.on(Programs.setups(1, false, Arbitraries.just(List.of())), 5, 60);
    }

    @Provide
    Arbitrary<Program> faultyPrograms() {
        return Programs.on(Programs.setups(1, false, Programs.faults()), 5, 60);
    }

    @Provide
    Arbitrary<Program> longMessages() {
        return Programs.on(Programs.setups(LONG_UNIT, false, Arbitraries.just(List.of())), 10, 30);
    }

    @Provide
    Arbitrary<Program> nullPrograms() {
        return Programs.on(Programs.setups(1, true, Programs.faults()), 5, 60);
    }

    private static void run(final Program program) {
        new SideBySide(program).run();
    }
}
