/** @module expected: what a task must have changed, and everything in which a building differs from that. */
import type { BoxMm } from '../../../schemas/units.ts';
import type { Building, Seen } from './building.ts';

/** A coordinate, mm, or the range in which it may be. */
type Coordinate = number | readonly [from: number, to: number];
type Corner = { readonly x?: Coordinate; readonly y?: Coordinate; readonly z?: Coordinate };

/** A part of a box, mm: only the coordinates that are given count. */
export type Sides = { readonly min?: Corner; readonly max?: Corner };

/** Says what a value must be in the building after the task, if it is something else; null if it is right. */
export type Test = (value: unknown, after: Building) => string | null;
type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** What an element must be like. Other properties of it may be as they like, unless `Changed` says that they stay. */
export type Like = {
  readonly params?: Readonly<Record<string, Plain | Test>>;
  readonly box?: Sides;
  /** Plan area of a room, m². */
  readonly area?: number;
};

/** A changed element: what it must be like now; parameters that are neither in `params` nor in `free` stay. */
export type Changed = Like & { readonly id: string; readonly free?: readonly string[] };

/** A new element. */
export type Created = Like & { readonly kind: string };

/** One correct result. Everything that it does not name must be as before. */
export type Expected = {
  readonly changed?: readonly Changed[];
  readonly created?: readonly Created[];
  /** Ids. */
  readonly deleted?: readonly string[];
};

/** Lengths and coordinates of a result may differ by this, mm. */
const WITHIN_MM = 1;
/** Values that must stay may differ by this. */
const STAYS_WITHIN = 0.01;
/** Parameters that are no lengths. */
const EXACT: ReadonlySet<string> = new Set(['properties', 'fire_rating_min']);
/** Areas may differ by this, m². */
const WITHIN_M2 = 0.01;

/** Derived from the file: the shapes of the ends of imported walls, which an edit next to them recomputes. */
const DERIVED: ReadonlySet<string> = new Set(['pins']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are equal, numbers within a tolerance; null and a missing value are the same. */
function near(a: unknown, b: unknown, within: number): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= within;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => near(value, b[i], within));
  }
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => near(a[key], b[key], within));
  }
  return (a ?? null) === (b ?? null);
}

/** In what a building differs from the result that was expected; empty if it is that result. */
export function faultsOf(
  before: Building,
  after: Building,
  { changed = [], created = [], deleted = [] }: Expected,
): readonly string[] {
  const gone = new Set(deleted);
  const wanted = new Map(changed.map((one) => [one.id, one]));
  const faults: string[] = [];
  for (const old of before.values()) {
    const now = after.get(old.id);
    if ((now === undefined) !== gone.has(old.id)) {
      const fault =
        now === undefined ? 'is deleted, and must stay' : 'is there, and must be deleted';
      faults.push(`${called(old)} ${fault}`);
    } else if (now !== undefined) {
      faults.push(...changeFaults(old, now, wanted.get(old.id) ?? { id: old.id }, after));
    }
  }
  const news = [...after.values()].filter(({ id }) => !before.has(id));
  return [...faults, ...newFaults(news, created, after)];
}

/** The faults of the result that fits best. */
export function faultsOfBest(
  before: Building,
  after: Building,
  results: readonly Expected[],
): readonly string[] {
  const [best = []] = results
    .map((result) => faultsOf(before, after, result))
    .toSorted((a, b) => a.length - b.length);
  return best;
}

function changeFaults(old: Seen, now: Seen, wanted: Changed, after: Building): readonly string[] {
  const stays = new Set([...Object.keys(old.params), ...Object.keys(now.params)]);
  for (const key of [...Object.keys(wanted.params ?? {}), ...(wanted.free ?? []), ...DERIVED]) {
    stays.delete(key);
  }
  const moved = [...stays]
    .filter((key) => !near(old.params[key], now.params[key], STAYS_WITHIN))
    .map(
      (key) =>
        `${called(old)}: ${key} must stay ${shown(old.params[key])}, is ${shown(now.params[key])}`,
    );
  return [...moved, ...likeFaults(now, wanted, after)];
}

/** The faults of one element. */
function likeFaults(
  seen: Seen,
  { params = {}, box = {}, area }: Like,
  after: Building,
): readonly string[] {
  const faults: string[] = [];
  for (const [key, wanted] of Object.entries(params)) {
    const is = seen.params[key];
    const fault =
      typeof wanted === 'function'
        ? wanted(is, after)
        : near(wanted, is, EXACT.has(key) ? 0 : WITHIN_MM)
          ? null
          : shown(wanted);
    if (fault !== null) {
      faults.push(`${called(seen)}: ${key} must be ${fault}, is ${shown(is)}`);
    }
  }
  for (const corner of ['min', 'max'] as const) {
    const [wanted, is] = [box[corner], seen.box?.[corner]];
    if (wanted !== undefined && (is === undefined || !isAt(is, wanted))) {
      faults.push(
        `${called(seen)}: ${corner} of its box must be ${shown(wanted)}, is ${shown(is)}`,
      );
    }
  }
  const m2 = (seen.area ?? 0) / 1e6;
  if (area !== undefined && Math.abs(m2 - area) > WITHIN_M2) {
    faults.push(`${called(seen)}: area must be ${area.toFixed(3)} m², is ${m2.toFixed(3)} m²`);
  }
  return faults;
}

function isAt(is: BoxMm['min'], wanted: Corner): boolean {
  return (['x', 'y', 'z'] as const).every((axis) => {
    const at = wanted[axis];
    if (at === undefined) return true;
    const [from, to] = typeof at === 'number' ? [at, at] : at;
    return is[axis] >= from - WITHIN_MM && is[axis] <= to + WITHIN_MM;
  });
}

/** Matches new elements with what was expected: each takes the one of its kind that fits best. */
function newFaults(
  news: readonly Seen[],
  created: readonly Created[],
  after: Building,
): readonly string[] {
  const left = new Set(news);
  const faults: string[] = [];
  for (const wanted of created) {
    const [best] = [...left]
      .filter(({ kind }) => kind === wanted.kind)
      .map((seen) => ({ seen, faults: likeFaults(seen, wanted, after) }))
      .toSorted((a, b) => a.faults.length - b.faults.length);
    if (best === undefined) {
      faults.push(`a new ${wanted.kind} is missing: ${shown(wanted)}`);
    } else {
      left.delete(best.seen);
      faults.push(...best.faults);
    }
  }
  return [...faults, ...[...left].map((seen) => `${called(seen)} is new, and must not be there`)];
}

const called = ({ kind, id, params }: Seen): string =>
  typeof params['name'] === 'string' ? `${kind} ${id} "${params['name']}"` : `${kind} ${id}`;

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
