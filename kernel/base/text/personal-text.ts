/** @module personal-text: finds e-mail addresses and phone numbers in text, to keep them out of the permanent log. */

/** Kinds of personal data. */
export type PersonalKind = 'email' | 'phone';

/**
 * Patterns with linear matching time: no quantifier is nested in another over the same characters. A phone number
 * begins with a country code (`+49`, `0049`) or an area code (`030`, `(030)`), or has the American form
 * (`555-010-4477`). Other numbers, such as lengths, coordinates, dates and ids (also UUIDs that
 * begin like a number), are not masked.
 */
const PATTERNS: Readonly<Record<PersonalKind, RegExp>> = {
  email: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}.-]{1,128}/gu,
  phone:
    /(?<![\p{L}\p{N}._/+-]|\d:)(?!\d{1,2}[-./]\d{1,2}[-./]\d{2,4}(?!\d))(?![\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})(?:\+[1-9]\d{0,14}|0{1,2}[1-9]\d{1,13}|\(0?\d{2,5}\)\d{0,12}|[2-9]\d{2}(?=[-.]\d{3}[-.]\d{4}(?!\d)))(?:[ ./()-]{1,3}\d{1,12}){0,7}(?![\p{L}\p{N}_])/gu,
};

/** Order in which the kinds are masked. */
const ORDER: readonly PersonalKind[] = ['email', 'phone'];

/** Limits of the number of digits of a phone number: ITU-T E.164 allows 15; `00` and a `0` in brackets may be added. */
const PHONE_DIGITS = { min: 7, max: 18 } as const;

/** The text with personal data of these kinds replaced by `[masked:<kind>]`. */
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

/** Numbers that may be a list of sizes, such as `020 3000 1500`: `0` and two digits, then further numbers. */
const SIZES = /^0\d\d(?: \d{2,5}){2,7}$/;
/** Sizes in lists are usually multiples of this, mm. */
const ROUND_MM = 50;
/** Number of characters before a number that are searched for a word about its meaning. */
const BEFORE = 40;
/** Words before a phone number. */
const OF_PHONES =
  /(?:tel|phone|fax|call|mobil|handy|cell|ring|dial|contact|kontakt|anruf|hotline|number|nummer|\bask|☎)[^\d]{0,24}$/iu;
/** Words before a list of sizes. */
const OF_SIZES =
  /(?:\bsizes?|dimensions?|panels?|sheets?|boards?|layers?|plates?|formate?|maße?n?|größen?|platten?|dicken?|thickness|\d ?[x×])(?:[\d ,;:x×()]|mm|cm|and |und ){0,32}$/iu;
/** A unit of length, or a multiplication sign, after a number. */
const UNIT = /^ ?(?:mm|cm|m|[x×])(?![\p{L}\p{N}])/u;

/**
 * Whether a text in the form of a phone number is a list of sizes: a unit follows it, a word for sizes precedes it, or
 * all numbers after the first are multiples of 50. A word for phones before it makes it a phone number.
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
