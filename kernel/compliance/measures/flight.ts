import { at } from '../../geometry/indexed.ts';
/** @module flight: the steps of a stair, taken from its body and from the floors that it joins. */
import { directionOf, micrometres, type Point2 } from '../../geometry/vector.ts';
import { oncePerRun, type Run } from '../run.ts';
import { Frame, type Interval } from '../shapes/frame.ts';
import { facing, trianglesOf } from './bodies.ts';
import { standingAt } from './surfaces.ts';

/** The floors are looked for this far before the first and behind the last riser, mm. */
const BESIDE_FLIGHT_MM = 100;

/** A flat part of the body that is stepped on, in the frame of the stair. */
type Tread = { readonly z: number; readonly s: Interval; readonly t: Interval };

/** A flight; lengths mm. `s` runs up the flight from its first riser. */
export type Flight = {
  readonly frame: Frame;
  readonly treads: readonly Tread[];
  /** From the floor below to the first tread, from tread to tread, to the floor above. */
  readonly risers: readonly number[];
  /** From each front edge to the next; of the last tread to the last riser. */
  readonly goings: readonly number[];
  /** Elevation of the floors below and above. */
  readonly foot: number;
  readonly head: number;
  readonly run: number;
  readonly t: Interval;
};

function treadsOf(run: Run, id: string, frame: Frame): readonly Tread[] {
  const byHeight = new Map<number, Tread>();
  for (const triangle of trianglesOf(run, id)) {
    const [a, b, c] = triangle;
    if (facing(triangle) <= 0 || micrometres(a.z) !== micrometres(b.z)) continue;
    if (micrometres(b.z) !== micrometres(c.z)) continue;
    const known = byHeight.get(micrometres(a.z));
    const [s, t] = [triangle.map((p) => frame.s(p)), triangle.map((p) => frame.t(p))];
    byHeight.set(micrometres(a.z), {
      z: a.z,
      s: [Math.min(...s, known?.s[0] ?? Infinity), Math.max(...s, known?.s[1] ?? -Infinity)],
      t: [Math.min(...t, known?.t[0] ?? Infinity), Math.max(...t, known?.t[1] ?? -Infinity)],
    });
  }
  return [...byHeight.values()].toSorted((a, b) => a.z - b.z);
}

/** The flight of a stair; null where its body has no treads. */
export const flightOf = oncePerRun((run, id): Flight | null => {
  const stair = run.view.elementOf(id, 'stair');
  if (stair === undefined) return null;
  const { level_id, top_level_id, start, direction_deg } = stair.params;
  const frame = new Frame(start, directionOf(direction_deg));
  const treads = treadsOf(run, id, frame);
  const [first, last] = [treads[0], treads.at(-1)];
  if (first === undefined || last === undefined) return null;
  const foot = standingAt(run, level_id, frame.point(first.s[0] - BESIDE_FLIGHT_MM, 0));
  const head = standingAt(run, top_level_id, frame.point(last.s[1] + BESIDE_FLIGHT_MM, 0));
  const heights = [foot, ...treads.map(({ z }) => z), head];
  return {
    frame,
    treads,
    risers: heights.slice(1).map((z, i) => z - at(heights, i)),
    goings: treads.map(({ s }, i) => (treads[i + 1]?.s[0] ?? s[1]) - s[0]),
    foot,
    head,
    run: last.s[1] - first.s[0],
    t: first.t,
  };
});

/** Ends of a flight are met so far before its first and behind its last riser, mm: clear of the edge of its well. */
export const OFF_FLIGHT_MM = 10;

/** Where one steps onto a flight below, and off it above. */
export function endsOf({
  frame,
  treads,
  run: length,
}: Flight): Readonly<Record<'foot' | 'head', Point2>> {
  const from = treads[0]?.s[0] ?? 0;
  return {
    foot: frame.point(from - OFF_FLIGHT_MM, 0),
    head: frame.point(from + length + OFF_FLIGHT_MM, 0),
  };
}

/** The level that a stair leads up to; null of what is none. */
export function stairTop(run: Run, id: string): string | null {
  return run.view.elementOf(id, 'stair')?.params.top_level_id ?? null;
}

/** Stairs that lead off a storey, up or down. */
export const stairsOf = oncePerRun((run, level_id): readonly string[] => {
  const ids: string[] = [];
  for (const { id, params } of run.view.elementsOf('stair')) {
    if (params.level_id === level_id || params.top_level_id === level_id) ids.push(id);
  }
  return ids;
});

/** Elevation of the line over the front edges of the steps at `s` mm along the flight. */
export function pitchLine({ treads, risers, goings }: Flight, s: number): number {
  const [first, riser, going] = [at(treads, 0), at(risers, 1), at(goings, 0)];
  return first.z + ((s - first.s[0]) * riser) / going;
}
