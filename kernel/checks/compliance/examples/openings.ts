/** @module openings: examples of openings without a door. */
import type { ParamsOf } from '../../kinds/elements.ts';
import type { Example } from '../rule.ts';
import { level, opening, room, wall } from './elements.ts';

/** An opening without a door, from a room to the open. */
export function anOpening(given: Partial<ParamsOf<'opening'>>, shows: string): Example {
  return {
    shows,
    subject: 'O1',
    elements: [
      level('L1', 0),
      wall('W1', [
        [0, 0],
        [4000, 0],
      ]),
      room('R1', [
        [0, 50],
        [4000, 3050],
      ]),
      opening('O1', 'W1', given),
    ],
  };
}
