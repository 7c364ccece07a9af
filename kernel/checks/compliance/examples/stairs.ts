/** @module stairs: example buildings with one stair. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { Example } from '../rule.ts';
import { floor, level, room, span, stair } from './elements.ts';

type Options = {
  /** Height of each step and depth of each tread, mm. */
  readonly riser?: number;
  readonly tread?: number;
  /** Number of steps; default 15. */
  readonly risers?: number;
  readonly width?: number;
  /** Height of the upper floor above its level, mm. */
  readonly finish?: number;
  /** Free depth of the floors at both ends, mm. */
  readonly landing?: number;
  /** Height of a slab over the first tread above the pitch line at the foot of the stair, mm; default no slab. */
  readonly headroom?: number;
  readonly rooms?: readonly Element[];
};

/** A stair `S1` along +x from x = 0 on level `L1` up to level `L2`, with a floor at each end. */
export function aStair(options: Options, shows: string): Example {
  const { riser = 170, tread = 300, risers = 15, width = 1200 } = options;
  const { finish = 0, landing = 1500, headroom, rooms = [] } = options;
  const rise = riser * risers;
  const run = tread * (risers - 1);
  const half = width / 2;
  const slab = { top_offset: (headroom ?? 0) + 2 * riser + 100, thickness: 100 };
  const above = floor('F3', span(0 - landing, 0 - half, tread, half), slab);
  return {
    shows,
    subject: 'S1',
    elements: [
      level('L1', 0, rise),
      level('L2', rise),
      floor('F1', span(0 - landing, 0 - half, 0, half)),
      floor('F2', span(run, 0 - half, run + landing, half), { level_id: 'L2', top_offset: finish }),
      ...(headroom === undefined ? [] : [above]),
      stair('S1', { width, riser_max: riser, tread }),
      ...rooms,
    ],
  };
}

/** The same stair, with one room of this usage on the upper level. */
export function aStairTo(usage: string, options: Options, shows: string): Example {
  return aStair({ rooms: [roomAbove(usage)], ...options }, shows);
}

/** A room of this usage and area on the upper level, next to the stair. */
export function roomAbove(usage: string, area_m2 = 20): Element {
  const width = 5000;
  const depth = (area_m2 * 1e6) / width;
  return room('R1', span(0, 10_000, width, 10_000 + depth), { level_id: 'L2', usage });
}
