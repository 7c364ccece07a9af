/** @module mcp-server: serves a service as an MCP server of the 2025-era protocol, on any transport. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  ResultSchema,
  type ServerNotification,
  type ServerRequest,
  ServerRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

import { CheckedServer } from './checked-server.ts';
import { completionAsk } from './completion-ask.ts';
import type { Client } from './features.ts';
import { type TraceContext, traceOf } from './observed.ts';
import {
  callTool,
  complete,
  fillPrompt,
  type Introduction,
  listPrompts,
  listResources,
  listTemplates,
  listTools,
  readResource,
  serverInfo,
  type Service,
  type ToolCall,
} from './requests.ts';
import { Subscriptions } from './subscriptions.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * The SDK's low-level server over a service, which may still be opening: `initialize` is answered without it. The message
 * of a RequestFault is sent unchanged; the SDK's own error class would prefix it with the code.
 */
export function mcpServer(service: Promise<Service>, about: Introduction): Server {
  const { implementation, options } = serverInfo(about);
  const server = new CheckedServer(implementation, options);
  const clientOf = (extra: Extra): Client => ({
    capabilities: server.getClientCapabilities() ?? {},
    ask: async (method, params) =>
      await extra.sendRequest(clientRequest(method, params), ResultSchema),
    log: async (level, data) => {
      if (about.writesLog !== true) return;
      await extra.sendNotification({ method: 'notifications/message', params: { level, data } });
    },
    inputs: {},
    state: undefined,
  });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    listTools(service, params?.cursor ?? null),
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    callTool(service, {
      name: params.name,
      arguments: params.arguments,
      signal: extra.signal,
      progress: progressTo(extra, params._meta?.progressToken),
      client: clientOf(extra),
      trace: traceIn(extra),
    }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    listResources(service, params?.cursor ?? null),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    listTemplates(service, params?.cursor ?? null),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    readResource(service, { uri: params.uri, trace: traceIn(extra) }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) =>
    listPrompts(service, params?.cursor ?? null),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    fillPrompt(service, { name: params.name, given: params.arguments ?? {} }, clientOf(extra)),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
    complete(service, completionAsk(params)),
  );
  serveSubscriptions(server, service);
  return server;
}

function serveSubscriptions(server: Server, service: Promise<Service>): void {
  const subscriptions = new Subscriptions(service, {
    resource: (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined),
    tools: () => void server.sendToolListChanged().catch(() => undefined),
  });
  server.oninitialized = () => subscriptions.watchTools();
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    await subscriptions.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.remove(params.uri);
    return {};
  });
  server.onclose = () => subscriptions.end();
}

/** The trace of a request, as its sender states it. */
function traceIn({ _meta, requestInfo }: Extra): TraceContext {
  return traceOf(_meta, (name) => requestInfo?.headers[name]);
}

/** A request that a server may send to a client. */
function clientRequest(method: string, params: object): ServerRequest {
  return ServerRequestSchema.parse({ method, params });
}

function progressTo(
  extra: Extra,
  progressToken: string | number | undefined,
): ToolCall['progress'] {
  if (progressToken === undefined) return null;
  return (progress, total, message) => {
    const params = { progressToken, progress, total, message };
    // The client may be gone.
    void extra
      .sendNotification({ method: 'notifications/progress', params })
      .catch(() => undefined);
  };
}
