/** @module keeper-connection: requests to whichever process is the keeper, sent again when it changes before it has answered. */
import {
  createJSONRPCErrorResponse,
  isJSONRPCResponse,
  JSONRPCClient,
  JSONRPCErrorException,
} from 'json-rpc-2.0';

import { KeeperFault, KeeperUnavailable, Lost, NOTHING } from '../protocol/keeper-error.ts';
import { RPC_ERROR } from '../protocol/rpc-error.ts';
import { beginWait } from '../protocol/store-wait.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { MESSAGE_LIMIT } from './lines.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';

export type ConnectionOptions = {
  readonly place: Pick<WorkspacePaths, 'inner' | 'socket' | 'socketKey'>;
  /** Longest wait for one answer (ms), takeovers included. */
  readonly timeoutMs: number;
  /** Called after each failed try to connect: a process should become the keeper. */
  readonly onUnreachable: () => void;
  /** Called with each message that is no answer. */
  readonly onNotice: (message: unknown) => void;
};

type InFlight = {
  /** Longest wait (ms), and its end. */
  readonly within_ms: number;
  readonly line: string;
  readonly method: unknown;
  readonly deadline: number;
  /** Whether a keeper may have it. */
  sent: boolean;
};

/** What becomes of other requests is of no matter: they can be made again. */
const CHANGING: ReadonlySet<unknown> = new Set(['submit', 'decide', 'registry', 'repair']);

/** How often overdue requests are looked for (ms). */
const SWEEP_MS = 50;

/**
 * Starts to connect at once. Requests leave in the order in which they were made, and again in that order after a
 * takeover; the keeper recognises a repeated submission by its operation id and a repeated decision by its signature.
 *
 * While no request waits, the connection does not keep the process alive.
 */
export class KeeperConnection {
  readonly #options: ConnectionOptions;
  readonly #rpc: JSONRPCClient;
  readonly #socket: ReconnectingSocket;
  readonly #inFlight = new Map<unknown, InFlight>();
  readonly #first = Promise.withResolvers<undefined>();
  readonly #startedAt = performance.now();
  readonly #emptied: (() => void)[] = [];
  #sweep: NodeJS.Timeout | undefined;
  #ended: Error | null = null;
  /** Time for the request that is about to be sent. */
  #within_ms: number;
  #everConnected = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#within_ms = options.timeoutMs;
    this.#rpc = new JSONRPCClient((payload: { readonly id?: unknown; readonly method?: unknown }) =>
      this.#send(payload),
    );
    // A caller that does not wait for the first connection gets its failure from each request.
    this.#first.promise.catch(() => undefined);
    this.#socket = new ReconnectingSocket({
      place: options.place,
      onConnect: () => this.#onConnect(),
      onFailed: options.onUnreachable,
      onLine: (line) => this.#onLine(line),
    });
    this.#socket.connect();
    this.#updateRef();
  }

  /** Resolves when connected for the first time; rejects when that takes longer than the time limit. */
  get connected(): Promise<void> {
    return this.#first.promise;
  }

  /** The result of a request, of any form. */
  async request(method: string, params: unknown): Promise<unknown> {
    if (this.#ended !== null) throw this.#ended;
    const { most_ms, end } = beginWait(this.#options.timeoutMs);
    this.#within_ms = most_ms;
    try {
      return await this.#rpc.request(method, params);
    } catch (error) {
      throw fromRpc(error, method);
    } finally {
      end();
    }
  }

  /** Tries to connect now instead of after the pause. */
  connectNow(): void {
    this.#socket.connect();
  }

  /** Ends every request that waits with this error; before the first connection it ends the connection. */
  fail(error: Error): void {
    if (this.#everConnected) this.#endAll(error.message);
    else this.#end(error);
  }

  /** Waits for the answers that are due and ends the connection. */
  async close(): Promise<void> {
    if (this.#inFlight.size > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
    this.#end(new KeeperUnavailable('the connection to the keeper was closed', NOTHING));
  }

  #send(payload: { readonly id?: unknown; readonly method?: unknown }): void {
    const line = JSON.stringify(payload);
    if (line.length > MESSAGE_LIMIT / 4 && Buffer.byteLength(line) > MESSAGE_LIMIT) {
      throw new KeeperFault(`got a request over ${MESSAGE_LIMIT} bytes`);
    }
    const within_ms = Math.round(this.#within_ms);
    const deadline = performance.now() + within_ms;
    const { id, method } = payload;
    this.#inFlight.set(id, { line, method, within_ms, deadline, sent: this.#socket.send(line) });
    if (this.#inFlight.size === 1) this.#updateRef();
  }

  #onConnect(): void {
    this.#everConnected = true;
    for (const waiting of this.#inFlight.values()) {
      waiting.sent = this.#socket.send(waiting.line) || waiting.sent;
    }
    this.#updateRef();
    this.#first.resolve(undefined);
  }

  #onLine(line: string): void {
    const message = parsed(line);
    if (typeof message !== 'object' || message === null || !isJSONRPCResponse(message)) {
      this.#options.onNotice(message);
      return;
    }
    this.#settle(message.id);
    this.#rpc.receive(message);
  }

  #settle(id: unknown): void {
    this.#inFlight.delete(id);
    if (this.#inFlight.size > 0) return;
    this.#updateRef();
    for (const resolve of this.#emptied.splice(0)) resolve();
  }

  #failRequest(id: unknown, message: string): void {
    const sent = this.#inFlight.get(id)?.sent === true;
    this.#settle(id);
    if (typeof id !== 'number') return;
    const lost: Lost = { reached: false, outcome: sent ? 'unknown' : 'none' };
    this.#rpc.receive(createJSONRPCErrorResponse(id, RPC_ERROR.UNAVAILABLE, message, lost));
  }

  #endOverdue(): void {
    const { timeoutMs } = this.#options;
    const now = performance.now();
    const { fault } = this.#socket;
    const because = fault === null ? '' : `: ${fault}`;
    const late = (ms: number): string => `no answer from the keeper within ${ms} ms${because}`;
    if (!this.#everConnected && now - this.#startedAt > timeoutMs) {
      this.#everConnected = true;
      this.#first.reject(new KeeperUnavailable(late(timeoutMs), NOTHING));
    }
    for (const [id, { within_ms, deadline }] of this.#inFlight) {
      if (deadline <= now) this.#failRequest(id, late(within_ms));
    }
    this.#updateRef();
  }

  #endAll(message: string): void {
    for (const id of this.#inFlight.keys()) this.#failRequest(id, message);
  }

  #end(error: Error): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#first.reject(error);
    this.#endAll(error.message);
    this.#updateRef();
    this.#socket.end();
  }

  /** Keeps the process alive, and looks for overdue requests, exactly while something waits. */
  #updateRef(): void {
    const needed = this.#ended === null && (this.#inFlight.size > 0 || !this.#everConnected);
    if (needed) {
      this.#sweep ??= setInterval(() => this.#endOverdue(), SWEEP_MS);
    } else {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    }
    this.#socket.keepAlive(needed);
  }
}

/** A line that is no JSON is no message of the keeper and is dropped. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function fromRpc(error: unknown, method: string): unknown {
  if (!(error instanceof JSONRPCErrorException)) return error;
  if (error.code !== RPC_ERROR.UNAVAILABLE) return new KeeperFault(error.message);
  const { reached, outcome } = Lost.parse(error.data);
  return new KeeperUnavailable(error.message, {
    reached,
    outcome: CHANGING.has(method) ? outcome : 'none',
  });
}
