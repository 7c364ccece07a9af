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
  readonly #names = new Set<string>();
  readonly #numbers = new Set<string>();
  readonly #levels = new Set<string>();

  constructor(view: ModelView) {
    for (const { kind, params } of view.elements()) {
      if (typeof params.name === 'string') this.#names.add(foldName(params.name));
      if (kind === 'room' && params.number !== null) this.#numbers.add(foldName(params.number));
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
    return firstFree(asked, this.#names, MOST_CHARACTERS);
  }

  /** The name without a level behind it, so that copies of copies do not gather them. */
  #withoutLevel(name: string): string {
    const [, before = '', level = ''] = /^(.+) \(([^()]+)\)$/u.exec(name) ?? [];
    return this.#levels.has(foldName(level)) ? before : name;
  }

  #freeNumber(number: string, place: NamedPlace): string {
    const asked = place === null ? number : raised(number, place.storeys);
    return firstFree(asked, this.#numbers, MOST_IN_NUMBER);
  }
}

/** `101` one storey up is `201`. */
function raised(number: string, storeys: number): string {
  const [, before = '', digits] = /^(.*?)(\d{3,9})$/u.exec(number) ?? [];
  if (digits === undefined) return number;
  const up = Number(digits) + 100 * storeys;
  return up < 0 ? number : `${before}${String(up).padStart(digits.length, '0')}`;
}

/** The text, or with the first number behind it, from 2 or its own on, that nothing else has; it is taken then. */
function firstFree(text: string, taken: Set<string>, most: number): string {
  const free =
    text.length <= most && !taken.has(foldName(text)) ? text : counted(text, taken, most);
  taken.add(foldName(free));
  return free;
}

function counted(text: string, taken: ReadonlySet<string>, most: number): string {
  const [, before = text, digits] = /^(.*?)(\d{1,9})$/u.exec(text) ?? [];
  const stem = digits === undefined ? `${text} ` : before;
  for (let next = digits === undefined ? 2 : Number(digits) + 1; ; next += 1) {
    const number = String(next).padStart(digits?.length ?? 0, '0');
    const asked = `${stem.slice(0, most - number.length)}${number}`;
    if (!taken.has(foldName(asked))) return asked;
  }
}
