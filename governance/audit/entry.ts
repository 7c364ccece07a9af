/** @module entry: the row of an audit entry, and arguments as they may lie on the log for ever. */
import { chainHash, GENESIS, type ChainHead } from '../../kernel/canonical/chain.ts';
import { sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import type { AuditRow } from '../../kernel/ledger/ledger.ts';
import { maskPersonal } from '../../kernel/text/personal-text.ts';
import type { Json } from '../../schemas/events.ts';
import type { AuditDraft } from '../../schemas/governance.ts';

/** Version of the form of entries. */
export const ENTRY_VERSION = 1;

/** The head of an empty chain. */
export const EMPTY_CHAIN: ChainHead = { seq: 0, hash: GENESIS };

/**
 * The row that follows `head`: canonical text of the draft with version, number and time, chained to the entry before.
 *
 * @param at ISO 8601, UTC, milliseconds
 * @throws {CanonicalJsonError} when the draft holds what JSON cannot carry
 */
export function nextRow(head: ChainHead, at: string, draft: AuditDraft): AuditRow {
  const seq = head.seq + 1;
  const body = canonicalJson({ ...draft, v: ENTRY_VERSION, seq, at });
  return { seq, prev_hash: head.hash, hash: chainHash(head.hash, body), body };
}

/** An argument whose canonical JSON is longer than this many bytes is kept as digest and size: 8 KiB. */
const LARGE_BYTES = 8192;
/** What lies deeper than this is left out. */
const DEPTH_MAX = 32;

/** Names, without case and punctuation, whose values are secrets. */
const SECRET_NAME =
  /token|passwor[dt]|passwd|passphrase|secret|apikey|accesskey|authorization|privatekey|signingkey|credential|cookie/;
/** Bearer credentials, private keys in PEM, JSON web tokens and common prefixes of keys. */
const SECRET_VALUE =
  /\bbearer\s+[\w.~+/-]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[\w-]{8,}\.eyJ[\w-]+\.|\b(?:sk-|ghp_|gho_|github_pat_|xox[abp]-|AKIA)[\w-]{12,}/i;

/**
 * A copy of a call's arguments that is safe to write.
 *
 * A secret becomes `{commitment: "sha256:…"}`, the SHA-256 of salt, LF and its canonical JSON: with the salt it can
 * still be proved what it was. A large argument becomes `{digest, bytes}`. Lone surrogates become U+FFFD, numbers that
 * JSON has not become text.
 *
 * @param salt at least 16 random bytes as text, the same for one workspace, kept beside the log and never in it, or short
 *   secrets could be guessed; without one a secret becomes `{masked: true}` and nothing can be proved of it
 */
export function maskSecrets(
  args: Readonly<Record<string, unknown>>,
  salt: string | null = null,
): Readonly<Record<string, Json>> {
  const whole = maskWhole(args, salt);
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, shrink(value)]));
}

/**
 * The arguments of a call as its entry has them: as `maskSecrets`, and e-mail addresses and phone numbers in its texts
 * become `[masked:email]` and `[masked:phone]`, for an entry can never be taken back.
 */
export function maskCall(
  args: Readonly<Record<string, unknown>>,
  salt: string | null = null,
): Readonly<Record<string, Json>> {
  const whole = masked(args, { salt, depth: 0, personal: true });
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, shrink(value)]));
}

/** The reason of a call as its events and entries have it: masked like a text of `maskCall`, whole where it holds a secret. */
export function maskReasoning(reasoning: string): string {
  return SECRET_VALUE.test(reasoning) ? '[masked:secret]' : maskPersonal(reasoning);
}

/** As `maskSecrets`, with large arguments as they are: for a person who decides on them. */
export function maskWhole(
  args: Readonly<Record<string, unknown>>,
  salt: string | null = null,
): Readonly<Record<string, Json>> {
  return masked(args, { salt, depth: 0, personal: false });
}

function masked(
  args: Readonly<Record<string, unknown>>,
  place: Place,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name.toWellFormed(),
      maskValue(name, value, place),
    ]),
  );
}

type Place = {
  readonly salt: string | null;
  readonly depth: number;
  /** Whether what belongs to a person is masked, too. */
  readonly personal: boolean;
};

function maskValue(name: string, value: unknown, place: Place): Json {
  const plain = toJson(value, place);
  if (!isSecretName(name, plain)) return plain;
  return commitment(plain, place.salt);
}

function isSecretName(name: string, value: Json): boolean {
  if (value === null || typeof value === 'boolean') return false;
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  // `max_tokens: 200` is a count.
  if (typeof value === 'number' && bare.endsWith('tokens')) return false;
  return SECRET_NAME.test(bare);
}

function commitment(value: Json, salt: string | null): Json {
  if (salt === null) return { masked: true };
  return { commitment: `sha256:${sha256Hex(`${salt}\n${canonicalJson(value)}`)}` };
}

function toJson(value: unknown, place: Place): Json {
  switch (typeof value) {
    case 'string': {
      const text = value.toWellFormed();
      if (SECRET_VALUE.test(text)) return commitment(text, place.salt);
      // What is longer is kept as its digest.
      return place.personal && text.length <= LARGE_BYTES ? maskPersonal(text) : text;
    }
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : nested(value, { ...place, depth: place.depth + 1 });
    case 'bigint':
      return value.toString();
    case 'undefined':
    case 'function':
    case 'symbol':
    default:
      return null;
  }
}

function nested(value: object, place: Place): Json {
  if (place.depth > DEPTH_MAX) return { omitted: `nested deeper than ${DEPTH_MAX}` };
  if (Array.isArray(value)) return value.map((item) => toJson(item, place));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[name.toWellFormed(), maskValue(name, item, place)]],
    ),
  );
}

/** A text of at most this many UTF-16 units has at most `LARGE_BYTES` bytes as JSON, whatever is escaped. */
const SURELY_SMALL = Math.floor(LARGE_BYTES / 6) - 1;

function shrink(value: Json): Json {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length <= SURELY_SMALL) return value;
  const text = canonicalJson(value);
  const bytes = Buffer.byteLength(text);
  return bytes > LARGE_BYTES ? { digest: `sha256:${sha256Hex(text)}`, bytes } : value;
}
