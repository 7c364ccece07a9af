/** @module buildings: parts of a storey that stand apart, the paper that each takes, and how far what is drawn keeps chains off its walls. */
import { at as itemAt } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint } from '../../geometry/plan/polygon.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Item } from '../drawing.ts';
import { LAYERS, layerOf } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { boxOfItem } from '../sketch.ts';
import type { Side } from './facades.ts';
import { dot } from './facades.ts';

/** A box in the frame of the sides, mm on paper: along the south side, and up from it. */
export type FrameBox = readonly [left: number, low: number, right: number, high: number];

/** A building of the storey: its outlines, and the paper that it takes. */
export type Building = { readonly block: Area; readonly taken: FrameBox };

export type Frame = { readonly along: Point2; readonly up: Point2; readonly scale: number };

export function boxIn(points: readonly Point2[], { along, up, scale }: Frame): FrameBox {
  const [us, vs] = [along, up].map((axis) => points.map((point) => dot(point, axis) / scale));
  return [
    Math.min(...(us ?? [])),
    Math.min(...(vs ?? [])),
    Math.max(...(us ?? [])),
    Math.max(...(vs ?? [])),
  ];
}

export function cornersOf({ min, max }: PaperBox): readonly Point2[] {
  return [min, max, { x: min.x, y: max.y }, { x: max.x, y: min.y }];
}

function around(a: FrameBox, b: FrameBox): FrameBox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

export function meet(a: FrameBox, b: FrameBox): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Outlines nearer to each other than this are of one building, mm. */
const APART_MM = 1000;
const MOST_BUILDINGS = 12;

/** Outlines that stand apart; those under one roof are of one building, as gables are that a plan of the roof cuts. */
export function buildingsOf(
  block: Area,
  roofs: readonly Ring[],
  frame: Frame,
): readonly Building[] {
  const near = APART_MM / frame.scale;
  const found: Building[] = [];
  for (const ring of block) {
    let own: Building = { block: [ring], taken: boxIn(ring, frame) };
    for (let i = found.length - 1; i >= 0; i -= 1) {
      const other = itemAt(found, i);
      const [left, low, right, high] = other.taken;
      const isNear = meet([left - near, low - near, right + near, high + near], own.taken);
      if (!isNear && !roofs.some((roof) => lies(own.block, roof) && lies(other.block, roof))) {
        continue;
      }
      own = { block: [...other.block, ...own.block], taken: around(other.taken, own.taken) };
      found.splice(i, 1);
    }
    found.push(own);
  }
  // So many are no buildings that anyone dimensions one by one.
  if (found.length > MOST_BUILDINGS) return [{ block, taken: boxIn(block.flat(), frame) }];
  return found.toSorted((a, b) => a.taken[0] - b.taken[0] || a.taken[1] - b.taken[1]);
}

/** Whether any of an outline lies under a roof. */
function lies(block: Area, roof: Ring): boolean {
  return block.some((ring) => ring.some((corner) => locatePoint(corner, roof) !== 'outside'));
}

/** How far a box reaches out to a side, mm on paper. */
export function edge(box: FrameBox, { name }: Side): number {
  const [west, south, east, north] = box;
  return { west: -west, south: -south, east, north }[name] ?? 0;
}

/** What is drawn this near to walls belongs to them, mm in the building. */
const NEAR_MM = 1000;
/** What is cut or hangs above reaches no further out than this, unless it covers the whole building; mm in the building. */
const MOST_KEPT_MM = 5000;
/** Chains go this far round what is only seen: beside walls, as balconies and porches are, mm in the building; elsewhere, mm on paper. */
const MOST_PART_MM = 3000;
const MOST_OVER_MM = 15;

/** Lines of one thing that chains keep off, and how far they give way to it at most; mm on paper. */
type InWay = { readonly lines: readonly FrameBox[]; readonly most: number };

/** What of the drawing keeps chains off a building. */
export type Room = {
  /** Its walls and what is cut, hangs above or is written there; all chains stand around it. */
  readonly kept: FrameBox;
  /** What chains go round only where it lies in their way. */
  readonly inWay: readonly InWay[];
};

export type Drawn = {
  readonly sketch: Sketch;
  /** Boxes of texts that stand beside walls. */
  readonly texts: readonly PaperBox[];
  /** Roofs that the plan cuts: all of their lines count as cut. */
  readonly cut_roofs: ReadonlySet<string>;
};

/** The room of each building. What is near several of them is of none. */
export function roomsOf(
  { sketch, texts, cut_roofs }: Drawn,
  buildings: readonly Building[],
  frame: Frame,
): readonly Room[] {
  const near = NEAR_MM / frame.scale;
  const paper = { ...frame, scale: 1 };
  const rooms = buildings.map(({ taken }) => ({
    kept: taken,
    taken,
    near: widened(taken, near),
    inWay: new Array<InWay>(),
  }));
  for (const text of texts) {
    const box = boxIn(cornersOf(text), paper);
    const nearest = rooms.toSorted((a, b) => apart(a.near, box) - apart(b.near, box))[0];
    if (nearest !== undefined) nearest.kept = around(nearest.kept, box);
  }
  for (const item of sketch.items) {
    if (item.shape === 'text' || layerIn(item) === LAYERS.dimensions) continue;
    const drawn = boxOfItem(item, sketch.blocks, frame.along);
    if (drawn === null) continue;
    const box: FrameBox = [drawn.min.x, drawn.min.y, drawn.max.x, drawn.max.y];
    const beside = rooms.filter((room) => meet(room.near, box));
    const [only] = beside;
    if (beside.length === 1 && only !== undefined && isKept(item, cut_roofs)) {
      const reach = widened(only.taken, MOST_KEPT_MM / frame.scale);
      if (covers(reach, box) || covers(box, only.taken)) {
        only.kept = around(only.kept, box);
        continue;
      }
    }
    const lines = linesOf(item, paper) ?? [box];
    for (const room of rooms) {
      const isPart = beside.length === 1 && room === only;
      const most = isPart ? Math.max(MOST_OVER_MM, MOST_PART_MM / frame.scale) : MOST_OVER_MM;
      room.inWay.push({ lines, most });
    }
  }
  return rooms;
}

/** Chains beside a building: the box that they take between two distances, and how much of it lies before their first line. */
export type ChainBand = {
  readonly between: (near: number, far: number) => FrameBox;
  readonly high: number;
  readonly slack: number;
};

/** How far out chains begin to stand: beyond what is kept, and beyond what lies where they would if all of it can be passed. */
export function roomFrom(
  { kept, inWay }: Room,
  side: Side,
  { between, high, slack }: ChainBand,
): number {
  const least = edge(kept, side);
  const strip = between(least, Infinity);
  const passed = inWay.flatMap(({ lines, most }) => {
    const before = lines.filter((line) => meet(line, strip));
    const reach = before.reduce((far, line) => Math.max(far, edge(line, side)), -Infinity);
    return reach <= least + most + slack ? [{ before, to: Math.min(reach, least + most) }] : [];
  });
  let from = least;
  for (;;) {
    const band = between(from, from + high);
    const next = passed
      .filter(({ to, before }) => to > from && before.some((line) => meet(line, band)))
      .reduce((most, { to }) => Math.max(most, to), from);
    if (next === from) return from;
    from = next;
  }
}

/** What stands in a cut wall, is cut or hangs above. */
function isKept(item: Item, cut_roofs: ReadonlySet<string>): boolean {
  const layer = layerIn(item);
  if ('element' in item && item.element !== null && cut_roofs.has(item.element)) return true;
  return item.shape === 'insert' || layer.endsWith(CUT) || layer.endsWith(ABOVE);
}

const [CUT, ABOVE] = [layerOf('', 'cut'), layerOf('', 'above')];

function layerIn(item: Item): string {
  if (item.shape === 'area') return item.fill.layer;
  if (item.shape === 'picture') return '';
  return 'pen' in item ? item.pen.layer : item.layer;
}

/** Boxes of the sides of what is drawn; null of what has none. */
function linesOf(item: Item, frame: Frame): readonly FrameBox[] | null {
  const rings =
    item.shape === 'area' ? item.rings : item.shape === 'polyline' ? [item.points] : null;
  if (rings === null) return null;
  const isClosed = item.shape === 'area' || (item.shape === 'polyline' && item.closed);
  return rings.flatMap((ring) =>
    ring.flatMap((to, i) =>
      i > 0 || isClosed
        ? [boxIn([i === 0 ? itemAt(ring, ring.length - 1) : itemAt(ring, i - 1), to], frame)]
        : [],
    ),
  );
}

function widened([left, low, right, high]: FrameBox, by: number): FrameBox {
  return [left - by, low - by, right + by, high + by];
}

function covers(a: FrameBox, b: FrameBox): boolean {
  return a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];
}

/** How far two boxes are apart. */
function apart(a: FrameBox, b: FrameBox): number {
  const across = Math.max(a[0] - b[2], b[0] - a[2], 0);
  const up = Math.max(a[1] - b[3], b[1] - a[3], 0);
  return Math.sqrt(across * across + up * up);
}
