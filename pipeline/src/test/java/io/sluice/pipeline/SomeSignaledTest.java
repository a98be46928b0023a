package io.sluice.pipeline;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** What holds where each work request is signaled, once more where one in three is. */
class SomeSignaledTest {
    @BeforeAll
    static void signalOneInThree() {
        ConfigFixture.signalInterval = 3;
    }

    @AfterAll
    static void signalEach() {
        ConfigFixture.signalInterval = 1;
    }

    @Nested
    class Outcomes extends OutcomesTest {}

    @Nested
    class Vectors extends VectorsTest {}

    @Nested
    class Callbacks extends CallbacksTest {}

    @Nested
    class Ends extends EndOfConnectionTest {}

    @Nested
    class Fairness extends FairFeedingTest {}

    @Nested
    class OverTcp extends TcpConnectTest {}

    @Nested
    class EndsOverTcp extends TcpEndsTest {}

    @Nested
    class OnRdma extends RdmaEngineTest {}

    @Nested
    class Storm extends StormTest {}
}
