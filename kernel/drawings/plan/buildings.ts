/** @module buildings: parts of a storey that stand apart, and the paper that each takes. */
import { at as itemAt } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint } from '../../geometry/plan/polygon.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { PaperBox } from '../sketch.ts';
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

export function around(a: FrameBox, b: FrameBox): FrameBox {
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
