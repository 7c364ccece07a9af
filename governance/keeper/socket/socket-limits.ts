/** @module socket-limits: memory limits of the keeper, per client and for all clients together. */
import { MESSAGE_LIMIT } from './lines.ts';

export type SocketLimits = {
  /** Longest message in bytes. */
  readonly message: number;
  /** Longest small message in bytes; a longer one is a large message. */
  readonly small: number;
  /** Large messages that are received or handled at the same time, over all clients; the others wait unread. */
  readonly large: number;
  /** A large message must arrive within this time (ms) from its turn. */
  readonly largeMs: number;
  /** Memory (bytes, estimated) that a large message may take once it is parsed. */
  readonly parsed: number;
  /** Queued requests of one client, and their bytes, at which reading from it pauses. */
  readonly waitingRequests: number;
  readonly waitingBytes: number;
  /** Bytes of queued small requests of all clients at which reading pauses for all. */
  readonly allWaitingBytes: number;
  /** Clients. */
  readonly clients: number;
  /** Connections before the end of their handshake; one more disconnects the oldest. */
  readonly strangers: number;
  /** Unread bytes of answers over all clients, above which a client with more than `unreadShare` is disconnected. */
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
