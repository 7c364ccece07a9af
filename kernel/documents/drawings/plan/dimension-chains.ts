/** @module dimension chains: the outer dimensions of a plan on its four sides: openings, walls, and overall length. */
import { at as itemAt } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import { wallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import type { Dimension } from '../drawing.ts';
import { LAYERS } from '../pens.ts';
import { DIMENSION_TEXT_MM } from '../print/exploded.ts';
import type { Sketch } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';
import type { Building, Drawn, FrameBox } from './buildings.ts';
import {
  boxIn,
  buildingsOf,
  cornersOf,
  edge,
  meet,
  chainStart,
  clearancesOf,
} from './buildings.ts';
import type { CutWall } from './cut-walls.ts';
import type { Facade, Side } from './facades.ts';
import { back, dot, facadesOf, SAME_MM, sidesOf } from './facades.ts';
import { OutlineArcs } from './outline-arcs.ts';

/** Distance of the first chain from the drawn items, mm on paper. */
const FIRST_MM = 9;
/** Distance between two chains, mm on paper. */
const NEXT_MM = 9;
/** Distance between two rows of text, mm on paper. */
const ROW_MM = 2.7;
/** Distance of the baseline of the first row from the dimension line, mm on paper. */
const ABOVE_MM = 0.8;
/** Index of the highest row of text; the next chain starts above it. */
const LAST_ROW = 2;
/** Maximum number of points of a legible chain. */
const MAX_POINTS = 150;
/** Maximum distance of the end of a wall from the outer face on which the wall is dimensioned, mm. */
const AT_FACE_MM = 700;

/** Adds dimension chains around the content of a sketch, separately for each detached building. */
export function addDimensions(
  walls: readonly CutWall[],
  { block, roofs }: { readonly block: Area; readonly roofs: readonly Ring[] },
  drawn: Drawn,
): void {
  const { sketch, texts } = drawn;
  const arcs = new OutlineArcs(walls);
  const sides = sidesOf(walls, block, arcs);
  const [south] = sides;
  if (south === undefined) return;
  const frame = { along: south.along, up: back(south.out), scale: sketch.scale };
  const buildings = buildingsOf(block, roofs, frame);
  const clearances = clearancesOf(drawn, buildings, frame);
  const written = texts.map((text) => boxIn(cornersOf(text), { ...frame, scale: 1 }));
  const taken = [...buildings.map((one) => one.taken), ...written];
  for (const [number, building] of buildings.entries()) {
    const isAlone = buildings.length === 1;
    for (const side of sides) {
      const all_points = chainsOf({ walls, arcs }, building.block, side);
      const chains = all_points.flatMap((points): readonly Chain[] => {
        const figures = figuresOf(points, sketch.scale);
        return figures === null ? [] : [{ points, figures }];
      });
      const name = isAlone ? side.name : `${side.name} of building ${number + 1}`;
      const of_building = isAlone ? '' : ` of building ${number + 1}`;
      if (chains.length < all_points.length) {
        sketch.warnings.push(
          `dimensions of parts on the ${side.name} side${of_building} are omitted because their texts do not fit at 1:${sketch.scale}; choose a larger scale`,
        );
      }
      if (chains.length === 0) continue;
      const span = chains.at(-1)?.points ?? [];
      const ends = [span[0], span.at(-1)].map((u = 0) => u / sketch.scale);
      const band = { side, ends, high: chains.length * NEXT_MM };
      const from = chainStart(itemAt(clearances, number), side, {
        between: (near, far) => bandBox(band, near, far),
        high: FIRST_MM + band.high - NEXT_MM / 2,
        slack: FIRST_MM / 2,
      });
      const at = isAlone ? from + FIRST_MM : freePlace({ ...band, from }, { buildings, taken });
      if (at === null) {
        sketch.warnings.push(
          `dimensions on the ${side.name} side of building ${number + 1} (numbered from the west) are omitted: another building is too close`,
        );
        continue;
      }
      for (const [i, chain] of chains.entries()) {
        const place = { side: { ...side, name }, at: at + i * NEXT_MM, number: i };
        addChain(sketch, chain, place);
      }
    }
  }
}

/**
 * The points of the chains of a side, mm along it: openings, walls, overall length. A chain without points between its
 * ends, or with too many of them, is left out.
 */
function chainsOf(
  { walls, arcs }: { readonly walls: readonly CutWall[]; readonly arcs: OutlineArcs },
  block: Area,
  side: Side,
): readonly (readonly number[])[] {
  const facades = facadesOf(block, side, arcs);
  if (facades.length === 0) return [];
  const ends = facades.flatMap(({ from, to }) => [from, to]);
  const jambs = openingsOn(walls, facades, side);
  const openings = jambs.length === 0 ? [] : pointsAlong([...ends, ...jambs]);
  const faces = pointsAlong([...ends, ...facesOn(walls, facades, side)]);
  const whole = pointsAlong([Math.min(...ends), Math.max(...ends)]);
  const parts = [openings, faces].filter(
    (points) => points.length > 2 && points.length <= MAX_POINTS,
  );
  return whole.length > 1 ? [...parts, whole] : [];
}

type Band = {
  readonly side: Side;
  /** Positions of the measured points, mm on paper. */
  readonly ends: readonly number[];
  readonly high: number;
};

/** The box that chains take between two distances from the origin of a side. */
function bandBox({ side, ends }: Band, near: number, far: number): FrameBox {
  const [a, b] = [Math.min(...ends), Math.max(...ends)];
  if (side.name === 'south') return [a, -far, b, -near];
  if (side.name === 'north') return [a, near, b, far];
  return side.name === 'west' ? [-far, a, -near, b] : [near, a, far, b];
}

/** Distance of the closest free place for chains, which is then marked as taken; null if a building is in the way. */
function freePlace(
  { from, ...chains }: Band & { readonly from: number },
  { buildings, taken }: { readonly buildings: readonly Building[]; readonly taken: FrameBox[] },
): number | null {
  const { side, high } = chains;
  let place = from + FIRST_MM;
  for (;;) {
    const band = bandBox(chains, place - FIRST_MM / 2, place + high - NEXT_MM / 2);
    if (buildings.some((one) => meet(one.taken, band))) return null;
    const over = taken.filter((one) => meet(one, band));
    if (over.length === 0) {
      taken.push(band);
      return place;
    }
    place = Math.max(...over.map((one) => edge(one, side))) + FIRST_MM;
  }
}

/** The jambs of openings in outer walls, except openings below the cut: the plan of their storey dimensions them. */
function openingsOn(
  walls: readonly CutWall[],
  facades: readonly Facade[],
  { out, along }: Side,
): readonly number[] {
  return walls.flatMap(({ wall, fillings }) => {
    const [first] = fillings;
    if (wallAxis(wall.params).chain !== null) return [];
    if (first === undefined || Math.abs(dot(first.along, along)) < 0.9999) return [];
    return fillings.flatMap(({ from, to, met }) => {
      if (met === 'below') return [];
      const [a, b] = [dot(from, along), dot(to, along)];
      const reach = dot(from, out);
      const isOn = facades.some(
        (facade) =>
          Math.abs(facade.reach - reach) <= wall.params.thickness &&
          Math.min(a, b) >= facade.from - SAME_MM &&
          Math.max(a, b) <= facade.to + SAME_MM,
      );
      return isOn ? [a, b] : [];
    });
  });
}

/** Positions of both faces of each wall that ends at an outer face. */
function facesOn(
  walls: readonly CutWall[],
  facades: readonly Facade[],
  { out, along }: Side,
): readonly number[] {
  return walls.flatMap(
    ({
      wall: {
        params: { start, end, via, thickness },
      },
    }) => {
      if (via !== undefined && via !== null) return [];
      const length = segmentLengthMm(start, end);
      const axis = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
      if (Math.abs(dot(axis, out)) < 0.9999) return [];
      const u = dot(start, along);
      const reach = Math.max(dot(start, out), dot(end, out));
      const isOn = facades.some(
        (facade) =>
          u >= facade.from - SAME_MM &&
          u <= facade.to + SAME_MM &&
          facade.reach - reach <= AT_FACE_MM &&
          facade.reach >= reach - SAME_MM,
      );
      return isOn ? [u - thickness / 2, u + thickness / 2] : [];
    },
  );
}

/** The values in ascending order, rounded to 1 mm, without duplicates. */
function pointsAlong(values: readonly number[]): readonly number[] {
  const sorted = values.map((value) => Math.round(value)).toSorted((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - (sorted[i - 1] ?? 0) >= SAME_MM);
}

/** The place of a chain: its side, its distance outwards (mm on paper), and its number from the inside. */
type Place = { readonly side: Side; readonly at: number; readonly number: number };

/** The place of a dimension text: mm on paper along the side, and its row above the line. */
type Figure = { readonly middle: number; readonly row: number };

/**
 * Places for the texts of a chain. A text too wide for its segment is moved to a higher row. Null if that needs more
 * rows than `LAST_ROW` allows.
 */
function figuresOf(points: readonly number[], scale: number): readonly Figure[] | null {
  const ends: number[] = [];
  const figures: Figure[] = [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    if (from === undefined) continue;
    const width = textWidth(`${to - from}`, DIMENSION_TEXT_MM, false);
    const middle = (from + to) / 2 / scale;
    let row = width <= (to - from) / scale - 0.4 ? 0 : 1;
    while (middle - width / 2 < (ends[row] ?? -Infinity) + 0.5) row += 1;
    if (row > LAST_ROW) return null;
    ends[row] = middle + width / 2;
    figures.push({ middle, row });
  }
  return figures;
}

type Chain = { readonly points: readonly number[]; readonly figures: readonly Figure[] };

function addChain(sketch: Sketch, { points, figures }: Chain, { side, at, number }: Place): void {
  const { out, along, name } = side;
  const up = { x: 0 - along.y, y: along.x };
  const on = (u: number, v: number): Point2 => ({
    x: along.x * u + out.x * v,
    y: along.y * u + out.y * v,
  });
  for (const [i, { middle, row }] of figures.entries()) {
    const [from = 0, to = 0] = points.slice(i, i + 2);
    const [a, b] = [from / sketch.scale, to / sketch.scale];
    const base = on(middle, at);
    const lift = ABOVE_MM + row * ROW_MM;
    const dimension: Dimension = {
      shape: 'dimension',
      from: on(a, at - 3.5),
      to: on(b, at - 3.5),
      through: on(a, at),
      along,
      value_mm: to - from,
      text: `${to - from}`,
      chain: `${name} ${number + 1}`,
      text_at: { x: base.x + up.x * lift, y: base.y + up.y * lift },
      layer: LAYERS.dimensions,
      element: null,
    };
    sketch.items.push(dimension);
  }
}
