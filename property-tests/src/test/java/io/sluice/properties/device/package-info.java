/**
 * The soft device against a plain model of a verbs device, under random programs.
 *
 * <p>A {@link io.sluice.properties.device.Program} is a {@link io.sluice.properties.device.Setup} and a list of
 * {@link io.sluice.properties.device.Command}s. Two {@link io.sluice.properties.device.Machine}s understand commands: the
 * {@link io.sluice.properties.device.DeviceMachine} runs them on a soft device through the public API, the
 * {@link io.sluice.properties.device.ModelMachine} in lists and one byte array. Both say what they saw in words, and the
 * words must be the same. The model knows verbs and the documented rules of the soft device; it must not learn anything
 * from the device's code.
 */
package io.sluice.properties.device;
