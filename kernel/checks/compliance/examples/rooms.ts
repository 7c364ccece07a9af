/** @module rooms: example buildings with one room or corridor. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { Example } from '../rule.ts';
import type { Circumstances } from '../run.ts';
import { beam, door, floor, level, room, span, wallsAround, window } from './elements.ts';

type Options = {
  /** Clear sizes along x and y, mm. */
  readonly width?: number;
  readonly depth?: number;
  /** Height of a slab above the floor, mm; default no slab. */
  readonly height?: number;
  /** Height of a beam across the room above the floor, mm; default no beam. */
  readonly beam?: number;
  readonly usage?: string | null;
  readonly occupancy?: number;
  /** Offsets of the doors along the wall at y = 0, mm. */
  readonly doors?: readonly number[];
  /** Width of the doors, mm; default 1,000. */
  readonly door_width?: number;
  /** Width, height and sill of a window in the wall opposite the doors, mm. */
  readonly window?: readonly [number, number, number];
  readonly furniture?: readonly Element[];
  readonly circumstances?: Partial<Circumstances>;
};

/** A room `R1` with its lower left corner at (0, 0), walls on all sides and a floor. */
export function aRoom(options: Options, shows: string): Example {
  const { width = 5000, depth = 4000, height, usage = 'office', doors = [1000] } = options;
  const { door_width = 1000, furniture = [], circumstances = {} } = options;
  const outer = span(-100, -100, width + 100, depth + 100);
  const across = span(0, depth / 2, width, depth / 2);
  const { occupancy = null, beam: under } = options;
  const [w, h, sill_height] = options.window ?? [0, 0, 0];
  return {
    shows,
    subject: 'R1',
    circumstances,
    elements: [
      level('L1', 0),
      ...wallsAround('W', [0, 0], [width, depth]),
      floor('F1', outer),
      ...(height === undefined ? [] : [floor('F2', outer, { top_offset: height + 200 })]),
      ...(under === undefined
        ? []
        : [beam('B1', across, { elevation_offset: under + 200 - 3000 })]),
      room('R1', span(0, 0, width, depth), { usage, occupancy }),
      ...doors.map((offset, i) => door(`D${i + 1}`, 'W1', { offset, width: door_width })),
      ...(w === 0 ? [] : [window('N1', 'W3', { width: w, height: h, sill_height })]),
      ...furniture,
    ],
  };
}

/** The same building with its level as the subject of the rule. */
export function onLevel(example: Example): Example {
  return { ...example, subject: 'L1' };
}

/** A corridor along x with doors in the wall at y = 0. `room`: usage of a room of 80 m² behind the first door. */
export function aCorridor(
  options: Pick<Options, 'width' | 'depth' | 'doors'> & { readonly room?: string },
  shows: string,
): Example {
  const { room: usage, ...sizes } = options;
  const behind = usage === undefined ? [] : [room('R2', span(0, -8100, 10_000, -100), { usage })];
  const corridor = { width: 10_000, doors: [500, 8000], ...sizes };
  return aRoom({ ...corridor, usage: 'corridor', furniture: behind }, shows);
}
