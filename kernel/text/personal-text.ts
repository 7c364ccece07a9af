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
    masked = masked.replaceAll(PATTERNS[kind], (found) =>
      kind === 'email' || isPhone(found) ? `[masked:${kind}]` : found,
    );
  }
  return masked;
}

function isPhone(found: string): boolean {
  const digits = found.replaceAll(/\D/g, '').length;
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}
