/** @module era: which version of the protocol a client on standard input speaks; only the SDK of that one is loaded. */
import type { Message } from './read-message.ts';
import type { Introduction, Service } from './requests.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** `legacy`: a session begun with `initialize` (up to 2025-11-25). `modern`: every request stands alone (2026-07-28). */
export type Era = 'legacy' | 'modern';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** What the first message of a client shows it to speak. */
export function eraOf(first: Message): Era {
  const meta = 'params' in first ? first.params?._meta : undefined;
  return meta !== undefined && Object.hasOwn(meta, VERSION_KEY) ? 'modern' : 'legacy';
}

/** Serves what comes over a transport, and what came before; ends it with the function that it gives back. */
export type Connect = (era: Era, transport: StdioTransport) => Promise<() => Promise<void>>;

/** Connects a service, which may still be opening, to a client of either version. */
export function connecting(service: Promise<Service>, about: Introduction): Connect {
  return async (era, transport) => {
    if (era === 'modern') {
      const { serveModernStdio } = await import('./modern-stdio.ts');
      return serveModernStdio(service, about, transport);
    }
    const { mcpServer } = await import('./mcp-server.ts');
    const server = mcpServer(service, about);
    await server.connect(transport);
    return () => server.close();
  };
}
