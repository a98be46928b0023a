package io.sluice.verbs.rdma;

/** Whether this JVM lets the module call C functions. */
final class NativeAccess {
    private NativeAccess() {}

    /**
     * @throws IllegalStateException naming the flag that is missing; without it JDK 25 would only warn at the first
     *                               call, and later ones will refuse
     */
    static void check() {
        final Module module = NativeAccess.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            throw new IllegalStateException(
                    "RDMA devices need native access: start the JVM with --enable-native-access="
                            + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
    }
}
