package io.sluice.pipeline.paired;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The n-th send meets the n-th receive, however many there are. */
@Timeout(120)
class SendsUnderLoadTest {
    /** In each direction. */
    private static final int COUNT = 50_000;
    /** More than the pair window, which is 64. */
    private static final int OUTSTANDING = 200;

    @ParameterizedTest
    @EnumSource
    void aHundredThousandSendsOfAllSizesMeetTheirReceives(final Adaptor adaptor) {
        try (TwoAgents two = new TwoAgents(adaptor).connect()) {
            new MessageStream(COUNT, OUTSTANDING, 250, 10_000, 333).bothWays(two);
        }
    }
}
