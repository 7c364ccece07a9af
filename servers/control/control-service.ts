/** @module control-service: approvals over HTTP, for approvers whose machine or login has no workspace. */
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { signAnswer } from '../../governance/control/signed-exchange.ts';
import { CONTROL, MAX_WAIT_S } from '../../governance/control/wire.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { openSettling } from '../../governance/keeper/settle-pending.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { Refusal, type RefusalBody } from '../../schemas/errors.ts';
import type { EventChecks } from '../../schemas/event-checks.ts';
import { HttpRefusal, NOT_SERVED } from '../http/http-refusal.ts';
import { InFlight } from '../http/in-flight.ts';
import { readBody, type BodyLimits } from '../http/read-body.ts';
import { answerTo, type ControlRequest } from './answers.ts';
import { Changes } from './changes.ts';
import { RequestVerifier } from './request-verifier.ts';

/** Dependencies of the service: the same interfaces that the local approval client uses, for any kind of store. */
export type ControlSources = {
  readonly reader: LedgerRead;
  readonly keeper: Keeper;
  /** Signs answers, so that an approver's client can reject answers of other hubs. */
  readonly logKey: KeyObject;
  readonly now: () => Date;
  /** Name of this run of the hub. */
  readonly run: string;
  readonly checks: () => Promise<EventChecks>;
  readonly log: (line: string) => void;
};

/** Limits of a body; a rejection with the most and longest marks is smaller. */
const BODY: BodyLimits = { bytes: 256 * 1024, ms: 30_000, depth: 8 };
/** Maximum number of concurrent requests per approver, including those that wait for a change. */
const IN_FLIGHT = 16;
/** Interval (ms) at which expired approvals are closed while a request waits. */
const EVERY_MS = 1000;
const SWEEP_MS = 60_000;

/** Approvals below `/control/`. */
export class ControlService {
  readonly #sources: ControlSources;
  readonly #verifier: RequestVerifier;
  readonly #inFlight = new InFlight(IN_FLIGHT);
  readonly #changes: Changes;
  readonly #settle: (now: Date) => Promise<void>;
  readonly #timers: readonly NodeJS.Timeout[];
  #settling: Promise<void> | null = null;

  constructor(sources: ControlSources) {
    this.#sources = sources;
    this.#verifier = new RequestVerifier(sources);
    const { reader, keeper, checks, run } = sources;
    this.#settle = openSettling({ reader, keeper: () => Promise.resolve(keeper), checks });
    this.#changes = new Changes(keeper, run, () => void this.#settled());
    this.#timers = [setInterval(() => this.#verifier.sweep(), SWEEP_MS).unref()];
  }

  /** Answers a request below `/control`. Refuses requests that no active approver has signed. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = request;
    if (method !== 'GET' && method !== 'POST') {
      const allow = { allow: 'GET, POST' };
      throw new HttpRefusal(
        [405, NOT_SERVED],
        `unsupported method \`${method ?? ''}\`, expected GET or POST`,
        allow,
      );
    }
    const body = await readBody(request, BODY);
    const approver = await this.#verifier.admit(request, body);
    response.once('close', this.#inFlight.take(approver.name));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.slice(CONTROL.length + 1);
    const controlRequest: ControlRequest = { method, path, query: searchParams, body, approver };
    const answer =
      path === 'changes'
        ? await this.#changesAfter(controlRequest, response)
        : await this.#answer(controlRequest);
    if (method === 'GET') await this.#verifier.assertStill(approver);
    this.#send(request, response, answer);
  }

  /** Ends the requests that wait for a change, and resolves when no request runs. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#changes[Symbol.dispose]();
    await this.#inFlight.ended();
    await this.#settling;
  }

  async #answer(controlRequest: ControlRequest): Promise<Answer> {
    if (controlRequest.path === 'approvals') await this.#settled();
    try {
      const body = await answerTo(controlRequest, this.#sources);
      if (body === null) return { status: 404, body: { error: 'unknown path' } };
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refused(controlRequest, error.body);
    }
  }

  /** Waits for a change after the state that the client has seen. Meanwhile pending approvals still expire. */
  async #changesAfter({ query }: ControlRequest, response: ServerResponse): Promise<Answer> {
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    const seconds = Number(query.get('wait_s') ?? 0);
    const wait_s = Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_WAIT_S) : 0;
    const ticking = setInterval(() => void this.#settled(), EVERY_MS);
    try {
      await this.#changes.after(query.get('seen') ?? '', wait_s * 1000, disconnected.signal);
    } finally {
      clearInterval(ticking);
    }
    return { status: 200, body: { seen: this.#changes.seen } };
  }

  /** Closes approvals that can no longer be executed; never twice at once. A failure is retried with the next request. */
  #settled(): Promise<void> {
    this.#settling ??= this.#settle(this.#sources.now())
      .catch((error: unknown) => {
        this.#sources.log(`pending approvals could not be checked: ${String(error)}`);
      })
      .finally(() => {
        this.#settling = null;
      });
    return this.#settling;
  }

  #send(request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
    const text = JSON.stringify(body);
    const { logKey, now } = this.#sources;
    const requestSignature = String(request.headers['signature']);
    const created = Math.floor(now().getTime() / 1000);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...signAnswer(logKey, { status, body: text, requestSignature }, created),
    });
    response.end(text);
  }
}

/** A refusal of the keeper, such as an unavailable store, in the form that a local client knows. */
function refused({ method }: ControlRequest, refusal: RefusalBody): Answer {
  if (method === 'POST') return { status: 200, body: { status: 'refused', refusal } };
  return { status: 503, body: { error: `${refusal.message}; ${refusal.hint}` } };
}

type Answer = { readonly status: number; readonly body: object };
