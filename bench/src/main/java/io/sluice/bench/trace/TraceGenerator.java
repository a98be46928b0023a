package io.sluice.bench.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Generates the trace of a chat service: chats arrive at random, each begins with one of a few shared system prompts, some
 * bring a long document, and each turn repeats the whole context of the turns before it. Ids are given in the order of
 * their first appearance. The lengths are made to resemble the public traces of such services.
 */
public final class TraceGenerator {
    private static final int PROMPT_TOKENS = 1_400;
    private static final int USER_TOKENS = 500;
    private static final int DOCUMENT_TOKENS = 7_000;
    private static final double DOCUMENT_SHARE = 0.25;
    private static final int OUTPUT_TOKENS = 350;
    private static final double SPREAD = 0.8;
    private static final double THINK_MS = 25_000;
    private static final double MS_A_TOKEN = 20;

    private final ChatShape shape;
    private final Dice dice;
    private final long[][] promptBlocks;
    private final int[] promptTokens;
    private long nextId;
    private long nextChat;

    private TraceGenerator(final ChatShape shape) {
        this.shape = shape;
        dice = new Dice(shape.seed());
        promptBlocks = new long[shape.systemPrompts()][];
        promptTokens = new int[shape.systemPrompts()];
        for (int i = 0; i < promptTokens.length; i++) {
            promptTokens[i] = dice.lengthAround(PROMPT_TOKENS, SPREAD, shape.contextTokens() / 2);
        }
    }

    /**
     * @param shape what it shall look like
     * @return the requests, in the order of their times
     */
    public static List<TraceRequest> generate(final ChatShape shape) {
        return new TraceGenerator(shape).requests();
    }

    /** A chat's next turn, or, where there is no chat yet, the arrival of one. */
    private record Event(double timeMs, long order, Chat chat) implements Comparable<Event> {
        @Override
        public int compareTo(final Event other) {
            final int byTime = Double.compare(timeMs, other.timeMs);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private List<TraceRequest> requests() {
        final double gapMs = 1_000 * shape.turns() / shape.requestsPerSecond();
        final List<TraceRequest> requests = new ArrayList<>(shape.requests());
        final PriorityQueue<Event> events = new PriorityQueue<>();
        events.add(new Event(0, nextChat++, null));
        while (requests.size() < shape.requests()) {
            final Event event = events.remove();
            Chat chat = event.chat;
            final boolean first = chat == null;
            if (first) {
                events.add(new Event(event.timeMs + dice.exponential(gapMs), nextChat++, null));
                chat = begin();
            }
            final int room = (int) (shape.contextTokens() - chat.tokens());
            final int user = userTokens(first, room);
            final int output = dice.lengthAround(OUTPUT_TOKENS, SPREAD, Math.max(1, room - user));
            requests.add(chat.turn((long) event.timeMs, user, output));
            if (dice.chance(1 - 1 / shape.turns()) && chat.tokens() + shape.blockTokens() < shape.contextTokens()) {
                events.add(new Event(event.timeMs + output * MS_A_TOKEN + dice.exponential(THINK_MS), event.order,
                        chat));
            }
        }
        return requests;
    }

    private Chat begin() {
        final int prompt = dice.popular(promptTokens.length);
        if (promptBlocks[prompt] == null) {
            promptBlocks[prompt] = new long[promptTokens[prompt] / shape.blockTokens()];
            for (int i = 0; i < promptBlocks[prompt].length; i++) {
                promptBlocks[prompt][i] = nextId++;
            }
        }
        return new Chat(promptBlocks[prompt], promptTokens[prompt], shape.blockTokens(), () -> nextId++);
    }

    private int userTokens(final boolean first, final int room) {
        final int most = Math.max(1, room - 1);
        return first && dice.chance(DOCUMENT_SHARE)
                ? dice.lengthAround(DOCUMENT_TOKENS, SPREAD, most)
                : dice.lengthAround(USER_TOKENS, SPREAD, most);
    }
}
