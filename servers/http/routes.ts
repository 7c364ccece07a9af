/** @module routes: which path and method leads where, and what a request must be before the protocol sees it. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toWebRequest } from '@modelcontextprotocol/node';
import { isLegacyRequest } from '@modelcontextprotocol/server';

import { callerOf, type Identities } from './caller.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import {
  answerJson,
  answerRefusal,
  HttpRefusal,
  INVALID_REQUEST,
  NOT_SERVED,
  PARSE_ERROR,
} from './http-refusal.ts';
import { InFlight } from './in-flight.ts';
import { assertKnownHost, isLoopback, knownHosts } from './known-host.ts';
import { serveLegacy, type Exchange, type LegacySession } from './legacy-endpoint.ts';
import { modernEndpoint, type ModernEndpoint } from './modern-endpoint.ts';
import { type OldSession, openStream, takeMessage } from './old-sse-endpoint.ts';
import { readBody, type BodyLimits } from './read-body.ts';
import { likeOf } from './request-like.ts';
import { type SessionLimits, Sessions } from './sessions.ts';

/** What a hub is given. */
export type HubSources = Identities & {
  readonly endpoints: readonly Endpoint[];
  /** Throws where the workspace cannot be served. */
  readonly assertHealthy: () => void;
  readonly newId: () => string;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  readonly log: (line: string) => void;
};

/** Where to listen, and by which other names requests may call it. */
export type HubAddress = {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
  /** Whether HTTP with server-sent events, as before Streamable HTTP, is served too. */
  readonly sse: boolean;
};

/** How much a hub takes. */
export type HubLimits = {
  readonly body: BodyLimits;
  readonly sessions: SessionLimits;
  /** Requests of one credential that run at once; open streams of sessions are none of them. */
  readonly inFlight: number;
};

/** The limits of a hub; those of a body are those of a call over stdio. */
export const LIMITS: HubLimits = {
  body: { bytes: 10 * 1024 * 1024, ms: 30_000, depth: 64 },
  sessions: { most: 1000, mostOfOne: 100, idleMs: 30 * 60_000 },
  inFlight: 32,
};
const METHODS = ['POST', 'GET', 'DELETE'];

type Served = { readonly endpoint: Endpoint; readonly modern: ModernEndpoint };

/** The paths of a hub. */
export class Routes {
  readonly #sources: HubSources;
  readonly #known: ReadonlySet<string>;
  readonly #local: boolean;
  readonly #served: ReadonlyMap<string, Served>;
  readonly #sessions: Sessions<LegacySession>;
  /** The endpoints of the old transport by path; none where it is not served. */
  readonly #streams: ReadonlyMap<string, Endpoint>;
  readonly #streaming: Sessions<OldSession>;
  readonly #inFlight: InFlight;
  readonly #limits: HubLimits;

  constructor(sources: HubSources, { host, allowedHosts, sse }: HubAddress, limits: HubLimits) {
    this.#sources = sources;
    this.#known = knownHosts(host, allowedHosts);
    this.#local = isLoopback(host);
    this.#sessions = new Sessions<LegacySession>(limits.sessions, sources.clock);
    this.#streaming = new Sessions<OldSession>(limits.sessions, sources.clock);
    this.#streams = new Map(
      (sse ? sources.endpoints : []).map((endpoint) => {
        const path = endpoint.path.replace(/^\/mcp/, '/sse');
        return [path, { ...endpoint, path }];
      }),
    );
    this.#inFlight = new InFlight(limits.inFlight);
    this.#limits = limits;
    const hubId = sources.newId();
    this.#served = new Map(
      sources.endpoints.map((endpoint) => {
        const modern = modernEndpoint(endpoint, ({ name }) => `${hubId}_${name}`);
        return [endpoint.path, { endpoint, modern }];
      }),
    );
  }

  /** Answers a request, whatever it is. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      assertKnownHost(request, this.#known);
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/healthz') this.#answerHealth(response);
      else await this.#serveEndpoint(pathname, { request, response });
    } catch (error) {
      answerRefusal(response, this.#refusalOf(error));
    }
  }

  /** Ends sessions that nothing has used for long. */
  endIdle(): void {
    this.#sessions.endIdle();
  }

  /** Waits for what runs, at most this long, and ends all sessions. */
  async close(graceMs: number): Promise<void> {
    const grace = new Promise<void>((resolve) => {
      setTimeout(resolve, graceMs).unref();
    });
    await Promise.race([this.#inFlight.ended(), grace]);
    await Promise.all([this.#sessions.endAll(), this.#streaming.endAll()]);
    await Promise.all([...this.#served.values()].map(({ modern }) => modern.close()));
  }

  #refusalOf(error: unknown): HttpRefusal {
    if (error instanceof HttpRefusal) return error;
    const text = error instanceof Error ? error.message : String(error);
    this.#sources.log(`a request failed: ${text}`);
    return new HttpRefusal([500, NOT_SERVED], 'the request failed; the log of the hub says why');
  }

  #answerHealth(response: ServerResponse): void {
    try {
      this.#sources.assertHealthy();
      answerJson(response, { status: 200 }, { status: 'ok' });
    } catch {
      answerJson(response, { status: 503 }, { status: 'unavailable' });
    }
  }

  async #serveEndpoint(
    path: string,
    { request, response }: Pick<Exchange, 'request' | 'response'>,
  ): Promise<void> {
    const serve = this.#serverAt(path);
    const method = request.method ?? '';
    if (!METHODS.includes(method)) {
      const wanted = METHODS.join(', ');
      throw new HttpRefusal([405, NOT_SERVED], `got ${method}, want ${wanted}`, { allow: wanted });
    }
    const caller = await callerOf(request, this.#local, this.#sources);
    if (method !== 'POST') {
      await serve({ request, response, body: undefined }, caller);
      return;
    }
    response.once('close', this.#inFlight.take(caller.owner));
    const body = oneMessage(await readBody(request, this.#limits.body));
    await serve({ request, response, body }, caller);
  }

  /** What answers requests to a path. Refuses (404) one where nothing is. */
  #serverAt(path: string): (exchange: Exchange, caller: Caller) => Promise<void> {
    const served = this.#served.get(path);
    if (served !== undefined) {
      return async (exchange, caller) => await this.#serveMessage(exchange, caller, served);
    }
    const stream = this.#streams.get(path);
    if (stream !== undefined) {
      return async (exchange, caller) => {
        const asked = { endpoint: stream, caller };
        if (exchange.request.method === 'POST') await takeMessage(exchange, asked, this.#streaming);
        else await openStream(exchange, asked, this.#streaming);
      };
    }
    const paths = [...this.#served.keys(), ...this.#streams.keys()].join(', ');
    throw new HttpRefusal([404, NOT_SERVED], `there is nothing at this path; want one of ${paths}`);
  }

  /** Streamable HTTP; the body says which version of the protocol is spoken. */
  async #serveMessage(
    exchange: Exchange,
    caller: Caller,
    { endpoint, modern }: Served,
  ): Promise<void> {
    const { request, body } = exchange;
    const isLegacy =
      body === undefined ||
      (await isLegacyRequest(await toWebRequest(likeOf(request), body), body));
    if (!isLegacy) {
      await modern.serve(exchange, caller);
      return;
    }
    const { newId } = this.#sources;
    await serveLegacy(exchange, { endpoint, caller }, { sessions: this.#sessions, newId });
  }
}

function oneMessage(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpRefusal([400, PARSE_ERROR], 'the body is not JSON; send a JSON-RPC 2.0 message');
  }
  if (!Array.isArray(value)) return value;
  throw new HttpRefusal([400, INVALID_REQUEST], 'the body is a batch; send one message a request');
}
