package io.sluice.pipeline;

import org.agrona.BitUtil;
import org.agrona.concurrent.status.CountersReader;

/**
 * A counters file, little-endian. The two areas behind the header are those of Agrona's {@link CountersReader}.
 *
 * <pre>
 *     0  i64  magic: "SLUICE", version (1), 0; written last, with release: who sees it sees the rest of the header
 *     8  i64  process id of the engine's JVM
 *    16  i64  instance id of the engine
 *    24  i64  when the file was made, ms since 1970
 *    32  i64  heartbeat, ms since 1970: written by the poll thread with release; 0 when the engine has closed
 *    40  i32  bytes of the metadata area
 *    44  i32  bytes of the values area
 *    48  i32  bytes of the agent's name
 *    52       the agent's name, UTF-8, at most 255 bytes
 *   512       metadata area: 512 bytes a counter
 *     *       values area: 128 bytes a counter
 * </pre>
 */
final class CountersLayout {
    static final long MAGIC = 0x0001_4543_4955_4c53L;
    static final int MAGIC_AT = 0;
    static final int PID_AT = MAGIC_AT + Long.BYTES;
    static final int INSTANCE_AT = PID_AT + Long.BYTES;
    static final int START_AT = INSTANCE_AT + Long.BYTES;
    static final int HEARTBEAT_AT = START_AT + Long.BYTES;
    static final int METADATA_LENGTH_AT = HEARTBEAT_AT + Long.BYTES;
    static final int VALUES_LENGTH_AT = METADATA_LENGTH_AT + Integer.BYTES;
    static final int NAME_LENGTH_AT = VALUES_LENGTH_AT + Integer.BYTES;
    static final int NAME_AT = NAME_LENGTH_AT + Integer.BYTES;
    static final int MOST_NAME = 255;
    static final int METADATA_AT = BitUtil.align(NAME_AT + MOST_NAME, 512);

    private CountersLayout() {}

    static int metadataLength(final int counters) {
        return counters * CountersReader.METADATA_LENGTH;
    }

    static int valuesLength(final int counters) {
        return counters * CountersReader.COUNTER_LENGTH;
    }
}
