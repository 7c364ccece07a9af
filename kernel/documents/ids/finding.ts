/** @module finding: what is wrong with an IDS file: where, what was found, what is expected. */
import { codePointEscape, withoutUnseen } from '../../base/text/invisible-characters.ts';
import type { Place } from './ids.ts';

/**
 * A fault of an IDS file. `error`: the file breaks the format or can never be met; `warning`: it works, but probably not as
 * intended.
 */
export type IdsFinding = {
  /** Stable name of the rule, such as `entity-name`. */
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly place: Place;
  /** One sentence without full stop. Text of the file is in backticks; it can contain anything. */
  readonly message: string;
  readonly found: string;
  readonly expected: string;
};

/** Most findings of one file; further ones are counted in a last finding. */
const MAX_FINDINGS = 500;

/** Longest part of a text of the file that a finding shows, characters. */
const MAX_SHOWN = 120;

/** A text of the file or model in backticks: shortened, with invisible characters as escapes. */
export function quoted(text: string): string {
  const flat = text.slice(0, MAX_SHOWN).toWellFormed().replaceAll('`', "'");
  return `\`${withoutUnseen(flat, codePointEscape)}${text.length > MAX_SHOWN ? '…' : ''}\``;
}

/** Names in backticks: `a`, `b` or `c`; at most 12 of them. */
export function alternatives(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(quoted);
  if (names.length > shown.length) return `${shown.join(', ')} … (${names.length} in all)`;
  const last = shown.at(-1) ?? 'nothing';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} or ${last}`;
}

/** Collects findings up to `MAX_FINDINGS`. */
export class Findings {
  readonly #kept: IdsFinding[] = [];
  #more = 0;

  /** Whether further findings are only counted, so that looking for them can end. */
  get isFull(): boolean {
    return this.#more > 0;
  }

  add(finding: IdsFinding): void {
    if (this.#kept.length < MAX_FINDINGS) this.#kept.push(finding);
    else this.#more += 1;
  }

  error(
    rule: string,
    place: Place,
    texts: Pick<IdsFinding, 'message' | 'found' | 'expected'>,
  ): void {
    this.add({ rule, severity: 'error', place, ...texts });
  }

  warning(
    rule: string,
    place: Place,
    texts: Pick<IdsFinding, 'message' | 'found' | 'expected'>,
  ): void {
    this.add({ rule, severity: 'warning', place, ...texts });
  }

  /** All findings in the order of their discovery; a last one counts those that were left out. */
  all(): readonly IdsFinding[] {
    if (this.#more === 0) return this.#kept;
    const place = this.#kept.at(-1)?.place ?? { line: 0, column: 0, path: '' };
    const more: IdsFinding = {
      rule: 'more-findings',
      severity: 'error',
      place,
      message: 'the file has further findings',
      found: `at least ${MAX_FINDINGS + this.#more} findings`,
      expected: `at most ${MAX_FINDINGS}, of which the first are here`,
    };
    return [...this.#kept, more];
  }
}
