/** @module doorway: where a door stands in its wall, and what lies on its two sides. */
import { KINDS } from '../../kinds/elements.ts';
import { wayThrough } from '../../kinds/rules/in-wall.ts';
import { wall } from '../../kinds/wall.ts';
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

/**
 * The void of what sits in a wall, along the wall's axis and from face to face; null of anything else. Not from its
 * outline: that is rounded to 0.001 mm, which turns the axis of a narrow void enough to be seen some metres away.
 */
export const doorwayOf = oncePerRun((run, id): Doorway | null => {
  const box = run.view.bounds(id);
  const level_id = run.view.levelOf(id);
  const element = run.view.element(id);
  if (box === null || level_id === null || element === undefined) return null;
  const { fills } = KINDS.of(element);
  if (fills === 'none') return null;
  const cut = fills.cut(element);
  const host = run.view.elementOf(cut.host_id, wall.kind);
  if (host === undefined || run.view.footprint(host.id) === null) return null;
  const { thickness } = host.params;
  const { right, along, width } = wayThrough(host, cut);
  return {
    id,
    level_id,
    host_id: host.id,
    frame: new Frame(right, along),
    s: [0, width],
    t: [0, thickness],
    low: box.min.z,
    high: box.max.z,
  };
});
