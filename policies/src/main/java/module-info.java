/** Pure rules of Sluice: slices, runs, shards, lanes. */
module io.sluice.policies {
    exports io.sluice.policies;
}
