/** The engine that moves registered memory between processes: its public API. */
module io.sluice.pipeline {
    requires transitive io.sluice.policies;
    requires transitive io.sluice.verbs;
    requires transitive org.agrona;
    requires com.lmax.disruptor;
    requires jdk.jfr;
    requires org.slf4j;

    exports io.sluice.pipeline;
    exports io.sluice.pipeline.discovery;
    exports io.sluice.pipeline.paired;
}
