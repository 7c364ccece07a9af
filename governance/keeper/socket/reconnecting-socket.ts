/** @module reconnecting-socket: a line-based connection to an authenticated keeper that reconnects after each loss. */
import { isUtf8 } from 'node:buffer';
import { createConnection, type Socket } from 'node:net';

import { socketFault } from '../workspace/socket-address.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { ClientHandshake, HANDSHAKE_LINE, HANDSHAKE_MS } from './handshake.ts';
import { lineSender, LineSplitter, MESSAGE_LIMIT } from './lines.ts';

/** The address, and the callbacks of the connection. */
export type SocketOptions = {
  readonly place: Pick<WorkspacePaths, 'inner' | 'socket' | 'socketKey'>;
  /** Called when connected, again after each loss. */
  readonly onConnect: () => void;
  /** Called after each failed attempt to connect and after each loss. */
  readonly onFailed: () => void;
  readonly onLine: (line: string) => void;
};

/** Pauses (ms) between attempts to connect: a takeover takes milliseconds, a start a tenth of a second. */
const PAUSES = [
  { upTo: 100, ms: 1 },
  { upTo: 200, ms: 5 },
  { upTo: Infinity, ms: 25 },
];

type Link = { readonly socket: Socket; readonly send: (line: string) => void };

/** Owns the socket, also while connecting, and the timer between two attempts. */
export class ReconnectingSocket {
  readonly #options: SocketOptions;
  #link: Link | null = null;
  #trying: Socket | null = null;
  #tries = 0;
  #pause: NodeJS.Timeout | undefined;
  #ended = false;
  #keepsAlive = true;
  #fault: string | null = null;
  #refused = false;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** Why the last attempt to connect failed; null while connected. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Whether a process that is not the keeper of this workspace answered the last attempt. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Connects now, unless it is connected, already connecting or has ended. */
  connect(): void {
    if (this.#ended || this.#link !== null || this.#trying !== null) return;
    clearTimeout(this.#pause);
    const { place } = this.#options;
    const fault = socketFault(place);
    if (fault !== null) {
      this.#fault = fault;
      this.#tryAgain();
      return;
    }
    const socket = createConnection(place.socket);
    this.#trying = socket;
    this.#refused = false;
    if (!this.#keepsAlive) socket.unref();
    const late = setTimeout(() => {
      this.#fault = `the process at \`${place.socket}\` has not answered within ${HANDSHAKE_MS} ms`;
      socket.destroy();
    }, HANDSHAKE_MS).unref();
    this.#shakeHands(socket, () => clearTimeout(late));
    // 'close' follows.
    socket.on('error', (error) => {
      this.#fault = `\`${place.socket}\` cannot be reached: ${error.message}`;
    });
    socket.once('close', () => {
      clearTimeout(late);
      this.#onClose(socket);
    });
  }

  /** Sends a line; false without a connection. */
  send(line: string): boolean {
    this.#link?.send(line);
    return this.#link !== null;
  }

  /** Whether an open connection keeps the process alive. */
  keepAlive(needed: boolean): void {
    this.#keepsAlive = needed;
    for (const socket of [this.#link?.socket, this.#trying]) {
      if (needed) socket?.ref();
      else socket?.unref();
    }
  }

  /** Sends buffered lines, closes, and does not reconnect. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#pause);
    this.#trying?.destroy();
    this.#link?.socket.destroySoon();
  }

  /** The handshake. INVARIANT: nothing but its two lines leaves before the keeper's proof has been checked. */
  #shakeHands(socket: Socket, onProven: () => void): void {
    const handshake = new ClientHandshake(this.#options.place);
    const send = lineSender(socket);
    const lines = new LineSplitter(HANDSHAKE_LINE, {
      onTooLong: () => socket.destroy(),
      onLine: (bytes) => {
        // Damaged lines are requested again on a new connection.
        if (!isUtf8(bytes)) {
          lines.end();
          socket.destroy();
          return;
        }
        const line = bytes.toString('utf8');
        if (this.#trying !== socket) return this.#options.onLine(line);
        const answer = handshake.receive(line);
        if ('fault' in answer) {
          this.#fault = answer.fault;
          this.#refused = true;
          lines.end();
          socket.destroy();
          return;
        }
        lines.limit = MESSAGE_LIMIT * 2;
        send(answer.proof);
        onProven();
        this.#onProven({ socket, send });
      },
    });
    socket.once('connect', () => send(handshake.hello()));
    socket.on('data', (chunk: Buffer) => lines.push(chunk));
  }

  #onProven(link: Link): void {
    this.#trying = null;
    this.#tries = 0;
    this.#fault = null;
    this.#link = link;
    this.#options.onConnect();
  }

  #onClose(socket: Socket): void {
    const wasLinked = this.#link?.socket === socket;
    this.#trying = null;
    this.#link = null;
    if (this.#ended) return;
    this.#fault ??= `the keeper at \`${this.#options.place.socket}\` has closed the connection`;
    this.#tryAgain(wasLinked);
  }

  #tryAgain(now = false): void {
    this.#tries += 1;
    this.#options.onFailed();
    if (now) {
      this.connect();
      return;
    }
    const pause = PAUSES.find(({ upTo }) => this.#tries <= upTo)?.ms;
    this.#pause = setTimeout(() => this.connect(), pause).unref();
  }
}
