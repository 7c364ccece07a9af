/** @module stairs: examples of stairs. */
import type { Element } from '../../kinds/elements.ts';
import type { Example } from '../rule.ts';
import type { Circumstances } from '../run.ts';
import { floor, level, room, stair } from './elements.ts';

type Given = {
  /** Height of each step and depth of each tread, mm; 15 steps unless more or fewer are asked for. */
  readonly riser?: number;
  readonly tread?: number;
  readonly risers?: number;
  readonly width?: number;
  /** How much higher the floor above lies than its level, mm. */
  readonly finish?: number;
  /** Free depth of the floors at both ends, mm. */
  readonly landing?: number;
  /** Height above the pitch line at the foot of the stair at which a slab hangs over its first tread, mm. */
  readonly headroom?: number;
  readonly rooms?: readonly Element[];
  readonly circumstances?: Partial<Circumstances>;
};

/** A stair along +x from x = 0 on level `L1` to level `L2`, with a floor at both ends. */
export function aStair(given: Given, shows: string): Example {
  const { riser = 170, tread = 300, risers = 15, width = 1200 } = given;
  const { finish = 0, landing = 1500, headroom, rooms = [], circumstances = {} } = given;
  const rise = riser * risers;
  const run = tread * (risers - 1);
  const half = width / 2;
  const over =
    headroom === undefined
      ? []
      : [
          floor(
            'F3',
            [
              [0 - landing, 0 - half],
              [tread, half],
            ],
            {
              top_offset: headroom + 2 * riser + 100,
              thickness: 100,
            },
          ),
        ];
  return {
    shows,
    subject: 'S1',
    circumstances,
    elements: [
      level('L1', 0, rise),
      level('L2', rise),
      floor('F1', [
        [0 - landing, 0 - half],
        [0, half],
      ]),
      floor(
        'F2',
        [
          [run, 0 - half],
          [run + landing, half],
        ],
        { level_id: 'L2', top_offset: finish },
      ),
      ...over,
      stair('S1', { width, riser_max: riser, tread }),
      ...rooms,
    ],
  };
}

/** A room with a usage on the upper level, beside the stair. */
export function roomAbove(usage: string, area_m2 = 20): Element {
  const width = 5000;
  return room(
    'R1',
    [
      [0, 10_000],
      [width, 10_000 + (area_m2 * 1e6) / width],
    ],
    {
      level_id: 'L2',
      usage,
    },
  );
}
