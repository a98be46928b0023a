package io.sluice.properties.paired;

import java.util.List;

/**
 * What both ends do, in one order.
 *
 * @param pairWindow sends that may be announced and unanswered
 * @param oneSided   whether the device writes puts
 * @param commands   in order
 */
record Program(int pairWindow, boolean oneSided, List<Command> commands) {}
