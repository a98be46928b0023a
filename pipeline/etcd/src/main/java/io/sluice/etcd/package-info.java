/**
 * Discovery through etcd: {@link io.sluice.etcd.EtcdPeerStore} keeps the entries of a
 * {@link io.sluice.pipeline.discovery.PeerDirectory} there. Nothing else of Sluice knows of etcd.
 */
package io.sluice.etcd;
