package io.sluice.verbs.rdma;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * What the kernel says of a device in files.
 *
 * @param folder the device's own, such as {@code /sys/class/infiniband/mlx5_0}
 */
record Sysfs(Path folder) {

    /** @return the file's text without blanks around it, or null where there is none to be read */
    String read(final String file) {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (final IOException e) { // also: an empty GID entry has no type
            return null;
        }
    }

    /** @return the NUMA node it is attached to, -1: none, or not known */
    int numaNode() {
        final String node = read("device/numa_node");
        try {
            return node == null ? -1 : Integer.parseInt(node);
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    /** @return the CPUs near it; empty where the kernel does not say */
    BitSet localCpus() {
        final String list = read("device/local_cpulist"); // such as 0-15,32-47
        final BitSet cpus = new BitSet();
        if (list != null && list.matches("[0-9]{1,6}(-[0-9]{1,6})?(,[0-9]{1,6}(-[0-9]{1,6})?)*")) {
            for (final String range : list.split(",")) {
                final String[] ends = range.split("-");
                final int first = Integer.parseInt(ends[0]);
                cpus.set(first, Math.max(first, Integer.parseInt(ends[ends.length - 1])) + 1);
            }
        }
        return cpus;
    }

    /** @return {@code IB/RoCE v1}, {@code RoCE v2}, or null where the entry is empty or the kernel does not say */
    String gidType(final int port, final int index) {
        return read("ports/" + port + "/gid_attrs/types/" + index);
    }
}
