/**
 * @module handshake: keeper and client prove to each other that they can read the secret of the workspace, before
 * either sends anything else.
 *
 * The client sends a nonce; the keeper answers with its own and its proof; the client sends its proof and, with it, its
 * first requests. A proof is a MAC over who gives it, both nonces and the address: it holds for one connection, in one
 * direction, at one place, so none can be repeated, sent back or passed on.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { readSocketSecret } from '../workspace/socket-secret.ts';

/** Longest line (bytes) of the handshake, far above what it needs. */
export const HANDSHAKE_LINE = 512;
/** How long either side waits for the other's part (ms). */
export const HANDSHAKE_MS = 5000;

/** Where the two meet: the address, and the file of the secret. */
export type MeetingPlace = { readonly socket: string; readonly socketKey: string };

const NONCE_BYTES = 32;
const Hex = z.string().regex(/^[0-9a-f]{64}$/);
const Hello = z.strictObject({ plumbline: z.literal(1), nonce: Hex });
const KeeperPart = z.strictObject({ nonce: Hex, proof: Hex });
const ClientPart = z.strictObject({ proof: Hex });

type Met = { readonly client: string; readonly keeper: string; readonly address: string };

/** HMAC-SHA-256 as 64 hex digits. The nonces are of fixed length, and the address comes last: no two texts are equal. */
export function proofOf(secret: Buffer, by: 'keeper' | 'client', met: Met): string {
  const { client, keeper, address } = met;
  const text = ['plumbline keeper socket 1', by, client, keeper, address].join('\n');
  return createHmac('sha256', secret).update(text).digest('hex');
}

function isProof(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(wanted, 'hex'));
}

/** The keeper's part of one connection. */
export class KeeperHandshake {
  readonly #place: MeetingPlace;
  #expected: string | null = null;

  constructor(place: MeetingPlace) {
    this.#place = place;
  }

  /** What the next line of the client leads to: an answer, the proof that was wanted, or the end. */
  receive(line: string): { readonly reply: string } | 'proven' | 'refused' {
    const message = parsed(line);
    if (this.#expected !== null) {
      const part = z.safeParse(ClientPart, message);
      return part.success && isProof(part.data.proof, this.#expected) ? 'proven' : 'refused';
    }
    const hello = z.safeParse(Hello, message);
    if (!hello.success) return 'refused';
    const secret = secretOf(this.#place);
    if (typeof secret === 'string') return 'refused';
    const met = metAt(this.#place, hello.data.nonce, freshNonce());
    this.#expected = proofOf(secret, 'client', met);
    const reply = { nonce: met.keeper, proof: proofOf(secret, 'keeper', met) };
    return { reply: JSON.stringify(reply) };
  }
}

/** The client's part of one connection. */
export class ClientHandshake {
  readonly #place: MeetingPlace;
  readonly #nonce = freshNonce();

  constructor(place: MeetingPlace) {
    this.#place = place;
  }

  /** The first line. */
  hello(): string {
    return JSON.stringify({ plumbline: 1, nonce: this.#nonce });
  }

  /** The proof to send when the keeper's own holds, else why nothing may be sent. */
  receive(line: string): { readonly proof: string } | { readonly fault: string } {
    const secret = secretOf(this.#place);
    if (typeof secret === 'string') return { fault: secret };
    const part = z.safeParse(KeeperPart, parsed(line));
    const unproven = `the process at \`${this.#place.socket}\` has not proven that it is the keeper of this workspace: it does not know its secret, is of another version, or sees the workspace under another path`;
    if (!part.success) return { fault: unproven };
    const met = metAt(this.#place, this.#nonce, part.data.nonce);
    if (!isProof(part.data.proof, proofOf(secret, 'keeper', met))) return { fault: unproven };
    return { proof: JSON.stringify({ proof: proofOf(secret, 'client', met) }) };
  }
}

function metAt({ socket }: MeetingPlace, client: string, keeper: string): Met {
  return { client, keeper, address: socket };
}

function freshNonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex');
}

/** The secret, or why there is none to use. */
function secretOf({ socketKey }: MeetingPlace): Buffer | string {
  try {
    return readSocketSecret(socketKey);
  } catch (error) {
    if (error instanceof LedgerError) return error.message;
    throw error;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
