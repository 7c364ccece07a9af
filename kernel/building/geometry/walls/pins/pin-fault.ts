/** @module pin fault: why the outline of a wall end cannot be pinned. */

import { at } from '../../indexed.ts';
import { createCornerList } from '../../plan/corner-list.ts';
import { PINNED_CORNER_MM, ROUND_OFF_MM } from '../../tolerances.ts';
import { onGrid, type Point2 } from '../../vector.ts';
import {
  prepareWall,
  type PreparedWall,
  type StraightWall,
  WALL_ENDS,
  type WallEnd,
} from '../wall-contacts.ts';
import { nearestOnFace } from './pin-faces.ts';
import { fillBetweenEnds, squareEnds } from './pinned-ends.ts';

/** Why an end cannot be pinned, in words, with the numbers that were received and expected. */
export type PinFault = {
  readonly end: WallEnd;
  readonly why: string;
  readonly received: number | string;
  readonly expected: string;
};

/**
 * Why the pinned ends of a wall are invalid; null if they are valid or absent. The corners of a pin must be on the faces
 * of the wall, and the outline must be simple and counter-clockwise; an end that is not pinned counts as square.
 */
export function pinFault(straight: StraightWall): PinFault | null {
  const { start = null, end = null } = straight.pins ?? {};
  if (start === null && end === null) return null;
  const wall = prepareWall(straight);
  for (const name of WALL_ENDS) {
    const pin = name === 'start' ? start : end;
    const fault = pin === null ? null : cornerFault(wall, name, pin);
    if (fault !== null) return fault;
  }
  const square = squareEnds(wall);
  const ends = { start: start ?? square.start, end: end ?? square.end };
  if (fillBetweenEnds(wall, ends, createCornerList())) return null;
  const received = 'an outline that crosses itself or runs clockwise';
  const expected = 'a simple, counter-clockwise outline';
  return {
    end: start === null ? 'end' : 'start',
    why: `the faces and the pinned ends form ${received}; expected ${expected}`,
    received,
    expected,
  };
}

function cornerFault(wall: PreparedWall, end: WallEnd, pin: readonly Point2[]): PinFault | null {
  const [first, last] = [at(pin, 0), at(pin, pin.length - 1)];
  const [left, right] = end === 'start' ? [first, last] : [last, first];
  const expected = `at most ${PINNED_CORNER_MM} mm`;
  for (const [name, side, corner] of [
    ['left', 1, left],
    ['right', -1, right],
  ] as const) {
    const near = nearestOnFace(wall, side, corner);
    const off = Math.hypot(near.x - corner.x, near.y - corner.y);
    if (off <= PINNED_CORNER_MM + ROUND_OFF_MM) continue;
    const received = onGrid(off);
    const at_end =
      end === 'start' ? (side === 1 ? 'first' : 'last') : side === 1 ? 'last' : 'first';
    return {
      end,
      why: `its ${at_end} point (${corner.x}, ${corner.y}) is ${received} mm off the ${name} face; expected ${expected}`,
      received,
      expected,
    };
  }
  return null;
}
