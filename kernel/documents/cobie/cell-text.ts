/** @module cell text: texts of the model as cells of a COBie sheet. */
import { codePointEscape, withoutUnseen } from '../../base/text/invisible-characters.ts';
import { NA } from './check.ts';

/** Longest text that names a row, characters (COBie: alphanumeric 255). */
const KEY_CHARS = 255;
/** Longest other text, characters. */
const TEXT_CHARS = 2000;

/** A text with every invisible character shown as an escape; `n/a` for none. */
export function textCell(text: string | null | undefined): string {
  const shown = cut(withoutUnseen(text ?? '', codePointEscape).trim(), TEXT_CHARS);
  return shown === '' ? NA : shown;
}

/** A text that names a row: commas separate names in COBie, so they become semicolons. */
export function keyCell(text: string): string {
  const shown = withoutUnseen(text, codePointEscape).trim().replaceAll(',', ';');
  return cut(shown === '' || shown.toLowerCase() === NA ? 'unnamed' : shown, KEY_CHARS);
}

/** A number without digits that are finer than the grid of the model; `n/a` for none. */
export function numberCell(value: number | null | undefined): number | string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NA;
  const rounded = Math.round(value * 1000) / 1000;
  return rounded === 0 ? 0 : rounded;
}

/** A time as `YYYY-MM-DDTHH:MM:SS` in UTC. @param at ISO 8601, UTC */
export function timeCell(at: string): string {
  return at.slice(0, 19);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed().trimEnd();
}

/** Names of the rows of a sheet, each once. Readers may compare names without case, so names that differ in case count as equal. */
export class RowNames {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();
  /** Number of names that were taken already, and of names with a comma. */
  repeated = 0;
  withComma = 0;

  /** Whether a row has the name already. */
  has(wanted: string): boolean {
    return this.#taken.has(keyCell(wanted).toLowerCase());
  }

  /** The name itself, or followed by the first free number. */
  take(wanted: string): string {
    const name = keyCell(wanted);
    if (wanted.includes(',')) this.withComma += 1;
    const folded = name.toLowerCase();
    if (!this.#taken.has(folded)) {
      this.#taken.add(folded);
      return name;
    }
    this.repeated += 1;
    for (let number = this.#next.get(folded) ?? 2; ; number += 1) {
      const ending = ` (${number})`;
      const made = `${cut(name, KEY_CHARS - ending.length)}${ending}`;
      if (this.#taken.has(made.toLowerCase())) continue;
      this.#taken.add(made.toLowerCase());
      this.#next.set(folded, number + 1);
      return made;
    }
  }
}
