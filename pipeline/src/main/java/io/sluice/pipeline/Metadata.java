package io.sluice.pipeline;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an engine is to be dialled, as peers pass it on: {@code host:port?deviceIndex?notifPort}, the form of FlagCX's
 * metadata, IPv6 addresses in brackets. Notifications come over the same listener, so both ports are one.
 *
 * @param host        a host name or an IP address, without brackets
 * @param port        1 to 65,535
 * @param deviceIndex of the device at the peer, 0 or more; an engine has one device, 0
 */
public record Metadata(String host, int port, int deviceIndex) {
    private static final String HOST = "(\\[[^\\[\\]]+\\]|[^\\[\\]:?]+)";
    private static final String NUMBER = "(0|[1-9][0-9]{0,9})";
    private static final Pattern FORM = Pattern.compile(HOST + ":" + NUMBER + "\\?" + NUMBER + "\\?" + NUMBER);
    private static final Pattern SESSION = Pattern.compile(HOST + ":" + NUMBER);
    private static final int MOST_PORT = 65_535;

    /** Checks all three. */
    public Metadata {
        Objects.requireNonNull(host, "host");
        if (!Domain.Text.isHost(host)) {
            throw new IllegalArgumentException(
                    "host " + LogText.quoted(host) + " is neither a host name nor an IP address without brackets");
        }
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("port " + port + " is not in 1.." + MOST_PORT);
        }
        if (deviceIndex < 0) {
            throw new IllegalArgumentException("device index " + deviceIndex + " is negative");
        }
    }

    /**
     * {@return what it says}
     *
     * @param text {@code host:port?deviceIndex?notifPort}
     * @throws IllegalArgumentException if it is anything else, or the ports differ
     */
    public static Metadata parse(final String text) {
        final Matcher form = matcher(FORM, text, "host:port?deviceIndex?notifPort");
        final Metadata metadata = new Metadata(host(text, form.group(1)), number(text, form.group(2)),
                number(text, form.group(3)));
        if (number(text, form.group(4)) != metadata.port) {
            throw new IllegalArgumentException("metadata " + LogText.quoted(text)
                    + ": the ports differ, an engine has one listener");
        }
        return metadata;
    }

    /**
     * {@return it, with device 0}
     *
     * @param text {@code host:port}
     * @throws IllegalArgumentException if it is anything else
     */
    public static Metadata ofSession(final String text) {
        final Matcher form = matcher(SESSION, text, "host:port");
        return new Metadata(host(text, form.group(1)), number(text, form.group(2)), 0);
    }

    private static Matcher matcher(final Pattern pattern, final String text, final String form) {
        Objects.requireNonNull(text, "metadata");
        final Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "metadata " + LogText.quoted(text) + " is not " + form + " (IPv6 addresses in brackets)");
        }
        return matcher;
    }

    private static String host(final String text, final String group) {
        if (group.charAt(0) != '[') {
            return group;
        }
        final String inner = group.substring(1, group.length() - 1);
        if (inner.indexOf(':') < 0) {
            throw new IllegalArgumentException(
                    "metadata " + LogText.quoted(text) + ": brackets are for IPv6 addresses");
        }
        return inner;
    }

    private static int number(final String text, final String digits) {
        final long value = Long.parseLong(digits); // at most ten digits
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("metadata " + LogText.quoted(text) + ": " + value + " is too large");
        }
        return (int) value;
    }

    /** {@return {@code host:port}, IPv6 addresses in brackets; the same for every spelling of a host in either case} */
    public String session() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host.toLowerCase(Locale.ROOT)) + ":" + port;
    }

    /** @return the text that {@link #parse} takes */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port + "?" + deviceIndex + "?" + port;
    }
}
