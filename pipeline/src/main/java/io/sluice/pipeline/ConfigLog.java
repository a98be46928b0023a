package io.sluice.pipeline;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the configuration says what it did not take as it was asked. Each call is one line. */
interface ConfigLog {
    void warn(String line);

    void info(String line);

    /** Through slf4j, as {@link EngineConfig}. */
    ConfigLog SLF4J = new ConfigLog() {
        private static final Logger LOG = LoggerFactory.getLogger(EngineConfig.class);

        @Override
        public void warn(final String line) {
            LOG.warn(line);
        }

        @Override
        public void info(final String line) {
            LOG.info(line);
        }
    };
}
