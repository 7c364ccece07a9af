/** @module same-parts: whether the panels and mullions of a grid are those of a file, place by place on its face. */
import type { Piece } from '../../../../../building/geometry/curtain/curtain-layout.ts';
import type { Box, PanelBox } from './face.ts';
import { isOnFace } from './panel-outline.ts';
import { distinctPlaces, type Range, SAME_MM } from './same-places.ts';
import type { Work } from './work.ts';

/** The part of a face that is compared, and where both are measured from: mm along the wall and upwards. */
export type Compared = {
  readonly panels: readonly PanelBox[];
  readonly mullions: readonly Box[];
  readonly u: Range;
  readonly z: Range;
  readonly work: Work;
};

/** Most places that are compared. */
const MAX_PLACES = 400_000;

/** A part on the face: what it is, and where it is across the wall. */
type Part = {
  readonly role: Piece['role'];
  readonly is_solid: boolean;
  readonly u: Range;
  readonly v: Range;
  readonly z: Range;
  readonly covers: ((u: number, z: number) => boolean) | null;
  /** Of a face that is no rectangle. */
  readonly triangles: number;
};

/** Why parts differ; null if each place of the face has the same panel and mullion in both, to 1 mm. */
export function differenceOf(
  { panels, mullions, u, z, work }: Compared,
  pieces: readonly Piece[],
): string | null {
  const file = [
    ...panels.map((box): Part => {
      const { outline } = box;
      const covers =
        outline === null ? null : (s: number, t: number): boolean => isOnFace(outline, [s, t]);
      return { ...box, role: 'panel', covers, triangles: outline?.triangles.length ?? 0 };
    }),
    ...mullions.map((box): Part => ({
      ...box,
      role: 'mullion',
      is_solid: true,
      covers: null,
      triangles: 0,
    })),
  ];
  const own = pieces.map(({ role, solid, rect, across }): Part => ({
    role,
    is_solid: solid,
    u: [rect.from, rect.to],
    v: [across.right, across.left],
    z: [rect.low, rect.high],
    covers: null,
    triangles: 0,
  }));
  const edges = (axis: 'u' | 'z', range: Range): readonly number[] =>
    distinctPlaces([
      ...range,
      ...[...file, ...own].flatMap((part) => part[axis].map((one) => within(one, range))),
      ...panels.flatMap(({ outline }) => outline?.[axis].map((one) => within(one, range)) ?? []),
    ]);
  const [stations, heights] = [edges('u', u), edges('z', z)];
  if (stations.length * heights.length > MAX_PLACES) return 'it has too many parts';
  for (const role of ['mullion', 'panel'] as const) {
    const [a, b] = [file, own].map((parts) =>
      marked(
        parts.filter((part) => part.role === role),
        [stations, heights],
        work,
      ),
    );
    if (!work.isEnough) return 'it has too many parts';
    if (a === undefined || b === undefined) continue;
    const at = a.findIndex((part, i) => !isSame(part, b[i] ?? null));
    if (at >= 0) return whyDifferent(role, a[at] ?? null, b[at] ?? null);
  }
  return null;
}

function whyDifferent(role: Piece['role'], file: Part | null, own: Part | null): string {
  const name = role === 'panel' ? 'panels' : 'mullions';
  if (file === null || own === null) return `its ${name} are at no grid lines`;
  return `its ${name} are not at one depth`;
}

function isSame(a: Part | null, b: Part | null): boolean {
  if (a === null || b === null) return a === b;
  const isAtDepth = Math.abs(a.v[0] - b.v[0]) <= SAME_MM && Math.abs(a.v[1] - b.v[1]) <= SAME_MM;
  return isAtDepth && a.is_solid === b.is_solid;
}

function within(place: number, [from, to]: Range): number {
  return Math.min(to, Math.max(from, place));
}

/** Which part covers each cell between places, row by row. */
function marked(
  parts: readonly Part[],
  [stations, heights]: readonly [readonly number[], readonly number[]],
  work: Work,
): readonly (Part | null)[] {
  const columns = Math.max(0, stations.length - 1);
  const cells = Array.from<Part | null>({
    length: columns * Math.max(0, heights.length - 1),
  }).fill(null);
  for (const part of parts) {
    const [c, d] = indicesOf(stations, part.u);
    const [r, t] = indicesOf(heights, part.z);
    const faces = part.covers === null ? 1 : part.triangles;
    if (!work.spend(faces * (d - c) * (t - r))) break;
    for (let row = r; row < t; row++) {
      for (let column = c; column < d; column++) {
        if (part.covers?.(middleAt(stations, column), middleAt(heights, row)) === false) continue;
        const cell = row * columns + column;
        cells[cell] = deeper(cells[cell] ?? null, part);
      }
    }
  }
  return cells;
}

/** The first place of a range, and the last one. */
function indicesOf(places: readonly number[], [from, to]: Range): Range {
  return [placeIndex(places, from), placeIndex(places, to)];
}

/** The middle between a place and the next one. */
function middleAt(places: readonly number[], index: number): number {
  return ((places[index] ?? 0) + (places[index + 1] ?? 0)) / 2;
}

/** Which of two parts at a place contains the other one; one that is like no part if neither does. */
function deeper(a: Part | null, b: Part): Part {
  if (a === null || isIn(a.v, b.v)) return b;
  return isIn(b.v, a.v) ? a : { ...b, v: [Number.NaN, Number.NaN] };
}

function isIn([from, to]: Range, [low, high]: Range): boolean {
  return from >= low - SAME_MM && to <= high + SAME_MM;
}

/** Index of the last place that is not above a value; 0 below all. */
function placeIndex(places: readonly number[], value: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle] ?? Infinity) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
