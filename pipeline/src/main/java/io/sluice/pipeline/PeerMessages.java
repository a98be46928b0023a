package io.sluice.pipeline;

import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.control.RegionInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the peer of a link tells, and what it was asked. A peer is not trusted: what it may not say fails the link.
 */
final class PeerMessages {
    private final Link link;
    private final EngineCore core;
    /** Questions under way, by token. Any thread. */
    private final ConcurrentHashMap<Long, CompletableFuture<Void>> resolving = new ConcurrentHashMap<>();

    PeerMessages(final Link link) {
        this.link = link;
        core = link.core();
    }

    /** The poll thread, in order; the handshake, before the link is open. */
    void receive(final LinkMessage message) {
        switch (message) {
            case LinkMessage.Ready() -> link.open();
            case LinkMessage.Regions(final List<RegionInfo> regions) -> {
                if (!link.regions().addAll(regions)) {
                    misbehaved("it has told more than " + RemoteRegions.MOST_REGIONS + " regions");
                }
            }
            case LinkMessage.Revoke(final int region) -> revoke(region);
            case LinkMessage.Revoked(final int region) -> core.regions().acknowledged(region, link);
            case LinkMessage.Resolve(final long token) -> link.peer().send(new LinkMessage.Resolved(token));
            case LinkMessage.Resolved(final long token) -> resolved(token);
            case LinkMessage.Notification(final byte[] bytes) -> notification(bytes);
            case LinkMessage.NotificationCredit(final int credits) -> {
                if (!link.notificationCredits().more(credits)) {
                    misbehaved("it gives more notification credit than there is");
                }
                core.room().tell();
            }
            case LinkMessage.Fence() -> core.ends().fail(link, Cause.PEER_CLOSED);
            case LinkMessage.Fenced() -> core.ends().fenced(link);
        }
    }

    private void misbehaved(final String how) {
        core.ends().fail(link, Cause.PROTOCOL, how);
    }

    private void revoke(final int region) {
        if (link.regions().revoke(region)) {
            acknowledgeRevoked();
        } else {
            link.peer().send(new LinkMessage.Revoked(region));
        }
    }

    /** Tells the peer of revoked regions on which nothing is in flight any more. Poll thread. */
    void acknowledgeRevoked() {
        for (final int number : link.regions().takeReleased()) {
            link.peer().send(new LinkMessage.Revoked(number));
        }
    }

    private void notification(final byte[] bytes) {
        if (link.notificationCredits().arrived()) {
            core.inbox().add(new Inbox.Notification(link, bytes));
        } else {
            misbehaved("it sent a notification without credit");
        }
    }

    private void resolved(final long token) {
        final CompletableFuture<Void> answer = resolving.get(token);
        if (answer != null) {
            answer.complete(null);
        }
    }

    /** Completes when everything that the peer has registered by now is known here. */
    CompletableFuture<Void> askForRegions(final long token) {
        final CompletableFuture<Void> answer = new CompletableFuture<>();
        resolving.put(token, answer);
        if (link.state() >= Link.FAILED) { // it may have abandoned its questions before this one
            answer.complete(null);
        }
        link.peer().send(new LinkMessage.Resolve(token));
        return answer.whenComplete((nothing, error) -> resolving.remove(token));
    }

    void abandonQuestions() {
        resolving.values().forEach(answer -> answer.complete(null));
    }
}
