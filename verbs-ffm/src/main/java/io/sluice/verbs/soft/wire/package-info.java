/**
 * The wire of the soft device: what two queue pairs say to each other over a TCP connection of their own, and the
 * threads that wait for sockets. Knows nothing of queue pairs and memory regions. Not exported.
 *
 * <h2>Wire, version 1</h2>
 * All numbers are little-endian. Each side first sends an {@link io.sluice.verbs.soft.wire.Opening} of 32 bytes, then
 * bursts. A burst is 1 to 32 frame headers of 32 bytes, all but the last with the flag FOLLOWED, and behind the last
 * header the payloads of these frames, in the same order. So a reader knows where the next megabyte goes before it
 * arrives, and reads each payload straight into its place.
 *
 * <pre>
 *   0      1       2        4        8          12    16        24      28      32
 *   +------+-------+--------+--------+----------+-----+---------+-------+-------+
 *   | type | flags | code   | length | sequence | key | address | total | imm   |
 *   +------+-------+--------+--------+----------+-----+---------+-------+-------+
 * </pre>
 *
 * <table>
 * <caption>Frames; fields that are not named are zero</caption>
 * <tr><th>type</th><th>meaning</th></tr>
 * <tr><td>START</td><td>requests follow; sequence: that of the first one (the sender's PSN)</td></tr>
 * <tr><td>WRITE, WRITE_IMM</td><td>key, address, total, imm: an RDMA WRITE of total bytes, the first length of which
 * are the payload</td></tr>
 * <tr><td>SEND, SEND_IMM</td><td>total, imm: a message for the oldest receive, payload as above</td></tr>
 * <tr><td>MORE</td><td>the next length bytes of the message of that sequence</td></tr>
 * <tr><td>READ</td><td>key, address, total: asks for total bytes; no payload</td></tr>
 * <tr><td>READ_DATA</td><td>the next length bytes of the answer to the READ of that sequence; READs are answered in
 * order</td></tr>
 * <tr><td>ACK</td><td>all requests before that sequence are done: placed, or answered. A READ is done only
 * when this says so, not when its last byte is there</td></tr>
 * <tr><td>REFUSED</td><td>code: the completion status (REM_ACCESS_ERR, REM_INV_REQ_ERR, REM_OP_ERR) of the request of that
 * sequence; all before it are done; the sender is in the error state and sends nothing more</td></tr>
 * <tr><td>NOT_READY</td><td>code: the RNR timer code; no receive was posted for the request of that sequence; all before
 * it are done; it and all behind it are ignored until it comes again</td></tr>
 * </table>
 *
 * <p>Requests are numbered one by one, modulo 2^32. A frame carries at most 1 MiB: a longer message or answer is cut
 * into frames of 1 MiB and a rest, so that acknowledgements are never far behind a long message. An empty READ is
 * answered by one empty READ_DATA. Whoever meets anything else closes the socket.
 */
package io.sluice.verbs.soft.wire;
