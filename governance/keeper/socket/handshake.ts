/**
 * @module handshake: mutual proof of keeper and client that they can read the secret of the workspace, before either
 * sends anything else.
 *
 * The client sends a nonce; the keeper answers with its own and its proof; the client sends its proof and, with it, its
 * first requests. A proof is a MAC over the sender's role, both nonces and the address: it is valid for one connection, in
 * one direction, at one address, so it cannot be replayed, reflected or relayed.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { readSocketSecret } from '../workspace/socket-secret.ts';

/** Longest line (bytes) of the handshake, far above what it needs. */
export const HANDSHAKE_LINE = 512;
/** Time limit (ms) of either side for the other's part. */
export const HANDSHAKE_MS = 5000;

/** The address of the socket, and the file of the secret. */
export type MeetingPlace = { readonly socket: string; readonly socketKey: string };

const NONCE_BYTES = 32;
const Hex = z.string().regex(/^[0-9a-f]{64}$/);
const Hello = z.strictObject({ plumbline: z.literal(1), nonce: Hex });
const KeeperPart = z.strictObject({ nonce: Hex, proof: Hex });
const ClientPart = z.strictObject({ proof: Hex });

type Meeting = { readonly client: string; readonly keeper: string; readonly address: string };

/** HMAC-SHA-256 as 64 hex digits. The nonces have a fixed length and the address comes last, so different inputs have different texts. */
export function proofOf(secret: Buffer, by: 'keeper' | 'client', meeting: Meeting): string {
  const { client, keeper, address } = meeting;
  const text = ['plumbline keeper socket 1', by, client, keeper, address].join('\n');
  return createHmac('sha256', secret).update(text).digest('hex');
}

function isProof(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(expected, 'hex'));
}

/** The keeper's part of one connection. */
export class KeeperHandshake {
  readonly #place: MeetingPlace;
  #expected: string | null = null;

  constructor(place: MeetingPlace) {
    this.#place = place;
  }

  /** Handles the next line of the client: a reply to send, a valid proof, or the end of the connection. */
  receive(line: string): { readonly reply: string } | 'proven' | 'refused' {
    const message = parseJson(line);
    if (this.#expected !== null) {
      const part = z.safeParse(ClientPart, message);
      return part.success && isProof(part.data.proof, this.#expected) ? 'proven' : 'refused';
    }
    const hello = z.safeParse(Hello, message);
    if (!hello.success) return 'refused';
    const secret = secretOf(this.#place);
    if (typeof secret === 'string') return 'refused';
    const meeting = meetingAt(this.#place, hello.data.nonce, freshNonce());
    this.#expected = proofOf(secret, 'client', meeting);
    const reply = { nonce: meeting.keeper, proof: proofOf(secret, 'keeper', meeting) };
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

  /** The proof to send if the keeper's proof is valid, else the reason why nothing may be sent. */
  receive(line: string): { readonly proof: string } | { readonly fault: string } {
    const secret = secretOf(this.#place);
    if (typeof secret === 'string') return { fault: secret };
    const part = z.safeParse(KeeperPart, parseJson(line));
    const unproven = `the process at \`${this.#place.socket}\` has not proven that it is the keeper of this workspace: it does not know the secret, has another version, or uses another path of the workspace`;
    if (!part.success) return { fault: unproven };
    const meeting = meetingAt(this.#place, this.#nonce, part.data.nonce);
    if (!isProof(part.data.proof, proofOf(secret, 'keeper', meeting))) return { fault: unproven };
    return { proof: JSON.stringify({ proof: proofOf(secret, 'client', meeting) }) };
  }
}

function meetingAt({ socket }: MeetingPlace, client: string, keeper: string): Meeting {
  return { client, keeper, address: socket };
}

function freshNonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex');
}

/** The secret, or why it cannot be used. */
function secretOf({ socketKey }: MeetingPlace): Buffer | string {
  try {
    return readSocketSecret(socketKey);
  } catch (error) {
    if (error instanceof LedgerError) return error.message;
    throw error;
  }
}
