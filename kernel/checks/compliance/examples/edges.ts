/** @module edges: example floors above a drop, with and without barriers. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { Example } from '../rule.ts';
import { type Corner, door, floor, level, railing, span, wall } from './elements.ts';

type Options = {
  /** Elevation of the floor above the ground, mm. */
  readonly drop: number;
  /** Height of a parapet along the three free sides, mm; default no parapet. */
  readonly parapet?: number;
  /** Gap in the middle of the parapet, mm. */
  readonly gap?: number;
  /** Height of the top of a railing along the three free sides, mm; default no railing. */
  readonly railing?: number;
  readonly occupancy?: string;
};

const [WIDTH, DEPTH] = [4000, 2000];
const FREE_SIDES: readonly Corner[] = [
  [0, DEPTH],
  [0, 0],
  [WIDTH, 0],
  [WIDTH, DEPTH],
];

/** A parapet of 100 mm along the inside of the free sides, with a gap in the middle of the front. */
function parapetOf(height: number, gap: number): readonly Element[] {
  const [left, right] = [(WIDTH - gap) / 2, (WIDTH + gap) / 2];
  return [
    span(50, 0, 50, DEPTH),
    span(WIDTH - 50, 0, WIDTH - 50, DEPTH),
    span(0, 50, left, 50),
    span(right, 50, WIDTH, 50),
  ].map((axis, i) => wall(`W${i + 2}`, axis, { level_id: 'L2', height, join_type: 'none' }));
}

/** A terrace `F1` of 4 by 2 m on level `L2` above the ground. Its fourth side is along a wall with a door. */
export function aTerrace(options: Options, shows: string): Example {
  const { drop, parapet, gap = 0, railing: top, occupancy = null } = options;
  const on = { level_id: 'L2' };
  return {
    shows,
    subject: 'F1',
    circumstances: { occupancy },
    elements: [
      level('L1', 0),
      level('L2', drop),
      floor('F1', span(0, 0, WIDTH, DEPTH), on),
      wall('W1', span(-100, DEPTH, WIDTH + 100, DEPTH), on),
      door('D1', 'W1', { offset: 1600 }),
      ...(parapet === undefined ? [] : parapetOf(parapet, gap)),
      ...(top === undefined ? [] : [railing('A1', FREE_SIDES, { ...on, height: top - 20 })]),
    ],
  };
}
