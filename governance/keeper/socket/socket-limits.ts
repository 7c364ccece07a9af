/** @module socket-limits: how much the keeper holds for its clients, one by one and all together. */
import { MESSAGE_LIMIT } from './lines.ts';

export type SocketLimits = {
  /** Longest message in bytes. */
  readonly message: number;
  /** Bytes that every client may send of one message; a longer one is a large message. */
  readonly small: number;
  /** Large messages that are received or carried out at once, over all clients; the others wait unread. */
  readonly large: number;
  /** A large message must arrive within this time (ms) from its turn. */
  readonly largeMs: number;
  /** Memory (bytes, estimated) that a large message may take once it is parsed. */
  readonly parsed: number;
  /** Requests of one client that wait for their turn, and their bytes, before it is read no further. */
  readonly waitingRequests: number;
  readonly waitingBytes: number;
  /** Bytes of small requests of all clients that wait before none is read further. */
  readonly allWaitingBytes: number;
  /** Clients. */
  readonly clients: number;
  /** Connections that have not proven themselves; one more, and the oldest gives way. */
  readonly strangers: number;
  /** Bytes of answers that all clients together leave unread before one with more than its share is disconnected. */
  readonly unread: number;
  readonly unreadShare: number;
};

const KB = 1024;
const MB = 1024 * KB;

export const SOCKET_LIMITS: SocketLimits = {
  message: MESSAGE_LIMIT,
  small: 64 * KB,
  large: 2,
  largeMs: 5000,
  parsed: 384 * MB,
  waitingRequests: 1024,
  waitingBytes: MB,
  allWaitingBytes: 16 * MB,
  clients: 128,
  strangers: 32,
  unread: 2 * MESSAGE_LIMIT,
  unreadShare: MB,
};
