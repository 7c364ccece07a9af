/** @module mask: masks personal and secret text before anything is written. */
import type { MaskKind } from './manifest.ts';

/** Linear patterns: no quantifier inside a quantifier. */
const PATTERNS: Readonly<Record<MaskKind, RegExp>> = {
  email: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}.-]{1,128}/gu,
  phone: /(?<![\p{L}\p{N}.-])\+?\(?\d{2,5}\)?[ /-]\d{2,5}(?:[ /-]\d{2,6}){1,4}(?![\p{L}\p{N}.])/gu,
  secret:
    /\b(?:sk-|gh[opsu]_|github_pat_|xox[abps]-|AKIA|AIza|npm_)[\w-]{12,200}|\beyJ[\w-]{8,2000}\.[\w-]{4,4000}\.[\w-]{4,1000}|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}|\bbearer\s{1,8}[\w.~+/-]{8,4000}/giu,
};

const ORDER: readonly MaskKind[] = ['secret', 'email', 'phone'];

/** A text of at most `limit` UTF-16 units with text of these kinds replaced by `[masked:<kind>]`. */
export function maskText(text: string, kinds: readonly MaskKind[], limit = 500): string {
  let masked = text.slice(0, Math.max(limit, 20_000)).toWellFormed();
  for (const kind of ORDER) {
    if (kinds.includes(kind)) masked = masked.replaceAll(PATTERNS[kind], `[masked:${kind}]`);
  }
  return masked.slice(0, limit).toWellFormed();
}
