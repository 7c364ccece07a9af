/** @module request-like: a request in the forms that the SDK takes. */
import type { IncomingMessage } from 'node:http';

import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { classifyInboundRequest, type InboundHttpRequest } from '@modelcontextprotocol/server';

/** The request; its body is read from the same stream. */
export function likeOf(request: IncomingMessage): NodeIncomingMessageLike {
  return {
    method: request.method ?? 'POST',
    url: request.url ?? '/',
    headers: request.headers,
    [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
  };
}

/**
 * Whether a request with this body is of the 2025-era protocol. The SDK's own classification decides, and is given what it
 * reads and no more: a request of the web would have the body written out and read in again.
 */
export function isLegacy({ method = 'POST', headers }: IncomingMessage, body: unknown): boolean {
  if (body === undefined) return true;
  const said: InboundHttpRequest = { httpMethod: method, body };
  const [version, named, target] = [
    headers['mcp-protocol-version'],
    headers['mcp-method'],
    headers['mcp-name'],
  ].map((value) => value?.toString());
  if (version !== undefined) said.protocolVersionHeader = version;
  if (named !== undefined) said.mcpMethodHeader = named;
  if (target !== undefined) said.mcpNameHeader = target;
  return classifyInboundRequest(said).kind === 'legacy';
}
