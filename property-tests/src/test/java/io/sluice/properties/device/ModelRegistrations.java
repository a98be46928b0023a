package io.sluice.properties.device;

import io.sluice.verbs.Errno;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The registered ranges of the model: the same range, domain and access again is the same region, counted. */
final class ModelRegistrations {
    private final Setup setup;
    private final Runnable onFault;
    private final List<ModelRegion> all = new ArrayList<>();
    private final Map<Integer, ModelRegion> places = new HashMap<>();
    /** Tries that reached the device, whatever came of them. */
    private int tries;

    ModelRegistrations(final Setup setup, final Runnable onFault) {
        this.setup = setup;
        this.onFault = onFault;
    }

    /** What lies in a place, dead or alive; null where nothing ever did. */
    ModelRegion at(final int place) {
        return places.get(place);
    }

    /** The answer says which region it is, by the number of regions before it. */
    String register(final int place, final int pd, final int at, final int length, final int access) {
        for (final ModelRegion known : all) {
            if (known.isSame(pd, at, length, access)) {
                known.registrations++;
                return put(place, known);
            }
        }
        if (setup.refusedRegistrations().contains(tries++)) {
            onFault.run();
            return Words.refused(Errno.ENOMEM);
        }
        if (all.stream().filter(ModelRegion::isAlive).count() == setup.maxMr()) {
            return Words.refused(Errno.ENOMEM);
        }
        final ModelRegion region = new ModelRegion(pd, at, length, access);
        all.add(region);
        return put(place, region);
    }

    private String put(final int place, final ModelRegion region) {
        places.put(place, region);
        return "mr#" + all.indexOf(region);
    }

    String deregister(final int place) {
        final ModelRegion region = places.get(place);
        if (region == null) {
            return Machine.NOTHING;
        }
        if (region.registrations == 1 && region.uses > 0) {
            return "illegal state";
        }
        region.registrations = Math.max(0, region.registrations - 1);
        return Machine.OK + (region.isAlive() ? "" : " dead");
    }

    String use(final int place) {
        final ModelRegion region = places.get(place);
        if (region == null) {
            return Machine.NOTHING;
        }
        if (!region.isAlive()) {
            return "dead";
        }
        region.uses++;
        return Machine.OK;
    }

    String unuse(final int place) {
        final ModelRegion region = places.get(place);
        if (region == null || region.uses == 0) {
            return Machine.NOTHING;
        }
        region.uses--;
        return Machine.OK;
    }
}
