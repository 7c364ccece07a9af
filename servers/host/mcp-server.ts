/** @module mcp-server: a gate as an MCP server of the 2025-era protocol, on any transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

import type { Connection } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  ResourceRefused,
  type Resources,
} from '../../governance/gate/resources/governed-resources.ts';
import { callResult } from './call-result.ts';

/** Name, version and instructions that a server sends on `initialize`. */
export type Introduction = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
};

/** What answers the calls of one connection. */
export type Service = {
  readonly gate: Gate;
  readonly connection: Connection;
  /** None where no answer links to a file. */
  readonly resources?: Resources;
};

/**
 * The SDK's low-level server over a gate, which may still be opening: `initialize` is answered without it. Unknown tools and bad arguments reach the gate too, so that they are audited.
 * Who calls comes from the connection; nothing in a message can change it. The tools are listed for everybody: what an
 * operator must correct then stands in the answer of the first call.
 */
export function mcpServer(service: Promise<Service>, about: Introduction): Server {
  const { name, title, version, instructions } = about;
  const server = new Server(
    { name: `plumbline-${name}`, title, version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { gate, connection } = await service;
    return { tools: [...gate.list(connection.identify().principal)] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const token = params._meta?.progressToken;
    const { gate, connection } = await service;
    const answer = await gate.call(connection, {
      tool: params.name,
      arguments: params.arguments,
      signal: extra.signal,
      progress: (progress, total, message) => {
        if (token === undefined) return;
        void extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress, total, message },
        });
      },
    });
    return callResult(answer);
  });
  offerResources(server, service);
  return server;
}

/** The files that answers link to. There are too many to list all: a link is what they are found by. */
function offerResources(server: Server, service: Promise<Service>): void {
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const { connection, resources } = await service;
    return { resources: [...((await resources?.list(connection)) ?? [])] };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const { connection, resources } = await service;
    if (resources === undefined) {
      throw new McpError(ErrorCode.InvalidParams, 'this server has no files');
    }
    try {
      return { contents: [await resources.read(connection, params.uri)] };
    } catch (error) {
      if (!(error instanceof ResourceRefused)) throw error;
      const { envelope } = error;
      const hint = envelope.error?.hint ?? '';
      throw new McpError(ErrorCode.InvalidParams, `${error.message}; ${hint}`, envelope);
    }
  });
}
