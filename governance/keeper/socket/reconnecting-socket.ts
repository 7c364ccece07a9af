/** @module reconnecting-socket: a connection to a keeper that has proven itself; it sends and receives lines, and is made again whenever it is lost. */
import { isUtf8 } from 'node:buffer';
import { createConnection, type Socket } from 'node:net';

import { socketFault } from '../workspace/socket-address.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { ClientHandshake, HANDSHAKE_LINE, HANDSHAKE_MS } from './handshake.ts';
import { lineSender, LineSplitter, MESSAGE_LIMIT } from './lines.ts';

/** Where to connect to, and what happens then. */
export type SocketOptions = {
  readonly place: Pick<WorkspacePaths, 'inner' | 'socket' | 'socketKey'>;
  /** The connection is there, anew after each loss. */
  readonly onConnect: () => void;
  /** Called after each failed try to connect and each loss. */
  readonly onFailed: () => void;
  readonly onLine: (line: string) => void;
};

/** Pauses between tries to connect (ms): a takeover takes milliseconds, a start a tenth of a second. */
const PAUSES = [
  { upTo: 100, ms: 1 },
  { upTo: 200, ms: 5 },
  { upTo: Infinity, ms: 25 },
];

type Link = { readonly socket: Socket; readonly send: (line: string) => void };

/** Owns the socket, also while it tries to connect, and the pause between two tries. */
export class ReconnectingSocket {
  readonly #options: SocketOptions;
  #link: Link | null = null;
  #trying: Socket | null = null;
  #tries = 0;
  #pause: NodeJS.Timeout | undefined;
  #ended = false;
  #kept = true;
  #fault: string | null = null;
  #refused = false;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** Why the last try to connect has failed, null while there is a connection. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Whether a process has answered at the last try that is not the keeper of this workspace. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Tries to connect now, unless it is connected, tries already or has ended. */
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
    if (!this.#kept) socket.unref();
    const late = setTimeout(() => {
      this.#fault = `the process at \`${place.socket}\` has not answered within ${HANDSHAKE_MS} ms`;
      socket.destroy();
    }, HANDSHAKE_MS).unref();
    this.#meet(socket, () => clearTimeout(late));
    // 'close' follows.
    socket.on('error', (error) => {
      this.#fault = `\`${place.socket}\` cannot be reached: ${error.message}`;
    });
    socket.once('close', () => {
      clearTimeout(late);
      this.#onClose(socket);
    });
  }

  /** Sends a line; false where there is no connection. */
  send(line: string): boolean {
    this.#link?.send(line);
    return this.#link !== null;
  }

  /** Whether an open connection keeps the process alive. */
  keepAlive(needed: boolean): void {
    this.#kept = needed;
    for (const socket of [this.#link?.socket, this.#trying]) {
      if (needed) socket?.ref();
      else socket?.unref();
    }
  }

  /** Sends what is due and connects no more. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#pause);
    this.#trying?.destroy();
    this.#link?.socket.destroySoon();
  }

  /** The handshake. INVARIANT: nothing but its two lines leaves before the keeper's proof has been checked. */
  #meet(socket: Socket, onMet: () => void): void {
    const handshake = new ClientHandshake(this.#options.place);
    const send = lineSender(socket);
    const lines = new LineSplitter(HANDSHAKE_LINE, {
      onTooLong: () => socket.destroy(),
      onLine: (bytes) => {
        // What came damaged is asked for again.
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
        onMet();
        this.#onMet({ socket, send });
      },
    });
    socket.once('connect', () => send(handshake.hello()));
    socket.on('data', (chunk: Buffer) => lines.push(chunk));
  }

  #onMet(link: Link): void {
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
