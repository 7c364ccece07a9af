/**
 * @module buildings: detached buildings of a storey, the space that each of them takes on paper, and the distance of
 * dimension chains from its walls and from the elements drawn around them.
 */
import { at as itemAt } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { locatePoint } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Item } from '../drawing.ts';
import { LAYERS, layerOf } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { boxOfItem } from '../sketch.ts';
import type { Side } from './facades.ts';
import { dot } from './facades.ts';

/** A box in the frame of the building's sides, mm on paper: coordinates along the south side and upwards from it. */
export type FrameBox = readonly [left: number, low: number, right: number, high: number];

/** A building of the storey: its outlines, and the box that it takes on paper. */
export type Building = { readonly block: Area; readonly taken: FrameBox };

/** The frame of the building's sides: unit vectors along the south side and upwards, and the scale 1:`scale`. */
export type Frame = { readonly along: Point2; readonly up: Point2; readonly scale: number };

/** The box of points, which are in mm before the division by the scale of the frame. */
export function boxIn(points: readonly Point2[], { along, up, scale }: Frame): FrameBox {
  const [us, vs] = [along, up].map((axis) => points.map((point) => dot(point, axis) / scale));
  return [
    Math.min(...(us ?? [])),
    Math.min(...(vs ?? [])),
    Math.max(...(us ?? [])),
    Math.max(...(vs ?? [])),
  ];
}

/** The four corners of a box, in no particular order. */
export function cornersOf({ min, max }: PaperBox): readonly Point2[] {
  return [min, max, { x: min.x, y: max.y }, { x: max.x, y: min.y }];
}

function unionBox(a: FrameBox, b: FrameBox): FrameBox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Whether two boxes overlap. */
export function meet(a: FrameBox, b: FrameBox): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Outlines closer together than this belong to one building, mm. */
const APART_MM = 1000;
/** Maximum number of buildings that are dimensioned separately. */
const MAX_BUILDINGS = 12;

/**
 * Groups outlines into detached buildings. Outlines under one roof belong to one building, such as gables that a plan
 * of the roof cuts.
 */
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
      if (
        !isNear &&
        !roofs.some((roof) => touchesRoof(own.block, roof) && touchesRoof(other.block, roof))
      ) {
        continue;
      }
      own = { block: [...other.block, ...own.block], taken: unionBox(other.taken, own.taken) };
      found.splice(i, 1);
    }
    found.push(own);
  }
  // More buildings than this are dimensioned together.
  if (found.length > MAX_BUILDINGS) return [{ block, taken: boxIn(block.flat(), frame) }];
  return found.toSorted((a, b) => a.taken[0] - b.taken[0] || a.taken[1] - b.taken[1]);
}

/** Whether any corner of the outlines is inside or on the outline of a roof. */
function touchesRoof(block: Area, roof: Ring): boolean {
  return block.some((ring) => ring.some((corner) => locatePoint(corner, roof) !== 'outside'));
}

/** Coordinate of the edge of a box towards a side, measured outwards from the origin, mm on paper. */
export function edge(box: FrameBox, { name }: Side): number {
  const [west, south, east, north] = box;
  return { west: -west, south: -south, east, north }[name] ?? 0;
}

/** Shapes this close to walls belong to their building, mm in the building. */
const NEAR_MM = 1000;
/**
 * Maximum extent beyond the building of a cut or overhead element that all chains stay clear of, mm in the building. An
 * element that covers the whole building has no such limit.
 */
const MAX_KEPT_MM = 5000;
/**
 * Maximum detour of chains around visible elements next to walls, such as balconies and porches, mm in the building.
 */
const MAX_PART_DETOUR_MM = 3000;
/** Maximum detour of chains around other visible elements, mm on paper. */
const MAX_DETOUR_MM = 15;

/** Lines of one item that chains avoid, and the maximum detour around them, mm on paper. */
type InWay = { readonly lines: readonly FrameBox[]; readonly most: number };

/** The obstacles for the dimension chains of a building. */
export type Clearance = {
  /** The box of its walls and of cut elements, overhead elements and texts near it; all chains are outside this box. */
  readonly kept: FrameBox;
  /** Obstacles that a chain avoids only if they overlap it. */
  readonly inWay: readonly InWay[];
};

/** The drawn content of a plan. */
export type Drawn = {
  readonly sketch: Sketch;
  /** Boxes of texts next to walls. */
  readonly texts: readonly PaperBox[];
  /** Roofs that the plan cuts: all of their lines count as cut. */
  readonly cut_roofs: ReadonlySet<string>;
};

/** The obstacles of each building. An item near several buildings does not extend the box of any of them. */
export function clearancesOf(
  { sketch, texts, cut_roofs }: Drawn,
  buildings: readonly Building[],
  frame: Frame,
): readonly Clearance[] {
  const near = NEAR_MM / frame.scale;
  const paper = { ...frame, scale: 1 };
  const clearances = buildings.map(({ taken }) => ({
    kept: taken,
    taken,
    near: widened(taken, near),
    inWay: new Array<InWay>(),
  }));
  for (const text of texts) {
    const box = boxIn(cornersOf(text), paper);
    const nearest = clearances.toSorted((a, b) => apart(a.near, box) - apart(b.near, box))[0];
    if (nearest !== undefined) nearest.kept = unionBox(nearest.kept, box);
  }
  for (const item of sketch.items) {
    if (item.shape === 'text' || layerIn(item) === LAYERS.dimensions) continue;
    const drawn = boxOfItem(item, sketch.blocks, frame.along);
    if (drawn === null) continue;
    const box: FrameBox = [drawn.min.x, drawn.min.y, drawn.max.x, drawn.max.y];
    const beside = clearances.filter((clearance) => meet(clearance.near, box));
    const [only] = beside;
    if (beside.length === 1 && only !== undefined && isKept(item, cut_roofs)) {
      const reach = widened(only.taken, MAX_KEPT_MM / frame.scale);
      if (covers(reach, box) || covers(box, only.taken)) {
        only.kept = unionBox(only.kept, box);
        continue;
      }
    }
    const lines = linesOf(item, paper) ?? [box];
    for (const clearance of clearances) {
      const isPart = beside.length === 1 && clearance === only;
      const most = isPart
        ? Math.max(MAX_DETOUR_MM, MAX_PART_DETOUR_MM / frame.scale)
        : MAX_DETOUR_MM;
      clearance.inWay.push({ lines, most });
    }
  }
  return clearances;
}

/** The space that chains need next to a building, mm on paper. */
export type ChainBand = {
  /** The box of the chains between two distances outwards. */
  readonly between: (near: number, far: number) => FrameBox;
  readonly high: number;
  /** Height of the blank strip between the start of the band and the texts of its first chain. */
  readonly slack: number;
};

/**
 * The distance at which the chains of a side start: beyond the kept box, and beyond each obstacle in their way. An
 * obstacle that would need more than its maximum detour is ignored.
 */
export function chainStart(
  { kept, inWay }: Clearance,
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

/** Whether an item is in a cut wall, is cut, or is above the cut. */
function isKept(item: Item, cut_roofs: ReadonlySet<string>): boolean {
  const layer = layerIn(item);
  if ('element' in item && item.element !== null && cut_roofs.has(item.element)) return true;
  return item.shape === 'insert' || layer.endsWith(CUT) || layer.endsWith(ABOVE);
}

/** Suffixes of the names of layers for cut elements and for elements above the cut. */
const [CUT, ABOVE] = [layerOf('', 'cut'), layerOf('', 'above')];

function layerIn(item: Item): string {
  if (item.shape === 'area') return item.fill.layer;
  if (item.shape === 'picture') return '';
  return 'pen' in item ? item.pen.layer : item.layer;
}

/** Boxes of the sides of an item; null for an item that is neither an area nor a polyline. */
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

/** The distance between two boxes; 0 if they overlap. */
function apart(a: FrameBox, b: FrameBox): number {
  const across = Math.max(a[0] - b[2], b[0] - a[2], 0);
  const up = Math.max(a[1] - b[3], b[1] - a[3], 0);
  return Math.sqrt(across * across + up * up);
}
