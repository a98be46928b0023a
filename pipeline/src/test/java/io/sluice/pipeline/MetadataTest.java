package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataTest {
    @ParameterizedTest
    @ValueSource(strings = { "127.0.0.1:1?0?1", "node-7.cluster.local:65535?3?65535", "[::1]:4711?0?4711",
        "[2001:db8::1]:80?2147483647?80" })
    void whatIsParsedComesBack(final String text) {
        assertThat(Metadata.parse(text)).hasToString(text);
    }

    @Test
    void hasHostWithoutBracketsAndSession() {
        assertThat(Metadata.parse("[::1]:5?2?5")).isEqualTo(new Metadata("::1", 5, 2));
        assertThat(Metadata.parse("[::1]:5?2?5").session()).isEqualTo("[::1]:5");
        assertThat(Metadata.ofSession("Node-1:80").session()).isEqualTo("node-1:80");
        assertThat(Metadata.ofSession("[::1]:5")).isEqualTo(new Metadata("::1", 5, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "host", "host:1", "host:1?0", "host:1?0?1?", "host:1?0?1 ", " host:1?0?1", ":1?0?1",
        "host:?0?1", "host:0?0?0", "host:65536?0?65536", "host:1?-1?1", "host:1?0?2", "host:01?0?1", "host:+1?0?1",
        "host:1?0?1\n", "::1:5?0?5", "[::1:5?0?5", "[host]:5?0?5", "[]:5?0?5", "ho st:1?0?1", "host:1?2147483648?1",
        "host:99999999999?0?1", "host:\u0661?0?\u0661", "[::g]:1?0?1" })
    void anythingElseIsRefused(final String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Metadata.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "host", "host:1?0?1", "::1:5", "host:0", "host:65536", "host:x" })
    void aSessionIsHostAndPortAndNothingElse(final String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Metadata.ofSession(text));
    }

    @Test
    void thereMustBeAText() {
        assertThatNullPointerException().isThrownBy(() -> Metadata.parse(null));
        assertThatNullPointerException().isThrownBy(() -> Metadata.ofSession(null));
    }
}
