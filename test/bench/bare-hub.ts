/** @module bare-hub: the baseline of the hub: both SDKs over node:http, each with one tool that answers fixed bytes, and nothing before it. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, Server as ModernServer } from '@modelcontextprotocol/server';

import { likeOf } from '../../servers/http/request-like.ts';
import { bareServer } from './bare-server.ts';

const answer = process.env['BARE_HUB_ANSWER'] ?? '{}';

function modernServer(text: string): ModernServer {
  const server = new ModernServer({ name: 'bare', version: '0' }, { capabilities: { tools: {} } });
  const structuredContent = JSON.parse(text) as Record<string, unknown>;
  server.setRequestHandler('tools/call', () => ({
    content: [{ type: 'text' as const, text }],
    structuredContent,
  }));
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

const sessions = new Map<string, StreamableHTTPServerTransport>();

async function newSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await bareServer(answer).connect(transport);
  return transport;
}

const modern = toNodeHandler(createMcpHandler(() => modernServer(answer), { legacy: 'reject' }));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  if (request.url === '/modern') {
    await modern(likeOf(request), response, body);
    return;
  }
  const known = sessions.get(String(request.headers['mcp-session-id']));
  await (known ?? (await newSession())).handleRequest(request, response, body);
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stderr.write(`on http://127.0.0.1:${port}/mcp \n`);
});
