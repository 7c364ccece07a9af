/** @module cuttable-proxy: a TCP proxy to a database whose connections can be cut or silently lost. */
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A proxy; `url` is the address of the database through the proxy. */
export type CuttableProxy = {
  readonly url: string;
  /** Ends all open connections. */
  readonly cut: () => void;
  /** Number of connections ended by `cut`. */
  readonly cuts: () => number;
  /** Silently drops everything, or only answers, on open and new connections; `false` lets new connections through. */
  readonly swallow: (what: 'everything' | 'answers' | false) => void;
  readonly close: () => void;
};

/** Starts a proxy to the database `to` on a free port of this machine. */
export async function cuttableProxy(to: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(to);
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket; lost: boolean }>();
  let cuts = 0;
  let swallowed: 'everything' | 'answers' | false = false;
  const server = createServer((near) => {
    const far = createConnection({ host: hostname, port: Number(port) });
    const pair = { near, far, lost: swallowed !== false };
    pairs.add(pair);
    near.on('data', (bytes) => {
      if (!pair.lost || swallowed === 'answers') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!pair.lost) near.write(bytes);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        // The server is not notified of the end of a silently lost connection.
        if (!pair.lost) far.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(to);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    cut() {
      cuts += pairs.size;
      for (const { near } of pairs) near.destroy();
    },
    cuts: () => cuts,
    swallow(what) {
      swallowed = what;
      for (const pair of pairs) pair.lost ||= what !== false;
    },
    close() {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}
