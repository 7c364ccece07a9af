/** @module client: asks the keeper, and asks again when the keeper has changed before it answered. */
import { createConnection, type Socket } from 'node:net';

import {
  createJSONRPCErrorResponse,
  isJSONRPCResponse,
  JSONRPCClient,
  JSONRPCErrorException,
} from 'json-rpc-2.0';

import { Refusal } from '../../schemas/errors.ts';
import { lineSender, lineSplitter } from './lines.ts';
import type { CommittedNotice, Keeper } from './protocol.ts';
import { committedIn, MESSAGE_LIMIT, WIRE_ERROR, type METHODS } from './wire.ts';

/** Nobody could commit in time, or the store cannot be used. What was asked may still be carried out later. */
export class KeeperUnavailable extends Refusal {
  constructor(message: string) {
    super(
      'STORE_UNAVAILABLE',
      message,
      'ask again with the same idempotency key; if it stays so, run `plumbline doctor`',
    );
    this.name = 'KeeperUnavailable';
  }
}

/** The keeper could not make sense of a request, or failed on it: a bug on one side. */
export class KeeperFault extends Error {
  override readonly name = 'KeeperFault';
}

/** A client that keeps itself connected. */
export type KeeperClient = Keeper & {
  /** Resolves when connected for the first time; rejects when that takes longer than the time limit. */
  readonly connected: Promise<void>;
  /** Tries to connect now instead of after the pause. */
  hurry(): void;
  /** Tells everyone who waits that nobody here can be the keeper; before the first connection it ends the client. */
  fail(error: Error): void;
};

export type ClientOptions = {
  readonly address: string;
  /** Longest wait for one answer (ms), takeovers included. */
  readonly timeoutMs: number;
  /** Called after each failed try to connect: somebody should become the keeper. */
  readonly nobodyListens: () => void;
};

type InFlight = { readonly line: string; readonly deadline: number };

/** Pauses between tries to connect (ms): a takeover takes milliseconds, a start a tenth of a second. */
const PAUSES = [
  { upTo: 100, ms: 1 },
  { upTo: 200, ms: 5 },
  { upTo: Infinity, ms: 25 },
];
/** How often overdue requests are looked for (ms). */
const SWEEP_MS = 50;

/**
 * Starts to connect at once. Requests leave in the order in which they were made, and again in that order after a
 * takeover; the keeper knows a repeated submission by its operation id and a repeated decision by its signature.
 *
 * While nothing is asked, the client does not keep the process alive.
 */
export function openClient(options: ClientOptions): KeeperClient {
  const inFlight = new Map<unknown, InFlight>();
  const emptied: (() => void)[] = [];
  const listeners = new Set<(notice: CommittedNotice) => void>();
  const rpc = new JSONRPCClient((payload: { readonly id?: unknown }) => {
    const line = JSON.stringify(payload);
    if (line.length > MESSAGE_LIMIT / 4 && Buffer.byteLength(line) > MESSAGE_LIMIT) {
      throw new KeeperFault(`got a request over ${MESSAGE_LIMIT} bytes`);
    }
    inFlight.set(payload.id, { line, deadline: performance.now() + options.timeoutMs });
    hold();
    link?.send(line);
  });
  const first = Promise.withResolvers<undefined>();
  // Whoever does not wait for the first connection learns of its failure from each request.
  first.promise.catch(() => undefined);
  const startedAt = performance.now();

  let link: { readonly socket: Socket; readonly send: (line: string) => void } | null = null;
  let trying: Socket | null = null;
  let tries = 0;
  let pause: NodeJS.Timeout | undefined;
  let sweep: NodeJS.Timeout | undefined;
  let ended: Error | null = null;
  let everConnected = false;

  const held = (): boolean => ended === null && (inFlight.size > 0 || !everConnected);
  /** Keeps the process alive exactly while somebody waits. */
  const hold = (): void => {
    const wanted = held();
    if (wanted) sweep ??= setInterval(endOverdue, SWEEP_MS);
    else {
      clearInterval(sweep);
      sweep = undefined;
    }
    if (wanted) link?.socket.ref();
    else link?.socket.unref();
  };

  const settle = (id: unknown): void => {
    inFlight.delete(id);
    if (inFlight.size > 0) return;
    hold();
    for (const resolve of emptied.splice(0)) resolve();
  };

  const endOverdue = (): void => {
    const now = performance.now();
    const late = `no answer from the keeper within ${options.timeoutMs} ms`;
    if (!everConnected && now - startedAt > options.timeoutMs) {
      everConnected = true;
      first.reject(new KeeperUnavailable(late));
    }
    for (const [id, { deadline }] of inFlight) {
      if (deadline > now) break;
      answerWith(id, late);
    }
    hold();
  };

  const answerWith = (id: unknown, message: string): void => {
    settle(id);
    if (typeof id !== 'number') return;
    rpc.receive(createJSONRPCErrorResponse(id, WIRE_ERROR.UNAVAILABLE, message));
  };

  const onLine = (line: string): void => {
    const message = parsed(line);
    if (isJSONRPCResponse(message)) {
      settle(message.id);
      rpc.receive(message);
      return;
    }
    if (listeners.size === 0) return;
    const notice = committedIn(message);
    if (notice !== null) for (const listener of listeners) listener(notice);
  };

  const connect = (): void => {
    if (ended !== null || link !== null || trying !== null) return;
    clearTimeout(pause);
    const socket = createConnection(options.address);
    trying = socket;
    socket.once('connect', () => {
      trying = null;
      tries = 0;
      link = { socket, send: lineSender(socket) };
      everConnected = true;
      for (const { line } of inFlight.values()) link.send(line);
      hold();
      first.resolve(undefined);
    });
    socket.on(
      'data',
      lineSplitter(MESSAGE_LIMIT * 2, onLine, () => socket.destroy()),
    );
    // 'close' follows and says all there is to know.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      const wasLinked = link?.socket === socket;
      trying = null;
      link = null;
      if (ended !== null) return;
      tries += 1;
      options.nobodyListens();
      if (wasLinked) {
        connect();
        return;
      }
      pause = setTimeout(connect, PAUSES.find(({ upTo }) => tries <= upTo)?.ms).unref();
    });
    hold();
  };

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    first.reject(error);
    for (const id of inFlight.keys()) answerWith(id, error.message);
    clearTimeout(pause);
    hold();
    trying?.destroy();
    link?.socket.destroySoon();
  };

  /** The keeper runs the same code under the same user, so what it answers is taken as it is. */
  const ask = async (method: keyof typeof METHODS | 'status', params: unknown = null) => {
    if (ended !== null) throw ended;
    try {
      return await rpc.request(method, params);
    } catch (error) {
      throw fromWire(error);
    }
  };

  connect();
  return {
    submit: (request) => ask('submit', request),
    record: async (drafts) => {
      await ask('record', drafts);
    },
    decide: (request) => ask('decide', request),
    registry: (request) => ask('registry', request),
    approval: (approval_id) => ask('approval', approval_id),
    checkpoint: () => ask('checkpoint'),
    status: () => ask('status'),
    connected: first.promise,
    hurry: connect,
    fail(error) {
      if (!everConnected) return end(error);
      for (const id of inFlight.keys()) answerWith(id, error.message);
      return undefined;
    },
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      if (inFlight.size > 0) await new Promise<void>((resolve) => emptied.push(resolve));
      end(new KeeperUnavailable('the connection to the keeper was closed'));
    },
  };
}

/** What is no JSON is no message of the keeper and says nothing. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function fromWire(error: unknown): unknown {
  if (!(error instanceof JSONRPCErrorException)) return error;
  return error.code === WIRE_ERROR.UNAVAILABLE
    ? new KeeperUnavailable(error.message)
    : new KeeperFault(error.message);
}
