/** @module hub: all servers of a workspace on one HTTP port, in both versions of the protocol. */
import { createServer, type Server } from 'node:http';

import { type HubAddress, type HubLimits, type HubSources, LIMITS, Routes } from './routes.ts';

/** A hub that listens. */
export type Hub = {
  readonly url: string;
  /** Stops listening, lets what runs end within `graceMs`, and ends all sessions. */
  readonly close: (graceMs: number) => Promise<void>;
};

const SWEEP_MS = 60_000;
const CONNECTIONS_MOST = 1000;
const HEADERS_MS = 10_000;
const HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 5000;

/** Listens until it is closed. Rejects where the address cannot be had. */
export async function openHub(
  sources: HubSources,
  address: HubAddress,
  limits: HubLimits = LIMITS,
): Promise<Hub> {
  const routes = new Routes(sources, address, limits);
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      requestTimeout: limits.body.ms + HEADERS_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => void routes.serve(request, response),
  );
  server.maxConnections = CONNECTIONS_MOST;
  await listening(server, address);
  const sweep = setInterval(() => routes.endIdle(), SWEEP_MS).unref();
  return {
    url: urlOf(server, address.host),
    async close(graceMs) {
      clearInterval(sweep);
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      await routes.close(graceMs);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listening(server: Server, { host, port }: HubAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
