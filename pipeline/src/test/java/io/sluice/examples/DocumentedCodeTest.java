package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Java that the documents show is Java that the build compiles: each fenced block is, line for line, a part of one of the
 * example classes. Only the indentation may differ.
 */
class DocumentedCodeTest {
    private static final Path ROOT = Path.of("..");
    private static final List<Path> EXAMPLES = List.of(Path.of("src/test/java/io/sluice/examples"),
            Path.of("etcd/src/test/java/io/sluice/examples"));
    private static final String FENCE = "```";

    @Test
    void everyBlockIsPartOfAnExample() {
        final List<List<String>> sources = files(EXAMPLES, ".java").values().stream().toList();
        final Map<Path, List<String>> documents = files(List.of(ROOT.resolve("docs")), ".md");
        documents.put(ROOT.resolve("README.md"), lines(ROOT.resolve("README.md")));
        documents.put(ROOT.resolve("ARCHITECTURE.md"), lines(ROOT.resolve("ARCHITECTURE.md")));
        int blocks = 0;
        for (final Map.Entry<Path, List<String>> document : documents.entrySet()) {
            for (final List<String> block : blocks(document.getValue())) {
                blocks++;
                assertThat(sources).as("examples with the code of %s: %s", document.getKey(), String.join("\n", block))
                        .anyMatch(source -> contains(source, block));
            }
        }
        assertThat(blocks).as("blocks of code").isPositive();
    }

    @Test
    void aBlockThatNoExampleHasIsNotFound() {
        final List<String> source = List.of("class A {", "    int a;", "", "    int b;", "}");
        assertThat(contains(source, List.of("int a;", "", "int b;"))).isTrue();
        assertThat(contains(source, List.of("int a;", "int b;"))).isFalse();
        assertThat(contains(source, List.of("int a;", "", "    int b;"))).isFalse();
        assertThat(blocks(List.of("text", "```java", "  a", "```", "```", "b", "```"))).containsExactly(List.of("  a"));
    }

    private static List<List<String>> blocks(final List<String> document) {
        final List<List<String>> blocks = new ArrayList<>();
        List<String> block = null;
        for (final String line : document) {
            if (line.equals(FENCE + "java")) {
                block = new ArrayList<>();
            } else if (line.equals(FENCE) && block != null) {
                blocks.add(block);
                block = null;
            } else if (block != null) {
                block.add(line);
            }
        }
        assertThat(block).as("a block that does not end").isNull();
        return blocks;
    }

    private static boolean contains(final List<String> source, final List<String> block) {
        final List<String> wanted = withoutIndent(block);
        return IntStream.rangeClosed(0, source.size() - block.size())
                .anyMatch(first -> withoutIndent(source.subList(first, first + block.size())).equals(wanted));
    }

    private static List<String> withoutIndent(final Collection<String> lines) {
        final int indent = lines.stream().filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length()).min().orElse(0);
        return lines.stream().map(line -> line.isBlank() ? "" : line.substring(indent)).toList();
    }

    private static Map<Path, List<String>> files(final List<Path> folders, final String suffix) {
        final Map<Path, List<String>> files = new TreeMap<>();
        for (final Path folder : folders) {
            try (Stream<Path> paths = Files.list(folder)) {
                paths.filter(path -> path.toString().endsWith(suffix)).forEach(path -> files.put(path, lines(path)));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    private static List<String> lines(final Path path) {
        try {
            return Files.readAllLines(path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
