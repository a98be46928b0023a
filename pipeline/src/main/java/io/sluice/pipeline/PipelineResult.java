package io.sluice.pipeline;

/**
 * What became of one request of a {@link TransferPipeline}: either it was taken and its transfer has settled, or it was
 * refused and nothing has happened.
 *
 * @param request  as it came in; it may be changed and used again from now on
 * @param transfer how it settled; null if it was refused
 * @param refusal  why it was refused: a {@link TransferRefusedException}, or an {@link IllegalArgumentException} for a
 *                 request that is wrong; null if it was taken
 */
public record PipelineResult(TransferRequest request, TransferResult transfer, RuntimeException refusal) {

    /** {@return whether all bytes are in place} */
    public boolean isSuccess() {
        return transfer != null && transfer.isSuccess();
    }

    @Override
    public String toString() {
        return refusal == null ? transfer.toString() : "refused: " + refusal.getMessage();
    }
}
