/** @module modern-endpoint: Streamable HTTP of the protocol of 2026-07-28: every request stands alone. */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';

import { modernServer } from '../host/modern-server.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import type { Exchange } from './legacy-endpoint.ts';
import { likeOf } from './request-like.ts';

/** Answers requests of one endpoint; `close` aborts those under way. */
export type ModernEndpoint = {
  readonly serve: (exchange: Exchange, caller: Caller) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param sessionOf the session that the operations of a principal are counted in: requests have none of their own */
export function modernEndpoint(
  endpoint: Endpoint,
  sessionOf: (caller: Caller) => string,
): ModernEndpoint {
  // The handler hands on no value of ours but the token; a caller is found by a key that lives as long as its request.
  const callers = new Map<string, Caller>();
  let last = 0;
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = callers.get(authInfo?.token ?? '');
      if (caller === undefined) throw new Error('the request has no caller');
      return modernServer(endpoint.service(caller.connect(sessionOf(caller))), endpoint.about);
    },
    { legacy: 'reject' },
  );
  const node = toNodeHandler(handler);
  return {
    async serve({ request, response, body }, caller) {
      last += 1;
      const token = String(last);
      callers.set(token, caller);
      const auth = { token, clientId: caller.name, scopes: [] };
      try {
        await node({ ...likeOf(request), auth }, response, body);
      } finally {
        callers.delete(token);
      }
    },
    close: () => handler.close(),
  };
}
