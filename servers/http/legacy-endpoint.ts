/** @module legacy-endpoint: Streamable HTTP of the 2025-era protocol, with sessions and event streams. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';

import { BATCH_MESSAGES, BATCH_VERSION, NO_BATCH } from '../host/batch.ts';
import { mcpServer } from '../host/mcp-server.ts';
import type { EndpointRequest } from './endpoint.ts';
import { HttpRefusal, INVALID_REQUEST, NOT_SERVED } from './http-refusal.ts';
import type { OpenStreams } from './open-streams.ts';
import { SessionCaller } from './session-caller.ts';
import { SessionTransport } from './session-transport.ts';
import type { SessionBody, Sessions } from './sessions.ts';

/** An open session with its transport. */
export type LegacySession = SessionBody & {
  readonly transport: SessionTransport;
  readonly caller: SessionCaller;
  /** Ids of unanswered requests. */
  readonly running: Set<unknown>;
  /** Whether the negotiated version has batches. */
  readonly hasBatches: boolean;
};

/** The open sessions, and all open streams. */
export type LegacyPlace = {
  readonly sessions: Sessions<LegacySession>;
  readonly streams: OpenStreams;
  readonly newId: () => string;
  /** Counts this many further requests of the client until the returned function is called. Refuses (429) too many. */
  readonly take: (requests: number) => () => void;
};

/** A request with its body, undefined without one. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
};

const SESSION_HEADER = 'mcp-session-id';

/** Passes a request to the session that it names; `initialize` opens a new one. */
export async function serveLegacy(
  exchange: Exchange,
  endpointRequest: EndpointRequest,
  place: LegacyPlace,
): Promise<void> {
  const { endpoint, caller, admit } = endpointRequest;
  const { sessions, streams } = place;
  const { request, response, body } = exchange;
  const id = request.headers[SESSION_HEADER];
  if (id === undefined) {
    assertNoBatch(body);
    if (!isInitializeRequest(body)) {
      throw new HttpRefusal(
        [400, INVALID_REQUEST],
        'the request has no `Mcp-Session-Id`; begin a session with `initialize`',
      );
    }
    sessions.makeRoom(caller.owner);
    const begun = await opened(endpointRequest, place, body.params.protocolVersion);
    await begun.caller.answer(caller, async () => {
      await admit(begun.caller, body);
      await begun.transport.handleRequest(request, response, body);
    });
    // A request that the transport refused has opened no session, and nothing else would close the server.
    if (begun.transport.sessionId === undefined) await begun.close();
    return;
  }
  const session = sessions.find(String(id), { path: endpoint.path, owner: caller.owner });
  if (session === null) {
    throw new HttpRefusal([404, NOT_SERVED], 'unknown session; begin one with `initialize`');
  }
  if (!session.hasBatches) assertNoBatch(body);
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length > BATCH_MESSAGES) {
    throw new HttpRefusal(
      [400, INVALID_REQUEST],
      `the batch has ${messages.length} messages, expected at most ${BATCH_MESSAGES}; send several batches`,
    );
  }
  const ids = idsOf(messages);
  if (ids.length > 1) response.once('close', place.take(ids.length - 1));
  registerIds(session.running, ids);
  const forget = session.transport.expect(ids);
  const release = sessions.use(String(id));
  response.once('close', () => {
    forget();
    for (const one of ids) session.running.delete(one);
    release();
  });
  if (request.method === 'GET') streams.add(response, session.caller);
  await session.caller.answer(caller, async () => {
    for (const message of messages) await admit(session.caller, message);
    await session.transport.handleRequest(request, response, body);
  });
}

/** Refuses (400) a batch. */
export function assertNoBatch(body: unknown): void {
  if (!Array.isArray(body)) return;
  throw new HttpRefusal(
    [400, INVALID_REQUEST],
    `the body is a batch; ${NO_BATCH}, within a session of Streamable HTTP; send one message per request`,
  );
}

/** The ids of requests. */
function idsOf(messages: readonly unknown[]): readonly unknown[] {
  return messages.flatMap((body) =>
    typeof body === 'object' && body !== null && 'id' in body && 'method' in body ? [body.id] : [],
  );
}

/** Registers the ids of requests. Refuses (400) the id of a running request: one of the two would never be answered. */
function registerIds(running: Set<unknown>, ids: readonly unknown[]): void {
  if (new Set(ids).size < ids.length || ids.some((id) => running.has(id))) {
    throw new HttpRefusal(
      [400, INVALID_REQUEST],
      'another request of this session with the same `id` is still running; use a new `id` for each request',
    );
  }
  for (const id of ids) running.add(id);
}

async function opened(
  { endpoint, caller }: EndpointRequest,
  { sessions, newId }: LegacyPlace,
  version: string,
): Promise<LegacySession> {
  const id = newId();
  const from = new SessionCaller(id, caller);
  const service = endpoint.service(from);
  const server: Server = mcpServer(service, endpoint.about);
  const transport = new SessionTransport({
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
    // The SDK accepts this version, so it is the negotiated one.
    hasBatches: version === BATCH_VERSION,
    close: () => server.close(),
  };
  await server.connect(transport);
  return session;
}
