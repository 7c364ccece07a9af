/** @module stdio-transport: messages as lines; malformed lines are answered and logged instead of ending the connection. */
import type { Readable, Writable } from 'node:stream';

import * as z from 'zod';

import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import { callResult } from './call-result.ts';
import { LINE_BYTES, type Message, readLine, readMessage, type Unusable } from './read-message.ts';

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
    await this.#write(message);
    if (!('method' in message) && 'id' in message) this.#settle(message.id);
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
    if ('message' in read) this.#take(read.message);
    else void this.#refuseUnusable(read.unusable);
  }

  async #refuseUnusable(unusable: Unusable): Promise<void> {
    this.#answering += 1;
    try {
      await this.#answer(unusable);
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
    if (cancelled.success) this.#settle(cancelled.data.params.requestId);
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

  async #answer(unusable: Unusable): Promise<void> {
    const answer = await this.#refuse(unusable);
    const { id, tool } = unusable;
    if (id !== null && tool !== null) {
      await this.#write({ jsonrpc: '2.0', id, result: callResult(answer) });
      return;
    }
    const { error } = answer.envelope;
    const code = unusable.tooLarge ? INVALID_REQUEST : PARSE_ERROR;
    const message = `${error?.message ?? unusable.because}; ${error?.hint ?? unusable.hint}`;
    await this.#write({ jsonrpc: '2.0', id, error: { code, message, data: answer.envelope } });
  }

  /** Resolves when more can be written, or the output is closed. */
  async #write(message: object): Promise<void> {
    const output = this.#output;
    if (output.write(`${JSON.stringify(message)}\n`) || output.errored !== null) return;
    this.#drained ??= new Promise<void>((resolve) => {
      for (const event of ['drain', 'error', 'close']) output.once(event, resolve);
    });
    await this.#drained;
    this.#drained = null;
  }
}
