/** @module copy names: names and numbers of copies, so that each still means one element. */
import type { ParamValues } from '../../../../schemas/events.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import { foldName } from '../../../text/fold-name.ts';
import type { ModelView } from '../../view.ts';

/** Where a copy goes, as far as its name asks: the level that it is copied to, null on its own. */
export type NamedPlace = { readonly name: string; readonly storeys: number } | null;

const MOST_CHARACTERS = 200;
const MOST_IN_NUMBER = 60;

/**
 * Gives names to copies. On another level a name gets that of the level behind it (`Kitchen (First)`) and a room number
 * of three digits or more goes up by a hundred for each storey; on the same level both count on (`Office 1`, `Office 2`).
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

  /** The parameters that a copy has instead of those of the element. */
  of({ params }: AnyElement, place: NamedPlace): ParamValues {
    const { name, number } = params;
    return {
      ...(typeof name === 'string' ? { name: this.#free(name, place) } : {}),
      ...(typeof number === 'string' ? { number: this.#freeNumber(number, place) } : {}),
    };
  }

  #free(name: string, place: NamedPlace): string {
    const asked = place === null ? name : `${this.#withoutLevel(name)} (${place.name})`;
    return this.#names.firstFree(asked, MOST_CHARACTERS);
  }

  /** The name without a level behind it, so that copies of copies do not gather them. */
  #withoutLevel(name: string): string {
    const [, before = '', level = ''] = /^(.+) \(([^()]+)\)$/u.exec(name) ?? [];
    return this.#levels.has(foldName(level)) ? before : name;
  }

  #freeNumber(number: string, place: NamedPlace): string {
    const asked = place === null ? number : raised(number, place.storeys);
    return this.#numbers.firstFree(asked, MOST_IN_NUMBER);
  }
}

/** `101` one storey up is `201`. */
function raised(number: string, storeys: number): string {
  const [, before = '', digits] = /^(.*?)(\d{3,9})$/u.exec(number) ?? [];
  if (digits === undefined) return number;
  const up = Number(digits) + 100 * storeys;
  return up < 0 ? number : `${before}${String(up).padStart(digits.length, '0')}`;
}

/** Names that something has, as they are compared. */
class Taken {
  readonly #folded = new Set<string>();
  /** The first number that may be free, by what stands before it, the digits it has and where it is counted from. */
  readonly #next = new Map<string, number>();

  add(text: string): void {
    this.#folded.add(foldName(text));
  }

  #has(text: string): boolean {
    return this.#folded.has(foldName(text));
  }

  /** The text, or with the first number behind it, from 2 or its own on, that nothing else has; it is taken then. */
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
    // What was taken stays so: copies of one name go on where the one before them found a free number.
    for (let next = this.#next.get(key) ?? first; ; next += 1) {
      const number = String(next).padStart(digits?.length ?? 0, '0');
      const asked = `${stem.slice(0, most - number.length)}${number}`;
      if (this.#has(asked)) continue;
      this.#next.set(key, next + 1);
      return asked;
    }
  }
}
