/** @module tests of the upper edges of upright faces: over a body, the lower of two, and their part above a height. */
import { describe, expect, test } from 'vitest';

import type { TopPiece } from '../../../../../kernel/documents/ifc/write/boundaries/sloping-top.ts';
import {
  cornersOf,
  levelTop,
  lowerOf,
  mapped,
  runsOver,
  topsOver,
} from '../../../../../kernel/documents/ifc/write/boundaries/sloping-top.ts';

const piece = (from: number, to: number, at_from: number, at_to: number): TopPiece => ({
  from,
  to,
  at_from,
  at_to,
});
/** From 1,000 up to 3,000 mm in the middle and down again. */
const GABLE = [piece(0, 2000, 1000, 3000), piece(2000, 4000, 3000, 1000)];

describe('the edge of a body over a line', () => {
  // A prism of 4,000 mm along x whose section is a gable, with more corners at its foot than at its top.
  const positions = Float64Array.from(
    [
      [0, 0, 0],
      [500, 0, 0],
      [4000, 0, 0],
      [4000, 0, 1000],
      [2000, 0, 3000],
      [0, 0, 1000],
      [0, 900, 0],
    ].flat(),
  );
  const triangles = Uint32Array.from([0, 1, 5, 1, 2, 3, 1, 3, 4, 1, 4, 5, 0, 5, 6].flat());
  const mesh = { positions, triangles };

  test('is the top of its face, with one piece for each slope', () => {
    expect(topsOver(mesh, { x: 0, y: 0 }, { x: 4000, y: 0 })).toEqual(GABLE);
  });

  test('follows the direction of the line and ends where the body ends', () => {
    const back = topsOver(mesh, { x: 5000, y: 0 }, { x: 1000, y: 0 });
    expect(back).toEqual([piece(1000, 3000, 1000, 3000), piece(3000, 4000, 3000, 2000)]);
  });

  test('is empty over a line next to it', () => {
    expect(topsOver(mesh, { x: 0, y: 5 }, { x: 4000, y: 5 })).toEqual([]);
  });
});

test('the lower of two edges switches from one to the other where they cross', () => {
  expect(lowerOf(GABLE, levelTop(0, 3000, 2000))).toEqual([
    piece(0, 1000, 1000, 2000),
    piece(1000, 3000, 2000, 2000),
  ]);
  expect(lowerOf(GABLE, [])).toEqual([]);
});

test('the part above a height is divided where the edge falls below it', () => {
  const valley = [piece(0, 2000, 3000, 1000), piece(2000, 4000, 1000, 3000)];
  expect(runsOver(valley, 2000)).toEqual([
    [piece(0, 1000, 3000, 2000)],
    [piece(3000, 4000, 2000, 3000)],
  ]);
  expect(runsOver(valley, 500)).toEqual([valley]);
  expect(runsOver(valley, 3000)).toEqual([]);
});

test('a reversed edge has its pieces and their ends in reverse order', () => {
  const turned = mapped([piece(0, 1000, 5, 7), piece(1000, 1500, 7, 9)], (along) => 2000 - along);
  expect(turned).toEqual([piece(500, 1000, 9, 7), piece(1000, 2000, 7, 5)]);
  expect(cornersOf(turned)).toEqual([
    { x: 500, y: 9 },
    { x: 1000, y: 7 },
    { x: 2000, y: 5 },
  ]);
});
