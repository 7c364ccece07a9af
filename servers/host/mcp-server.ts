/** @module mcp-server: a service as an MCP server of the 2025-era protocol, on any transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

import {
  callTool,
  type Introduction,
  listResources,
  listTools,
  readResource,
  RequestFault,
  type Service,
} from './requests.ts';

/** The SDK's low-level server over a service, which may still be opening: `initialize` is answered without it. */
export function mcpServer(service: Promise<Service>, about: Introduction): Server {
  const { name, title, version, instructions } = about;
  const server = new Server(
    { name: `plumbline-${name}`, title, version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => listTools(service));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const progressToken = params._meta?.progressToken;
    return callTool(service, {
      name: params.name,
      arguments: params.arguments,
      signal: extra.signal,
      progress:
        progressToken === undefined
          ? null
          : (progress, total, message) => {
              void extra.sendNotification({
                method: 'notifications/progress',
                params: { progressToken, progress, total, message },
              });
            },
    });
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => listResources(service));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    try {
      return await readResource(service, params.uri);
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error;
      throw new McpError(error.code, error.message, error.data);
    }
  });
  return server;
}
