package io.sluice.properties.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.Pieces;
import io.sluice.pipeline.pairing.WritePath;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Writes one end's puts into the other's window, each piece when it is told to, in any order. */
final class FakeDevice implements WritePath {
    private final Pairing pairing;
    private final MemorySegment peerWindow;
    private final List<Write> writes = new ArrayList<>();
    private long signal;
    boolean refuses;

    private record Write(long put, Pieces pieces, List<Integer> missing) {}

    FakeDevice(final Pairing pairing, final MemorySegment peerWindow) {
        this.pairing = pairing;
        this.peerWindow = peerWindow;
    }

    @Override
    public int write(final long put, final Pieces pieces) {
        if (refuses) {
            return ResultCode.BACK_PRESSURED;
        }
        final Pieces copy = new Pieces();
        copy.copyFrom(pieces);
        final List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < copy.size(); i++) {
            missing.add(i);
        }
        writes.add(new Write(put, copy, missing));
        return ResultCode.OK;
    }

    @Override
    public void signal(final long put) {
        if (signal != 0) {
            throw new AssertionError("signal " + put + " was posted while signal " + signal + " was out");
        }
        if (writes.stream().anyMatch(write -> write.put <= put)) {
            throw new AssertionError("signal " + put + " was posted before all data up to it was written");
        }
        signal = put;
    }

    boolean isQuiet() {
        return writes.isEmpty() && signal == 0;
    }

    /** Lets one thing of what is out happen: a piece lands, a write without missing pieces is reported, a signal lands. */
    boolean step(final int choice) {
        final int things = writes.size() + (signal == 0 ? 0 : 1);
        if (things == 0) {
            return false;
        }
        final int which = Math.floorMod(choice, things);
        if (which == writes.size()) {
            final long landed = signal;
            signal = 0;
            peerWindow.set(ValueLayout.JAVA_LONG, peerWindow.byteSize() - Long.BYTES, landed);
            pairing.signalWritten(Cause.NONE);
            return true;
        }
        final Write write = writes.get(which);
        if (write.missing.isEmpty()) {
            writes.remove(which);
            pairing.putWritten(write.put, Cause.NONE);
        } else {
            final int piece = write.missing.remove(Math.floorMod(choice / 7, write.missing.size()));
            MemorySegment.copy(write.pieces.memory(piece), write.pieces.offset(piece), peerWindow,
                    write.pieces.remoteOffset(piece), write.pieces.length(piece));
        }
        return true;
    }

    /** All that is out comes back failed. */
    void fail(final int cause) {
        while (!writes.isEmpty()) {
            pairing.putWritten(writes.removeFirst().put, cause);
        }
        if (signal != 0) {
            signal = 0;
            pairing.signalWritten(cause);
        }
    }
}
