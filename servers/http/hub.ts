/** @module hub: all servers of a workspace on one HTTP port, in both versions of the protocol. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

import { type HubAddress, type HubLimits, type HubSources, LIMITS, Routes } from './routes.ts';

/** A listening hub. */
export type Hub = {
  readonly url: string;
  /** Stops listening, waits up to `graceMs` for running requests, and ends all sessions. */
  readonly close: (graceMs: number) => Promise<void>;
};

const SWEEP_MS = 60_000;
const MAX_CONNECTIONS = 1000;
/** Interval (ms) of the check for slow connections. */
const SLOW_MS = 1000;
const HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 5000;

/** Listens until it is closed. Rejects if the address is not available. */
export async function openHub(
  sources: HubSources,
  address: HubAddress,
  limits: HubLimits = LIMITS,
): Promise<Hub> {
  const routes = new Routes(sources, address, limits);
  const options = {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.body.ms + limits.headersMs,
    connectionsCheckingInterval: Math.min(SLOW_MS, limits.headersMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const serve: RequestListener = (request, response) => void routes.serve(request, response);
  const { tls } = address;
  const server =
    tls === undefined
      ? createServer(options, serve)
      : createTlsServer({ ...options, ...tls, handshakeTimeout: limits.headersMs }, serve);
  server.maxConnections = MAX_CONNECTIONS;
  await listening(server, address);
  const sweep = setInterval(() => routes.endIdle(), SWEEP_MS).unref();
  const check = setInterval(() => void routes.endRefused(), limits.credentialsMs).unref();
  return {
    url: urlOf(server, address),
    async close(graceMs) {
      clearInterval(sweep);
      clearInterval(check);
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

function urlOf(server: Server, { host, tls }: HubAddress): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
