package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Errno;
import io.sluice.verbs.VerbsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlotTableTest {
    private static final class Thing extends SlotTable.Entry {}

    @Test
    void everythingAddedIsFoundByItsTicketAlsoAfterTheTableHasGrown() {
        final SlotTable<Thing> table = new SlotTable<>("things", SlotTable.MAX_SLOTS);
        final List<Thing> things = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            things.add(new Thing());
            assertThat(table.add(things.get(i))).isEqualTo(things.get(i).ticket()).isNotZero();
        }
        assertThat(things).allSatisfy(thing -> assertThat(table.get(thing.ticket())).isSameAs(thing));
        assertThat(table.size()).isEqualTo(1_000);
    }

    @Test
    void aTicketOfBeforeDoesNotFindWhatTookItsPlace() {
        final SlotTable<Thing> table = new SlotTable<>("things", 1);
        final Thing first = new Thing();
        final Thing second = new Thing();
        table.add(first);
        table.remove(first);
        table.add(second);

        assertThat(second.ticket() & SlotTable.MAX_SLOTS - 1).isEqualTo(first.ticket() & SlotTable.MAX_SLOTS - 1);
        assertThat(table.get(first.ticket())).isNull();
        assertThat(table.getByLowBits(first.ticket() & 0xffff_ffffL, 0xffff_ffffL)).isNull();
        assertThat(table.getByLowBits(second.ticket() & 0xffff_ffffL, 0xffff_ffffL)).isSameAs(second);
    }

    @Test
    void numbersThatWereNeverGivenFindNothing() {
        final SlotTable<Thing> table = new SlotTable<>("things", 4);
        assertThat(table.get(0)).isNull();
        assertThat(table.get(-1)).isNull();
        assertThat(table.get(Long.MAX_VALUE)).isNull();
        assertThat(table.getByLowBits(0xff_ffff, 0xff_ffff)).isNull();
    }

    @Test
    void aFullTableRefusesNamingItsLimitAndTakesAgainAfterARemoval() {
        final SlotTable<Thing> table = new SlotTable<>("things", 3);
        final List<Thing> things = List.of(new Thing(), new Thing(), new Thing());
        things.forEach(table::add);

        assertThatThrownBy(() -> table.add(new Thing()))
                .isInstanceOfSatisfying(VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .hasMessageContaining("3 things");

        table.remove(things.get(1));
        table.add(new Thing());
        assertThat(table.size()).isEqualTo(3);
    }

    @Test
    void removingTwiceCountsOnce() {
        final SlotTable<Thing> table = new SlotTable<>("things", 3);
        final Thing thing = new Thing();
        table.add(thing);
        table.remove(thing);
        table.remove(thing);
        assertThat(table.size()).isZero();
    }

    @Test
    void aSlotRestsSoThatFewBitsOfTheTicketSufficeForLong() {
        final SlotTable<Thing> table = new SlotTable<>("things", SlotTable.MAX_SLOTS);
        final Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 4_000; i++) {
            final Thing thing = new Thing();
            table.add(thing);
            assertThat(seen.add(thing.ticket() & 0xff_ffff)).as("addition " + i + " has a number of its own").isTrue();
            table.remove(thing);
        }
    }
}
