/** @module client-connection: one client of the keeper: its handshake, its requests, and its limits of memory. */
import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';

import {
  createJSONRPCErrorResponse,
  isJSONRPCRequest,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from 'json-rpc-2.0';

import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import { RPC_ERROR } from '../protocol/rpc-error.ts';
import { HANDSHAKE_LINE, HANDSHAKE_MS, type KeeperHandshake } from './handshake.ts';
import type { Intake } from './intake.ts';
import { lineSender, LineSplitter } from './lines.ts';
import { parsedSize } from './parsed-size.ts';

/** The parts of the service that a connection needs. */
export type RequestHandling = {
  readonly intake: Intake;
  readonly handshake: KeeperHandshake;
  /** Called after the handshake; false when there are too many clients. */
  readonly onProven: (from: ClientConnection) => boolean;
  readonly handle: (
    request: JSONRPCRequest,
    from: ClientConnection,
  ) => PromiseLike<JSONRPCResponse | null>;
  /** Called before each answer. */
  readonly beforeReply: (from: ClientConnection) => void;
  /** Bytes of answers that all clients have not read. */
  readonly unread: () => number;
};

/** Time limit (ms) for a closing connection to receive its last answers. */
const DRAIN_MS = 500;
/** The beginning of a large message as our own clients write it; a message of another method is short. */
const LARGE_HEAD =
  /^\{"jsonrpc":"2\.0","id":\d{1,16},"method":"(?:submit|record|registry|blobPut)","params":/;
const HEAD_BYTES = 128;

/** Owns the socket of a client after it was accepted. */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #handling: RequestHandling;
  readonly #sendLine: (text: string) => void;
  readonly #lines: LineSplitter;
  readonly #deadline: NodeJS.Timeout;
  #proven = false;
  #reading = true;
  #waiting = { requests: 0, bytes: 0 };
  /** The turn for a large message: requested, being received, being handled. */
  #large: 'none' | 'requested' | 'receiving' | 'handled' = 'none';
  #largeDeadline: NodeJS.Timeout | undefined;

  constructor(socket: Socket, handling: RequestHandling) {
    this.#socket = socket;
    this.#handling = handling;
    this.#sendLine = lineSender(socket);
    this.#lines = new LineSplitter(HANDSHAKE_LINE, {
      onLine: (line) => this.#onLine(line),
      onTooLong: () => this.#reject(`the message exceeds ${this.#lines.limit} bytes`),
    });
    this.#deadline = setTimeout(() => {
      this.#reject(`no proof arrived within ${HANDSHAKE_MS} ms`);
    }, HANDSHAKE_MS).unref();
    socket.on('data', (chunk: Buffer) => {
      this.#lines.push(chunk);
      this.#reviewPartial();
    });
    // A connection that breaks is closed; the client connects again and repeats its request.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#onClose());
  }

  /** Bytes that the client has not read. */
  get unread(): number {
    return this.#socket.writableLength;
  }

  /** Sends a notice or an answer; a client with too many unread bytes is disconnected. */
  send(text: string): void {
    const { unread, unreadShare } = this.#handling.intake.limits;
    const isSlow = this.unread > unreadShare;
    if (isSlow && this.#handling.unread() > unread) this.#socket.destroy();
    else this.#sendLine(text);
  }

  /** Accepts no further request; queued ones are still answered. */
  stopReading(): void {
    this.#reading = false;
    this.#socket.pause();
  }

  /** Ends the connection immediately, without sending answers. */
  abort(): void {
    this.#socket.destroy();
  }

  /** Gives the client a short time to receive its last answers, and closes the connection. */
  drain(): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => socket.destroy(), DRAIN_MS);
      socket.once('close', () => {
        clearTimeout(giveUp);
        resolve();
      });
      process.nextTick(() => socket.destroySoon());
    });
  }

  #onLine(line: Buffer): void {
    if (!this.#reading || this.#socket.destroyed) return;
    if (this.#proven) this.#onMessage(line);
    else this.#onHandshake(line.toString('utf8'));
  }

  #onHandshake(line: string): void {
    const { handshake, intake, onProven } = this.#handling;
    const next = handshake.receive(line);
    if (next === 'refused') {
      this.#reject('the client has no valid proof of the secret of this workspace');
      return;
    }
    if (next !== 'proven') return this.#sendLine(next.reply);
    clearTimeout(this.#deadline);
    if (!onProven(this)) return this.#reject('too many clients are connected');
    this.#proven = true;
    this.#lines.limit = intake.limits.message;
  }

  #onMessage(line: Buffer): void {
    const isLarge = this.#large === 'receiving';
    if (isLarge) {
      clearTimeout(this.#largeDeadline);
      this.#large = 'handled';
      if (parsedSize(line) > this.#handling.intake.limits.parsed) {
        return this.#reject('the message has too many parts');
      }
    }
    if (!isUtf8(line)) {
      return this.#reject('the line is not utf-8', RPC_ERROR.PARSE);
    }
    const message = parseJson(line.toString('utf8'));
    if (message === undefined) {
      return this.#reject('the line is not json', RPC_ERROR.PARSE);
    }
    if (typeof message !== 'object' || message === null || !isJSONRPCRequest(message)) {
      return this.#reject('the json is not a json-rpc request');
    }
    void this.#onRequest(message, { bytes: line.length, isLarge });
  }

  async #onRequest(
    request: JSONRPCRequest,
    { bytes, isLarge }: { readonly bytes: number; readonly isLarge: boolean },
  ): Promise<void> {
    const { intake, handle } = this.#handling;
    // Large messages are already limited by their turns.
    const counted = isLarge ? 0 : bytes;
    this.#waiting.requests += 1;
    this.#waiting.bytes += bytes;
    intake.count(counted);
    this.#updateFlow();
    const response = await handle(request, this);
    this.#waiting.requests -= 1;
    this.#waiting.bytes -= bytes;
    intake.count(-counted);
    if (response !== null) this.#reply(response);
    if (isLarge) this.#endLarge();
    this.#reviewPartial();
    this.#updateFlow();
  }

  /** Requests the turn for a message that has become large, once. */
  #reviewPartial(): void {
    const { limits } = this.#handling.intake;
    if (this.#large !== 'none' || !this.#proven || this.#lines.buffered <= limits.small) return;
    if (!LARGE_HEAD.test(this.#lines.head(HEAD_BYTES))) {
      this.#lines.end();
      return this.#reject(
        `the message exceeds ${limits.small} bytes, but its method has short messages`,
      );
    }
    this.#large = 'requested';
    this.#handling.intake.takeLarge(this, () => {
      this.#large = 'receiving';
      this.#largeDeadline = setTimeout(() => {
        this.#reject(`the message did not end within ${limits.largeMs} ms`);
      }, limits.largeMs).unref();
      this.#updateFlow();
    });
    this.#updateFlow();
  }

  #endLarge(): void {
    clearTimeout(this.#largeDeadline);
    this.#large = 'none';
    this.#handling.intake.giveLarge(this);
  }

  /** Pauses or resumes reading by its own queued requests, those of all clients, and the turn of its large message. */
  #updateFlow(): void {
    if (!this.#reading || this.#socket.destroyed) return;
    const { intake } = this.#handling;
    const { waitingRequests, waitingBytes } = intake.limits;
    const { requests, bytes } = this.#waiting;
    const own = requests >= waitingRequests || bytes >= waitingBytes || this.#large === 'requested';
    if (intake.full) intake.onRoom(this.#onRoom);
    if (own || intake.full) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  readonly #onRoom = (): void => this.#updateFlow();

  #onClose(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#largeDeadline);
    this.#lines.end();
    // A message that is being handled keeps its turn.
    if (this.#large !== 'handled') this.#endLarge();
  }

  #reply(response: JSONRPCResponse): void {
    this.#handling.beforeReply(this);
    this.send(JSON.stringify(response));
  }

  #reject(message: string, code: number = RPC_ERROR.INVALID_REQUEST): void {
    this.#reading = false;
    this.#lines.end();
    if (this.#large === 'handled') this.#endLarge();
    this.#reply(createJSONRPCErrorResponse(null, code, message));
    void this.drain();
  }
}
