/** @module entry: rows of audit entries, and masking of arguments, which stay in the log permanently. */
import { chainHash, GENESIS, type ChainHead } from '../../kernel/base/canonical/chain.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { maskPersonal } from '../../kernel/base/text/personal-text.ts';
import type { AuditRow } from '../../kernel/ledger/ledger.ts';
import type { RefusalBody } from '../../schemas/errors.ts';
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
 * @throws {CanonicalJsonError} when the draft contains a value that JSON cannot represent
 */
export function nextRow(head: ChainHead, at: string, draft: AuditDraft): AuditRow {
  const seq = head.seq + 1;
  const body = canonicalJson({ ...draft, v: ENTRY_VERSION, seq, at });
  return { seq, prev_hash: head.hash, hash: chainHash(head.hash, body), body };
}

/** An argument with longer canonical JSON (bytes) is stored as digest and size: 8 KiB. */
const LARGE_BYTES = 8192;
/** Arguments with longer canonical JSON in total (bytes) are stored as one digest and size: 64 KiB. */
const TOTAL_BYTES = 65_536;
/** Values nested deeper than this are omitted. */
const DEPTH_MAX = 32;
/** A member name with more UTF-16 units than this is shortened; the keeper accepts 1000. */
const NAME_UNITS = 200;
/** The end of a shortened name. */
const SHORTENED = / sha256:[0-9a-f]{64}$/;

/** Names, without case and punctuation, whose values are secrets. */
const SECRET_NAME =
  /token|passwor[dt]|passwd|passphrase|secret|apikey|accesskey|authorization|privatekey|signingkey|credential|cookie/;
/**
 * Bearer credentials, private keys in PEM, JSON web tokens and common prefixes of keys. Every quantifier is bounded, and a
 * web token is searched for from the dot in its middle, so that the time is linear in the length of any text.
 */
const SECRET_VALUE =
  /\bbearer\s{1,200}[\w.~+/-]{8}|-----BEGIN [A-Z ]{0,100}PRIVATE KEY-----|(?<=\beyJ[\w-]{8,8000})\.eyJ[\w-]|\b(?:sk-|ghp_|gho_|github_pat_|xox[abp]-|AKIA)[\w-]{12}/i;

/**
 * A copy of a call's arguments that is safe to write.
 *
 * A secret becomes `{commitment: "sha256:…"}`, the SHA-256 of salt, LF and its canonical JSON, so that its value can be
 * proved with the salt. A large argument becomes `{digest, bytes}`. Arguments that are large in total become
 * `{all_arguments: {digest, bytes, count}}`. A long member name becomes its beginning and a digest. Lone surrogates become
 * U+FFFD, non-finite numbers become text.
 *
 * @param salt at least 16 random bytes as text, the same for one workspace and never in the log, because short secrets could
 *   be guessed with it; without a salt a secret becomes `{masked: true}`, which proves nothing
 */
export function maskSecrets(
  args: Readonly<Record<string, unknown>>,
  salt: string | null = null,
): Readonly<Record<string, Json>> {
  return boundedArguments(args, { salt, isPersonal: false, except: [] });
}

/**
 * The arguments of a call for its entry: like `maskSecrets`, and e-mail addresses and phone numbers become `[masked:email]`
 * and `[masked:phone]`, because an entry can never be deleted.
 *
 * @param except names of arguments to leave out
 */
export function maskCall(
  args: object,
  salt: string | null = null,
  except: readonly string[] = [],
): Readonly<Record<string, Json>> {
  return boundedArguments(args, { salt, isPersonal: true, except });
}

/** The reasoning of a call for its events and entries: masked like a text of `maskCall`, and entirely if it contains a secret. */
export function maskReasoning(reasoning: string): string {
  return SECRET_VALUE.test(reasoning) ? '[masked:secret]' : maskPersonal(reasoning);
}

/** The members of an entry that state a refusal, whose message may repeat what the caller gave. */
export function maskRefusal({ name, message }: Pick<RefusalBody, 'name' | 'message'>): {
  readonly error: string;
  readonly message: string;
} {
  return { error: name, message: maskReasoning(message.toWellFormed()) };
}

/** Like `maskSecrets`, but with complete large arguments and long names, for a person who decides on them. */
export function maskWhole(
  args: Readonly<Record<string, unknown>>,
  salt: string | null = null,
): Readonly<Record<string, Json>> {
  const place = { salt, depth: 0, personal: null, shortNames: false };
  return Object.fromEntries(maskedMembers(args, place));
}

/** Masked members as pairs, because building and iterating an object with very many members takes seconds. */
function maskedMembers(
  args: object,
  place: Place,
  except: readonly string[] = [],
): readonly (readonly [string, Json])[] {
  return Object.entries(args).flatMap(([name, value]: [string, unknown]) =>
    except.includes(name) ? [] : [[writtenName(name, place), maskValue(name, value, place)]],
  );
}

/**
 * The stored name of a member. A name with a secret or personal data is masked; a long or ill-formed name becomes its
 * beginning and a digest of the whole, and so does a name that ends like a shortened one, so that names stay distinct.
 */
function writtenName(name: string, { salt, shortNames }: Place): string {
  if (SECRET_VALUE.test(name) || (name.includes('@') && maskPersonal(name) !== name)) {
    return `masked ${salt === null ? '' : sha256Hex(`${salt}\n${name.toWellFormed()}`)}`;
  }
  if (!shortNames) return name.toWellFormed();
  if (name.length <= NAME_UNITS && name.isWellFormed() && !SHORTENED.test(name)) return name;
  // JSON escapes lone surrogates, so the text that is hashed is well-formed and differs for every name.
  return `${cutText(name, NAME_UNITS)} sha256:${sha256Hex(JSON.stringify(name))}`;
}

/** The beginning of a text, of at most this many UTF-16 units, well-formed and with no character cut in two. */
export function cutText(text: string, units: number): string {
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(units - 1));
  return text.slice(0, isSplit ? units - 1 : units).toWellFormed();
}

type Place = {
  readonly salt: string | null;
  readonly depth: number;
  /**
   * Remaining UTF-16 units for masking personal data; null when it is not masked. An argument that needs more is stored as
   * its digest.
   */
  readonly personal: { left: number } | null;
  /** Whether long names of members are shortened. */
  readonly shortNames: boolean;
};

function maskValue(name: string, value: unknown, place: Place): Json {
  const plain = toJson(value, place);
  if (!isSecretName(name, plain)) return plain;
  return commitment(plain, place.salt);
}

/** Whether a text must not be repeated, because its argument name or the text itself indicates a secret. */
export function isSecret(name: string, text: string): boolean {
  return SECRET_VALUE.test(text) || isSecretName(name, text);
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
      if (place.personal === null) return text;
      place.personal.left -= text.length;
      return place.personal.left >= 0 ? maskPersonal(text) : text;
    }
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : nestedToJson(value, { ...place, depth: place.depth + 1 });
    case 'bigint':
      return value.toString();
    case 'undefined':
    case 'function':
    case 'symbol':
    default:
      return null;
  }
}

function nestedToJson(value: object, place: Place): Json {
  if (place.depth > DEPTH_MAX) return { omitted: `nested deeper than ${DEPTH_MAX}` };
  if (Array.isArray(value)) return value.map((item) => toJson(item, place));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[writtenName(name, place), maskValue(name, item, place)]],
    ),
  );
}

/** Masked arguments; those that are too large, individually or in total, become digest and size. */
function boundedArguments(
  args: object,
  {
    salt,
    isPersonal,
    except,
  }: {
    readonly salt: string | null;
    readonly isPersonal: boolean;
    readonly except: readonly string[];
  },
): Readonly<Record<string, Json>> {
  const place: Place = { salt, depth: 0, personal: null, shortNames: true };
  let bytes = 0;
  const kept: (readonly [string, Json])[] = [];
  const members: readonly [string, unknown][] = Object.entries(args);
  for (const [given, value] of members) {
    if (except.includes(given)) continue;
    const name = writtenName(given, place);
    const small = isPersonal
      ? shrinkPersonal(given, value, place)
      : shrink(maskValue(given, value, place));
    kept.push([name, small]);
    bytes += Buffer.byteLength(canonicalJson(name)) + Buffer.byteLength(canonicalJson(small)) + 2;
    if (bytes <= TOTAL_BYTES) continue;
    return { all_arguments: { ...sizeOfAll(maskedMembers(args, place, except)) } };
  }
  return Object.fromEntries(kept);
}

/** An argument with masked personal data; its digest and size if it is large before or after masking. */
function shrinkPersonal(name: string, value: unknown, place: Place): Json {
  const personal = { left: LARGE_BYTES };
  const whole = maskValue(name, value, { ...place, personal });
  if (personal.left >= 0) return shrink(whole);
  return sizeOfText(canonicalJson(maskValue(name, value, place)));
}

/** Digest and size of the canonical JSON of an object with these members. */
function sizeOfAll(members: readonly (readonly [string, Json])[]): Size & { count: number } {
  const inOrder = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const texts = inOrder.map(([name, value]) => `${canonicalJson(name)}:${canonicalJson(value)}`);
  return { ...sizeOfText(`{${texts.join(',')}}`), count: members.length };
}

type Size = { readonly digest: string; readonly bytes: number };

function sizeOfText(text: string): Size {
  return { digest: `sha256:${sha256Hex(text)}`, bytes: Buffer.byteLength(text) };
}

/** A text of at most this many UTF-16 units has at most `LARGE_BYTES` bytes as JSON, no matter what is escaped. */
const SURELY_SMALL = Math.floor(LARGE_BYTES / 6) - 1;

function shrink(value: Json): Json {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length <= SURELY_SMALL) return value;
  const size = sizeOfText(canonicalJson(value));
  return size.bytes > LARGE_BYTES ? size : value;
}

/** Longest text (UTF-16 units) that a reduced entry keeps of a field. */
const FIELD_UNITS = 200;
/** Fields of a call that a reduced entry keeps. */
const KEPT_FIELDS = ['server', 'session_id', 'tool', 'action', 'branch', 'outcome', 'fault_id'];

/**
 * The replacement for an entry that cannot be written: principal, call, outcome and reasoning as short well-formed texts, and
 * in `left_out` the reason (`because`) and a digest of the whole. Always within the limits of the keeper.
 */
export function reducedEntry(draft: AuditDraft, because: string): AuditDraft {
  const { kind, principal, reasoning, error } = draft;
  const who = typeof principal === 'object' && principal !== null ? principal : {};
  return {
    kind,
    ...shortTexts(draft, KEPT_FIELDS),
    principal: shortTexts(who, ['kind', 'name', 'user_id', 'agent_id']),
    reasoning: typeof reasoning === 'string' ? cutText(reasoning, REASONING_UNITS) : null,
    ...(typeof error === 'string' ? { error: cutText(error, FIELD_UNITS) } : {}),
    left_out: {
      because: cutText(because, FIELD_UNITS),
      digest: digestOfJson(draft),
    },
  };
}

/** Digest of the JSON text, which escapes lone surrogates; null for values without JSON, such as cycles. */
function digestOfJson(draft: AuditDraft): string | null {
  try {
    return `sha256:${sha256Hex(JSON.stringify(draft))}`;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Longest reasoning (UTF-16 units) of a call. */
export const REASONING_UNITS = 2000;

/** The text members with these names, shortened. */
function shortTexts(from: object, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = Reflect.get(from, name);
      return typeof value === 'string' ? [[name, cutText(value, FIELD_UNITS)]] : [];
    }),
  );
}
