/** @module stdio-transport: messages as lines; what is no message is answered and entered too, instead of ending the connection. */
import type { Readable, Writable } from 'node:stream';

import type { GateAnswer } from '../../governance/gate/gate.ts';
import { callResult } from './call-result.ts';
import { LINE_BYTES, type Message, readMessage, type Unusable } from './read-message.ts';

/** Refuses what is no call; the answer comes once the refusal is on the log. */
export type RefuseUnusable = (unusable: Unusable) => Promise<GateAnswer>;

const LF = 0x0a;
/** Codes of JSON-RPC for what never reached a method. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

/** A transport over a pair of streams, for the SDK of either version of the protocol. */
export class StdioTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #refuse: RefuseUnusable;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Messages that nobody takes yet; null once somebody does. */
  #waiting: Message[] | null = [];
  readonly #first = Promise.withResolvers<Message>();

  constructor(input: Readable, output: Writable, refuse: RefuseUnusable) {
    this.#input = input;
    this.#output = output;
    this.#refuse = refuse;
  }

  /** Begins to read, and keeps what comes until `start`; the first message, by which its client shows what it speaks. */
  open(): Promise<Message> {
    this.#input.on('data', this.#onData);
    this.#input.on('error', this.#onError);
    return this.#first.promise;
  }

  /** Hands on what has come, and from then on what comes; called by the SDK, which has set `onmessage`. */
  async start(): Promise<void> {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    // The SDK sets some of its listeners behind this call
    queueMicrotask(() => {
      for (const message of waiting) this.onmessage?.(message);
    });
    await Promise.resolve();
  }

  async send(message: object): Promise<void> {
    await this.#write(message);
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
    const text = bytes > LINE_BYTES ? null : Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#bytes = 0;
    if (text === '') return;
    const read = readMessage(text, bytes);
    if ('message' in read) this.#take(read.message);
    else void this.#answer(read.unusable).catch(this.#onError);
  }

  #take(message: Message): void {
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

  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }
}
