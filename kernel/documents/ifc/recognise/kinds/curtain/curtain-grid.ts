/** @module curtain-grid: the grid and sizes of a curtain wall from its panels and mullions. */
import type { JsonObject } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import {
  type CurtainCut,
  type Face as GridFace,
  linesOf,
} from '../../../../../building/geometry/curtain/curtain-grid.ts';
import { layoutOf } from '../../../../../building/geometry/curtain/curtain-layout.ts';
import type { CurtainGrid } from '../../../../../building/geometry/curtain/curtain-sizes.ts';
import { MAX_PANELS } from '../../../../../building/kinds/wall/curtain/params.ts';
import type { Context } from '../../context.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Unrecognised } from '../../proposal.ts';
import type { Box, Face } from './face.ts';
import { curtainParams } from './grid-params.ts';
import { type Bars, barsOf, isAtFilling, type Sizes, sizesOf } from './mullion-sizes.ts';
import { entriesOf, type Parts } from './panel-entries.ts';
import { differenceOf } from './same-parts.ts';
import { distinctPlaces, type Range, SAME_MM } from './same-places.ts';
import { type Frame, frameOf, lineOf } from './wall-frame.ts';
import { Work } from './work.ts';

/** The parameters of a wall with a grid, mm. */
export type Curtain = {
  readonly curtain: JsonObject;
  readonly line: JsonObject;
  readonly thickness: number;
  /** The holes of its doors and windows, in the order of the face: from the start and foot of the wall. */
  readonly holes: readonly CurtainCut[];
  /** Whether all its parts were compared with those of the file. */
  readonly is_measured: boolean;
};

/** Most even columns or rows that are tried, and most pairs of both. */
const [MAX_EVEN, MAX_PAIRS] = [3, 12];

/** Most doors and windows of a wall that is compared. */
const MAX_FILLINGS = 100;

/** The grid of a face whose panels and mullions are those of the file, each to 1 mm. */
export function curtainGrid(wall: Product, face: Face, context: Context): Curtain | Unrecognised {
  const extent: Range = [
    face.mullions.reduce((least, { u }) => Math.min(least, u[0]), Infinity),
    face.mullions.reduce((most, { u }) => Math.max(most, u[1]), -Infinity),
  ];
  const bars = barsOf(face, extent);
  const sizes = sizesOf(face, bars);
  if (isUnrecognised(sizes)) return sizes;
  const frame = frameOf(wall, { face, sizes }, context);
  if (face.fillings.length > MAX_FILLINGS) return { why: 'it has too many doors and windows' };
  const work = new Work(face.panels.length + face.mullions.length);
  const given = { face, bars, sizes, frame, work };
  let why = 'its mullions are at no grid lines';
  for (const [columns, rows] of linePairs(given).slice(0, MAX_PAIRS)) {
    for (const has_gaps of [false, true]) {
      const found = triedGrid(given, { columns, rows, has_gaps });
      if (!isUnrecognised(found)) return found;
      ({ why } = found);
    }
  }
  return { why };
}

type Given = {
  readonly face: Face;
  readonly bars: Bars;
  readonly sizes: Sizes;
  readonly frame: Frame;
  readonly work: Work;
};

/** Grid lines: how many even parts, or the places between the ends. */
type Lines = number | readonly number[];

/** The grid lines that the mullions of a face may be at, likely ones first. */
function linePairs({ face, bars, frame }: Given): readonly (readonly [Lines, Lines])[] {
  const length = frame.to - frame.from;
  const height = face.high - face.low;
  const isLoose = (box: Box): boolean => !isAtFilling(box, face);
  const pairs: (readonly [Lines, Lines])[] = [];
  // Mullions at doors may be their frames, else they are at grid lines as others are.
  for (const isLine of [isLoose, (): boolean => true]) {
    const columns = placesOf(bars.uprights.filter(isLine), 'u', frame.from);
    const rows = placesOf(bars.levels.filter(isLine), 'z', face.low);
    const [across, up] = [linesFor(columns, length), linesFor(rows, height)];
    pairs.push(...across.flatMap((one) => up.map((other) => [one, other] as const)));
    if (face.fillings.length === 0) break;
  }
  return pairs;
}

/** The middles of mullions along an axis. */
function placesOf(boxes: readonly Box[], axis: 'u' | 'z', from: number): readonly number[] {
  return distinctPlaces(boxes.map((box) => (box[axis][0] + box[axis][1]) / 2 - from));
}

/** The even parts at whose ends all places are, and the places themselves. */
function linesFor(places: readonly number[], length: number): readonly Lines[] {
  if (places.length >= MAX_PANELS) return [];
  const even: number[] = [];
  for (let parts = 1; parts <= 2 * places.length + 2 && even.length < MAX_EVEN; parts += 1) {
    const isAtEnd = (place: number): boolean => {
      const line = Math.round((place / length) * parts);
      return line > 0 && line < parts && Math.abs(place - (length * line) / parts) <= SAME_MM;
    };
    if (places.every((place) => isAtEnd(place))) even.push(parts);
  }
  return places.length === 0 ? even : [...even, places.map((place) => toGrid(place))];
}

type Tried = { readonly columns: Lines; readonly rows: Lines; readonly has_gaps: boolean };

/** The grid with these lines, if its panels and mullions are those of the face. */
function triedGrid(given: Given, { columns, rows, has_gaps }: Tried): Curtain | Unrecognised {
  const { face, frame } = given;
  const plain = plainGrid(given, columns, rows);
  if (plain.columns * plain.rows > MAX_PANELS) return { why: 'it has too many panels' };
  const parts = movedParts(given);
  const on = gridFace(parts, { plain, given });
  const holes = snappedHoles(parts.holes, linesOf(on, plain), face);
  const panels = entriesOf({ ...parts, holes }, { face: on, grid: plain }, has_gaps);
  if (panels.length > MAX_PANELS) return { why: 'it has too many panels' };
  const grid = { ...plain, panels };
  const is_measured = face.has_straight_bars && frame.has_square_ends && hasSquareEnds(parts, on);
  const pieces = layoutOf(on, grid, holes);
  const u: Range = is_measured ? [0, on.length] : [on.from, on.to];
  const why = differenceOf({ ...parts, u, z: [0, on.height] }, pieces);
  if (why !== null) return { why };
  const line = lineOf(face, frame);
  if (line === null) return { why: 'it has no axis' };
  const curtain = curtainParams(grid);
  return { curtain, line, thickness: toGrid(frame.thickness), holes, is_measured };
}

/** A grid with these lines and the sizes of a face, all of whose panels are equal. */
function plainGrid({ sizes, frame }: Given, columns: Lines, rows: Lines): CurtainGrid {
  const { mullion, edge, transom, panel, middle } = sizes;
  const mullion_offset = toGrid(middle - frame.middle);
  const half = Math.max(mullion.depth, edge.depth, transom.depth) / 2;
  const isBeside = panel.right >= middle + half - SAME_MM || panel.left <= middle - half + SAME_MM;
  return {
    columns: typeof columns === 'number' ? columns : columns.length + 1,
    rows: typeof rows === 'number' ? rows : rows.length + 1,
    stations: typeof columns === 'number' ? null : columns,
    heights: typeof rows === 'number' ? null : rows,
    mullion: toGrid(mullion.width),
    depth: toGrid(mullion.depth),
    edge: sizeOnGrid(edge),
    transom: sizeOnGrid(transom),
    mullion_offset,
    glass: toGrid(panel.left - panel.right),
    panel_offset: toGrid((panel.right + panel.left) / 2 - frame.middle),
    laps: isBeside,
    panels: [],
  };
}

function sizeOnGrid({ width, depth }: Sizes['edge']): Sizes['edge'] {
  return { width: toGrid(width), depth: toGrid(depth) };
}

function shifted([a, b]: Range, distance: number): Range {
  return [a - distance, b - distance];
}

/** The parts of a face from the start and foot of the axis of its wall, and across it from the axis. */
function movedParts({ face, frame, work }: Given): Parts {
  const { panels, mullions, fillings, low } = face;
  const { from, middle } = frame;
  const moved = <B extends Box>(box: B): B => ({
    ...box,
    u: shifted(box.u, from),
    v: shifted(box.v, middle),
    z: shifted(box.z, low),
  });
  return {
    work,
    panels: panels.map((box) => {
      const { outline } = box;
      if (outline === null) return moved(box);
      const own = {
        triangles: outline.triangles.map(
          ([a, b, c]) =>
            [
              [a[0] - from, a[1] - low],
              [b[0] - from, b[1] - low],
              [c[0] - from, c[1] - low],
            ] as const,
        ),
        u: outline.u.map((one) => one - from),
        z: outline.z.map((one) => one - low),
      };
      return Object.assign(moved(box), { outline: own });
    }),
    mullions: mullions.map((box) => moved(box)),
    holes: fillings.map(({ box }) => ({
      from: toGrid(box.u[0] - from),
      to: toGrid(box.u[1] - from),
      low: toGrid(box.z[0] - low),
      high: toGrid(box.z[1] - low),
    })),
  };
}

/** The face of a wall between its end mullions; where these are in joints, between its outermost panels and doors. */
function gridFace(
  { panels, holes }: Parts,
  { plain, given: { face, frame } }: { readonly plain: CurtainGrid; readonly given: Given },
): GridFace {
  const length = toGrid(frame.to - frame.from);
  const height = toGrid(face.high - face.low);
  const { width } = plain.edge;
  if (frame.has_square_ends || plain.laps) {
    return { length, height, from: width, to: toGrid(length - width) };
  }
  const begins = [...panels.map(({ u }) => u[0]), ...holes.map(({ from }) => from)];
  const ends = [...panels.map(({ u }) => u[1]), ...holes.map(({ to }) => to)];
  const least = begins.reduce((one, other) => Math.min(one, other), length - width);
  const most = ends.reduce((one, other) => Math.max(one, other), width);
  return { length, height, from: toGrid(least), to: toGrid(most) };
}

/** Whether the mullions at both ends are boxes, not cut obliquely. */
function hasSquareEnds({ mullions }: Parts, { from, to }: GridFace): boolean {
  return mullions.every(
    ({ u, is_square }) => is_square || (u[0] >= from - SAME_MM && u[1] <= to + SAME_MM),
  );
}

/** Holes whose sides are at the mullions next to them, if these are within 1 mm. */
function snappedHoles(
  holes: Parts['holes'],
  { uprights, across }: ReturnType<typeof linesOf>,
  { fillings }: Face,
): readonly CurtainCut[] {
  const snapped = (place: number, lines: typeof uprights): number =>
    lines
      .flatMap(({ begin, end }) => [begin, end])
      .find((side) => Math.abs(side - place) <= SAME_MM) ?? place;
  return holes.map(({ from, to, low, high }, i) => ({
    id: `${fillings[i]?.product.row ?? i}`,
    from: snapped(from, uprights),
    to: snapped(to, uprights),
    low: snapped(low, across),
    high: snapped(high, across),
  }));
}
