package io.sluice.bench.figures;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A run's figures, in the order in which they were first measured, and what they were measured on.
 *
 * @param machine what they were measured on
 * @param rounds  how often each was measured
 * @param notes   what was left out, and why
 * @param figures all of them
 */
record Report(Machine machine, int rounds, List<String> notes, Collection<Figure> figures) {
    Optional<Figure> find(final String name) {
        return figures.stream().filter(figure -> figure.name().equals(name)).findFirst();
    }

    List<String> sections() {
        return figures.stream().map(Figure::section).distinct().toList();
    }

    List<Figure> section(final String section) {
        return figures.stream().filter(figure -> figure.section().equals(section)).toList();
    }
}
