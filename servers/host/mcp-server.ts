/** @module mcp-server: a gate as an MCP server of the 2025-era protocol, on any transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

import type { Gate } from '../../governance/gate/gate.ts';
import type { Principal } from '../../schemas/governance.ts';

/** How a server introduces itself. */
export type Introduction = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
};

/**
 * The SDK's low-level server over a gate. Unknown tools and bad arguments reach the gate too, so that they are audited.
 * `principal` comes from the connection; nothing in a message can change it.
 */
export function mcpServer(gate: Gate, principal: Principal, about: Introduction): Server {
  const { name, title, version, instructions } = about;
  const server = new Server(
    { name: `plumbline-${name}`, title, version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...gate.list(principal)],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const token = params._meta?.progressToken;
    const answer = await gate.call(principal, {
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
    return {
      content: [{ type: 'text', text: answer.text }, ...answer.content],
      structuredContent: { ...answer.envelope },
      ...(answer.isError ? { isError: true } : {}),
    };
  });
  return server;
}
