package io.sluice.bench.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a trace: a JSON object a line, with the members {@code timestamp} (ms), {@code input_length},
 * {@code output_length} (tokens) and {@code hash_ids} (an array), all of them integers from 0 to 2^63 - 1. Members of
 * other names are left alone, empty lines are passed over.
 */
public final class TraceReader {
    static final String EXAMPLE = "{\"timestamp\": 0, \"input_length\": 1200, \"output_length\": 80, "
            + "\"hash_ids\": [0, 1, 2]}";

    private static final JsonFactory JSON = JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final long ABSENT = -1;

    private final String source;
    private long line;
    private long timestamp;
    private long inputLength;
    private long outputLength;
    private long[] hashIds;

    private TraceReader(final String source) {
        this.source = source;
    }

    /**
     * Reads the first requests of a trace.
     *
     * @param source what errors call it: the file's name
     * @param reader the text; the caller closes it
     * @param limit  how many requests at most
     * @return the requests, in the order of the lines
     * @throws TraceFormatException if a line is no request, or there is none at all
     * @throws IOException          if reading fails
     */
    public static List<TraceRequest> read(final String source, final Reader reader, final int limit)
            throws IOException {
        final TraceReader trace = new TraceReader(source);
        final BufferedReader lines = new BufferedReader(reader);
        final List<TraceRequest> requests = new ArrayList<>();
        String text;
        while (requests.size() < limit && (text = lines.readLine()) != null) {
            trace.line++;
            if (!text.isBlank()) {
                requests.add(trace.request(text));
            }
        }
        if (requests.isEmpty()) {
            trace.line++;
            throw trace.bad("the trace ends before its first request");
        }
        return requests;
    }

    private TraceRequest request(final String text) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw bad("found " + describe(parser));
            }
            members(parser);
            if (parser.nextToken() != null) {
                throw bad("found " + describe(parser) + " behind the object");
            }
        } catch (final JsonProcessingException e) {
            throw bad("not JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
        }
        require("timestamp", timestamp);
        require("input_length", inputLength);
        require("output_length", outputLength);
        if (hashIds == null) {
            throw bad("\"hash_ids\" is missing");
        }
        return new TraceRequest(timestamp, inputLength, outputLength, hashIds);
    }

    private void members(final JsonParser parser) throws IOException {
        timestamp = ABSENT;
        inputLength = ABSENT;
        outputLength = ABSENT;
        hashIds = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            final String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "timestamp" -> timestamp = number(parser, name);
                case "input_length" -> inputLength = number(parser, name);
                case "output_length" -> outputLength = number(parser, name);
                case "hash_ids" -> hashIds = numbers(parser, name);
                default -> parser.skipChildren();
            }
        }
    }

    private long[] numbers(final JsonParser parser, final String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw bad("\"" + name + "\" is " + describe(parser) + ", not an array of integers");
        }
        long[] numbers = new long[16];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count] = number(parser, name + "[" + count + "]");
            count++;
        }
        return Arrays.copyOf(numbers, count);
    }

    private long number(final JsonParser parser, final String name) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER || parser.getLongValue() < 0) {
            throw bad("\"" + name + "\" is " + describe(parser) + ", not an integer from 0 to 2^63 - 1");
        }
        return parser.getLongValue();
    }

    private void require(final String name, final long value) throws TraceFormatException {
        if (value == ABSENT) {
            throw bad("\"" + name + "\" is missing");
        }
    }

    private static String describe(final JsonParser parser) throws IOException {
        final JsonToken token = parser.currentToken();
        if (token == null) {
            return "the end of the line";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            default -> parser.getText();
        };
    }

    private TraceFormatException bad(final String problem) {
        return new TraceFormatException(source, line, problem);
    }
}
