/** Verbs objects, the provider interface behind them, and the soft device. */
module io.sluice.verbs {
    requires transitive org.agrona;
    requires org.slf4j;

    exports io.sluice.verbs;
    exports io.sluice.verbs.rdma;
    exports io.sluice.verbs.soft;
    exports io.sluice.verbs.spi;
}
