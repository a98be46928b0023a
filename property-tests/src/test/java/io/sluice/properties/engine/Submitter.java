package io.sluice.properties.engine;

import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferRefusedException;
import io.sluice.pipeline.TransferRequest;
import io.sluice.policies.SlicePolicy;
import io.sluice.properties.engine.Memory.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Carries out submits: prepares under the model's lock, calls without it, notes the answer under it again. */
final class Submitter {
    private static final SlicePolicy BAD = new SlicePolicy() {
        @Override
        public int nextLength(final long remaining) {
            if (remaining < 50) {
                throw new IllegalStateException("bad policy");
            }
            return (int) Math.min(remaining, 600);
        }

        @Override
        public long sliceCount(final long length) {
            return length / 600 + 1;
        }

        @Override
        public int maxSliceLength() {
            return 600;
        }
    };

    private final World world;

    Submitter(final World world) {
        this.world = world;
    }

    /** A submit, ready to be called. */
    private record Prepared(Transfer transfer, List<RemoteRegion> remotes, List<LocalRegion> locals, EntryList entries,
            Set<Integer> answers) {}

    void run(final Command.Submit command) {
        final Prepared prepared;
        synchronized (world) {
            prepared = prepare(command);
        }
        if (prepared == null) {
            return;
        }
        long answer;
        boolean threw = false;
        try {
            meanwhile(prepared.transfer());
            answer = call(prepared);
        } catch (final IllegalArgumentException e) {
            answer = Long.MIN_VALUE;
            threw = true;
            if (!e.getMessage().contains("deregistered")) {
                throw e;
            }
        } finally {
            world.manualClock.atNextLook(null);
        }
        synchronized (world) {
            note(prepared, answer, threw);
        }
    }

    private Prepared prepare(final Command.Submit command) {
        final End end = world.end(command.connection(), command.end());
        if (end == null) {
            return null;
        }
        final Transfer transfer = new Transfer(world.transfers.size(), command, end);
        final List<LocalRegion> locals = new ArrayList<>();
        final List<RemoteRegion> remotes = new ArrayList<>();
        final EntryList entries = new EntryList();
        final Command.Shape shape = command.shape();
        for (int i = 0; i < shape.count(); i++) {
            final int local = (command.local() + i / shape.hop()) % Memory.REGIONS;
            final int remote = (command.remote() + i / shape.hop() * 2) % Memory.REGIONS;
            final RemoteRegion current = end.current(remote);
            final RemoteRegion used = command.stale() && end.seen[remote] != null ? end.seen[remote] : current;
            final Span here = end.side.memory.claim(local, shape.length(i), !transfer.writes());
            final Span there = here == null
                    ? null
                    : end.other.side.memory.claim(remote, shape.length(i), transfer.writes());
            if (here != null) {
                transfer.locals.add(here);
            }
            if (there != null) {
                transfer.remotes.add(there);
            }
            if (end.side.regions[local] == null || used == null || there == null) {
                release(transfer);
                return null;
            }
            (transfer.writes() ? here : there).memory().fill(transfer.writes() ? here : there);
            entries.add(end.side.regions[local], here.offset(), here.length(), used, there.offset());
            locals.add(end.side.regions[local]);
            remotes.add(used);
        }
        transfer.notification = command.notification() ? Mail.message(transfer) : null;
        transfer.submittedNs = world.clock.nanoTime();
        end.mayFlush |= command.timeoutUs() > 0 || command.cut() == Command.Cut.BAD;
        world.transfers.add(transfer);
        end.placesTaken += transfer.notification != null ? 1 : 0;
        final Set<Integer> answers = world.isExact() ? exactAnswers(transfer, remotes) : null;
        return new Prepared(transfer, remotes, locals, entries, answers);
    }

    /** The place is counted as taken already. */
    private static Set<Integer> exactAnswers(final Transfer transfer, final List<RemoteRegion> remotes) {
        transfer.end.placesTaken -= transfer.notification != null ? 1 : 0;
        final Set<Integer> answers = Answers.submit(transfer, remotes);
        transfer.end.placesTaken += transfer.notification != null ? 1 : 0;
        return answers;
    }

    private void meanwhile(final Transfer transfer) {
        final Command.Meanwhile meanwhile = transfer.command.meanwhile();
        if (!world.isExact() || transfer.command.timeoutUs() == 0 || meanwhile == Command.Meanwhile.NOTHING) {
            return;
        }
        world.manualClock.atNextLook(() -> {
            if (meanwhile != Command.Meanwhile.WORK) {
                Machine.disconnect(transfer.end, world.clock.nanoTime());
            }
            for (int i = 0; i < 5; i++) {
                if (meanwhile == Command.Meanwhile.AGES) {
                    world.manualClock.advance(2_000_000_000);
                }
                world.sides[0].work();
                world.sides[1].work();
            }
        });
    }

    private static long call(final Prepared prepared) {
        final Transfer transfer = prepared.transfer();
        final Command.Submit command = transfer.command;
        final End end = transfer.end;
        final boolean plain = command.api() == Command.Api.ID && command.timeoutUs() == 0
                && transfer.notification == null;
        if (plain && command.shape().count() == 1 && command.cut() == Command.Cut.NULL) {
            final Span here = transfer.locals.getFirst();
            final long there = transfer.remotes.getFirst().offset();
            return transfer.writes()
                    ? end.engine().write(end.connection, prepared.locals().getFirst(), here.offset(), here.length(),
                            prepared.remotes().getFirst(), there)
                    : end.engine().read(end.connection, prepared.locals().getFirst(), here.offset(), here.length(),
                            prepared.remotes().getFirst(), there);
        }
        final TransferRequest request = new TransferRequest().op(command.op()).entries(prepared.entries())
                .policy(policy(command.cut())).timeoutNs(command.timeoutUs() * 1_000L)
                .notification(transfer.notification)
                .listener(command.api() == Command.Api.LISTENER ? transfer : null, transfer.number);
        if (command.api() != Command.Api.FUTURE) {
            return end.engine().submit(end.connection, request);
        }
        transfer.future = end.engine().submitAsync(end.connection, request);
        try {
            return transfer.future.isCompletedExceptionally() ? transfer.future.join().id() : 0;
        } catch (final CompletionException e) {
            return ((TransferRefusedException) e.getCause()).code();
        }
    }

    private static SlicePolicy policy(final Command.Cut cut) {
        return switch (cut) {
            case NULL -> null;
            case WHOLE -> SlicePolicy.whole(1 << 20);
            case TINY -> SlicePolicy.blocks(16, 8, 1 << 20);
            case BLOCKS -> SlicePolicy.blocks(700, 100, 1 << 20);
            case BAD -> BAD;
        };
    }

    private void note(final Prepared prepared, final long answer, final boolean threw) {
        final Transfer transfer = prepared.transfer();
        if (threw) {
            Complaint.unless(isLocalGone(transfer), transfer, "its local regions are all registered");
        } else {
            Complaint.unless(prepared.answers() == null || prepared.answers().contains((int) Math.min(answer, 0)),
                    transfer, "answered " + ResultCode.errorString(answer) + ", should be of " + prepared.answers());
            checkCode(prepared, answer);
        }
        if (answer < 0) {
            transfer.end.placesTaken -= transfer.notification != null ? 1 : 0;
            transfer.settled = true;
            transfer.released = true;
            release(transfer);
            return;
        }
        transfer.id = answer;
        transfer.end.transfers.add(transfer);
    }

    /** What holds in every threading mode. */
    private void checkCode(final Prepared prepared, final long answer) {
        final Transfer transfer = prepared.transfer();
        if (answer == ResultCode.NOT_FOUND) {
            final int refused = prepared.entries().refusedEntry();
            Complaint.unless(refused < 0 || !prepared.remotes().get(refused).isOpen(), transfer,
                    "entry " + refused + " is registered and was not found");
        } else if (answer == ResultCode.CLOSED) {
            Complaint.unless(!transfer.end.connection.isOpen() || transfer.end.engine().isClosed(), transfer,
                    "answered CLOSED, and is open");
        }
    }

    private static boolean isLocalGone(final Transfer transfer) {
        return transfer.locals.stream().anyMatch(span -> transfer.end.side.everDeregistered[span.region()]);
    }

    private static void release(final Transfer transfer) {
        transfer.locals.forEach(span -> span.memory().release(span));
        transfer.remotes.forEach(span -> span.memory().release(span));
    }
}
