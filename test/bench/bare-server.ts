/** @module bare-server: the baseline of governed reads: the SDK's low-level server and one tool that answers fixed bytes. */
import process from 'node:process';

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** A server with one tool that answers `text`, in both forms. */
export function bareServer(text: string): Server {
  const server = new Server({ name: 'bare', version: '0' }, { capabilities: { tools: {} } });
  const structuredContent = JSON.parse(text) as Record<string, unknown>;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'get_model_summary', inputSchema: { type: 'object' as const } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, () => ({
    content: [{ type: 'text' as const, text }],
    structuredContent,
  }));
  return server;
}

const answer = process.env['BARE_ANSWER'];
if (answer !== undefined) {
  process.stdin.once('end', () => process.exit(0));
  await bareServer(answer).connect(new StdioServerTransport());
}
