/** @module mask: masks personal data and secrets in text that is written to the log. */
import { maskPersonal } from '../../base/text/personal-text.ts';
import type { MaskKind } from './manifest.ts';

/** Common forms of secrets. Matches in linear time: no quantifier is nested in another. */
const SECRET =
  /\b(?:sk-|gh[opsu]_|github_pat_|xox[abps]-|AKIA|AIza|npm_)[\w-]{12,200}|\beyJ[\w-]{8,2000}\.[\w-]{4,4000}\.[\w-]{4,1000}|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}|\bbearer\s{1,8}[\w.~+/-]{8,4000}/giu;

/** Replaces text of these kinds by `[masked:<kind>]`; the result has at most `limit` UTF-16 units. */
export function maskText(text: string, kinds: readonly MaskKind[], limit = 500): string {
  const whole = text.slice(0, Math.max(limit, 20_000)).toWellFormed();
  const open = kinds.includes('secret') ? whole.replaceAll(SECRET, '[masked:secret]') : whole;
  const personal = kinds.filter((kind) => kind !== 'secret');
  return maskPersonal(open, personal).slice(0, limit).toWellFormed();
}
