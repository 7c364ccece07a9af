/** @module results: the measures of elements before and after an effect, and their displacement. */
import { type SpacePoint, toGrid } from '../../../../schemas/units.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Element } from '../../kinds/elements.ts';
import { ModelFault } from '../state/model-fault.ts';
import type { ModelView } from '../view.ts';
import { followsOthers } from './follows-others.ts';
import { hasOneSize } from './one-size.ts';

/** Measures that are reported: mm, mm², mm³. */
export const RESULT_MEASURES = ['length_mm', 'area_mm2', 'volume_mm3'] as const;

/** A measure before and after; a created element only has `to`. */
type Measured = { readonly from?: number; readonly to: number };

/** The result for one element that exists afterwards. It only contains the differences. */
export type ElementResult = {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  /**
   * `follows`: the change was not requested. No event names the element, or its event only follows from its levels or
   * its type.
   */
  readonly change: 'created' | 'modified' | 'follows';
  /** Displacement of the whole element, mm. */
  readonly moved?: SpacePoint;
} & { readonly [measure in (typeof RESULT_MEASURES)[number]]?: Measured };

/** A branch before and after, restricted to what the caller may read. */
type Sides = { readonly before: ModelView; readonly after: ModelView };

/**
 * Returns the results for elements that remain or are created: rooms first, then followers, modified and created
 * elements, each in the given order. An element that keeps its place and its measures has no row.
 *
 * @throws SolidKernelFault when a body needs the solid kernel and it is not loaded.
 * @param named ids of the elements that the events name
 * @param followers ids of the elements that are regenerated with them
 */
export function resultsOf(
  sides: Sides,
  named: readonly string[],
  followers: readonly string[],
): readonly ElementResult[] {
  const ids = new Set(named);
  const all = [...followers.filter((id) => !ids.has(id)), ...ids];
  const rows: ElementResult[] = [];
  for (const [done, id] of all.entries()) {
    const row = builtOrNull(() => resultOf(sides, id, ids.has(id)));
    if (row !== null) rows.push(row);
    checkpoint({ done, total: all.length, doing: 'measuring the results' });
  }
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const RANK = { follows: 1, modified: 2, created: 3 } as const;

function rankOf({ kind, change }: ElementResult): number {
  return kind === 'room' ? 0 : RANK[change];
}

function resultOf(sides: Sides, id: string, isNamed: boolean): ElementResult | null {
  const [was, is] = [sides.before.element(id), sides.after.element(id)];
  if (is === undefined) return null;
  const name = 'name' in is.params ? is.params.name : null;
  const about = { id, kind: is.kind, name };
  const measures = measuresOf(sides, is, was === undefined);
  if (was === undefined) {
    return Object.keys(measures).length === 0 ? null : { ...about, change: 'created', ...measures };
  }
  const moved = movedBy(sides, id);
  if (moved === null && Object.keys(measures).length === 0) return null;
  return {
    ...about,
    change: isNamed && !followsOthers(sides, was, is) ? 'modified' : 'follows',
    ...(moved === null ? {} : { moved }),
    ...measures,
  };
}

type Changed = { readonly [measure in (typeof RESULT_MEASURES)[number]]?: Measured };

function measuresOf(sides: Sides, { id }: Element, isNew: boolean): Changed {
  if (!isNew && hasOneSize(sides, id)) return {};
  const was = isNew ? null : builtOrNull(() => sides.before.measures(id));
  const is = sides.after.measures(id);
  const changed: { -readonly [name in keyof Changed]: Changed[name] } = {};
  for (const name of RESULT_MEASURES) {
    const [from, to] = [was?.[name] ?? null, is[name]];
    if (to === null || from === to) continue;
    changed[name] = from === null ? { to } : { from, to };
  }
  return changed;
}

/** The result of `make`; null if a body cannot be built, because a plan that no longer fits may still be viewed. */
function builtOrNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof ModelFault) return null;
    throw error;
  }
}

/** Displacement of an element whose box keeps its size, mm; null if the element stays or changes its size. */
function movedBy({ before, after }: Sides, id: string): SpacePoint | null {
  const [was, is] = [before.bounds(id), after.bounds(id)];
  if (was === null || is === null) return null;
  const low = difference(was.min, is.min);
  const high = difference(was.max, is.max);
  const whole = low.x === high.x && low.y === high.y && low.z === high.z;
  return whole && (low.x !== 0 || low.y !== 0 || low.z !== 0) ? low : null;
}

function difference(from: SpacePoint, to: SpacePoint): SpacePoint {
  return { x: toGrid(to.x - from.x), y: toGrid(to.y - from.y), z: toGrid(to.z - from.z) };
}
