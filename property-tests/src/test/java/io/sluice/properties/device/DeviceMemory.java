package io.sluice.properties.device;

import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The native memory of a program, and its registrations. */
final class DeviceMemory implements AutoCloseable {
    /** Found by nobody: all keys of the device look random. */
    private static final int UNKNOWN_KEY = 0x5eed_c0de;

    private final MemoryMap map;
    private final List<ProtectionDomain> domains;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final List<MemoryRegion> all = new ArrayList<>();
    private final Map<Integer, MemoryRegion> places = new HashMap<>();

    DeviceMemory(final MemoryMap map, final List<ProtectionDomain> domains) {
        this.map = map;
        this.domains = domains;
        memory = arena.allocate(map.bytes(), Long.BYTES);
        fill(0, map.bytes(), 0);
    }

    /** Runs a call and says how it was refused, if it was. */
    static String answer(final Runnable call) {
        try {
            call.run();
            return Machine.OK;
        } catch (final VerbsException e) {
            return Words.refused(e.errno());
        } catch (final IllegalArgumentException e) {
            return "illegal argument";
        } catch (final IllegalStateException e) {
            return "illegal state";
        }
    }

    long address(final boolean far, final int offset) {
        return memory.address() + map.at(far, offset);
    }

    int length(final int units) {
        return (int) map.length(units);
    }

    int lkey(final int place, final Key key) {
        return key(place, key == Key.RIGHT, key);
    }

    int rkey(final int place, final Key key) {
        return key(place, key != Key.RIGHT, key);
    }

    private int key(final int place, final boolean local, final Key key) {
        final MemoryRegion region = places.get(place);
        if (region == null || key == Key.UNKNOWN) {
            return UNKNOWN_KEY;
        }
        return local ? region.lkey() : region.rkey();
    }

    String register(final int place, final int pd, final boolean far, final int offset, final int length,
            final int access) {
        final String answer = answer(() -> {
            final MemoryRegion region = domains.get(pd)
                    .register(memory.asSlice(map.at(far, offset), map.length(length)), access);
            places.put(place, region);
            if (!all.contains(region)) {
                all.add(region);
            }
        });
        return answer.equals(Machine.OK) ? "mr#" + all.indexOf(places.get(place)) : answer;
    }

    String deregister(final int place) {
        final MemoryRegion region = places.get(place);
        if (region == null) {
            return Machine.NOTHING;
        }
        final String answer = answer(region::close);
        return answer + (answer.equals(Machine.OK) && !region.isAlive() ? " dead" : "");
    }

    String use(final int place) {
        final MemoryRegion region = places.get(place);
        if (region == null) {
            return Machine.NOTHING;
        }
        return region.acquire() ? Machine.OK : "dead";
    }

    String unuse(final int place) {
        final MemoryRegion region = places.get(place);
        if (region == null || region.uses() == 0) {
            return Machine.NOTHING;
        }
        region.release();
        return Machine.OK;
    }

    void fill(final boolean far, final int offset, final int length, final int seed) {
        fill(map.at(far, offset), length(length), seed);
    }

    private void fill(final int at, final int length, final int seed) {
        for (int i = at; i < at + length; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, MemoryMap.pattern(i, seed));
        }
    }

    byte[] bytes() {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    void deregisterAll() {
        for (final MemoryRegion region : all) {
            while (region.uses() > 0) {
                region.release();
            }
            while (region.isAlive()) {
                region.close();
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
