package io.sluice.pipeline;

import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.LinkMessage;
import io.sluice.verbs.soft.SoftDevice;

/** Connects two engines of one process (or one with itself): the hellos are handed over, not sent. */
final class InProcessHandshake {
    private InProcessHandshake() {}

    /**
     * @param dialing   whose connection is returned
     * @param answering gets a connection too, by {@link TransferEngine#accept}
     * @return the dialing end, open, as is the other
     */
    static Link connect(final EngineCore dialing, final EngineCore answering) {
        if (dialing.device().device().kind().equals(SoftDevice.KIND)
                && answering.device().device().kind().equals(SoftDevice.KIND)
                && dialing.device().device() != answering.device().device()) {
            throw new IllegalStateException("the engines are on two soft devices, " + dialing.device().device()
                    + " and " + answering.device().device() + ": queue pairs reach others of their own device only");
        }
        final String contradiction = dialing.identity().contradiction(answering.identity());
        if (contradiction != null) {
            throw new IllegalStateException(contradiction);
        }
        Link near = null;
        Link far = null;
        try (LinkBuilder dialer = new LinkBuilder(dialing); LinkBuilder answerer = new LinkBuilder(answering)) {
            final Hello fromDialer = dialer.hello();
            final Hello fromAnswerer = answerer.hello();
            near = dialer.connect(answering.identity(), fromDialer, fromAnswerer, LanePaths.FABRIC);
            far = answerer.connect(dialing.identity(), fromAnswerer, fromDialer, LanePaths.FABRIC);
            dialer.equip(near, fromAnswerer, new InProcessChannel(far));
            answerer.equip(far, fromDialer, new InProcessChannel(near));
            dialing.regions().introduce(far.messages()::receive);
            answering.regions().introduce(near.messages()::receive);
            far.messages().receive(new LinkMessage.Ready()); // both ends' queue pairs are: either may post from here on
            near.messages().receive(new LinkMessage.Ready());
            answering.admission().arrived(far);
            return near;
        } catch (final RuntimeException e) {
            end(dialing, near);
            end(answering, far);
            throw e;
        }
    }

    /** A link that has its lanes ends as every link does; one that has none is only forgotten. */
    private static void end(final EngineCore core, final Link link) {
        if (link != null && link.lanes() != null) {
            core.control().add(() -> core.ends().fail(link, Cause.CONNECTION_CLOSED));
        }
    }
}
