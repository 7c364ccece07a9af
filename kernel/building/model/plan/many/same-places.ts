/** @module same places: finds elements that coincide with another one of the same kind and size. */
import type { Json, ParamValues } from '../../../../../schemas/events.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';

/**
 * Keys of a wall. Walls with the same level, course, height, thickness and base offset share a key,
 * whatever their other parameters. A wall has one key per direction, so that the reversed wall is
 * found too.
 */
function wallKeys(element: AnyElement): readonly string[] {
  if (!isOf(wall, element)) return [];
  const { level_id, start, end, height, thickness, base_offset } = element.params;
  // Two walls between the same ends can have different curvature.
  const { via = null }: ParamValues = element.params;
  const of = (a: Json, b: Json): string =>
    JSON.stringify(['wall', level_id, a, b, via, height, thickness, base_offset]);
  return [of(pair(start), pair(end)), of(pair(end), pair(start))];
}

function pair({ x, y }: { readonly x: number; readonly y: number }): Json {
  return [x, y];
}

/** Keys of an element: all parameters except its name, in sorted order. */
function keysOf(element: AnyElement): readonly string[] {
  const walls = wallKeys(element);
  if (walls.length > 0) return walls;
  const params = Object.entries(element.params)
    .filter(([name, value]) => name !== 'name' && value !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [JSON.stringify([element.kind, params])];
}

/** Index of existing elements by place; levels are read on first use. */
export class SamePlaces {
  readonly #view: ModelView;
  readonly #read = new Set<string>();
  readonly #ids = new Map<string, string>();

  constructor(view: ModelView) {
    this.#view = view;
  }

  /** Returns the id of an element that coincides with this one, or null. */
  find(element: AnyElement): string | null {
    const { level } = this.#view.kinds.references(element);
    this.#readLevel(level);
    const [key = ''] = keysOf(element);
    return this.#ids.get(key) ?? null;
  }

  add(element: AnyElement): void {
    for (const key of keysOf(element)) this.#ids.set(key, element.id);
  }

  #readLevel(level_id: string | null): void {
    const { kinds } = this.#view;
    if (this.#read.has(level_id ?? '')) return;
    this.#read.add(level_id ?? '');
    const all = level_id === null ? this.#view.elements() : this.#view.elementsOnLevel(level_id);
    for (const element of all) {
      const { level, host } = kinds.references(element);
      if (level === level_id && host === null) this.add(element);
    }
  }
}
