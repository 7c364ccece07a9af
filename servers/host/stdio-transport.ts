/** @module stdio-transport: messages as lines; malformed lines are answered and logged instead of ending the connection. */
import type { Readable, Writable } from 'node:stream';

import * as z from 'zod';

import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import { Batch, BATCH_VERSION, versionIn } from './batch.ts';
import { callResult } from './call-result.ts';
import {
  batchRefusal,
  LINE_BYTES,
  type Message,
  type Read,
  readLine,
  readMessage,
  type Unusable,
} from './read-message.ts';

/** Refuses unusable input; resolves with the answer after the refusal has been logged. */
export type RefuseUnusable = (unusable: Unusable) => Promise<GateAnswer>;

const LF = 0x0a;
/** Method that opens a stream of notifications, which ends with the connection. */
const LISTEN = 'subscriptions/listen';
/** Method that opens a session. */
const INITIALIZE = 'initialize';
const Cancelled = z.looseObject({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});
/** JSON-RPC codes of requests that never reached a method. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

/** Whether a message is a request to answer. */
const isRequest = (
  message: Message,
): message is Message & { readonly id: string | number; readonly method: string } =>
  'method' in message && 'id' in message;

/** A transport over a pair of streams, for the SDK of either protocol version. */
export class StdioTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #refuse: RefuseUnusable;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Messages received before `start`; null afterwards. */
  #waiting: Message[] | null = [];
  readonly #first = Promise.withResolvers<Message>();
  /** Id of an unanswered `initialize`, which cannot be cancelled: without its answer the connection could not be used. */
  #initializing: string | number | null = null;
  /** Whether the negotiated version has batches, and the batch of each unanswered request that came in one. */
  #hasBatches = false;
  readonly #batches = new Map<unknown, Batch>();
  /** Ids of unanswered requests; below, the number of malformed lines that are being answered, and the waiters for all. */
  readonly #unanswered = new Set<string | number>();
  #answering = 0;
  #onIdle: (() => void)[] = [];
  #answered = 0;
  /** The wait that all writes share while the output buffer is full. */
  #drained: Promise<void> | null = null;

  constructor(input: Readable, output: Writable, refuse: RefuseUnusable) {
    this.#input = input;
    this.#output = output;
    this.#refuse = refuse;
  }

  /** Starts reading and buffers messages until `start`. Resolves with the first message, which shows the protocol version. */
  open(): Promise<Message> {
    this.#input.on('data', this.#onData);
    this.#input.on('error', this.#onError);
    return this.#first.promise;
  }

  /** Delivers the buffered messages, then each new one; called by the SDK after it has set `onmessage`. */
  async start(): Promise<void> {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    // The SDK sets some of its listeners after this call
    queueMicrotask(() => {
      for (const message of waiting) this.onmessage?.(message);
    });
    await Promise.resolve();
  }

  /** Processes a last line that ended without a line break. */
  endInput(): void {
    if (this.#bytes > 0) this.#endLine();
  }

  /** Number of answered requests. */
  get answered(): number {
    return this.#answered;
  }

  /** Resolves when every received request is answered. */
  async idle(): Promise<void> {
    if (this.#unanswered.size === 0 && this.#answering === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }

  async send(message: object): Promise<void> {
    if ('method' in message || !('id' in message)) {
      await this.#write(message);
      return;
    }
    const { id } = message;
    if (id === this.#initializing) this.#hasBatches = versionIn(message) === BATCH_VERSION;
    const batch = this.#batches.get(id);
    this.#batches.delete(id);
    await this.#reply(message, batch);
    this.#settle(id);
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#onData);
    this.#input.off('error', this.#onError);
    this.#input.pause();
    this.#parts = [];
    this.onclose?.();
    await Promise.resolve();
  }

  readonly #onError = (error: Error): void => this.onerror?.(error);

  readonly #onData = (chunk: Buffer): void => {
    let rest = chunk;
    for (let end = rest.indexOf(LF); end !== -1; end = rest.indexOf(LF)) {
      this.#keep(rest.subarray(0, end));
      this.#endLine();
      rest = rest.subarray(end + 1);
    }
    this.#keep(rest);
  };

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > LINE_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  #endLine(): void {
    const bytes = this.#bytes;
    const line = bytes > LINE_BYTES ? null : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    const read = line === null ? readMessage(null, bytes) : readLine(line);
    if (read === null) return;
    if ('batch' in read) this.#takeBatch(read.batch);
    else this.#takeRead(read);
  }

  #takeRead(read: Read): void {
    if ('message' in read) this.#take(read.message);
    else void this.#refuseUnusable(read.unusable);
  }

  /** Takes the messages of a batch in order. Its answers are sent as one list when all are known. */
  #takeBatch(reads: readonly Read[]): void {
    if (!this.#hasBatches) {
      this.#takeRead(batchRefusal('the line is a batch'));
      return;
    }
    const ids = new Set<unknown>(this.#unanswered);
    const checked = reads.map((read) => {
      if ('unusable' in read || !isRequest(read.message)) return read;
      const { id, method } = read.message;
      if (method === INITIALIZE) return batchRefusal('`initialize` in a batch', read.message);
      if (ids.has(id)) return batchRefusal('the `id` of an unanswered request', read.message);
      ids.add(id);
      return read;
    });
    const expected = checked.filter((read) => 'unusable' in read || isRequest(read.message));
    const batch = new Batch(expected.length);
    for (const read of checked) {
      if ('message' in read && isRequest(read.message)) this.#batches.set(read.message.id, batch);
    }
    for (const read of checked) {
      if ('message' in read) this.#take(read.message);
      else void this.#refuseUnusable(read.unusable, batch);
    }
  }

  async #refuseUnusable(unusable: Unusable, batch?: Batch): Promise<void> {
    this.#answering += 1;
    try {
      await this.#reply(await this.#refusalOf(unusable), batch);
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#answering -= 1;
      this.#endAnswer();
    }
  }

  /** Tracks the requests to answer; notification streams and cancelled requests are not answered. */
  #count(message: Message): void {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== LISTEN) this.#unanswered.add(message.id);
    if ('id' in message && message.method === INITIALIZE) this.#initializing = message.id;
    const cancelled = Cancelled.safeParse(message);
    if (!cancelled.success) return;
    const { requestId } = cancelled.data.params;
    const batch = this.#batches.get(requestId);
    this.#batches.delete(requestId);
    if (batch !== undefined) void this.#reply(null, batch);
    this.#settle(requestId);
  }

  #cancelsInitialize(message: Message): boolean {
    const { data } = Cancelled.safeParse(message);
    return data !== undefined && data.params.requestId === this.#initializing;
  }

  #settle(id: unknown): void {
    if (id === this.#initializing) this.#initializing = null;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    if (this.#unanswered.delete(id)) this.#endAnswer();
  }

  #endAnswer(): void {
    this.#answered += 1;
    if (this.#unanswered.size > 0 || this.#answering > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #take(message: Message): void {
    if (this.#cancelsInitialize(message)) return;
    this.#count(message);
    if (this.#waiting === null) {
      this.onmessage?.(message);
      return;
    }
    this.#waiting.push(message);
    this.#first.resolve(message);
  }

  async #refusalOf(unusable: Unusable): Promise<object> {
    const answer = await this.#refuse(unusable);
    const { id, tool } = unusable;
    if (id !== null && tool !== null) return { jsonrpc: '2.0', id, result: callResult(answer) };
    const { error } = answer.envelope;
    const code = unusable.isJson ? INVALID_REQUEST : PARSE_ERROR;
    const message = `${error?.message ?? unusable.because}; ${error?.hint ?? unusable.hint}`;
    return { jsonrpc: '2.0', id, error: { code, message, data: answer.envelope } };
  }

  /** Sends an answer, or adds it to its batch; null for a cancelled request of a batch. */
  async #reply(answer: object | null, batch: Batch | undefined): Promise<void> {
    const whole = batch === undefined ? answer : batch.add(answer);
    if (whole !== null) await this.#write(whole);
  }

  /** Resolves when more can be written, or the output is closed. */
  async #write(message: object): Promise<void> {
    const output = this.#output;
    if (output.write(`${lineOf(message)}\n`) || output.errored !== null) return;
    this.#drained ??= new Promise<void>((resolve) => {
      for (const event of ['drain', 'error', 'close']) output.once(event, resolve);
    });
    await this.#drained;
    this.#drained = null;
  }
}

/** Characters that JSON permits in texts, and at which some readers of lines split: Node's readline, Python's splitlines. */
const LINE_SEPARATORS = /[\u0085\u2028\u2029]/g;

/** A message as JSON on one line for every reader. */
function lineOf(message: object): string {
  return JSON.stringify(message).replaceAll(
    LINE_SEPARATORS,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
