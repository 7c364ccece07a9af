/** @module doors: examples of doors. */
import type { ParamsOf } from '../../kinds/elements.ts';
import type { Example } from '../rule.ts';
import { door, floor, level, room, wall } from './elements.ts';

type Given = Partial<Pick<ParamsOf<'door'>, 'width' | 'height' | 'door_type'>> & {
  /** Thickness of the wall, mm. */
  readonly wall?: number;
  /** How much higher the floor behind the door lies, mm. */
  readonly step?: number;
  /** Free depth before and behind the door, mm. */
  readonly depths?: readonly [number, number];
};

/** A door from a room to the open: the wall runs along y = 0, the room lies above it. */
export function aDoor(given: Given, shows: string): Example {
  const { wall: thickness = 100, step = 0, depths = [3000, 3000], ...params } = given;
  const half = thickness / 2;
  return {
    shows,
    subject: 'D1',
    elements: [
      level('L1', 0),
      wall(
        'W1',
        [
          [0, 0],
          [4000, 0],
        ],
        { thickness },
      ),
      floor('F1', [
        [0, 0],
        [4000, half + depths[0]],
      ]),
      floor(
        'F2',
        [
          [0, 0 - half - depths[1]],
          [4000, 0],
        ],
        { top_offset: step },
      ),
      room('R1', [
        [0, half],
        [4000, half + 3000],
      ]),
      door('D1', 'W1', { offset: 1500, ...params }),
    ],
  };
}

/** A door in a wall that stands alone. */
export function aDoorAlone(): Example {
  return {
    shows: 'a door in a wall that stands in the open',
    subject: 'D1',
    elements: [
      level('L1', 0),
      wall('W1', [
        [0, 0],
        [4000, 0],
      ]),
      door('D1', 'W1'),
    ],
  };
}
