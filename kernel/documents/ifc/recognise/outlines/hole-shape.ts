/** @module hole shape: whether a hole in the face of a wall is round or arched, or has another outline. */
import type { JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { cyclic } from '../../../../building/geometry/indexed.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { Hole } from './holes.ts';
import { gridRing } from './plan-ring.ts';

/** Largest distance of the corners and the middles of the sides of a hole from the arcs that they approximate, mm. */
const ON_ARC_MM = 0.5;

/** The shape of a hole as parameters of a window, mm; none for a rectangle. That of an arch states its exact height, too. */
export function shapeOfHole({ outline, min, max, is_rectangle: isRectangle }: Hole): JsonObject {
  if (isRectangle) return {};
  const ring = outline.map(({ x, y }) => ({ x: x - min.x, y: y - min.y }));
  const box = { width: max.x - min.x, height: max.y - min.y };
  if (isRound(ring, box)) return { shape: 'round' };
  const arch = archIn(ring, box);
  if (arch !== null) {
    const rise = toGrid(arch.rise);
    // A semicircle follows the width.
    const stated = rise === toGrid(box.width / 2) ? {} : { rise };
    return { shape: 'arched', ...stated, height: toGrid(arch.height) };
  }
  return { outline: gridRing(ring).map(({ x, y }) => ({ x, y })) };
}

/** Sizes of a box, mm. */
type Box = { readonly width: number; readonly height: number };

/** Whether a ring is the ellipse that touches the sides of its box. */
export function isRound(ring: readonly Point2[], { width, height }: Box): boolean {
  const [a, b] = [width / 2, height / 2];
  const off = ({ x, y }: Point2): number =>
    Math.abs(Math.hypot((x - a) / a, (y - b) / b) - 1) * Math.max(a, b);
  return isOn(ring, off, () => true);
}

/** The arch over a ring, mm: its rise, and the height of the ring up to the head of the arc. */
type Arch = { readonly rise: number; readonly height: number };

/** The least height of corners, mm. */
function lowest(side: readonly Point2[]): number {
  return side.reduce((least, { y }) => Math.min(least, y), Infinity);
}

/** The arc over the whole width of a rectangle; null if a ring has other sides. */
function archIn(ring: readonly Point2[], { width, height }: Box): Arch | null {
  const isFoot = ({ x, y }: Point2): boolean =>
    Math.abs(y) <= ON_ARC_MM && (x <= ON_ARC_MM || width - x <= ON_ARC_MM);
  const above = ring.filter((point) => !isFoot(point));
  const right = lowest(above.filter(({ x }) => width - x <= ON_ARC_MM));
  const left = lowest(above.filter(({ x }) => x <= ON_ARC_MM));
  const head = above.find(({ y }) => height - y <= ON_ARC_MM);
  const isLevel = Math.abs(left - right) <= ON_ARC_MM && ring.length - above.length === 2;
  if (!isLevel || head === undefined || head.y - right <= ON_ARC_MM) return null;
  // The circle through both springs and the highest corner: the head of the arc may be between two corners.
  const half = width / 2;
  const [dx, dy] = [head.x - half, head.y - right];
  const down = (half * half - dx * dx - dy * dy) / (2 * dy);
  const radius = Math.sqrt(half * half + down * down);
  const rise = Math.min(radius - down, half);
  const off = ({ x, y }: Point2): number =>
    Math.abs(Math.hypot(x - half, y - right + down) - radius);
  if (down < -ON_ARC_MM || !isOn(ring, off, (point) => !isFoot(point))) return null;
  return { rise, height: right + rise };
}

/** Whether the corners that count, and the sides between two of them, are on a curve. */
function isOn(
  ring: readonly Point2[],
  off: (point: Point2) => number,
  counts: (corner: Point2) => boolean,
): boolean {
  return ring.every((from, i) => {
    if (!counts(from)) return true;
    const to = cyclic(ring, i + 1);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return off(from) <= ON_ARC_MM && (!counts(to) || off(middle) <= ON_ARC_MM);
  });
}
