/** @module rooms: examples of rooms. */
import type { Element } from '../../kinds/elements.ts';
import type { Example } from '../rule.ts';
import type { Circumstances } from '../run.ts';
import { beam, door, floor, level, room, wallsAround, window } from './elements.ts';

type Given = {
  /** Clear sizes along x and y, mm. */
  readonly width?: number;
  readonly depth?: number;
  /** From the floor to the slab above, mm; without it nothing is above. */
  readonly height?: number;
  /** From the floor to a beam across the room, mm. */
  readonly beam?: number;
  readonly usage?: string | null;
  readonly occupancy?: number;
  /** Offsets along the lower wall of doors that are 1,000 mm wide. */
  readonly doors?: readonly number[];
  /** Width of the doors, mm. */
  readonly door_width?: number;
  /** Width, height and sill of a window in the upper wall, mm. */
  readonly window?: readonly [number, number, number];
  readonly furniture?: readonly Element[];
  readonly circumstances?: Partial<Circumstances>;
};

/** A room with its lower left corner at (0, 0), walls all round and a floor under it. */
export function aRoom(given: Given, shows: string): Example {
  const { width = 5000, depth = 4000, height, usage = 'office', doors = [1000] } = given;
  const { door_width = 1000, furniture = [], circumstances = {} } = given;
  const outer = [
    [-100, -100],
    [width + 100, depth + 100],
  ] as const;
  const above = height === undefined ? [] : [floor('F2', outer, { top_offset: height + 200 })];
  const across =
    given.beam === undefined
      ? []
      : [
          beam(
            'B1',
            [
              [0, depth / 2],
              [width, depth / 2],
            ],
            {
              elevation_offset: given.beam + 200 - 3000,
            },
          ),
        ];
  const [w, h, sill_height] = given.window ?? [0, 0, 0];
  return {
    shows,
    subject: 'R1',
    circumstances,
    elements: [
      level('L1', 0),
      ...wallsAround('W', [0, 0], [width, depth]),
      floor('F1', outer),
      ...above,
      ...across,
      room(
        'R1',
        [
          [0, 0],
          [width, depth],
        ],
        { usage, occupancy: given.occupancy ?? null },
      ),
      ...doors.map((offset, i) => door(`D${i + 1}`, 'W1', { offset, width: door_width })),
      ...(w === 0 ? [] : [window('N1', 'W3', { width: w, height: h, sill_height })]),
      ...furniture,
    ],
  };
}

/** The same building, asked about its level. */
export function onLevel(example: Example): Example {
  return { ...example, subject: 'L1' };
}

/** A corridor along x with doors in its lower wall; behind the first of them lies a room of 80 m² when it has a usage. */
export function aCorridor(
  given: Pick<Given, 'width' | 'depth' | 'doors'> & { readonly room?: string },
  shows: string,
): Example {
  const { width = 10_000, depth, doors = [500, 8000], room: usage } = given;
  const behind =
    usage === undefined
      ? []
      : [
          room(
            'R2',
            [
              [0, -8100],
              [10_000, -100],
            ],
            { usage },
          ),
        ];
  const size = depth === undefined ? { width } : { width, depth };
  return aRoom({ ...size, doors, usage: 'corridor', furniture: behind }, shows);
}
