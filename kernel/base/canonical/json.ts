/** @module Canonical JSON in two named profiles, `jcs` (RFC 8785) and `axion-v1`. */

import { compareText } from './deep-equal.ts';
import { axionNumber, jcsNumber } from './number-form.ts';

/**
 * - `jcs`: RFC 8785. Keys in the order of their UTF-16 code units, numbers in ECMAScript form.
 * - `axion-v1`: keys in the order of their UTF-8 bytes, numbers rounded to 8 decimals and without
 *   an exponent (see `axionNumber`). Strings, literals and structure are as in `jcs`.
 */
export type CanonicalProfile = 'jcs' | 'axion-v1';

/** The reason why a value has no canonical form. */
export type CanonicalJsonCode =
  | 'NOT_FINITE'
  | 'LONE_SURROGATE'
  | 'CYCLE'
  | 'BIGINT'
  | 'UNDEFINED_IN_ARRAY'
  | 'UNSUPPORTED_TYPE';

/** A value that has no canonical form; `path` is the JSON pointer (RFC 6901) of the value at fault. */
export class CanonicalJsonError extends Error {
  override readonly name = 'CanonicalJsonError';
  readonly code: CanonicalJsonCode;
  readonly path: string;

  constructor(code: CanonicalJsonCode, path: string, reason: string) {
    super(`no canonical json at \`${path}\`: ${reason}`);
    this.code = code;
    this.path = path;
  }
}

interface NumberAndOrder {
  readonly number: (value: number) => string;
  readonly compare: (a: string, b: string) => number;
}

/** Number notation and key order of each profile. */
const PROFILES: Readonly<Record<CanonicalProfile, NumberAndOrder>> = {
  jcs: { number: jcsNumber, compare: compareText },
  'axion-v1': { number: axionNumber, compare: compareCodePoints },
};

/** An open array or object; `next` is the index of the next item or key to be written. */
type Frame =
  | { readonly kind: 'array'; readonly node: readonly unknown[]; next: number }
  | {
      readonly kind: 'object';
      readonly node: Readonly<Record<string, unknown>>;
      readonly keys: readonly string[];
      next: number;
      empty: boolean;
    };

interface Writer {
  readonly profile: NumberAndOrder;
  readonly frames: Frame[];
  /** The open nodes at `CYCLE_CHECK_DEPTH` and deeper. */
  readonly deepNodes: Set<object>;
  text: string;
}

/** Depth from which nodes are checked for cycles. A cycle reaches every depth, so nodes above need no check. */
const CYCLE_CHECK_DEPTH = 64;

/** Strings that need no escapes in JSON: printable ASCII without `"` and `\`. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/**
 * The canonical JSON text of a JSON value. Hashes and signatures are computed over its UTF-8 bytes.
 *
 * Members with the value `undefined` and symbol keys are left out. The depth is limited by memory only.
 *
 * @param value null, boolean, finite number, well-formed string, array, or object whose prototype
 *   is `Object.prototype` or null
 * @throws {CanonicalJsonError} for everything else, for holes and `undefined` in arrays, and for
 *   cycles
 */
export function canonicalJson(value: unknown, profile: CanonicalProfile = 'jcs'): string {
  return (profile === 'jcs' ? nativeJcs(value) : undefined) ?? writeText(value, PROFILES[profile]);
}

/** The result of `ordered` for a value that the writer must handle. */
const UNDECIDED = Symbol('undecided');

/** Maximum depth for the fast path; deeper values need the writer, which also detects cycles. */
const NATIVE_DEPTH = 64;

/** An escaped surrogate; `JSON.stringify` escapes only lone surrogates. */
const ESCAPED_SURROGATE = /\\ud[89a-f]/;

/**
 * The fast path: the same text from `JSON.stringify`, which is about three times as fast as the writer. Undefined for
 * values that the writer must handle.
 */
function nativeJcs(value: unknown): string | undefined {
  const tidy = withSortedKeys(value, 0);
  if (tidy === UNDECIDED) return undefined;
  const text = JSON.stringify(tidy);
  // A text that contains such an escape literally also matches; the writer distinguishes them.
  return ESCAPED_SURROGATE.test(text) ? undefined : text;
}

/**
 * The value with all keys in order, unchanged if they already are; `UNDECIDED` for a value that may not be plain JSON.
 */
function withSortedKeys(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNDECIDED;
  if (typeof value !== 'object' || depth >= NATIVE_DEPTH) return UNDECIDED;
  if (Array.isArray(value)) return orderedArray(value, depth);
  return isPlainObject(value) ? orderedObject(value, depth) : UNDECIDED;
}

function orderedArray(items: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | null = null;
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    const tidy = withSortedKeys(item, depth + 1);
    if (tidy === UNDECIDED) return UNDECIDED;
    if (tidy !== item) copy ??= [...items];
    if (copy !== null) copy[i] = tidy;
  }
  return copy ?? items;
}

function orderedObject(node: Readonly<Record<string, unknown>>, depth: number): unknown {
  const keys = Object.keys(node);
  let inOrder = true;
  let before = '';
  for (const key of keys) {
    // Objects enumerate integer keys such as `10` first, and `__proto__` and `toJSON` are not plain members.
    if (isSpecialKey(key)) return UNDECIDED;
    if (key < before) inOrder = false;
    before = key;
  }
  let copy: Record<string, unknown> | null = inOrder ? null : {};
  for (const key of inOrder ? keys : sortKeys(keys, compareText)) {
    const member = node[key];
    if (member === undefined) continue;
    const tidy = withSortedKeys(member, depth + 1);
    if (tidy === UNDECIDED) return UNDECIDED;
    // The copy keeps the order of the keys.
    if (copy === null && tidy !== member) copy = { ...node };
    if (copy !== null) copy[key] = tidy;
  }
  return copy ?? node;
}

function isSpecialKey(key: string): boolean {
  const first = key.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || key === '__proto__' || key === 'toJSON';
}

/** The slow path: writes the canonical text member by member. */
function writeText(value: unknown, profile: NumberAndOrder): string {
  const writer: Writer = { profile, frames: [], deepNodes: new Set(), text: '' };
  let child = writeScalarOrReturn(writer, value);
  if (child !== undefined) writer.frames.push(open(writer, child));
  for (let frame = writer.frames.at(-1); frame !== undefined; frame = writer.frames.at(-1)) {
    child = frame.kind === 'array' ? writeItems(writer, frame) : writeMembers(writer, frame);
    if (child === undefined) close(writer);
    else writer.frames.push(open(writer, child));
  }
  return writer.text;
}

function open(writer: Writer, node: object): Frame {
  if (writer.frames.length >= CYCLE_CHECK_DEPTH) {
    if (writer.deepNodes.has(node)) throw cycleRefusal(writer.frames);
    writer.deepNodes.add(node);
  }
  if (Array.isArray(node)) {
    writer.text += '[';
    return { kind: 'array', node, next: 0 };
  }
  if (!isPlainObject(node)) {
    throw refusal(writer, 'UNSUPPORTED_TYPE', `got ${describeObject(node)}, want a plain object`);
  }
  writer.text += '{';
  const keys = sortKeys(Object.keys(node), writer.profile.compare);
  return { kind: 'object', node, keys, next: 0, empty: true };
}

function close(writer: Writer): void {
  const frame = writer.frames.pop();
  if (frame === undefined) return;
  writer.text += frame.kind === 'array' ? ']' : '}';
  if (writer.frames.length >= CYCLE_CHECK_DEPTH) writer.deepNodes.delete(frame.node);
}

/** Writes items up to the next container, which it returns. */
function writeItems(
  writer: Writer,
  frame: Extract<Frame, { readonly kind: 'array' }>,
): object | undefined {
  const { node } = frame;
  while (frame.next < node.length) {
    if (frame.next > 0) writer.text += ',';
    const item = node[frame.next];
    frame.next += 1;
    if (item === undefined) {
      throw refusal(writer, 'UNDEFINED_IN_ARRAY', 'got undefined in an array, want a json value');
    }
    const child = writeScalarOrReturn(writer, item);
    if (child !== undefined) return child;
  }
  return undefined;
}

/** Writes members up to the next container, which it returns. */
function writeMembers(
  writer: Writer,
  frame: Extract<Frame, { readonly kind: 'object' }>,
): object | undefined {
  const { node, keys } = frame;
  for (let key = keys[frame.next]; key !== undefined; key = keys[frame.next]) {
    frame.next += 1;
    const member = node[key];
    if (member === undefined) continue;
    writer.text += frame.empty ? `${quote(writer, key)}:` : `,${quote(writer, key)}:`;
    frame.empty = false;
    const child = writeScalarOrReturn(writer, member);
    if (child !== undefined) return child;
  }
  return undefined;
}

/** Writes a scalar. A container is not written but returned. */
function writeScalarOrReturn(writer: Writer, value: unknown): object | undefined {
  switch (typeof value) {
    case 'string':
      writer.text += quote(writer, value);
      break;
    case 'number':
      if (!Number.isFinite(value)) {
        throw refusal(writer, 'NOT_FINITE', `got \`${value}\`, want a finite number`);
      }
      writer.text += writer.profile.number(value);
      break;
    case 'boolean':
      writer.text += value ? 'true' : 'false';
      break;
    case 'object':
      if (value !== null) return value;
      writer.text += 'null';
      break;
    case 'bigint':
      throw refusal(writer, 'BIGINT', 'got a bigint, want a number or a string');
    case 'undefined':
    case 'function':
    case 'symbol':
      throw refusal(writer, 'UNSUPPORTED_TYPE', `got ${typeof value}, want a json value`);
  }
  return undefined;
}

function quote(writer: Writer, text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) {
    throw refusal(writer, 'LONE_SURROGATE', 'got a lone surrogate, want well-formed text');
  }
  // ECMAScript's escapes are those of RFC 8785, section 3.2.2.2.
  return JSON.stringify(text);
}

function isPlainObject(node: object): node is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(node);
  return prototype === Object.prototype || prototype === null;
}

function describeObject(node: object): string {
  const { constructor } = node;
  return typeof constructor === 'function' && constructor.name !== ''
    ? `an instance of \`${constructor.name}\``
    : 'an object with a prototype';
}

/** Sorts keys in place by insertion, without allocation; long lists are sorted into a copy. */
function sortKeys(keys: string[], compare: NumberAndOrder['compare']): readonly string[] {
  if (keys.length > 24) return keys.toSorted(compare);
  for (let i = 1; i < keys.length; i += 1) {
    const key = keys[i] ?? '';
    let j = i - 1;
    for (let left = keys[j]; left !== undefined && compare(left, key) > 0; left = keys[j]) {
      keys[j + 1] = left;
      j -= 1;
    }
    keys[j + 1] = key;
  }
  return keys;
}

/**
 * The order of UTF-8 bytes, which is the order of code points. It differs from the order of code
 * units only where a surrogate meets a unit from U+E000 to U+FFFF.
 */
function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The path is that of the first repeated node, not that at which the cycle was detected. */
function cycleRefusal(frames: readonly Frame[]): CanonicalJsonError {
  const seen = new Set<object>();
  const firstRepeat = frames.findIndex((frame) => seen.size === seen.add(frame.node).size);
  const path = pointer(firstRepeat === -1 ? frames : frames.slice(0, firstRepeat));
  return new CanonicalJsonError('CYCLE', path, 'got a reference to an ancestor, want a tree');
}

function refusal(writer: Writer, code: CanonicalJsonCode, reason: string): CanonicalJsonError {
  return new CanonicalJsonError(code, pointer(writer.frames), reason);
}

/** The JSON pointer (RFC 6901) of the current member; lone surrogates in keys become U+FFFD. */
function pointer(frames: readonly Frame[]): string {
  return frames
    .map((frame) => {
      const token = frame.kind === 'array' ? String(frame.next - 1) : frame.keys[frame.next - 1];
      return `/${(token ?? '').replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed()}`;
    })
    .join('');
}
