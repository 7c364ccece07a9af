/** @module legacy-endpoint: Streamable HTTP of the 2025-era protocol: a session each, answers as streams of events. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';

import { mcpServer } from '../host/mcp-server.ts';
import type { Asked } from './endpoint.ts';
import { HttpRefusal, INVALID_REQUEST, NOT_SERVED } from './http-refusal.ts';
import type { SessionBody, Sessions } from './sessions.ts';

/** An open session: the transport that its requests go to. */
export type LegacySession = SessionBody & { readonly transport: StreamableHTTPServerTransport };

/** A request with its body, which is undefined where it has none. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
};

const SESSION_HEADER = 'mcp-session-id';

/** The request to the session that it names, or to a new one where it begins one. `body` is undefined where it has none. */
export async function serveLegacy(
  exchange: Exchange,
  { endpoint, caller }: Asked,
  { sessions, newId }: { readonly sessions: Sessions<LegacySession>; readonly newId: () => string },
): Promise<void> {
  const { request, response, body } = exchange;
  const id = request.headers[SESSION_HEADER];
  if (id === undefined) {
    if (!isInitializeRequest(body)) {
      throw new HttpRefusal(
        [400, INVALID_REQUEST],
        'the request has no `Mcp-Session-Id`; begin a session with `initialize`',
      );
    }
    sessions.makePlace(caller.owner);
    const { transport } = await opened({ endpoint, caller }, { sessions, newId });
    await transport.handleRequest(request, response, body);
    return;
  }
  const session = sessions.find(String(id), { path: endpoint.path, owner: caller.owner });
  if (session === null) {
    throw new HttpRefusal(
      [404, NOT_SERVED],
      'there is no such session; begin one with `initialize`',
    );
  }
  const release = sessions.use(String(id));
  response.once('close', release);
  await session.transport.handleRequest(request, response, body);
}

async function opened(
  { endpoint, caller }: Asked,
  { sessions, newId }: { readonly sessions: Sessions<LegacySession>; readonly newId: () => string },
): Promise<LegacySession> {
  const id = newId();
  const service = endpoint.service(caller.connect(id));
  const server: Server = mcpServer(service, endpoint.about);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized: () => {
      sessions.add(id, { path: endpoint.path, owner: caller.owner }, session);
    },
    onsessionclosed: () => sessions.end(id),
  });
  const session: LegacySession = { transport, close: () => server.close() };
  await server.connect(transport);
  return session;
}
