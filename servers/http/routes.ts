/** @module routes: routes requests by path and method, after the checks that come before the MCP layer. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  isMessage,
  namesPrototype,
  PROTOTYPE_NAMED,
  withPresentParams,
} from '../host/read-message.ts';
import { callerOf, type Identities } from './caller.ts';
import type { EndpointRequest, Caller, Endpoint } from './endpoint.ts';
import {
  answerJson,
  answerRefusal,
  HttpRefusal,
  INVALID_REQUEST,
  NOT_SERVED,
  PARSE_ERROR,
} from './http-refusal.ts';
import { InFlight } from './in-flight.ts';
import { assertKnownHost, isFromHere, isLoopback, knownHosts } from './known-host.ts';
import { answerLanding, type ServedPath } from './landing.ts';
import {
  assertNoBatch,
  serveLegacy,
  type Exchange,
  type LegacySession,
} from './legacy-endpoint.ts';
import { modernEndpoint, type ModernEndpoint } from './modern-endpoint.ts';
import { ResourceServer } from './oauth/resource-server.ts';
import { type OldSession, openStream, handleMessage } from './old-sse-endpoint.ts';
import { OpenStreams } from './open-streams.ts';
import { readBody, type BodyLimits } from './read-body.ts';
import { isLegacy } from './request-like.ts';
import { pathOf } from './request-target.ts';
import { assertScopes } from './scope-challenge.ts';
import { type SessionLimits, Sessions } from './sessions.ts';

/** Dependencies of a hub. */
export type HubSources = Identities & {
  readonly endpoints: readonly Endpoint[];
  /** Throws if the workspace cannot be served. */
  readonly assertHealthy: () => Promise<void> | void;
  readonly newId: () => string;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  readonly log: (line: string) => void;
  /** Approvals below `/control/`; absent if they are not served. */
  readonly control?: Control;
  /** The page below `/view`; absent if it is not served. */
  readonly view?: Control;
};

/** Serves the requests below one path; answers a request or throws. */
export type Control = {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Resolves when no request runs. */
  readonly close: () => Promise<void>;
};

/** The listen address, and the further host names that requests may use. */
export type HubAddress = {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
  /** Whether the HTTP+SSE transport that preceded Streamable HTTP is also served. */
  readonly sse: boolean;
  /**
   * Whether a request from this machine without credentials acts as the default agent, if the policy permits it. Every user
   * of the machine can send such requests.
   */
  readonly defaultAgent: boolean;
  /** Certificate with its chain and private key (PEM); without them the hub serves unencrypted HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
};

/** Limits of a hub. */
export type HubLimits = {
  readonly body: BodyLimits;
  /** Maximum wait for the headers of a request, ms. */
  readonly headersMs: number;
  readonly sessions: SessionLimits;
  /** Maximum number of concurrent requests per credential; open streams of sessions do not count. */
  readonly inFlight: number;
  /** Maximum time (ms) for which a stream may outlive its credentials. */
  readonly credentialsMs: number;
};

/** Default limits; those of a body are the same as over stdio. */
export const LIMITS: HubLimits = {
  body: { bytes: 10 * 1024 * 1024, ms: 30_000, depth: 64 },
  headersMs: 10_000,
  sessions: { max: 1000, maxPerOwner: 100, idleMs: 30 * 60_000 },
  inFlight: 32,
  credentialsMs: 1000,
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
  /** The endpoints of the HTTP+SSE transport by path; empty if it is not served. */
  readonly #old: ReadonlyMap<string, Endpoint>;
  readonly #oldSessions: Sessions<OldSession>;
  readonly #streams = new OpenStreams();
  readonly #inFlight: InFlight;
  readonly #limits: HubLimits;

  constructor(
    sources: HubSources,
    { host, allowedHosts, sse, defaultAgent }: HubAddress,
    limits: HubLimits,
  ) {
    this.#sources = sources;
    this.#known = knownHosts(host, allowedHosts);
    this.#local = defaultAgent && isLoopback(host);
    this.#sessions = new Sessions<LegacySession>(limits.sessions, sources.clock);
    this.#oldSessions = new Sessions<OldSession>(limits.sessions, sources.clock);
    this.#old = new Map(
      (sse ? sources.endpoints : []).map((endpoint) => {
        const path = endpoint.path.replace(/^\/mcp/, '/sse');
        return [path, { ...endpoint, path }];
      }),
    );
    this.#inFlight = new InFlight(limits.inFlight);
    this.#limits = limits;
    const hubId = sources.newId();
    const sessionOf = ({ name }: Caller): string => `${hubId}_${name}`;
    this.#served = new Map(
      sources.endpoints.map((endpoint) => {
        const modern = modernEndpoint(endpoint, sessionOf, this.#streams);
        return [endpoint.path, { endpoint, modern }];
      }),
    );
  }

  /** Answers any request; never throws. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      assertKnownHost(request, this.#known);
      const pathname = pathOf(request);
      const { control, view, oauth } = this.#sources;
      const resource = oauth === undefined ? null : ResourceServer.resourceAt(pathname);
      if (pathname === '/' && view !== undefined && this.#served.size === 0) {
        response.writeHead(307, { location: '/view', 'content-length': 0 });
        response.end();
      } else if (pathname === '/') {
        methodOf(request, ['GET']);
        answerLanding(response, {
          paths: this.#titledPaths(),
          needsToken: !this.#local,
          hasControl: control !== undefined,
          hasView: view !== undefined,
        });
      } else if (pathname === '/healthz') {
        await this.#answerHealth(response);
      } else if (control !== undefined && pathname.startsWith('/control/')) {
        await control.serve(request, response);
      } else if (view !== undefined && (pathname === '/view' || pathname.startsWith('/view/'))) {
        await view.serve(request, response);
      } else if (resource !== null) {
        this.#answerMetadata(resource, { request, response });
      } else {
        await this.#serveEndpoint(pathname, { request, response });
      }
    } catch (error) {
      answerRefusal(response, this.#refusalOf(error));
    }
  }

  /** Ends idle sessions. */
  endIdle(): void {
    this.#sessions.endIdle();
  }

  /** Ends the streams whose credentials are no longer valid. */
  async endRefused(): Promise<void> {
    try {
      await this.#sources.catchUp();
    } catch (error) {
      this.#sources.log(`the registry could not be read to check open streams: ${String(error)}`);
    }
    this.#streams.endRefused();
  }

  /** Waits for running requests, at most `graceMs`, and ends all sessions. */
  async close(graceMs: number): Promise<void> {
    const grace = new Promise<void>((resolve) => {
      setTimeout(resolve, graceMs).unref();
    });
    const { control, view } = this.#sources;
    const ended = Promise.all([this.#inFlight.ended(), control?.close(), view?.close()]);
    await Promise.race([ended, grace]);
    await Promise.all([this.#sessions.endAll(), this.#oldSessions.endAll()]);
    await Promise.all([...this.#served.values()].map(({ modern }) => modern.close()));
  }

  #refusalOf(error: unknown): HttpRefusal {
    if (error instanceof HttpRefusal) return error;
    const text = error instanceof Error ? error.message : String(error);
    this.#sources.log(`a request failed: ${text}`);
    return new HttpRefusal(
      [500, NOT_SERVED],
      'the request failed; the log of the hub states the reason',
    );
  }

  async #answerHealth(response: ServerResponse): Promise<void> {
    try {
      await this.#sources.assertHealthy();
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
    const method = methodOf(request, METHODS);
    const caller = await callerOf(
      request,
      { path, local: this.#local && isFromHere(request) },
      this.#sources,
    );
    if (method !== 'POST') {
      await serve({ request, response, body: undefined }, caller);
      return;
    }
    response.once('close', this.#inFlight.take(caller.owner));
    const body = messageIn(await readBody(request, this.#limits.body));
    await serve({ request, response, body }, caller);
  }

  /** The handler of a path. Refuses (404) an unknown path. */
  #serverAt(path: string): (exchange: Exchange, caller: Caller) => Promise<void> {
    const served = this.#served.get(path);
    if (served !== undefined) {
      return async (exchange, caller) => await this.#serveMessage(exchange, caller, served);
    }
    const old = this.#old.get(path);
    if (old !== undefined) {
      return async (exchange, caller) => {
        const endpointRequest = this.#requestTo(old, caller);
        const place = { sessions: this.#oldSessions, streams: this.#streams };
        if (exchange.request.method === 'POST') {
          assertNoBatch(exchange.body);
          await handleMessage(exchange, endpointRequest, place);
        } else {
          await openStream(exchange, endpointRequest, place);
        }
      };
    }
    const paths = this.#paths().join(', ');
    throw new HttpRefusal([404, NOT_SERVED], `unknown path, expected one of ${paths}`);
  }

  #paths(): readonly string[] {
    return [...this.#served.keys(), ...this.#old.keys()];
  }

  #titledPaths(): readonly ServedPath[] {
    const current = [...this.#served.values()].map(({ endpoint: { path, about } }) => ({
      path,
      title: `${titleOf(about)} (Streamable HTTP)`,
    }));
    const old = [...this.#old.values()].map(({ path, about }) => ({
      path,
      title: `${titleOf(about)} (HTTP+SSE, for older clients)`,
    }));
    return [...current, ...old];
  }

  #requestTo(endpoint: Endpoint, caller: Caller): EndpointRequest {
    const { oauth } = this.#sources;
    const admit: EndpointRequest['admit'] = async (connection, body) => {
      await assertScopes({ endpoint, caller }, { connection, body }, oauth);
    };
    return { endpoint, caller, admit };
  }

  /** Answers with the metadata of a protected resource (RFC 9728), which is public. */
  #answerMetadata(
    path: string,
    { request, response }: Pick<Exchange, 'request' | 'response'>,
  ): void {
    methodOf(request, ['GET']);
    const { oauth } = this.#sources;
    if (oauth === undefined || (path !== '' && !this.#paths().includes(path))) {
      throw new HttpRefusal([404, NOT_SERVED], 'unknown resource');
    }
    answerJson(response, { status: 200 }, oauth.metadata(path));
  }

  /** Serves Streamable HTTP in the protocol version of the body. */
  async #serveMessage(
    exchange: Exchange,
    caller: Caller,
    { endpoint, modern }: Served,
  ): Promise<void> {
    const { request, body } = exchange;
    const endpointRequest = this.#requestTo(endpoint, caller);
    if (!Array.isArray(body) && !isLegacy(request, body)) {
      await modern.serve(exchange, endpointRequest);
      return;
    }
    const { newId } = this.#sources;
    const take = (requests: number): (() => void) => this.#inFlight.take(caller.owner, requests);
    const place = { sessions: this.#sessions, streams: this.#streams, newId, take };
    await serveLegacy(exchange, endpointRequest, place);
  }
}

/** The method of a request. Refuses (405) other methods than `allowed`. */
function methodOf({ method = '' }: IncomingMessage, allowed: readonly string[]): string {
  if (allowed.includes(method)) return method;
  const allow = allowed.join(', ');
  throw new HttpRefusal([405, NOT_SERVED], `unsupported method \`${method}\`, expected ${allow}`, {
    allow,
  });
}

/** The message of a body, or the messages of a batch. Refuses (400) anything else. */
function messageIn(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpRefusal([400, PARSE_ERROR], 'the body is not JSON; send a JSON-RPC 2.0 message');
  }
  return Array.isArray(value) && value.length > 0
    ? value.map(checkedMessage)
    : checkedMessage(value);
}

function checkedMessage(given: unknown): unknown {
  const value = withPresentParams(given);
  if (namesPrototype(value)) {
    const { because, hint } = PROTOTYPE_NAMED;
    throw new HttpRefusal([400, INVALID_REQUEST], `${because}; ${hint}`);
  }
  if (isMessage(value)) return value;
  throw new HttpRefusal(
    [400, INVALID_REQUEST],
    'the body is not a JSON-RPC 2.0 message; send an object with `jsonrpc`: "2.0", a `method` and, for a request, an `id`',
  );
}

/** The name of the combined server; a hub also serves each server alone. */
const COMBINED = 'all';

/** What an endpoint serves, for its row on the page of the hub. */
function titleOf({ name, title }: Endpoint['about']): string {
  return name === COMBINED ? 'all servers as one' : title;
}
