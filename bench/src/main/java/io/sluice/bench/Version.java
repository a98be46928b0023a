package io.sluice.bench;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: Sluice's version as the build wrote it, then the JVM and system it runs on. */
final class Version implements IVersionProvider {
    private static final String RESOURCE = "version.properties";

    @Override
    public String[] getVersion() throws IOException {
        return new String[]{ "sluice " + sluiceVersion(),
            "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                    + System.getProperty("os.arch") };
    }

    private static String sluiceVersion() throws IOException {
        var properties = new Properties();
        try (var in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("no " + RESOURCE + " beside " + Version.class.getName() + ": rebuild the jar");
            }
            properties.load(in);
        }
        return properties.getProperty("version");
    }
}
