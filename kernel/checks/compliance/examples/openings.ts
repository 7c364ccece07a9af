/** @module openings: example buildings with one opening without a door. */
import type { ParamsOf } from '../../../building/kinds/elements.ts';
import type { Example } from '../rule.ts';
import { level, opening, room, span, wall } from './elements.ts';

/** An opening `O1` from a room to the outside. */
export function anOpening(options: Partial<ParamsOf<'opening'>>, shows: string): Example {
  return {
    shows,
    subject: 'O1',
    elements: [
      level('L1', 0),
      wall('W1', span(0, 0, 4000, 0)),
      room('R1', span(0, 50, 4000, 3050)),
      opening('O1', 'W1', options),
    ],
  };
}
