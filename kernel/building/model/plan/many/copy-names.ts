/** @module copy names: gives copies unique names and numbers. */
import type { ParamValues } from '../../../../../schemas/events.ts';
import { foldName } from '../../../../base/text/fold-name.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import type { ModelView } from '../../view.ts';

/** Target level of a copy if it differs from the level of the source, otherwise null. */
export type NamedPlace = { readonly name: string; readonly storeys: number } | null;

const MAX_NAME_CHARACTERS = 200;
const MAX_NUMBER_CHARACTERS = 60;

/**
 * Names copies. On another level, the level name is appended (`Kitchen (First)`), and a room number of
 * three or more digits increases by 100 per storey. On the same level, both are counted up (`Office
 * 1`, `Office 2`).
 */
export class CopyNames {
  readonly #names = new Taken();
  readonly #numbers = new Taken();
  readonly #levels = new Set<string>();

  constructor(view: ModelView) {
    for (const { kind, params } of view.elements()) {
      if (typeof params.name === 'string') this.#names.add(params.name);
      if (kind === 'room' && params.number !== null) this.#numbers.add(params.number);
      if (kind === 'level') this.#levels.add(foldName(params.name));
    }
  }

  /** Returns the name and number of a copy, to replace those of its source. */
  of({ params }: AnyElement, place: NamedPlace): ParamValues {
    const { name, number } = params;
    return {
      ...(typeof name === 'string' ? { name: this.#free(name, place) } : {}),
      ...(typeof number === 'string' ? { number: this.#freeNumber(number, place) } : {}),
    };
  }

  #free(name: string, place: NamedPlace): string {
    const candidate = place === null ? name : `${this.#withoutLevel(name)} (${place.name})`;
    return this.#names.firstFree(candidate, MAX_NAME_CHARACTERS);
  }

  /** Removes an appended level name, so that copies of copies do not accumulate level names. */
  #withoutLevel(name: string): string {
    const [, before = '', level = ''] = /^(.+) \(([^()]+)\)$/u.exec(name) ?? [];
    return this.#levels.has(foldName(level)) ? before : name;
  }

  #freeNumber(number: string, place: NamedPlace): string {
    const candidate = place === null ? number : raised(number, place.storeys);
    return this.#numbers.firstFree(candidate, MAX_NUMBER_CHARACTERS);
  }
}

/** Adds 100 per storey to a room number: `101` one storey up is `201`. */
function raised(number: string, storeys: number): string {
  const [, before = '', digits] = /^(.*?)(\d{3,9})$/u.exec(number) ?? [];
  if (digits === undefined) return number;
  const up = Number(digits) + 100 * storeys;
  return up < 0 ? number : `${before}${String(up).padStart(digits.length, '0')}`;
}

/** Set of used names in folded form. */
class Taken {
  readonly #folded = new Set<string>();
  /** Next number to try, keyed by text before the number, number of digits and first number. */
  readonly #next = new Map<string, number>();

  add(text: string): void {
    this.#folded.add(foldName(text));
  }

  #has(text: string): boolean {
    return this.#folded.has(foldName(text));
  }

  /**
   * Returns and reserves the text itself if unused, otherwise the text with the first free number,
   * counting from 2 or from its own number.
   */
  firstFree(text: string, most: number): string {
    const free = text.length <= most && !this.#has(text) ? text : this.#counted(text, most);
    this.add(free);
    return free;
  }

  #counted(text: string, most: number): string {
    const [, before = text, digits] = /^(.*?)(\d{1,9})$/u.exec(text) ?? [];
    const stem = digits === undefined ? `${text} ` : before;
    const key = `${digits ?? ''}\n${stem}`;
    const first = digits === undefined ? 2 : Number(digits) + 1;
    // Names are never released. The search for a free number therefore continues after the previous copy
    // of the same name.
    for (let next = this.#next.get(key) ?? first; ; next += 1) {
      const number = String(next).padStart(digits?.length ?? 0, '0');
      const candidate = `${stem.slice(0, most - number.length)}${number}`;
      if (this.#has(candidate)) continue;
      this.#next.set(key, next + 1);
      return candidate;
    }
  }
}
