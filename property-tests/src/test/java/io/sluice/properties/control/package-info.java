/** What must hold for all bytes on the control channel, and for all messages. */
package io.sluice.properties.control;
