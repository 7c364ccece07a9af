/** @module dimension chains: outer dimensions of a plan on its four sides: openings, walls, and all together. */
import { at as itemAt } from '../../geometry/indexed.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { Area } from '../../spatial/disc/regions.ts';
import type { Dimension } from '../drawing.ts';
import { LAYERS } from '../pens.ts';
import { DIMENSION_TEXT_MM } from '../print/exploded.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';
import type { CutWall } from './cut-walls.ts';

/** Distance of the first chain from what is drawn, of chains from each other, of rows of text; mm on paper. */
const FIRST_MM = 9;
const NEXT_MM = 9;
const ROW_MM = 2.7;
const ABOVE_MM = 0.8;
/** Points nearer to each other are one, mm. */
const SAME_MM = 1;
/** More points than these are no chain that anyone reads. */
const MOST = 150;
/** Walls end this near a face to be counted on it, mm. */
const AT_FACE_MM = 700;
/** No roof hangs further over walls, mm on paper. */
const MOST_OVER_MM = 15;

/** A side of the building: `out` away from it, `along` in reading direction. Unit vectors. */
type Side = { readonly name: string; readonly out: Point2; readonly along: Point2 };

/** Part of an outer face that is seen from its side, mm. */
type Facade = { readonly from: number; readonly to: number; readonly reach: number };

/** A box in the frame of the sides, mm on paper: along the south side, and up from it. */
type FrameBox = readonly [left: number, low: number, right: number, high: number];

/** A building of the storey: its outlines, and the paper that it takes. */
type Building = { readonly block: Area; readonly taken: FrameBox };

/** Adds the chains around what a sketch has in a box on paper; buildings that stand apart have chains of their own. */
export function addDimensions(
  sketch: Sketch,
  walls: readonly CutWall[],
  { block, box }: { readonly block: Area; readonly box: PaperBox },
): void {
  const sides = sidesOf(walls);
  const [south] = sides;
  if (south === undefined) return;
  const frame = { along: south.along, up: back(south.out), scale: sketch.scale };
  const drawn = boxIn(cornersOf(box), { ...frame, scale: 1 });
  const buildings = buildingsOf(block, frame);
  const taken = buildings.length > 1 ? buildings.map((one) => one.taken) : [drawn];
  const all = taken.reduce(around);
  for (const [number, building] of buildings.entries()) {
    const isAlone = buildings.length === 1;
    for (const side of sides) {
      const chains = chainsOf(walls, building.block, side);
      if (chains.length === 0) continue;
      const reaches = [isAlone ? drawn : building.taken, all, drawn].map((one) => edge(one, side));
      const [own = 0, outer = 0, over = 0] = reaches;
      // What hangs over the walls is taken to hang over those of every building.
      const from = own + Math.min(MOST_OVER_MM, Math.max(0, over - outer));
      const span = chains.at(-1) ?? [];
      const ends = [span[0], span.at(-1)].map((u = 0) => u / sketch.scale);
      const band = { side, ends, from, high: chains.length * NEXT_MM };
      const at = isAlone ? from + FIRST_MM : freePlace(band, { buildings, taken });
      if (at === null) {
        sketch.warnings.push(
          `no dimensions on the ${side.name} side of building ${number + 1}, counted from the west: another building is too near`,
        );
        continue;
      }
      const name = isAlone ? side.name : `${side.name} of building ${number + 1}`;
      for (const [i, points] of chains.entries()) {
        const place = { side: { ...side, name }, at: at + i * NEXT_MM, number: i };
        addChain(sketch, points, place);
      }
    }
  }
}

/** Openings, walls, and all together, as far as they say different things. */
function chainsOf(
  walls: readonly CutWall[],
  block: Area,
  side: Side,
): readonly (readonly number[])[] {
  const facades = facadesOf(block, side);
  if (facades.length === 0) return [];
  const ends = facades.flatMap(({ from, to }) => [from, to]);
  const openings = pointsAlong([...ends, ...openingsOn(walls, facades, side)]);
  const faces = pointsAlong([...ends, ...facesOn(walls, facades, side)]);
  const whole = pointsAlong([Math.min(...ends), Math.max(...ends)]);
  return [openings, faces, whole].filter(
    (points, i, all) =>
      points.length > 1 &&
      points.length <= MOST &&
      (i === 2 || points.length > 2) &&
      points.join() !== all[i - 1]?.join(),
  );
}

type Frame = { readonly along: Point2; readonly up: Point2; readonly scale: number };

function boxIn(points: readonly Point2[], { along, up, scale }: Frame): FrameBox {
  const [us, vs] = [along, up].map((axis) => points.map((point) => dot(point, axis) / scale));
  return [
    Math.min(...(us ?? [])),
    Math.min(...(vs ?? [])),
    Math.max(...(us ?? [])),
    Math.max(...(vs ?? [])),
  ];
}

function cornersOf({ min, max }: PaperBox): readonly Point2[] {
  return [min, max, { x: min.x, y: max.y }, { x: max.x, y: min.y }];
}

function around(a: FrameBox, b: FrameBox): FrameBox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function meet(a: FrameBox, b: FrameBox): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Outlines nearer to each other than this are of one building, mm. */
const APART_MM = 1000;
const MOST_BUILDINGS = 12;

/** Outlines that stand apart. */
function buildingsOf(block: Area, frame: Frame): readonly Building[] {
  const near = APART_MM / frame.scale;
  const found: Building[] = [];
  for (const ring of block) {
    let own: Building = { block: [ring], taken: boxIn(ring, frame) };
    for (let i = found.length - 1; i >= 0; i -= 1) {
      const other = itemAt(found, i);
      const [left, low, right, high] = other.taken;
      if (!meet([left - near, low - near, right + near, high + near], own.taken)) continue;
      own = { block: [...other.block, ...own.block], taken: around(other.taken, own.taken) };
      found.splice(i, 1);
    }
    found.push(own);
  }
  // So many are no buildings that anyone dimensions one by one.
  if (found.length > MOST_BUILDINGS) return [{ block, taken: boxIn(block.flat(), frame) }];
  return found.toSorted((a, b) => a.taken[0] - b.taken[0] || a.taken[1] - b.taken[1]);
}

/** How far a box reaches out to a side, mm on paper. */
function edge(box: FrameBox, { name }: Side): number {
  const [west, south, east, north] = box;
  return { west: -west, south: -south, east, north }[name] ?? 0;
}

type Band = {
  readonly side: Side;
  /** Of what is measured, mm on paper. */
  readonly ends: readonly number[];
  readonly from: number;
  readonly high: number;
};

/** The nearest place for chains that is free of others, which it is added to; null where a building stands before it. */
function freePlace(
  { side, ends, from, high }: Band,
  { buildings, taken }: { readonly buildings: readonly Building[]; readonly taken: FrameBox[] },
): number | null {
  const [a, b] = [Math.min(...ends), Math.max(...ends)];
  const bandAt = (low: number): FrameBox => {
    const [near, far] = [low - FIRST_MM / 2, low + high - NEXT_MM / 2];
    if (side.name === 'south') return [a, -far, b, -near];
    if (side.name === 'north') return [a, near, b, far];
    return side.name === 'west' ? [-far, a, -near, b] : [near, a, far, b];
  };
  let place = from + FIRST_MM;
  for (;;) {
    const band = bandAt(place);
    if (buildings.some((one) => meet(one.taken, band))) return null;
    const over = taken.filter((one) => meet(one, band));
    if (over.length === 0) {
      taken.push(band);
      return place;
    }
    place = Math.max(...over.map((one) => edge(one, side))) + FIRST_MM;
  }
}

/** The sides of the building as its longest wall lies. */
function sidesOf(walls: readonly CutWall[]): readonly Side[] {
  let longest = 0;
  let main = { x: 1, y: 0 };
  for (const {
    wall: {
      params: { start, end, via },
    },
  } of walls) {
    if (via !== undefined && via !== null) continue;
    const length = segmentLengthMm(start, end);
    if (length <= longest + SAME_MM) continue;
    longest = length;
    main = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  }
  if (longest === 0) return [];
  // Within half a quarter of the x axis, to the right.
  if (Math.abs(main.y) > Math.abs(main.x)) main = { x: main.y, y: -main.x };
  const along = main.x < 0 ? { x: 0 - main.x, y: 0 - main.y } : main;
  const up = { x: 0 - along.y, y: along.x };
  return [
    { name: 'south', out: back(up), along },
    { name: 'north', out: up, along },
    { name: 'west', out: back(along), along: up },
    { name: 'east', out: along, along: up },
  ];
}

function back({ x, y }: Point2): Point2 {
  return { x: 0 - x, y: 0 - y };
}

/** Outer faces that look to a side and have nothing before them, outermost first. */
function facadesOf(block: Area, { out, along }: Side): readonly Facade[] {
  const found: Facade[] = [];
  for (const ring of block) {
    for (const [i, to] of ring.entries()) {
      const from = ring.at(i - 1) ?? to;
      const length = segmentLengthMm(from, to);
      const normal = { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
      if (length < SAME_MM || dot(normal, out) < 0.9999) continue;
      const [a, b] = [dot(from, along), dot(to, along)];
      found.push({ from: Math.min(a, b), to: Math.max(a, b), reach: dot(from, out) });
    }
  }
  let free: (readonly [number, number])[] = [[-Infinity, Infinity]];
  const seen: Facade[] = [];
  for (const facade of found.toSorted((a, b) => b.reach - a.reach)) {
    for (const [low, high] of free) {
      const [from, to] = [Math.max(low, facade.from), Math.min(high, facade.to)];
      if (to - from > SAME_MM) seen.push({ ...facade, from, to });
    }
    free = free.flatMap(([low, high]): readonly (readonly [number, number])[] =>
      facade.to <= low || facade.from >= high
        ? [[low, high]]
        : [
            [low, facade.from],
            [facade.to, high],
          ].flatMap(([a = 0, b = 0]) => (b - a > SAME_MM ? [[a, b] as const] : [])),
    );
  }
  return seen;
}

/** Where openings in outer walls begin and end. */
function openingsOn(
  walls: readonly CutWall[],
  facades: readonly Facade[],
  { out, along }: Side,
): readonly number[] {
  return walls.flatMap(({ wall, fillings }) => {
    const [first] = fillings;
    if (wallAxis(wall.params).chain !== null) return [];
    if (first === undefined || Math.abs(dot(first.along, along)) < 0.9999) return [];
    return fillings.flatMap(({ from, to }) => {
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

/** Faces of walls that run up to an outer face. */
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

function pointsAlong(values: readonly number[]): readonly number[] {
  const sorted = values.map((value) => Math.round(value)).toSorted((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - (sorted[i - 1] ?? 0) >= SAME_MM);
}

type Place = { readonly side: Side; readonly at: number; readonly number: number };

/** One chain; texts that are too wide for their place go to rows above. */
function addChain(sketch: Sketch, points: readonly number[], { side, at, number }: Place): void {
  const { out, along, name } = side;
  const up = { x: 0 - along.y, y: along.x };
  const on = (u: number, v: number): Point2 => ({
    x: along.x * u + out.x * v,
    y: along.y * u + out.y * v,
  });
  const rows: number[] = [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    if (from === undefined) continue;
    const [a, b] = [from / sketch.scale, to / sketch.scale];
    const text = `${to - from}`;
    const width = textWidth(text, DIMENSION_TEXT_MM, false);
    const middle = (a + b) / 2;
    let row = width <= b - a - 0.4 ? 0 : 1;
    while (middle - width / 2 < (rows[row] ?? -Infinity) + 0.5 && row < 3) row += 1;
    rows[row] = middle + width / 2;
    const lift = ABOVE_MM + row * ROW_MM;
    const base = on(middle, at);
    const dimension: Dimension = {
      shape: 'dimension',
      from: on(a, at - 3.5),
      to: on(b, at - 3.5),
      through: on(a, at),
      along,
      value_mm: to - from,
      text,
      chain: `${name} ${number + 1}`,
      text_at: { x: base.x + up.x * lift, y: base.y + up.y * lift },
      layer: LAYERS.dimensions,
      element: null,
    };
    sketch.items.push(dimension);
  }
}

function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}
