/** @module old-sse-endpoint: the HTTP+SSE transport that preceded Streamable HTTP: one stream for answers, POST requests for messages. */
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';

import { mcpServer } from '../host/mcp-server.ts';
import type { EndpointRequest } from './endpoint.ts';
import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';
import type { Exchange } from './legacy-endpoint.ts';
import type { OpenStreams } from './open-streams.ts';
import { SessionCaller } from './session-caller.ts';
import type { SessionBody, Sessions } from './sessions.ts';

/** An open stream with its transport. */
export type OldSession = SessionBody & {
  readonly transport: SSEServerTransport;
  readonly caller: SessionCaller;
};

/** The sessions of this transport, one for each stream, and all open streams. */
export type OldPlace = { readonly sessions: Sessions<OldSession>; readonly streams: OpenStreams };

/** Opens a stream and its session; the first event states the path for messages. */
export async function openStream(
  { response }: Exchange,
  { endpoint, caller, admit }: EndpointRequest,
  { sessions, streams }: OldPlace,
): Promise<void> {
  sessions.makeRoom(caller.owner);
  const transport = new SSEServerTransport(endpoint.path, response);
  const id = transport.sessionId;
  const from = new SessionCaller(`ses_${id}`, caller);
  await admit(from, undefined);
  const server = mcpServer(endpoint.service(from), endpoint.about);
  server.onclose = () => sessions.end(id);
  sessions.add(
    id,
    { path: endpoint.path, owner: caller.owner },
    { transport, caller: from, close: () => server.close() },
  );
  sessions.use(id);
  streams.add(response, from);
  await server.connect(transport);
}

/** Handles a message for the stream that the request names; the answer goes to the stream. */
export async function handleMessage(
  { request, response, body }: Exchange,
  { endpoint, caller, admit }: EndpointRequest,
  { sessions }: Pick<OldPlace, 'sessions'>,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const place = { path: endpoint.path, owner: caller.owner };
  const session = sessions.find(searchParams.get('sessionId') ?? '', place);
  if (session === null) {
    throw new HttpRefusal([404, NOT_SERVED], `unknown stream; open one with GET ${endpoint.path}`);
  }
  await session.caller.answer(caller, async () => {
    await admit(session.caller, body);
    await session.transport.handlePostMessage(request, response, body);
  });
}
