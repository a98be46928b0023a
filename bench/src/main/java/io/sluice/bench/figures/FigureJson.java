package io.sluice.bench.figures;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A report as a file for programs, and back. */
final class FigureJson {
    private static final int FORMAT = 1;

    private FigureJson() {}

    static void write(final Report report, final Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file);
                JsonGenerator json = new JsonFactory().createGenerator(writer)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            machine(report.machine(), json);
            json.writeNumberField("rounds", report.rounds());
            strings("notes", report.notes(), json);
            json.writeArrayFieldStart("figures");
            for (final Figure figure : report.figures()) {
                figure(figure, json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw("\n");
        }
    }

    private static void machine(final Machine machine, final JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("machine");
        json.writeStringField("time", machine.time());
        json.writeStringField("commit", machine.commit());
        json.writeStringField("cpu", machine.cpu());
        json.writeNumberField("cores", machine.cores());
        json.writeStringField("system", machine.system());
        json.writeStringField("jvm", machine.jvm());
        strings("flags", machine.flags(), json);
        json.writeStringField("device", machine.device());
        json.writeEndObject();
    }

    private static void figure(final Figure figure, final JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("section", figure.section());
        json.writeStringField("name", figure.name());
        json.writeStringField("unit", figure.unit());
        json.writeStringField("better", figure.better().name());
        if (figure.hasReach()) {
            json.writeNumberField("reach", figure.reach());
        }
        json.writeNumberField("median", figure.median());
        json.writeNumberField("least", figure.least());
        json.writeNumberField("most", figure.most());
        json.writeNumberField("moodNs", figure.moodNs());
        json.writeArrayFieldStart("samples");
        for (final Sample sample : figure.samples()) {
            json.writeStartObject();
            json.writeNumberField("value", sample.value());
            json.writeNumberField("moodBeforeNs", sample.moodBeforeNs());
            json.writeNumberField("moodAfterNs", sample.moodAfterNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void strings(final String name, final List<String> values, final JsonGenerator json)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (final String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    /** @throws IOException naming the file, if it is no report of this format */
    static Report read(final Path file) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(Files.readString(file))) {
            json.nextToken();
            if (value(json) instanceof final Map<?, ?> report && number(report, "format") == FORMAT) {
                return report(report);
            }
        } catch (final ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw new IOException(file + " is no report of sluice bench: " + e.getMessage(), e);
        }
        throw new IOException(file + " is no report of sluice bench, format " + FORMAT);
    }

    private static Report report(final Map<?, ?> report) {
        final Map<?, ?> machine = (Map<?, ?>) report.get("machine");
        final List<Figure> figures = new ArrayList<>();
        for (final Object each : (List<?>) report.get("figures")) {
            final Map<?, ?> figure = (Map<?, ?>) each;
            final List<Sample> samples = new ArrayList<>();
            for (final Object one : (List<?>) figure.get("samples")) {
                final Map<?, ?> sample = (Map<?, ?>) one;
                samples.add(new Sample(number(sample, "value"), number(sample, "moodBeforeNs"),
                        number(sample, "moodAfterNs")));
            }
            if (samples.isEmpty()) {
                throw new IllegalArgumentException(text(figure, "name") + " has no samples");
            }
            figures.add(new Figure(text(figure, "section"), text(figure, "name"), text(figure, "unit"),
                    Better.valueOf(text(figure, "better")),
                    figure.get("reach") == null ? Double.NaN : number(figure, "reach"), samples));
        }
        return new Report(
                new Machine(text(machine, "time"), text(machine, "commit"), text(machine, "cpu"),
                        (int) number(machine, "cores"), text(machine, "system"), text(machine, "jvm"),
                        texts(machine, "flags"), text(machine, "device")),
                (int) number(report, "rounds"), texts(report, "notes"), figures);
    }

    private static String text(final Map<?, ?> object, final String name) {
        return (String) Objects.requireNonNull(object.get(name), name);
    }

    private static List<String> texts(final Map<?, ?> object, final String name) {
        return ((List<?>) object.get(name)).stream().map(String.class::cast).toList();
    }

    private static double number(final Map<?, ?> object, final String name) {
        return (Double) Objects.requireNonNull(object.get(name), name);
    }

    /** An object as a map, an array as a list, a number as a double. */
    private static Object value(final JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.START_OBJECT) {
            final Map<String, Object> object = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                final String name = json.currentName();
                json.nextToken();
                object.put(name, value(json));
            }
            return object;
        }
        if (json.currentToken() == JsonToken.START_ARRAY) {
            final List<Object> array = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                array.add(value(json));
            }
            return array;
        }
        return json.currentToken() != null && json.currentToken().isNumeric()
                ? (Object) json.getDoubleValue()
                : json.getText();
    }
}
