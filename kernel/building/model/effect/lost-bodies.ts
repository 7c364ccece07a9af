/**
 * @module lost bodies: elements that lose nine tenths of their body by an effect, alone or with the changes before it.
 */
import type { ParamValues, StoredEvent } from '../../../../schemas/events.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { isOf } from '../../kinds/kind.ts';
import { room } from '../../kinds/room/room.ts';
import type { StateView } from '../state-view.ts';
import { ModelFault } from '../state/model-fault.ts';
import type { Measures } from '../view.ts';
import type { Views } from './effect-warnings.ts';
import { hasOneSize } from './one-size.ts';

/** Measures of the size of an element. The first one that its kind has is used. */
const MEASURES = ['volume_mm3', 'area_mm2', 'length_mm'] as const;
type Measure = (typeof MEASURES)[number];

/** An element with the largest size that it had, and the size that is left. */
export type LostBody = {
  readonly id: string;
  readonly kind: string;
  readonly measure: Measure;
  readonly before: number;
  readonly after: number;
};

/** A body is lost when at most one part in this many is left. */
const PARTS = 10;
/** Relative rounding error of measures. A smaller difference is no change. */
const ROUNDING = 1e-9;

/** A signed change that removes a smaller part was signed for something else: a turned body is rounded to the grid. */
const SAME_SIZE = 1e-6;

/** A past version of an element: parameters by id, of the element and of the levels that it names. */
export type Past = {
  readonly params: ReadonlyMap<string, ParamValues>;
  /** Whether a person signed the change that followed this version. */
  readonly signed: boolean;
};

/** The versions of an element since its creation, newest first, beginning with the current one. */
export type PastOf = (id: string) => Promise<readonly Past[]>;

/**
 * Returns the elements that lose nine tenths of their body. If this effect alone removes less, the result is compared
 * with the largest body since the element was created or since a person signed a reduction. Bodies of past versions are
 * measured with nothing cut out of them.
 *
 * @param ids the elements that the effect changes, by its events or as followers
 */
export async function lostBodies(
  views: Views,
  ids: readonly string[],
  pastOf: PastOf,
): Promise<readonly LostBody[]> {
  const lost: LostBody[] = [];
  for (const id of new Set(ids)) {
    checkpoint();
    const shrunk = shrunkBody(views, id);
    if (shrunk === null) continue;
    const most = isLost(shrunk) ? shrunk.before : largest(views.before, shrunk, await pastOf(id));
    const body = { ...shrunk, before: most };
    if (isLost(body)) lost.push(body);
  }
  return lost;
}

function isLost({ before, after }: LostBody): boolean {
  return after * PARTS <= before * (1 + ROUNDING);
}

/** The body of an element that remains and becomes smaller; null for any other element. */
function shrunkBody(views: Views, id: string): LostBody | null {
  const { before: was, after: is } = views;
  const element = is.element(id);
  if (element === undefined || was.element(id) === undefined || hasOneSize(views, id)) return null;
  const [before, after] = [sizeOf(measured(() => was.measures(id))), sizeOf(is.measures(id))];
  if (before === null || after === null || before.measure !== after.measure) return null;
  if (after.size >= before.size * (1 - ROUNDING)) return null;
  const { measure } = after;
  return { id, kind: element.kind, measure, before: before.size, after: after.size };
}

/**
 * The largest body, going back to the creation of the element, to a loss signed by a person, or to a body that is large
 * enough.
 */
function largest(view: StateView, shrunk: LostBody, pasts: readonly Past[]): number {
  let [most, newer] = [shrunk.before, Infinity];
  for (const { params, signed } of pasts) {
    const size = sizeThen(view, shrunk, params);
    if (signed && size * (1 - SAME_SIZE) > newer) break;
    most = Math.max(most, size);
    if (isLost({ ...shrunk, before: most })) break;
    newer = size;
  }
  return most;
}

function sizeThen(view: StateView, { id, measure }: LostBody, params: Past['params']): number {
  const supposed = new Map(params);
  supposed.set(id, asStored(view, id, params.get(id) ?? {}));
  const size = sizeOf(measured(() => view.measuresAs(id, supposed)));
  return size?.measure === measure ? size.size : 0;
}

/** Parameters of a past room that follows its walls. Its outline at that time is the stored one. */
function asStored(view: StateView, id: string, params: ParamValues): ParamValues {
  return isOf(room, view.element(id)) ? { ...params, point: null } : params;
}

type Size = { readonly measure: Measure; readonly size: number };

function sizeOf(measures: Measures | null): Size | null {
  for (const measure of MEASURES) {
    const size = measures?.[measure] ?? null;
    if (size !== null) return { measure, size };
  }
  return null;
}

/** The measures; null for a body that cannot be built in its place, because then there is nothing to compare with. */
function measured(measure: () => Measures): Measures | null {
  try {
    return measure();
  } catch (error) {
    if (error instanceof RangeError || error instanceof ModelFault) return null;
    throw error;
  }
}

/**
 * Returns the past versions of an element, back to its creation.
 *
 * @param now parameters by id, of the element and of the levels that it names or has named
 * @param events the events of all of these, newest first
 */
export function pastsOf(
  id: string,
  now: Past['params'],
  events: readonly StoredEvent[],
): readonly Past[] {
  const pasts: Past[] = [{ params: now, signed: false }];
  let params = now;
  for (const { type, aggregate_id, payload, approval_id } of events) {
    if (type === 'element.created' && aggregate_id === id) break;
    if (type !== 'element.modified') continue;
    const newer = params.get(aggregate_id) ?? {};
    params = new Map(params).set(aggregate_id, Object.assign({}, newer, payload.previous));
    // A change of the name does not change the extent.
    if (Object.keys(payload.updates).every((name) => name === 'name')) continue;
    pasts.push({ params, signed: approval_id !== null });
  }
  return pasts;
}
