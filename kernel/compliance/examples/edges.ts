/** @module edges: examples of floors above a drop. */
import type { Element } from '../../kinds/elements.ts';
import type { Example } from '../rule.ts';
import { type Corner, door, floor, level, railing, wall } from './elements.ts';

type Given = {
  /** Elevation of the floor above the ground, mm. */
  readonly drop: number;
  /** Height of a wall all along three sides of it, mm; none without. */
  readonly parapet?: number;
  /** Gap in the middle of the parapet, mm. */
  readonly gap?: number;
  /** Height of the top of a railing instead, mm. */
  readonly railing?: number;
  readonly occupancy?: string;
};

const [WIDTH, DEPTH] = [4000, 2000];
const FRONT: readonly Corner[] = [
  [0, DEPTH],
  [0, 0],
  [WIDTH, 0],
  [WIDTH, DEPTH],
];

const along = (id: string, from: Corner, to: Corner, height: number): Element =>
  wall(id, [from, to], { level_id: 'L2', height, join_type: 'none' });

/** A terrace of 4 by 2 m on level `L2` above the ground; its fourth side lies at a wall with a door. */
export function aTerrace(given: Given, shows: string): Example {
  const { drop, parapet, gap = 0 } = given;
  const [left, right] = [(WIDTH - gap) / 2, (WIDTH + gap) / 2];
  const walls =
    parapet === undefined
      ? []
      : [
          along('W2', [50, 0], [50, DEPTH], parapet),
          along('W3', [WIDTH - 50, 0], [WIDTH - 50, DEPTH], parapet),
          along('W4', [0, 50], [left, 50], parapet),
          along('W5', [right, 50], [WIDTH, 50], parapet),
        ];
  return {
    shows,
    subject: 'F1',
    circumstances: { occupancy: given.occupancy ?? null },
    elements: [
      level('L1', 0),
      level('L2', drop),
      floor(
        'F1',
        [
          [0, 0],
          [WIDTH, DEPTH],
        ],
        { level_id: 'L2' },
      ),
      wall(
        'W1',
        [
          [-100, DEPTH],
          [WIDTH + 100, DEPTH],
        ],
        { level_id: 'L2' },
      ),
      door('D1', 'W1', { offset: 1600 }),
      ...walls,
      ...(given.railing === undefined
        ? []
        : [railing('A1', FRONT, { level_id: 'L2', height: given.railing - 20 })]),
    ],
  };
}
