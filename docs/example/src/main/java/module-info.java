/** A program that embeds Sluice. */
module com.example.mover {
    requires io.sluice.pipeline;
}
