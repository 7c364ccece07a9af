/** @module part: one part of a door or window, such as a frame or a pane, and regions of rectangles. */
import type { Region, Ring } from '../../geometry/plan/polygon.ts';
import { regionArea } from '../../geometry/plan/polygon.ts';

export const ROLES = [
  'lining',
  'frame',
  'mullion',
  'transom',
  'sash',
  'leaf',
  'glass',
  'threshold',
  'sill',
] as const;
export type Role = (typeof ROLES)[number];

/** A rectangle in the face of a wall, mm: along the void from its start, and above its foot. */
export type Rect = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** From the nearer to the farther end of an interval, mm. */
export type Interval = readonly [from: number, to: number];

/**
 * A prism across the wall. Its frame is that of the void, mm: x along the wall from the start of the void, y from the outer
 * face of the wall inwards, z up from the foot of the void. The parts of one element share no volume, and no area of the
 * face of the wall.
 */
export type Part = {
  readonly role: Role;
  /** Outline in the face of the wall: x, and z as y. */
  readonly region: Region;
  /** The same outline as rectangles that share no area; null for one that has other sides. */
  readonly rects: readonly Rect[] | null;
  readonly y: Interval;
};

/** What a part is made of: a frame, an opaque leaf, or glass. */
export type Matter = 'frame' | 'leaf' | 'glass';

/** What a part of this role is made of. */
export function matterOf(role: Role): Matter {
  return role === 'glass' || role === 'leaf' ? role : 'frame';
}

/** Area of a part in the face of its wall, mm². */
export function faceArea({ region }: Pick<Part, 'region'>): number {
  return regionArea(region);
}

function ringOf({ from, to, low, high }: Rect): Ring {
  return [
    { x: from, y: low },
    { x: to, y: low },
    { x: to, y: high },
    { x: from, y: high },
  ];
}

type Sort = Pick<Part, 'role' | 'y'>;

/** A full rectangle; nothing if it has no area. */
export function plate(rect: Rect, sort: Sort): readonly Part[] {
  if (!isRect(rect)) return [];
  return [{ ...sort, region: { boundary: ringOf(rect), holes: [] }, rects: [rect] }];
}

/** A rectangle around another one within it. The hole has an area, and a distance from each side. */
export function frameAround(outer: Rect, inner: Rect, sort: Sort): readonly Part[] {
  const { from, to, low, high } = outer;
  const rects = [
    { from, to: inner.from, low, high },
    { from: inner.to, to, low, high },
    { from: inner.from, to: inner.to, low, high: inner.low },
    { from: inner.from, to: inner.to, low: inner.high, high },
  ];
  const region = { boundary: ringOf(outer), holes: [ringOf(inner).toReversed()] };
  return [{ ...sort, region, rects }];
}

/** A rectangle around another one that begins at the same foot: jambs and a head. */
export function archAround(outer: Rect, inner: Rect, sort: Sort): readonly Part[] {
  const { from, to, low, high } = outer;
  const rects = [
    { from, to: inner.from, low, high },
    { from: inner.to, to, low, high },
    { from: inner.from, to: inner.to, low: inner.high, high },
  ];
  const boundary = [
    { x: from, y: low },
    { x: inner.from, y: low },
    { x: inner.from, y: inner.high },
    { x: inner.to, y: inner.high },
    { x: inner.to, y: low },
    { x: to, y: low },
    { x: to, y: high },
    { x: from, y: high },
  ];
  return [{ ...sort, region: { boundary, holes: [] }, rects }];
}

/** The rectangle without an edge of this width. */
export function within({ from, to, low, high }: Rect, edge: number): Rect {
  return { from: from + edge, to: to - edge, low: low + edge, high: high - edge };
}

export function isRect({ from, to, low, high }: Rect): boolean {
  return from < to && low < high;
}

/** The interval of this length in the middle of another one. */
export function amid([from, to]: Interval, length: number): Interval {
  const start = (from + to - length) / 2;
  return [start, start + length];
}
