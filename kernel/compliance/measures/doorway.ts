/** @module doorway: where a door stands in its wall, and what lies on its two sides. */
import type { BoxMm } from '../../../schemas/units.ts';
import { at } from '../../geometry/indexed.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { oncePerRun } from '../run.ts';
import { Frame, type Interval } from '../shapes/frame.ts';

/** The void of a door or opening in its wall, mm. `s` runs along the wall, `t` through it. */
export type Doorway = {
  readonly id: string;
  readonly level_id: string;
  readonly host_id: string;
  readonly frame: Frame;
  readonly s: Interval;
  readonly t: Interval;
  readonly low: number;
  readonly high: number;
};

/** The void of what sits in a wall, from its outline and its box; null of anything else. */
export const doorwayOf = oncePerRun((run, id): Doorway | null => {
  const outline = run.view.outline(id);
  const box: BoxMm | null = run.view.bounds(id);
  const level_id = run.view.levelOf(id);
  const element = run.view.element(id);
  if (outline === null || outline.length !== 4 || box === null || level_id === null) return null;
  if (element === undefined || !('host_id' in element.params)) return null;
  const { host_id } = element.params;
  if (run.view.footprint(host_id) === null) return null;
  // Counter-clockwise from the near edge on the right of the wall: along it, then across.
  const [a, b, c] = [at(outline, 0), at(outline, 1), at(outline, 2)];
  const width = segmentLengthMm(a, b);
  const depth = segmentLengthMm(b, c);
  if (!(width > 0 && depth > 0)) return null;
  const along = { x: (b.x - a.x) / width, y: (b.y - a.y) / width };
  const frame = new Frame(a, along);
  return {
    id,
    level_id,
    host_id,
    frame,
    s: [0, width],
    t: [0, depth],
    low: box.min.z,
    high: box.max.z,
  };
});
