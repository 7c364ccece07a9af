/** @module legacy-endpoint: Streamable HTTP of the 2025-era protocol: a session each, answers as streams of events. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';

import { mcpServer } from '../host/mcp-server.ts';
import type { Asked } from './endpoint.ts';
import { HttpRefusal, INVALID_REQUEST, NOT_SERVED } from './http-refusal.ts';
import type { OpenStreams } from './open-streams.ts';
import { SessionCaller } from './session-caller.ts';
import type { SessionBody, Sessions } from './sessions.ts';

/** An open session: the transport that its requests go to. */
export type LegacySession = SessionBody & {
  readonly transport: StreamableHTTPServerTransport;
  readonly caller: SessionCaller;
  /** Ids of requests that are not answered. */
  readonly running: Set<unknown>;
};

/** The open sessions, and the streams of all. */
export type LegacyPlace = {
  readonly sessions: Sessions<LegacySession>;
  readonly streams: OpenStreams;
  readonly newId: () => string;
};

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
  asked: Asked,
  place: LegacyPlace,
): Promise<void> {
  const { endpoint, caller, admit } = asked;
  const { sessions, streams } = place;
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
    const begun = await opened(asked, place);
    await begun.caller.answer(caller, async () => {
      await admit(begun.caller, body);
      await begun.transport.handleRequest(request, response, body);
    });
    // What the transport refused has begun no session, and nobody else would close it.
    if (begun.transport.sessionId === undefined) await begun.close();
    return;
  }
  const session = sessions.find(String(id), { path: endpoint.path, owner: caller.owner });
  if (session === null) {
    throw new HttpRefusal(
      [404, NOT_SERVED],
      'there is no such session; begin one with `initialize`',
    );
  }
  const taken = takeId(session.running, body);
  const release = sessions.use(String(id));
  response.once('close', () => {
    session.running.delete(taken);
    release();
  });
  if (request.method === 'GET') streams.add(response, session.caller);
  await session.caller.answer(caller, async () => {
    await admit(session.caller, body);
    await session.transport.handleRequest(request, response, body);
  });
}

/** Takes the id of a request, null of what is none. Refuses (400) one that is under way: one of the two would wait for ever. */
function takeId(running: Set<unknown>, body: unknown): unknown {
  const isRequest = typeof body === 'object' && body !== null && 'id' in body && 'method' in body;
  if (!isRequest) return null;
  if (running.has(body.id)) {
    throw new HttpRefusal(
      [400, INVALID_REQUEST],
      'a request of this session with the same `id` is not answered yet; give each its own',
    );
  }
  running.add(body.id);
  return body.id;
}

async function opened(
  { endpoint, caller }: Asked,
  { sessions, newId }: LegacyPlace,
): Promise<LegacySession> {
  const id = newId();
  const from = new SessionCaller(id, caller);
  const service = endpoint.service(from);
  const server: Server = mcpServer(service, endpoint.about);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized: () => {
      sessions.add(id, { path: endpoint.path, owner: caller.owner }, session);
    },
    onsessionclosed: () => sessions.end(id),
  });
  const session: LegacySession = {
    transport,
    caller: from,
    running: new Set(),
    close: () => server.close(),
  };
  await server.connect(transport);
  return session;
}
