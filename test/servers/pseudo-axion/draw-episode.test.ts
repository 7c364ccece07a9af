/** @module tests of the picture of a grid world by its pixels: cells of 34 pixels in a margin of 12. */
import { expect, test } from 'vitest';

import { drawEpisode } from '../../../servers/pseudo-axion/draw-episode.ts';

const WORLD = {
  step: 0,
  steps: 1,
  grid: { w: 3, h: 2 },
  walls: [{ x: 2, y: 0 }],
  hazards: [],
  objects: [],
  agents: [],
  self: { x: 0, y: 0, energy: 50, alive: true },
  path: [{ x: 0, y: 0 }],
  denied: [],
} as const;

const { width, rgb } = drawEpisode(WORLD, { lines: [], question_steps: [] });
const [PAPER, WALL, SELF] = ['250,249,245', '74,78,86', '0,101,173'];
/** Half of the paper and half of the grid (226, 223, 214): a line of one pixel lies between two. */
const HALF = '238,236,230';

/** The colour at pixels from the upper left corner. */
function at(x: number, y: number): string {
  return rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3).join();
}

/** Whether a line of the grid is between this pixel and the one before it. */
function isLine(x: number, y: number, [dx, dy]: readonly [number, number]): boolean {
  return at(x, y) === HALF && at(x - dx, y - dy) === HALF;
}

test('has a line at every side of the cells, and paper between them', () => {
  expect(width).toBe(3 * 34 + 24);
  // In the second row, which is empty.
  for (const x of [0, 1, 2, 3]) expect([x, isLine(12 + 34 * x, 63, [1, 0])]).toEqual([x, true]);
  for (const y of [0, 1, 2]) expect([y, isLine(63, 12 + 34 * y, [0, 1])]).toEqual([y, true]);
  for (const x of [0, 1, 2]) expect(at(29 + 34 * x, 63)).toBe(PAPER);
});

test('has the wall and the agent in their cells', () => {
  expect(at(12 + 2 * 34 + 17, 29)).toBe(WALL);
  expect(at(29, 29)).toBe(SELF);
  expect(at(12 + 34 + 17, 29)).toBe(PAPER);
});
