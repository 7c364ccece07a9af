/** @module char-set: sets of characters in regular expressions of XSD. */
import { BLOCKS } from './blocks.ts';

/** Whether a code point is in a set. */
export type CharSet = (code: number) => boolean;

/** The general categories of Unicode that XSD knows. */
const CATEGORY = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/u;

export const only =
  (code: number): CharSet =>
  (one) =>
    one === code;
export const between =
  (first: number, last: number): CharSet =>
  (one) =>
    one >= first && one <= last;
export const not =
  (set: CharSet): CharSet =>
  (one) =>
    !set(one);
export const anyOf = (sets: readonly CharSet[]): CharSet => {
  const [first] = sets;
  return sets.length === 1 && first !== undefined ? first : (one) => sets.some((set) => set(one));
};
export const without =
  (set: CharSet, removed: CharSet): CharSet =>
  (one) =>
    set(one) && !removed(one);

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** `.`: any character except line ends. */
export const ANY_CHAR: CharSet = (one) => one !== LINE_FEED && one !== CARRIAGE_RETURN;

const matching =
  (pattern: RegExp): CharSet =>
  (one) =>
    pattern.test(String.fromCodePoint(one));

const SPACE = matching(/^[ \t\n\r]$/u);
const DIGIT = matching(/^\p{Nd}$/u);
const NO_WORD = matching(/^[\p{P}\p{Z}\p{C}]$/u);
/** First and further characters of XML names. */
/** First and further characters of XML names: single ones as texts, ranges as pairs of code points. */
const INITIAL = listed(':_', [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
]);
const NAME = anyOf([
  INITIAL,
  listed('-.\u00b7', [
    [0x30, 0x39],
    [0x300, 0x36f],
    [0x203f, 0x2040],
  ]),
]);

function listed(singles: string, ranges: readonly (readonly [number, number])[]): CharSet {
  const codes = Array.from(singles, (one) => one.codePointAt(0) ?? 0);
  return anyOf([...codes.map(only), ...ranges.map((range) => between(...range))]);
}

/** Sets named by one letter after a backslash. */
export const CLASSES: ReadonlyMap<string, CharSet> = new Map([
  ['s', SPACE],
  ['S', not(SPACE)],
  ['d', DIGIT],
  ['D', not(DIGIT)],
  ['w', not(NO_WORD)],
  ['W', NO_WORD],
  ['i', INITIAL],
  ['I', not(INITIAL)],
  ['c', NAME],
  ['C', not(NAME)],
]);

/** The set of `\p{NAME}`: a general category or a block; null for an unknown name. */
export function propertySet(name: string): CharSet | null {
  if (CATEGORY.test(name)) return matching(new RegExp(`^\\p{${name}}$`, 'u'));
  const block = name.startsWith('Is') ? BLOCKS.get(name.slice(2)) : undefined;
  return block === undefined ? null : between(...block);
}
