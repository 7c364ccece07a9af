/** @module modern-stdio: serves a client of the protocol of 2026-07-28 on standard input and output. */
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { beginListened } from './listened.ts';
import { modernServer } from './modern-server.ts';
import type { Introduction, Service } from './requests.ts';
import type { StdioTransport } from './stdio-transport.ts';
import { Subscriptions } from './subscriptions.ts';

/** Serves until the returned function is called, or the transport closes. */
export function serveModernStdio(
  service: Promise<Service>,
  about: Introduction,
  transport: StdioTransport,
): () => Promise<void> {
  let server: Server | null = null;
  const handle = serveStdio(
    () => {
      server = modernServer(service, about);
      return server;
    },
    { legacy: 'reject', transport },
  );
  // The SDK records the subscriptions of each stream and sends each stream only its own
  const subscriptions = new Subscriptions(service, {
    resource: (uri) => void server?.sendResourceUpdated({ uri }).catch(() => undefined),
    tools: () => void server?.sendToolListChanged().catch(() => undefined),
  });
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    beginListened(message, subscriptions);
    onmessage?.(message);
  };
  return async () => {
    subscriptions.end();
    await handle.close();
  };
}
