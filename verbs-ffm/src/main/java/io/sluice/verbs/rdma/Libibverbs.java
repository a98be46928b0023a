package io.sluice.verbs.rdma;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.sluice.verbs.Errno;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The functions of one {@code libibverbs}, which stays loaded for good. Those that not every version has may be absent;
 * any other that is missing makes loading fail. Safe for use by any number of threads.
 */
final class Libibverbs {
    private static final ConcurrentHashMap<String, Libibverbs> LOADED = new ConcurrentHashMap<>();

    private final String name;
    private final SymbolLookup symbols;

    final NativeFunction getDeviceList;
    final NativeFunction freeDeviceList;
    final NativeFunction openDevice;
    final NativeFunction closeDevice;
    final NativeFunction queryDevice;
    final NativeFunction queryPort;
    final NativeFunction queryGid;
    /** Since rdma-core 33; without it the GID's type comes from sysfs. */
    final NativeFunction queryGidEx;
    final NativeFunction allocPd;
    final NativeFunction deallocPd;
    final NativeFunction regMr;
    /** Since rdma-core 28; without it regions have no relaxed ordering. */
    final NativeFunction regMrIova2;
    /** Since rdma-core 34; without it there is no dma-buf. */
    final NativeFunction regDmabufMr;
    final NativeFunction deregMr;
    final NativeFunction createCompChannel;
    final NativeFunction destroyCompChannel;
    final NativeFunction createCq;
    final NativeFunction destroyCq;
    final NativeFunction createQp;
    final NativeFunction modifyQp;
    final NativeFunction queryQp;
    final NativeFunction destroyQp;
    final MemorySegment getCqEvent;
    final MemorySegment ackCqEvents;
    final MemorySegment getAsyncEvent;
    final MemorySegment ackAsyncEvent;

    private Libibverbs(final String name, final SymbolLookup symbols) {
        this.name = name;
        this.symbols = symbols;
        getDeviceList = function("ibv_get_device_list", JAVA_LONG, JAVA_LONG);
        freeDeviceList = procedure("ibv_free_device_list", JAVA_LONG);
        openDevice = function("ibv_open_device", JAVA_LONG, JAVA_LONG);
        closeDevice = function("ibv_close_device", JAVA_INT, JAVA_LONG);
        queryDevice = function("ibv_query_device", JAVA_INT, JAVA_LONG, JAVA_LONG);
        queryPort = function("ibv_query_port", JAVA_INT, JAVA_LONG, JAVA_BYTE, JAVA_LONG);
        queryGid = function("ibv_query_gid", JAVA_INT, JAVA_LONG, JAVA_BYTE, JAVA_INT, JAVA_LONG);
        queryGidEx = optional("_ibv_query_gid_ex", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT,
                JAVA_LONG);
        allocPd = function("ibv_alloc_pd", JAVA_LONG, JAVA_LONG);
        deallocPd = function("ibv_dealloc_pd", JAVA_INT, JAVA_LONG);
        regMr = function("ibv_reg_mr", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
        regMrIova2 = optional("ibv_reg_mr_iova2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
        regDmabufMr = optional("ibv_reg_dmabuf_mr", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT,
                JAVA_INT);
        deregMr = function("ibv_dereg_mr", JAVA_INT, JAVA_LONG);
        createCompChannel = function("ibv_create_comp_channel", JAVA_LONG, JAVA_LONG);
        destroyCompChannel = function("ibv_destroy_comp_channel", JAVA_INT, JAVA_LONG);
        createCq = function("ibv_create_cq", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
        destroyCq = function("ibv_destroy_cq", JAVA_INT, JAVA_LONG);
        createQp = function("ibv_create_qp", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        modifyQp = function("ibv_modify_qp", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
        queryQp = function("ibv_query_qp", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
        destroyQp = function("ibv_destroy_qp", JAVA_INT, JAVA_LONG);
        getCqEvent = symbol("ibv_get_cq_event");
        ackCqEvents = symbol("ibv_ack_cq_events");
        getAsyncEvent = symbol("ibv_get_async_event");
        ackAsyncEvent = symbol("ibv_ack_async_event");
    }

    /**
     * @param library a file name that the system's loader finds, or a path
     * @return the library, loaded once
     * @throws VerbsException        (ENOENT) if it cannot be loaded, or is no libibverbs
     * @throws IllegalStateException if the JVM forbids native access
     */
    static Libibverbs load(final String library) {
        NativeAccess.check();
        return LOADED.computeIfAbsent(library, name -> new Libibverbs(name, open(name)));
    }

    @SuppressWarnings("restricted") // the library is the one the caller names
    private static SymbolLookup open(final String library) {
        try {
            return library.contains("/")
                    ? SymbolLookup.libraryLookup(Path.of(library), Arena.global())
                    : SymbolLookup.libraryLookup(library, Arena.global());
        } catch (final IllegalArgumentException e) {
            final String why = library.contains("/") && !Files.isReadable(Path.of(library))
                    ? "there is no such file, or it may not be read"
                    : "the loader does not find it, or it is not for this machine";
            throw new VerbsException(Errno.ENOENT, "libibverbs cannot be loaded from " + library + ": " + why
                    + ". Install rdma-core (Debian, Ubuntu: libibverbs1 ibverbs-providers; Fedora: libibverbs), or name"
                    + " the file by -D" + RdmaDevices.LIBRARY_PROPERTY + " or " + RdmaDevices.LIBRARY_VARIABLE);
        }
    }

    private NativeFunction function(final String symbol, final MemoryLayout result, final MemoryLayout... arguments) {
        return new NativeFunction(symbol, symbol(symbol), FunctionDescriptor.of(result, arguments));
    }

    private NativeFunction optional(final String symbol, final MemoryLayout result, final MemoryLayout... arguments) {
        return new NativeFunction(symbol, symbols.find(symbol).orElse(null),
                FunctionDescriptor.of(result, arguments));
    }

    private NativeFunction procedure(final String symbol, final MemoryLayout... arguments) {
        return new NativeFunction(symbol, symbol(symbol), FunctionDescriptor.ofVoid(arguments));
    }

    private MemorySegment symbol(final String symbol) {
        return symbols.find(symbol).orElseThrow(() -> new VerbsException(Errno.ENOENT,
                "the library " + name + " is no libibverbs: it has no " + symbol));
    }

    @Override
    public String toString() {
        return name;
    }
}
