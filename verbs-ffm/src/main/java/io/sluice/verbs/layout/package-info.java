/**
 * The memory layout of the verbs structs that cross between caller and device, declared once, and raw access to
 * native memory by address. Not exported.
 */
package io.sluice.verbs.layout;
