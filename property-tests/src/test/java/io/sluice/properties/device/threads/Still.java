package io.sluice.properties.device.threads;

/** What a stretch of memory held when it had to lie still. */
record Still(String since, int start, byte[] bytes) {}
