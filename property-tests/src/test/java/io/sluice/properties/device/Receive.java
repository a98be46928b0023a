package io.sluice.properties.device;

import java.util.List;

/** One receive work request, scattered over the far side. */
record Receive(List<Entry> entries) {
    @Override
    public String toString() {
        return "RECV " + entries;
    }
}
