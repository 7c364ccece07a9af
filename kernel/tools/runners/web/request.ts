/** @module request: sends GET and POST requests within bounds on redirects, decoded bytes and gas. */
import { createHash } from 'node:crypto';

import { fetch } from 'undici';
import type { Agent, Response } from 'undici';

import { TaskStop } from '../task/task-stop.ts';
import { checkUrl } from './policy.ts';
import type { WebPolicy } from './policy.ts';

/** Gas of one request. */
export const GAS_PER_REQUEST = 400;
/** Decoded bytes that cost one gas. */
const BYTES_PER_GAS = 4096;

/** Counts requests, decoded bytes and gas of one run. */
export class WebMeter {
  readonly #gas: number;
  readonly #requests: number;
  #sent = 0;
  #bytes = 0;
  #other = 0;

  constructor(limits: { readonly gas: number; readonly web_requests: number }) {
    this.#gas = limits.gas;
    this.#requests = limits.web_requests;
  }

  get gas(): number {
    return this.#sent * GAS_PER_REQUEST + Math.ceil(this.#bytes / BYTES_PER_GAS) + this.#other;
  }

  get requests(): number {
    return this.#sent;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a request before it is sent. Throws `TaskStop` BOUND_GAS if the run has none left. */
  request(): void {
    this.mustHaveLeft(1);
    this.#sent += 1;
    this.#check();
  }

  /** Throws `TaskStop` BOUND_GAS if fewer than `requests` requests are left. */
  mustHaveLeft(requests: number): void {
    if (this.#sent + requests > this.#requests) throw this.#noRequests();
  }

  #noRequests(): TaskStop {
    return new TaskStop(
      'BOUND_GAS',
      `the run needs more than ${this.#requests} web requests; every redirect counts, and so does robots.txt`,
      { dimension: 'web_requests_max' },
    );
  }

  /** Counts received decoded bytes. Throws `TaskStop` BOUND_GAS. */
  take(bytes: number): void {
    this.#bytes += bytes;
    this.#check();
  }

  /** Charges other work. Throws `TaskStop` BOUND_GAS. */
  charge(gas: number): void {
    this.#other += gas;
    this.#check();
  }

  #check(): void {
    if (this.gas > this.#gas) {
      throw new TaskStop('BOUND_GAS', `the run needs more than ${this.#gas} gas`, {
        web_requests: this.#sent,
        bytes: this.#bytes,
      });
    }
  }
}

/** The context of all requests of one run. */
export type WebSession = {
  readonly agent: Agent;
  readonly policy: WebPolicy;
  readonly meter: WebMeter;
  readonly signal: AbortSignal;
  readonly user_agent: string;
  /** Limit of the decoded bytes of one body. */
  readonly bytes_max: number;
};

/** A response with its whole decoded body. */
export type WebAnswer = {
  readonly url: URL;
  readonly status: number;
  readonly content_type: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly body: Uint8Array;
  readonly body_sha256: string;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends one request and returns the response without reading its body. Redirects are not followed. Rejects with the
 * signal's reason if it aborts.
 *
 * @throws {TaskStop} TOOL_UNSAFE for a forbidden address, TOOL_FAIL for a network error
 */
export async function send(
  session: WebSession,
  url: URL,
  init: { readonly method?: 'POST'; readonly headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  try {
    return await fetch(url, {
      ...init,
      headers: { 'user-agent': session.user_agent, ...init.headers },
      dispatcher: session.agent,
      redirect: 'manual',
      signal: session.signal,
    });
  } catch (error) {
    throw stopOf(error, url, session.signal);
  }
}

/** The target of a redirect; undefined for any other response. Throws `TaskStop` TOOL_UNSAFE if it is forbidden. */
export function nextHop(answer: Response, from: URL, policy: WebPolicy): URL | undefined {
  const location = answer.headers.get('location');
  if (!REDIRECTS.has(answer.status) || location === null) return undefined;
  return checkUrl(location, policy, from.href);
}

/**
 * Reads a body to its end.
 *
 * @throws {TaskStop} BOUND_DATA above `bytes_max` decoded bytes, BOUND_GAS, TOOL_FAIL for an error of the network or
 *   the encoding
 */
export async function readBody(
  session: WebSession,
  response: Response,
  url: URL,
): Promise<WebAnswer> {
  // Nested encodings would need more decoding work than the counted bytes show
  if (response.headers.get('content-encoding')?.includes(',') === true) {
    await discard(response);
    throw new TaskStop('TOOL_FAIL', `the answer of \`${url.host}\` has several encodings`);
  }
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      session.meter.take(chunk.length);
      if (size > session.bytes_max) {
        throw new TaskStop(
          'BOUND_DATA',
          `the answer of \`${url.host}\` has more than ${session.bytes_max} decoded bytes`,
        );
      }
      hash.update(chunk);
      chunks.push(chunk);
    }
  } catch (error) {
    throw stopOf(error, url, session.signal);
  }
  return {
    url,
    status: response.status,
    content_type: (response.headers.get('content-type') ?? '').slice(0, 200),
    etag: response.headers.get('etag')?.slice(0, 200) ?? null,
    last_modified: response.headers.get('last-modified')?.slice(0, 100) ?? null,
    body: Buffer.concat(chunks),
    body_sha256: hash.digest('hex'),
  };
}

/** Cancels a body without reading it. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function stopOf(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (error instanceof TaskStop) return error;
  if (signal.aborted) return signal.reason;
  // The reason is the innermost cause of fetch's error
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (inner instanceof TaskStop) return inner;
  const message = inner instanceof Error ? inner.message : 'unknown';
  return new TaskStop(
    'TOOL_FAIL',
    `\`${url.host}\` cannot be read: ${message.split('\n')[0]?.slice(0, 200)}`,
  );
}
