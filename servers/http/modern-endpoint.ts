/** @module modern-endpoint: Streamable HTTP of the protocol of 2026-07-28, in which every request is independent. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server';

import type { Connection } from '../../governance/access/principal.ts';
import { beginListened } from '../host/listened.ts';
import { modernServer } from '../host/modern-server.ts';
import type { Service } from '../host/requests.ts';
import { Subscriptions } from '../host/subscriptions.ts';
import type { EndpointRequest, Caller, Endpoint } from './endpoint.ts';
import type { Exchange } from './legacy-endpoint.ts';
import type { OpenStreams } from './open-streams.ts';
import { likeOf } from './request-like.ts';

/** Answers requests to one endpoint; `close` aborts running ones. */
export type ModernEndpoint = {
  readonly serve: (exchange: Exchange, active: EndpointRequest) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the endpoint.
 *
 * @param sessionOf the session in which the operations of a caller are counted, because requests have no sessions
 * @param streams registry of open event streams
 */
export function modernEndpoint(
  endpoint: Endpoint,
  sessionOf: (caller: Caller) => string,
  streams: OpenStreams,
): ModernEndpoint {
  const connectionOf = (caller: Caller): Connection => caller.connect(sessionOf(caller));
  // The handler passes on only the token, so the caller is looked up by a key that is valid during its request.
  const callers = new Map<string, Caller>();
  const active = new AsyncLocalStorage<RunningRequest>();
  let last = 0;
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = callers.get(authInfo?.token ?? '');
      if (caller === undefined) throw new Error('the request has no caller');
      return modernServer(endpoint.service(connectionOf(caller)), endpoint.about);
    },
    {
      legacy: 'reject',
      bus: perCaller(active, async ({ caller, response }) => {
        const connection = connectionOf(caller);
        streams.add(response, connection);
        return await endpoint.service(connection);
      }),
    },
  );
  const node = toNodeHandler(handler);
  return {
    async serve({ request, response, body }, { caller, admit }) {
      await admit(connectionOf(caller), body);
      last += 1;
      const token = String(last);
      callers.set(token, caller);
      const auth = { token, clientId: caller.name, scopes: [] };
      try {
        await active.run({ caller, response, body }, () =>
          node({ ...likeOf(request), auth }, response, body),
        );
      } finally {
        callers.delete(token);
      }
    },
    close: () => handler.close(),
  };
}

/** A request that is being answered. */
type RunningRequest = {
  readonly caller: Caller;
  readonly response: ServerResponse;
  readonly body: unknown;
};

/** Events for each stream, limited to what its caller may read; the SDK would send the same events to all streams. */
function perCaller(
  active: AsyncLocalStorage<RunningRequest>,
  serviceOf: (running: RunningRequest) => Promise<Service>,
): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) => {
      const running = active.getStore();
      if (running === undefined) throw new Error('an event stream was opened without a request');
      const subscriptions = new Subscriptions(serviceOf(running), {
        resource: (uri) => listener({ kind: 'resource_updated', uri }),
        tools: () => listener({ kind: 'tools_list_changed' }),
      });
      beginListened(running.body, subscriptions);
      return () => subscriptions.end();
    },
  };
}
