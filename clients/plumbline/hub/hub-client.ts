/** @module hub-client: sends requests signed by an approver to a hub, and verifies that the workspace's own hub has answered. */
import { type KeyObject, randomUUID } from 'node:crypto';

import type * as z from 'zod';

import { contentDigest } from '../../../governance/control/message-signature.ts';
import {
  isAnswerOf,
  RUN_FIELD,
  signRequest,
  WINDOW_S,
} from '../../../governance/control/signed-exchange.ts';
import { Answers, CONTROL } from '../../../governance/control/wire.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { NotUtf8, utf8Text } from '../../../kernel/base/text/utf8.ts';
import { TemporaryFailure, CliFailure } from '../failure.ts';

/** The hub, the approver, and the key that must have signed the hub's answers. */
export type HubAccess = {
  readonly url: URL;
  readonly name: string;
  readonly key: KeyObject;
  /** 32 bytes in base64. */
  readonly logKey: string;
};

/** A request: path and query below `/control/`, and the body of a POST. */
export type HubRequest = {
  readonly path: string;
  readonly send?: object;
  /** Time (ms) for which the hub may delay its answer. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Whether the answer is valid until the hub reports a change. */
  readonly isCacheable?: boolean;
};

/** Longest wait for an answer (ms), and its largest size (bytes). */
const ANSWER_MS = 30_000;
const ANSWER_BYTES = 64 * 1024 * 1024;
/** Format of the id of a run of a hub; other texts are not from a hub. */
const RUN = /^[\w-]{1,64}$/;

/** An unverified answer. */
type Reply = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Sends requests to one hub. */
export class HubClient {
  readonly #access: HubAccess;
  #run = 'none';
  /** Cached answers by path; null while no changes are reported. */
  #cache: Map<string, Promise<unknown>> | null = null;

  constructor(access: HubAccess) {
    this.#access = access;
  }

  /** The answer to a request. @throws CliFailure with exit 3 if it is not signed with the key of the log, else 1 */
  async ask<S extends z.ZodType>(shape: S, request: HubRequest): Promise<z.output<S>> {
    const read = shape.safeParse(await this.#answer(request));
    if (read.success) return read.data;
    throw new CliFailure(
      `the answer of the hub contains a value that this version does not know, at ${printable(read.error.issues[0]?.path.join('.') ?? '')}`,
      'use the version of plumbline that the hub runs, or a newer one',
    );
  }

  /** Clears the cache of answers that change with the approvals, and starts to use it. */
  resetCache(): void {
    this.#cache = new Map();
  }

  #answer(request: HubRequest): Promise<unknown> {
    const cache = request.isCacheable === true ? this.#cache : null;
    const cached = cache?.get(request.path);
    if (cached !== undefined) return cached;
    const answer = this.#request(request);
    cache?.set(request.path, answer);
    answer.catch(() => cache?.delete(request.path));
    return answer;
  }

  async #request(request: HubRequest): Promise<unknown> {
    const sent = await this.#send(request).catch((error: unknown) => {
      // A kept-alive connection may have ended. A decision is sent only once, because the caller must see its outcome.
      if (!(error instanceof TemporaryFailure) || request.send !== undefined) throw error;
      return this.#send(request);
    });
    const run = sent.reply.headers.get(RUN_FIELD);
    const isOther = sent.reply.status === 401 && run !== null && run !== this.#run;
    if (!isOther || !RUN.test(run)) return this.#read(sent);
    // The hub was restarted, or this is the first request.
    this.#run = run;
    return this.#read(await this.#send(request));
  }

  async #send({ path, send, waitMs = 0, signal }: HubRequest): Promise<Sent> {
    const { url, name, key } = this.#access;
    const target = `${CONTROL}/${path}`;
    const body = send === undefined ? '' : JSON.stringify(send);
    const method = send === undefined ? 'GET' : 'POST';
    const digest = contentDigest(body);
    const fields = signRequest(
      { method, authority: url.host, target, digest },
      {
        name,
        key,
        created: Math.floor(Date.now() / 1000),
        nonce: `${this.#run}.${randomUUID()}`,
      },
    );
    const timeout = AbortSignal.timeout(ANSWER_MS + waitMs);
    try {
      const response = await fetch(new URL(target, url), {
        method,
        redirect: 'manual',
        headers: { ...fields, 'content-digest': digest, 'content-type': 'application/json' },
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
        ...(send === undefined ? {} : { body }),
      });
      const text = await textOf(response);
      const reply = { status: response.status, headers: response.headers, text };
      return { reply, signature: fields.signature };
    } catch (error) {
      if (error instanceof CliFailure || signal?.aborted === true) throw error;
      throw new TemporaryFailure(
        `no answer from the hub at ${url.origin}: ${printable(reasonOf(error))}`,
        'check that it runs with --control; for a private certificate authority set NODE_EXTRA_CA_CERTS',
      );
    }
  }

  #read({ reply, signature }: Sent): unknown {
    const { status, headers, text } = reply;
    const { url, name, logKey } = this.#access;
    if (status === 401) throw accessRefused(name, headers.get('date'));
    const isOwn = isAnswerOf(
      logKey,
      { status, body: text, requestSignature: signature },
      {
        input: headers.get('signature-input') ?? undefined,
        signature: headers.get('signature') ?? undefined,
      },
    );
    if (!isOwn && [400, 403, 404, 405, 408, 413, 429, 500, 503].includes(status)) {
      throw new CliFailure(
        `the hub at ${url.origin} answered ${status}: ${printable(text.slice(0, 500))}`,
        status === 404 ? 'start the hub with --control' : 'see the log of the hub',
      );
    }
    if (!isOwn) {
      throw new CliFailure(
        `the answer of ${url.origin} is not signed with the key of the workspace's log: it is from another hub, or was modified in transit`,
        'sign nothing there; ask the operator for the address and the key of the log',
        { exit: 3 },
      );
    }
    const value: unknown = JSON.parse(text);
    const body = Answers.error.safeParse(value);
    if (status !== 200) {
      const because = body.success ? body.data.error : `status ${status}`;
      const Failure = status === 503 ? TemporaryFailure : CliFailure;
      throw new Failure(
        `the hub answered: ${printable(because)}`,
        'use the same version of plumbline as the hub',
      );
    }
    return value;
  }
}

type Sent = { readonly reply: Reply; readonly signature: string };

/** The failure for a refused access. The answer of the hub states no reason; only a wrong clock can be detected here. */
function accessRefused(name: string, date: string | null): CliFailure {
  const apart_s = date === null ? 0 : Math.round((Date.now() - Date.parse(date)) / 1000);
  if (Math.abs(apart_s) > WINDOW_S) {
    return new CliFailure(
      `the clocks of this machine and the hub differ by ${Math.abs(apart_s)} s, expected at most ${WINDOW_S} s`,
      'set the clock of this machine',
    );
  }
  return new CliFailure(
    `the hub refuses \`${printable(name)}\`: the key is not that of an active approver with this name`,
    'check --as and --key; the operator can list approvers with `plumbline approver list`',
  );
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > ANSWER_BYTES) {
      throw new CliFailure(
        `the answer of the hub has more than ${ANSWER_BYTES} bytes`,
        'request less at once',
      );
    }
    parts.push(part);
  }
  try {
    return utf8Text(Buffer.concat(parts));
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new CliFailure(
      `the answer of the hub is not UTF-8: ${error.message}`,
      'check its address',
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
