package io.sluice.bench.figures;

import java.util.List;

/** Something that is measured once a round. */
@FunctionalInterface
interface Measurement {
    /** @return what it found; the same names every time */
    List<Reading> take() throws Exception;
}
