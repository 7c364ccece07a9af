/** @module modern-server: serves a service as an MCP server of the stateless protocol of 2026-07-28. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

import { CheckedModernServer } from './checked-modern-server.ts';
import { completionAsk } from './completion-ask.ts';
import type { Client } from './features.ts';
import { type TraceContext, traceOf } from './observed.ts';
import * as requests from './requests.ts';

/** How long a client may cache lists that differ by caller, ms; they change when an operator changes permissions. */
const LISTS = { ttlMs: 60_000, cacheScope: 'private' } as const;
/** For results that are the same for all callers while the server runs. */
const FIXED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const CACHE_HINTS = {
  'tools/list': LISTS,
  'resources/list': { ttlMs: 0, cacheScope: 'private' },
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
  'resources/templates/list': FIXED,
  'prompts/list': FIXED,
  'server/discover': FIXED,
} as const;

/** The SDK's low-level server over a service; created for each request over HTTP and for each connection over stdio. */
export function modernServer(
  service: Promise<requests.Service>,
  about: requests.Introduction,
): Server {
  const { implementation, options } = requests.serverInfo(about);
  const server = new CheckedModernServer(implementation, { ...options, cacheHints: CACHE_HINTS });
  server.setRequestHandler('tools/list', ({ params }) =>
    faulting(() => requests.listTools(service, params?.cursor ?? null)),
  );
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const progressToken = params._meta?.progressToken;
    const { mcpReq } = context;
    return faulting(() =>
      requests.callTool(service, {
        name: params.name,
        arguments: params.arguments,
        signal: mcpReq.signal,
        client: clientOf(context, about.writesLog === true),
        trace: traceIn(context),
        progress:
          progressToken === undefined
            ? null
            : (progress, total, message) => {
                const sent = mcpReq.notify({
                  method: 'notifications/progress',
                  params: { progressToken, progress, total, message },
                });
                // The client may be gone.
                sent.catch(() => undefined);
              },
      }),
    );
  });
  server.setRequestHandler('resources/list', ({ params }) =>
    faulting(() => requests.listResources(service, params?.cursor ?? null)),
  );
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    faulting(() => requests.listTemplates(service, params?.cursor ?? null)),
  );
  server.setRequestHandler('resources/read', ({ params }, context) =>
    faulting(() => requests.readResource(service, { uri: params.uri, trace: traceIn(context) })),
  );
  server.setRequestHandler('prompts/list', ({ params }) =>
    faulting(() => requests.listPrompts(service, params?.cursor ?? null)),
  );
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    faulting(() =>
      requests.fillPrompt(
        service,
        { name: params.name, given: params.arguments ?? {} },
        clientOf(context, about.writesLog === true),
      ),
    ),
  );
  server.setRequestHandler('completion/complete', ({ params }) =>
    faulting(() => requests.complete(service, completionAsk(params))),
  );
  return server;
}

function clientOf({ mcpReq }: ServerContext, writesLog: boolean): Client {
  const state = mcpReq.requestState();
  return {
    capabilities: declared(mcpReq.envelope),
    ask: null,
    log: async (level, data) => {
      if (writesLog) await mcpReq.log(level, data);
    },
    inputs: mcpReq.inputResponses ?? {},
    state: typeof state === 'string' ? state : undefined,
  };
}

/** The trace of a request, as its sender states it. */
function traceIn({ mcpReq, http }: ServerContext): TraceContext {
  return traceOf(mcpReq._meta, (name) => http?.req?.headers.get(name));
}

/** The capabilities that the client declares in its envelope. */
function declared(envelope: object | undefined): Client['capabilities'] {
  const value: unknown = Reflect.get(envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns the answer of `work`; a RequestFault becomes a protocol error. */
async function faulting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof requests.RequestFault)) throw error;
    throw new ProtocolError(error.code, error.message, error.data);
  }
}
