/** @module request-like: a request in the form that the SDK takes. */
import type { IncomingMessage } from 'node:http';

import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node';

/** The request; its body is read from the same stream. */
export function likeOf(request: IncomingMessage): NodeIncomingMessageLike {
  return {
    method: request.method ?? 'POST',
    url: request.url ?? '/',
    headers: request.headers,
    [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
  };
}
