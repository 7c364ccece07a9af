/** @module cuttable-proxy: a way to a database that can be cut. */
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A proxy; `url` is the database through it. */
export type CuttableProxy = {
  readonly url: string;
  /** Ends every connection that there is. */
  readonly cut: () => void;
  /** Connections that were ended. */
  readonly cuts: () => number;
  /** From now on nothing arrives any more, or no answer does, and nobody is told; `false` lets new connections through. */
  readonly swallow: (what: 'everything' | 'answers' | false) => void;
  readonly close: () => void;
};

/** Listens on a free port of this machine. */
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
        // The server of a connection that is lost in silence does not hear of its end.
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
