/** @module doors: example buildings with one door. */
import type { ParamsOf } from '../../../building/kinds/elements.ts';
import type { Example } from '../rule.ts';
import { door, floor, level, room, span, wall } from './elements.ts';

type Options = Partial<Pick<ParamsOf<'door'>, 'width' | 'height' | 'sill' | 'door_type'>> & {
  /** Thickness of the wall, mm. */
  readonly wall?: number;
  /** Height of the floor behind the door above the floor in front of it, mm. */
  readonly step?: number;
  /** Free depth in front of and behind the door, mm. */
  readonly depths?: readonly [number, number];
};

/** A door `D1` from a room to the outside. The wall runs along y = 0; the room is on its positive side. */
export function aDoor(options: Options, shows: string): Example {
  const { wall: thickness = 100, step = 0, depths = [3000, 3000], ...params } = options;
  const [front, back] = depths;
  const half = thickness / 2;
  return {
    shows,
    subject: 'D1',
    elements: [
      level('L1', 0),
      wall('W1', span(0, 0, 4000, 0), { thickness }),
      floor('F1', span(0, 0, 4000, half + front)),
      floor('F2', span(0, 0 - half - back, 4000, 0), { top_offset: step }),
      room('R1', span(0, half, 4000, half + 3000)),
      door('D1', 'W1', { offset: 1500, ...params }),
    ],
  };
}

/** A door in a wall that joins no other wall and has no room on either side. */
export function aDoorAlone(): Example {
  return {
    shows: 'a door in a free-standing wall',
    subject: 'D1',
    elements: [level('L1', 0), wall('W1', span(0, 0, 4000, 0)), door('D1', 'W1')],
  };
}
