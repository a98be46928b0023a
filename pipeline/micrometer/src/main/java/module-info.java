/** An engine's figures as Micrometer meters. */
module io.sluice.micrometer {
    requires transitive io.sluice.pipeline;
    requires transitive micrometer.core;

    exports io.sluice.micrometer;
}
