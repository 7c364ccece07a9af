/** @module boxes: boxes around outlines, mm. */
import { type BoxMm, toGrid } from '../../../../schemas/units.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { Span } from '../kind.ts';

/** The box widened by `by` mm on all sides. */
export function widened(box: Box2, by: number): Box2 {
  return {
    min: { x: box.min.x - by, y: box.min.y - by },
    max: { x: box.max.x + by, y: box.max.y + by },
  };
}

/** The box on the 0.001 mm grid. */
export function roundedBox({ min, max }: BoxMm): BoxMm {
  return {
    min: { x: toGrid(min.x), y: toGrid(min.y), z: toGrid(min.z) },
    max: { x: toGrid(max.x), y: toGrid(max.y), z: toGrid(max.z) },
  };
}

/** The box over an outline from `low` to `high`, on the 0.001 mm grid. */
export function boxOver(ring: Ring, { low, high }: Span): BoxMm {
  const { min, max } = ringBounds(ring);
  return roundedBox({ min: { ...min, z: low }, max: { ...max, z: high } });
}
