/** @module hub-client: requests to a hub, each signed by an approver, and answers that only the workspace's own hub can give. */
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
import { NotUtf8, utf8Text } from '../../../kernel/text/utf8.ts';
import { Away, CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';

/** Which hub is asked, by whom, and the key of the log that its answers must be signed with. */
export type HubAccess = {
  readonly url: URL;
  readonly name: string;
  readonly key: KeyObject;
  /** 32 bytes in base64. */
  readonly logKey: string;
};

/** A request: path and query below `/control/`, and what is sent with POST. */
export type HubRequest = {
  readonly path: string;
  readonly send?: object;
  /** How long the hub may wait before it answers, ms. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Whether the answer stays the same until the hub says that something has changed. */
  readonly isKept?: boolean;
};

/** Longest wait for an answer, ms, and its greatest size, bytes. */
const ANSWER_MS = 30_000;
const ANSWER_BYTES = 64 * 1024 * 1024;
/** A name of a run; what else stands there is of no hub. */
const RUN = /^[\w-]{1,64}$/;

/** What came back, as it was sent. */
type Reply = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Asks a hub. */
export class HubClient {
  readonly #access: HubAccess;
  #run = 'none';
  /** Answers by path; null where nobody says when they change. */
  #kept: Map<string, Promise<unknown>> | null = null;

  constructor(access: HubAccess) {
    this.#access = access;
  }

  /** The answer. Throws CliFailure: exit 3 where it is not signed with the key of the log, else 1. */
  async ask<S extends z.ZodType>(shape: S, request: HubRequest): Promise<z.output<S>> {
    const read = shape.safeParse(await this.#answer(request));
    if (read.success) return read.data;
    throw new CliFailure(
      1,
      `the hub answers with something that this version does not know, at ${printable(read.error.issues[0]?.path.join('.') ?? '')}`,
      'use the version of plumbline that the hub has, or a newer one',
    );
  }

  /** From now on answers that change with the approvals are asked for once, until this is called again. */
  keepUntilChange(): void {
    this.#kept = new Map();
  }

  #answer(request: HubRequest): Promise<unknown> {
    const kept = request.isKept === true ? this.#kept : null;
    const known = kept?.get(request.path);
    if (known !== undefined) return known;
    const asked = this.#fresh(request);
    kept?.set(request.path, asked);
    asked.catch(() => kept?.delete(request.path));
    return asked;
  }

  async #fresh(request: HubRequest): Promise<unknown> {
    const sent = await this.#send(request).catch((error: unknown) => {
      // A connection that was kept open may be none any more. A decision is sent once: who asks must see what came of it.
      if (!(error instanceof Away) || request.send !== undefined) throw error;
      return this.#send(request);
    });
    const again = sent.reply.headers.get(RUN_FIELD);
    const isOther = sent.reply.status === 401 && again !== null && again !== this.#run;
    if (!isOther || !RUN.test(again)) return this.#read(sent);
    // The hub was started anew, or this is the first request.
    this.#run = again;
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
    const late = AbortSignal.timeout(ANSWER_MS + waitMs);
    try {
      const response = await fetch(new URL(target, url), {
        method,
        redirect: 'manual',
        headers: { ...fields, 'content-digest': digest, 'content-type': 'application/json' },
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
        ...(send === undefined ? {} : { body }),
      });
      const text = await textOf(response);
      const reply = { status: response.status, headers: response.headers, text };
      return { reply, signature: fields.signature };
    } catch (error) {
      if (error instanceof CliFailure || signal?.aborted === true) throw error;
      throw new Away(
        1,
        `the hub at ${url.origin} does not answer: ${printable(reasonOf(error))}`,
        'see whether it runs with --control; for a certificate of your own set NODE_EXTRA_CA_CERTS',
      );
    }
  }

  #read({ reply, signature }: Sent): unknown {
    const { status, headers, text } = reply;
    const { url, name, logKey } = this.#access;
    if (status === 401) throw notLetIn(name, headers.get('date'));
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
        1,
        `the hub at ${url.origin} answers ${status}: ${printable(text.slice(0, 500))}`,
        status === 404 ? 'start the hub with --control' : 'see what the hub says on its machine',
      );
    }
    if (!isOwn) {
      throw new CliFailure(
        3,
        `the answer of ${url.origin} is not signed with the key of the workspace's log: it is not the hub of your workspace, or was changed on the way`,
        'sign nothing there; ask the operator for the address and the key of the log',
      );
    }
    const value: unknown = JSON.parse(text);
    const said = Answers.error.safeParse(value);
    if (status !== 200) {
      const because = said.success ? said.data.error : `status ${status}`;
      const Failure = status === 503 ? Away : CliFailure;
      throw new Failure(1, `the hub answers: ${printable(because)}`, 'use the same version as it');
    }
    return value;
  }
}

type Sent = { readonly reply: Reply; readonly signature: string };

/** All reasons are one to the hub; a clock that is off can be seen from here. */
function notLetIn(name: string, date: string | null): CliFailure {
  const apart_s = date === null ? 0 : Math.round((Date.now() - Date.parse(date)) / 1000);
  if (Math.abs(apart_s) > WINDOW_S) {
    return new CliFailure(
      1,
      `the clock of this machine and that of the hub are ${Math.abs(apart_s)} s apart, want at most ${WINDOW_S} s`,
      'set the clock of this machine',
    );
  }
  return new CliFailure(
    1,
    `the hub does not let \`${printable(name)}\` in: the key is not that of an active approver of this name`,
    'check --as and --key; the operator sees approvers with `plumbline approver list`',
  );
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > ANSWER_BYTES) {
      throw new CliFailure(
        1,
        `the hub answers with more than ${ANSWER_BYTES} bytes`,
        'ask for less',
      );
    }
    parts.push(part);
  }
  try {
    return utf8Text(Buffer.concat(parts));
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new CliFailure(
      1,
      `the hub answers with text that is not UTF-8: ${error.message}`,
      'check its address',
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
