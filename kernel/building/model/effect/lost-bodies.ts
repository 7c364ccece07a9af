/** @module lost bodies: elements of which an effect takes nine tenths, at once or with the changes before it. */
import type { ParamValues, StoredEvent } from '../../../schemas/events.ts';
import type { Pause } from '../../../schemas/plan.ts';
import { isOf } from '../../kinds/kind.ts';
import { room } from '../../kinds/room.ts';
import type { StateView } from '../state-view.ts';
import { ModelFault } from '../state/model-fault.ts';
import type { Measures } from '../view.ts';
import type { Views } from './effect-warnings.ts';
import { hasOneSize } from './one-size.ts';

/** How much there is of an element: the first of these that its kind has. */
const MEASURES = ['volume_mm3', 'area_mm2', 'length_mm'] as const;
type Measure = (typeof MEASURES)[number];

/** An element with the largest body that it had, and what is left of it. */
export type LostBody = {
  readonly id: string;
  readonly kind: string;
  readonly measure: Measure;
  readonly before: number;
  readonly after: number;
};

/** Of ten parts nine are gone. */
const PARTS = 10;
/** Measures are rounded; less than this part of one is no change. */
const ROUNDING = 1e-9;

/** What an element was: parameters by id, its own and those of the levels that it names. */
export type Past = {
  readonly params: ReadonlyMap<string, ParamValues>;
  /** Whether a person signed the change that followed. */
  readonly signed: boolean;
};

/** What an element has been since it was made, newest first, beginning with what it is. */
export type PastOf = (id: string) => Promise<readonly Past[]>;

/**
 * Which of the elements lose nine tenths of their body. What loses less is compared with the largest body that it has
 * had since it was made or since a person signed that it becomes smaller, with nothing cut out of it.
 *
 * @param ids what the effect changes, by its events or along with them
 */
export async function lostBodies(
  views: Views,
  ids: readonly string[],
  pastOf: PastOf,
  pause: Pause = () => null,
): Promise<readonly LostBody[]> {
  const lost: LostBody[] = [];
  for (const id of new Set(ids)) {
    const wait = pause();
    if (wait !== null) await wait;
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

/** The body of an element that stays and becomes smaller, null of any other. */
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

/** The largest body back to the making of an element, to a loss that a person signed, or to one that is enough. */
function largest(view: StateView, shrunk: LostBody, pasts: readonly Past[]): number {
  let [most, newer] = [shrunk.before, Infinity];
  for (const { params, signed } of pasts) {
    const size = sizeThen(view, shrunk, params);
    if (signed && size > newer) break;
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

/** A room that follows its walls had, when it was made, the outline that is stored. */
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

/** Null for what cannot be made where it would be: there is nothing to compare with. */
function measured(measure: () => Measures): Measures | null {
  try {
    return measure();
  } catch (error) {
    if (error instanceof RangeError || error instanceof ModelFault) return null;
    throw error;
  }
}

/**
 * What an element has been, back to its making.
 *
 * @param now its parameters and those of the levels that it names or has named, by id
 * @param events of all of these, newest first
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
    // A name has no extent.
    if (Object.keys(payload.updates).every((name) => name === 'name')) continue;
    pasts.push({ params, signed: approval_id !== null });
  }
  return pasts;
}
