package io.sluice.properties.device;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** Whatever a program does, the soft device says and does what the model says and does. */
class SoftDeviceProperties {
    /** Every build runs the same programs; leave it out to look for new ones. */
    private static final String SEED = "20261130";

    /** Larger than the 1 MiB in which the device copies, for a message of a few units; and never aligned. */
    private static final int LONG_UNIT = 50_001;

    /** What programs must meet to be worth anything; checked where there are enough of them to tell. */
    private static final List<String> TO_BE_MET = List.of("SUCCESS WRITE", "SUCCESS READ", "SUCCESS SEND",
            "SUCCESS RECV", "SUCCESS RECV_RDMA_WITH_IMM", "WR_FLUSH_ERR", "LOC_PROT_ERR", "LOC_LEN_ERR",
            "REM_ACCESS_ERR", "REM_INV_REQ_ERR", "RNR_RETRY_EXC_ERR", "FATAL_ERR", "ENOMEM", "EINVAL", "EBUSY",
            "overrun");
    private static final int ENOUGH_TO_TELL = 10_000;

    @Property(seed = SEED, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(label = SideBySide.MET, onFailureOnly = true)
    void doesWhatTheModelDoes(@ForAll("programs") final Program program) {
        run(program);
        Statistics.label(SideBySide.MET).coverage(coverage -> TO_BE_MET.forEach(
                what -> coverage.check(what).count((count, all) -> all < ENOUGH_TO_TELL || count > 0)));
    }

    @Property(seed = SEED, tries = 60, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(label = SideBySide.MET, onFailureOnly = true)
    void placesMessagesThatAreLongerThanOneCopy(@ForAll("longMessages") final Program program) {
        run(program);
    }

    @Property(seed = SEED, tries = 150, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(label = SideBySide.MET, onFailureOnly = true)
    void completesAndMovesNothingInNullMode(@ForAll("nullPrograms") final Program program) {
        run(program);
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.on(Programs.setups(1, false, Programs.faults()), 5, 60);
    }

    @Provide
    Arbitrary<Program> longMessages() {
        return Programs.on(Programs.setups(LONG_UNIT, false, Programs.faults()), 10, 30);
    }

    @Provide
    Arbitrary<Program> nullPrograms() {
        return Programs.on(Programs.setups(1, true, Programs.faults()), 5, 60);
    }

    private static void run(final Program program) {
        new SideBySide(program).run();
    }
}
