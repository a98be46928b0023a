/**
 * The soft device: a reliable-connected RDMA device in Java that executes the same work request structs as hardware,
 * with the same states, statuses and refusals, and with faults on demand.
 *
 * <p>Queue pairs of one device reach one another on its own fabric, in the posting thread; a queue pair that a socket was
 * attached to reaches its peer over TCP, in another process or in this one. There the {@code Requester} of the fabric is
 * replaced by one that sends ({@code WireRequester}, {@code WireOutput}, {@code Burst}), and one thread for many sockets
 * reads ({@code WireInput}), has the peer's requests carried out by the same {@code Responder} as on the fabric
 * ({@code WireTarget}, {@code Answers}) and completes the own ones ({@code WireReplies}). {@code SocketPath} is the
 * connection that ties these together; what goes over it stands in {@code io.sluice.verbs.soft.wire}.
 *
 * <p>Public here: {@link io.sluice.verbs.soft.SoftDevice}, its configuration and its fault plan. Everything else is the
 * device's inside.
 */
package io.sluice.verbs.soft;
