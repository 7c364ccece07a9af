/** @module era: detects the protocol version of a client on standard input; only the SDK of that version is loaded. */
import type { Message } from './read-message.ts';
import type { Introduction, Service } from './requests.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** `legacy`: a session that begins with `initialize` (up to 2025-11-25). `modern`: stateless requests (2026-07-28). */
export type Era = 'legacy' | 'modern';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Returns the protocol version of a client, as its first message shows it. */
export function eraOf(first: Message): Era {
  const meta = 'params' in first ? first.params?._meta : undefined;
  return meta !== undefined && Object.hasOwn(meta, VERSION_KEY) ? 'modern' : 'legacy';
}

/** Serves the messages of a transport, including those already received; the returned function stops it. */
export type Connect = (era: Era, transport: StdioTransport) => Promise<() => Promise<void>>;

/** Returns a function that connects a service, which may still be opening, to a client of either version. */
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
