/** @module results: what an effect leaves of bodies and places: measures before and after, and what goes elsewhere. */
import { type SpacePoint, toGrid } from '../../../schemas/units.ts';
import type { Steps } from '../../findings/steps.ts';
import type { Element } from '../../kinds/elements.ts';
import { ModelFault } from '../state/model-fault.ts';
import type { ModelView } from '../view.ts';
import { followsOthers } from './follows-others.ts';
import { hasOneSize } from './one-size.ts';

/** Measures that are told: mm, mm², mm³. */
export const RESULT_MEASURES = ['length_mm', 'area_mm2', 'volume_mm3'] as const;

/** A measure before and after; only `to` of what is made. */
type Measured = { readonly from?: number; readonly to: number };

/** What becomes of one element that is there afterwards. Only what differs is told. */
export type ElementResult = {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  /** `follows`: it changes although nobody asked for it: no event names it, or one that says what its levels or its type make of it. */
  readonly change: 'created' | 'modified' | 'follows';
  /** The way that the whole of it goes, mm. */
  readonly moved?: SpacePoint;
} & { readonly [measure in (typeof RESULT_MEASURES)[number]]?: Measured };

/** A branch before and after, as far as whoever asks sees it. */
type Sides = { readonly before: ModelView; readonly after: ModelView };

/**
 * What becomes of elements that stay or are made: rooms first, then what follows, what is changed and what is made, each
 * in the given order. What keeps its place and its measures has no row.
 *
 * Throws `SolidKernelFault` where a body needs the solid kernel and there is none.
 *
 * @param named ids of what the events name
 * @param followers ids of what is made again along with it
 */
export function* resultsOf(
  sides: Sides,
  named: readonly string[],
  followers: readonly string[],
): Steps<readonly ElementResult[]> {
  const ids = new Set(named);
  const all = [...followers.filter((id) => !ids.has(id)), ...ids];
  const rows: ElementResult[] = [];
  for (const [done, id] of all.entries()) {
    const row = whereMade(() => resultOf(sides, id, ids.has(id)));
    if (row !== null) rows.push(row);
    yield { done, total: all.length, doing: 'measuring what the change leaves' };
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
  const was = isNew ? null : whereMade(() => sides.before.measures(id));
  const is = sides.after.measures(id);
  const changed: { -readonly [name in keyof Changed]: Changed[name] } = {};
  for (const name of RESULT_MEASURES) {
    const [from, to] = [was?.[name] ?? null, is[name]];
    if (to === null || from === to) continue;
    changed[name] = from === null ? { to } : { from, to };
  }
  return changed;
}

/** Null where a body cannot be made: a plan may be looked at that no longer fits. */
function whereMade<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof ModelFault) return null;
    throw error;
  }
}

/** How far something goes whose box keeps its size, mm; null for what stays or becomes another. */
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
