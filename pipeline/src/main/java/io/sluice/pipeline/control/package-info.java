/**
 * The control plane's wire: what engines tell each other over TCP beside the data. Messages and their bytes, frames,
 * proofs, the sockets and their threads. Not exported. Knows nothing of transfers, links or devices.
 *
 * <p>A socket opens, in both directions, with eight bytes that are the same in all versions: {@code SLUICE}, version
 * u16. Everything is little-endian. Then come frames: length u32 of what follows, message, and, once both proofs are
 * there, its seal of 32 bytes where there is a secret. A length over the cap ends the socket before anything is
 * allocated for it.
 *
 * <pre>
 *  dialling end                                   answering end
 *   preamble, Opening (nonce, who)      ──►
 *                                       ◄──        preamble, Opening (nonce, who)
 *   Proof                               ──►
 *                                       ◄──        Proof
 *   Hello (queue pairs)                 ──►        from here on each frame is sealed
 *                                       ◄──        Hello, Session (number, token)
 *   one socket a lane (soft device):
 *   preamble, DataOpening (proof)       ──►        what follows on it is the device's
 *   Regions ..., Ready                  ◄─►        Regions ..., Ready
 *                  each end posts when the other's Ready has come
 *   Regions, Revoke, Revoked, Resolve, Resolved,
 *   Notification, NotificationCredit, Heartbeat, Fence
 *   Fenced, end of stream               ◄─►        Fenced, end of stream
 * </pre>
 *
 * <p>At any point of the handshake an end may send Refusal instead, which says why. Proofs are HMAC-SHA256 with the
 * shared secret over both openings (see {@link io.sluice.pipeline.control.Proofs}); without a secret they are empty,
 * frames have no seal, and a data socket proves that it knows the session's token. Nothing is encrypted.
 */
package io.sluice.pipeline.control;
