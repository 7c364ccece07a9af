/** @module request-like: converts requests to the types of the SDK. */
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
 * Whether a request with this body is of the 2025-era protocol. Decided by the SDK, which gets only the fields that it
 * reads: a web `Request` would require the body to be serialised and parsed again.
 */
export function isLegacy({ method = 'POST', headers }: IncomingMessage, body: unknown): boolean {
  if (body === undefined) return true;
  const inbound: InboundHttpRequest = { httpMethod: method, body };
  const [version, named, target] = [
    headers['mcp-protocol-version'],
    headers['mcp-method'],
    headers['mcp-name'],
  ].map((value) => value?.toString());
  if (version !== undefined) inbound.protocolVersionHeader = version;
  if (named !== undefined) inbound.mcpMethodHeader = named;
  if (target !== undefined) inbound.mcpNameHeader = target;
  return classifyInboundRequest(inbound).kind === 'legacy';
}
