/** @module modern-stdio: a client of the protocol of 2026-07-28 on standard input and output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { modernServer } from './modern-server.ts';
import type { Introduction, Service } from './requests.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** Serves until the function that it gives back is called, or the transport closes. */
export function serveModernStdio(
  service: Promise<Service>,
  about: Introduction,
  transport: StdioTransport,
): () => Promise<void> {
  const handle = serveStdio(() => modernServer(service, about), { legacy: 'reject', transport });
  return () => handle.close();
}
