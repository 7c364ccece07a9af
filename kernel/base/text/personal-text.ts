/** @module personal-text: finds e-mail addresses and phone numbers in text, to keep them out of what is written for ever. */

/** Kinds of text that belong to a person. */
export type PersonalKind = 'email' | 'phone';

/**
 * Linear patterns: no quantifier inside another over the same characters. A phone number begins with a country code
 * (`+49`, `0049`), an area code (`030`, `(030)`) or has the American form (`555-010-4477`), so that lengths, coordinates,
 * dates and ids beside it stay as they are.
 */
const PATTERNS: Readonly<Record<PersonalKind, RegExp>> = {
  email: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}.-]{1,128}/gu,
  phone:
    /(?<![\p{L}\p{N}._/+-]|\d:)(?!\d{1,2}[-./]\d{1,2}[-./]\d{2,4}(?!\d))(?:\+[1-9]\d{0,14}|0{1,2}[1-9]\d{1,13}|\(0?\d{2,5}\)\d{0,12}|[2-9]\d{2}(?=[-.]\d{3}[-.]\d{4}(?!\d)))(?:[ ./()-]{1,3}\d{1,12}){0,7}(?![\p{L}\p{N}_])/gu,
};

const ORDER: readonly PersonalKind[] = ['email', 'phone'];

/** Fewest and most digits of a phone number (ITU-T E.164 has 15 at most, `00` and a `0` in brackets may be added). */
const PHONE_DIGITS = { min: 7, max: 18 } as const;

/** The text with what is of these kinds replaced by `[masked:<kind>]`. */
export function maskPersonal(text: string, kinds: readonly PersonalKind[] = ORDER): string {
  let masked = text;
  for (const kind of ORDER) {
    if (!kinds.includes(kind)) continue;
    masked = masked.replaceAll(PATTERNS[kind], (found, at: number, whole: string) =>
      kind === 'email' || isPhone(found, { at, text: whole }) ? `[masked:${kind}]` : found,
    );
  }
  return masked;
}

type Place = { readonly at: number; readonly text: string };

function isPhone(found: string, place: Place): boolean {
  const digits = found.replaceAll(/\D/g, '').length;
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max && !isSizes(found, place);
}

/** `020 3000 1500`: a number of three digits that begins with 0, and more behind single blanks. */
const SIZES = /^0\d\d(?: \d{2,5}){2,7}$/;
const ROUND_MM = 50;
/** Characters before it in which a word tells what it is. */
const BEFORE = 40;
const OF_PHONES =
  /(?:tel|phone|fax|call|mobil|handy|cell|ring|dial|contact|kontakt|anruf|hotline|number|nummer|\bask|☎)[^\d]{0,24}$/iu;
const OF_SIZES =
  /(?:\bsizes?|dimensions?|panels?|sheets?|boards?|layers?|plates?|formate?|maße?n?|größen?|platten?|dicken?|thickness|\d ?[x×])(?:[\d ,;:x×()]|mm|cm|and |und ){0,32}$/iu;
const UNIT = /^ ?(?:mm|cm|m|[x×])(?![\p{L}\p{N}])/u;

/**
 * Whether what has the form of a phone number is a list of sizes: a unit follows it, a word of sizes stands before it, or
 * all of its further numbers are whole multiples of 50. A word of phones before it makes it a phone number.
 */
function isSizes(found: string, { at, text }: Place): boolean {
  if (!SIZES.test(found)) return false;
  const before = text.slice(Math.max(0, at - BEFORE), at);
  if (OF_PHONES.test(before)) return false;
  const [, ...further] = found.split(' ').map(Number);
  return (
    UNIT.test(text.slice(at + found.length, at + found.length + 4)) ||
    OF_SIZES.test(before) ||
    further.every((size) => size % ROUND_MM === 0)
  );
}
