/** @module keeper-connection: requests to the process that is the keeper, sent again when the keeper changes before it answers. */
import {
  createJSONRPCErrorResponse,
  isJSONRPCResponse,
  JSONRPCClient,
  JSONRPCErrorException,
} from 'json-rpc-2.0';
import * as z from 'zod';

import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import type { DECODERS } from '../protocol/decode-request.ts';
import {
  KeeperFault,
  KeepersLost,
  KeeperUnavailable,
  Lost,
  NOTHING,
  RequestRefused,
} from '../protocol/keeper-error.ts';
import { RPC_ERROR } from '../protocol/rpc-error.ts';
import { beginWait } from '../protocol/store-wait.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { MESSAGE_LIMIT } from './lines.ts';
import { parsedSize } from './parsed-size.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import { SOCKET_LIMITS } from './socket-limits.ts';

export type ConnectionOptions = {
  readonly place: Pick<WorkspacePaths, 'inner' | 'socket' | 'socketKey'>;
  /** Longest wait for one answer (ms) while no process is the keeper or is about to become it. */
  readonly timeoutMs: number;
  /** Longest wait for one answer (ms) while a process is the keeper, or is about to become it, and shows no progress. */
  readonly stuckMs: number;
  /** Called after each failed attempt to connect, so that a process becomes the keeper. True if one is about to. */
  readonly onUnreachable: () => boolean;
  /** Called with each message that is not an answer. */
  readonly onNotice: (message: unknown) => void;
};

/** Methods that a keeper answers. */
export type KeeperMethod = keyof typeof DECODERS | 'status';

type InFlight = {
  /** Longest wait (ms) without a sign that a keeper works on it. */
  readonly within_ms: number;
  readonly line: string;
  readonly method: unknown;
  readonly made_at: number;
  /** Whether a keeper may have it. */
  sent: boolean;
  /** Keepers that ended while they may have had it. */
  keepers_lost: number;
};

/** A shorter request (UTF-16 units) never has too many parts: `[]` counts most, 82 bytes for its two units. */
const MANY_PARTS = Math.floor(SOCKET_LIMITS.parsed / 81);

/** Whether the outcome of a lost request matters; the others can be repeated safely. */
const CHANGING: Readonly<Record<KeeperMethod, boolean>> = {
  submit: true,
  decide: true,
  registry: true,
  repair: true,
  // A comment that was recorded is recognised by its signature.
  comment: false,
  record: false,
  termNonce: false,
  approval: false,
  calls: false,
  unfinished: false,
  blobPut: false,
  blobDrop: false,
  checkpoint: false,
  status: false,
};

/** A request fails after this many keepers ended while holding it, because it may be the cause. */
const KEEPERS_LOST_MAX = 3;
/** A request fails after this many times `stuckMs` despite progress of the keeper, because its answer may be lost. */
const STUCK_TIMES_MAX = 5;

/** Interval (ms) of the check for overdue requests, and of the status probe while there are any. */
const [SWEEP_MS, PROBE_MS] = [50, 500];
const PROBE_ID = 'probe';
const PROBE = JSON.stringify({ jsonrpc: '2.0', id: PROBE_ID, method: 'status', params: null });
/** The state of a keeper: numbers that grow with its commits, and whether it reaches its store. */
const Probed = z.object({
  epoch: z.number(),
  head_seq: z.number(),
  audit_seq: z.number(),
  usable: z.boolean(),
});

/**
 * Starts to connect at once. Requests leave in the order in which they were made, and again in that order after a
 * takeover; the keeper recognises a repeated submission by its operation id and a repeated decision by its signature.
 *
 * While no request waits, the connection does not keep the process alive.
 *
 * A request waits `timeoutMs` when no process could answer it. A process that is the keeper, or is about to become it, may be
 * slow on a busy machine: the request waits until the process has shown no progress for `stuckMs`, or reports that it cannot reach its
 * store. Progress is a connection, an answer, a notice, or a commit. After five times `stuckMs`, or after three keepers
 * that ended while holding it, a request fails in any case.
 */
export class KeeperConnection {
  readonly #options: ConnectionOptions;
  readonly #rpc: JSONRPCClient;
  readonly #socket: ReconnectingSocket;
  readonly #inFlight = new Map<unknown, InFlight>();
  readonly #first = Promise.withResolvers<undefined>();
  readonly #emptied: (() => void)[] = [];
  #sweep: NodeJS.Timeout | undefined;
  #ended: Error | null = null;
  /** Time for the request that is about to be sent. */
  #within_ms: number;
  #everConnected = false;
  #linked = false;
  /** Whether a process was about to become the keeper at the last failed attempt to connect. */
  #becoming = true;
  /** When a connection, an answer, a notice or a commit was last seen, and when the connection was last lost. */
  #progressAt = performance.now();
  #lostAt = performance.now();
  /** When the keeper was last probed, and its state in the last reply. */
  #probedAt = -Infinity;
  #probed: string | null = null;

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
      onFailed: () => this.#onFailed(),
      onLine: (line) => this.#onLine(line),
    });
    this.#socket.connect();
    this.#updateRef();
  }

  /** Resolves when connected for the first time; rejects when that takes longer than the time limits. */
  get connected(): Promise<void> {
    return this.#first.promise;
  }

  /** The result of a request, of any form. */
  async request(method: KeeperMethod, params: unknown): Promise<unknown> {
    if (this.#ended !== null) throw this.#ended;
    const { max_ms, end } = beginWait(this.#options.timeoutMs);
    this.#within_ms = max_ms;
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

  /** Records progress of a process that is about to become the keeper. */
  noteProgress(): void {
    this.#progressAt = performance.now();
  }

  /** Fails every pending request with this error; before the first connection it ends the connection. */
  fail(error: Error): void {
    if (this.#everConnected) this.#endAll(error.message);
    else this.#end(error);
  }

  /** Waits for outstanding answers and closes the connection. */
  async close(): Promise<void> {
    if (this.#inFlight.size > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
    this.#end(new KeeperUnavailable('the connection to the keeper was closed', NOTHING));
  }

  #send(payload: { readonly id?: unknown; readonly method?: unknown }): void {
    const line = JSON.stringify(payload);
    if (line.length > MESSAGE_LIMIT / 4 && Buffer.byteLength(line) > MESSAGE_LIMIT) {
      throw new Error(`the request exceeds ${MESSAGE_LIMIT} bytes`);
    }
    // The keeper would close the connection, which fails the other requests on it.
    if (line.length > MANY_PARTS && parsedSize(Buffer.from(line)) > SOCKET_LIMITS.parsed) {
      throw new Error('the request has too many parts');
    }
    const within_ms = Math.round(this.#within_ms);
    const made_at = performance.now();
    const { id, method } = payload;
    const sent = this.#socket.send(line);
    this.#inFlight.set(id, { line, method, within_ms, made_at, sent, keepers_lost: 0 });
    if (this.#inFlight.size === 1) this.#updateRef();
  }

  #onFailed(): void {
    if (this.#linked) this.#onLost();
    this.#linked = false;
    this.#becoming = this.#options.onUnreachable();
  }

  #onLost(): void {
    this.#lostAt = performance.now();
    for (const [id, waiting] of this.#inFlight) {
      if (waiting.sent) waiting.keepers_lost += 1;
      if (waiting.keepers_lost >= KEEPERS_LOST_MAX) {
        const message = `${waiting.keepers_lost} keepers ended before they answered this`;
        this.#failRequest(id, message, RPC_ERROR.KEEPERS_LOST);
      }
    }
  }

  #onConnect(): void {
    this.#everConnected = true;
    this.#linked = true;
    this.#probedAt = -Infinity;
    this.#probed = null;
    this.noteProgress();
    for (const waiting of this.#inFlight.values()) {
      waiting.sent = this.#socket.send(waiting.line) || waiting.sent;
    }
    this.#updateRef();
    this.#first.resolve(undefined);
  }

  #onLine(line: string): void {
    const message = parseJson(line);
    if (typeof message !== 'object' || message === null || !isJSONRPCResponse(message)) {
      this.noteProgress();
      this.#options.onNotice(message);
      return;
    }
    if (message.id === PROBE_ID) {
      this.#onProbed(message.result);
      return;
    }
    this.noteProgress();
    this.#settle(message.id);
    this.#rpc.receive(message);
  }

  #settle(id: unknown): void {
    this.#inFlight.delete(id);
    if (this.#inFlight.size > 0) return;
    this.#updateRef();
    for (const resolve of this.#emptied.splice(0)) resolve();
  }

  #failRequest(id: unknown, message: string, code: number = RPC_ERROR.UNAVAILABLE): void {
    const sent = this.#inFlight.get(id)?.sent === true;
    this.#settle(id);
    if (typeof id !== 'number') return;
    const lost: Lost = { reached: false, outcome: sent ? 'unknown' : 'none' };
    this.#rpc.receive(createJSONRPCErrorResponse(id, code, message, lost));
  }

  #endOverdue(): void {
    if (this.#ended !== null) return;
    const { timeoutMs } = this.#options;
    if (!this.#everConnected) {
      const message = this.#lateness({ within_ms: timeoutMs, made_at: this.#lostAt });
      if (message !== null) {
        this.#everConnected = true;
        this.#first.reject(new KeeperUnavailable(message, NOTHING));
      }
    }
    for (const [id, waiting] of this.#inFlight) {
      const message = this.#lateness(waiting);
      if (message !== null) this.#failRequest(id, message);
    }
    this.#updateRef();
  }

  /** Why a request has timed out; null while it may wait. Probes the keeper if its state decides. */
  #lateness({ within_ms, made_at }: Pick<InFlight, 'within_ms' | 'made_at'>): string | null {
    const now = performance.now();
    const { stuckMs } = this.#options;
    const max_ms = Math.max(within_ms, STUCK_TIMES_MAX * stuckMs);
    if (now - made_at > max_ms) return this.#late(max_ms);
    if (now - (this.#linked ? made_at : Math.max(made_at, this.#lostAt)) < within_ms) return null;
    const isBecoming = this.#becoming && !this.#socket.refused;
    if (!this.#linked && !isBecoming) return this.#late(within_ms);
    if (now - Math.max(made_at, this.#progressAt) > stuckMs) return this.#stuck();
    if (this.#linked && now - this.#probedAt > PROBE_MS && this.#socket.send(PROBE)) {
      this.#probedAt = now;
    }
    return null;
  }

  #late(ms: number): string {
    const { fault } = this.#socket;
    return `no answer from the keeper within ${ms} ms${fault === null ? '' : `: ${fault}`}`;
  }

  #stuck(): string {
    const { fault } = this.#socket;
    const who = this.#linked
      ? 'the keeper of this workspace is connected'
      : "a process holds the keeper's lock of this workspace, or competes for it,";
    return `${who} and has made no progress within ${this.#options.stuckMs} ms; end the process if it hangs${fault === null ? '' : ` (${fault})`}`;
  }

  /** Handles the state of the keeper, which was probed because requests are overdue. */
  #onProbed(result: unknown): void {
    const { data } = Probed.safeParse(result);
    if (data === undefined) return;
    const { usable, ...heads } = data;
    const probed = JSON.stringify(heads);
    if (this.#probed !== null && this.#probed !== probed) this.noteProgress();
    this.#probed = probed;
    if (usable) return;
    const now = performance.now();
    for (const [id, { within_ms, made_at }] of this.#inFlight) {
      if (now - made_at >= within_ms) this.#failRequest(id, this.#late(within_ms));
    }
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

  /** Keeps the process alive, and checks for overdue requests, exactly while requests are pending. */
  #updateRef(): void {
    const needed = this.#ended === null && (this.#inFlight.size > 0 || !this.#everConnected);
    if (needed) {
      // After the input of this turn: where this process was late itself, answers may have arrived in the meantime.
      this.#sweep ??= setInterval(() => setImmediate(() => this.#endOverdue()), SWEEP_MS);
    } else {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    }
    this.#socket.keepAlive(needed);
  }
}

function fromRpc(error: unknown, method: KeeperMethod): unknown {
  if (!(error instanceof JSONRPCErrorException)) return error;
  const { code, message } = error;
  if (code === RPC_ERROR.INVALID_PARAMS || code === RPC_ERROR.UNSENT) {
    return new RequestRefused(message);
  }
  if (code !== RPC_ERROR.UNAVAILABLE && code !== RPC_ERROR.KEEPERS_LOST) {
    return new KeeperFault(message);
  }
  const { reached, outcome } = Lost.parse(error.data);
  const lost: Lost = { reached, outcome: CHANGING[method] ? outcome : 'none' };
  return code === RPC_ERROR.KEEPERS_LOST
    ? new KeepersLost(message, lost)
    : new KeeperUnavailable(message, lost);
}
