/** @module wall cuts tests: the through wall of a crossing, and cuts of collinear walls. */

import { describe, expect, test } from 'vitest';

import { at } from '../../../../../kernel/building/geometry/indexed.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { cutWalls } from '../../../../../kernel/building/geometry/walls/wall-cuts.ts';

type Line = readonly [number, number, number, number];

function wall(id: string, [x1, y1, x2, y2]: Line, thickness = 200): StraightWall {
  return { id, start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness };
}

function reversed([x1, y1, x2, y2]: Line): Line {
  return [x2, y2, x1, y1];
}

/** The id of the wall that runs through at a point. */
function throughAt(x: number, y: number, walls: readonly StraightWall[]): string | undefined {
  const { points, hosts } = cutWalls(walls);
  const node = points.findIndex((point) => point.x === x && point.y === y);
  return at(hosts, node)?.id;
}

/** The x coordinates of the nodes along a wall, in order. */
function stationsOf(id: string, walls: readonly StraightWall[]): readonly number[] {
  const { edges, nodeOf, points } = cutWalls(walls);
  const nodes = edges.flatMap((edge, i) => (edge.wall.id === id ? [at(nodeOf, i)] : []));
  return [...new Set(nodes)].map((node) => at(points, node).x).toSorted((a, b) => a - b);
}

describe('crossings', () => {
  const across: Line = [0, 0, 6000, 0];
  const up: Line = [3000, -2000, 3000, 2000];
  const slanted: Line = [1000, -2000, 5000, 2000];

  test.each([
    ['the first drawn', [wall('a', across), wall('b', up)]],
    ['the last drawn', [wall('b', across), wall('a', up)]],
    ['of three', [wall('c', across), wall('a', up), wall('b', slanted)]],
    ['of three, crossed last', [wall('b', across), wall('c', up), wall('a', slanted)]],
  ])('of equally thick walls the smallest id runs through: %s', (_what, walls) => {
    expect(throughAt(3000, 0, walls)).toBe('a');
    expect(throughAt(3000, 0, walls.toReversed())).toBe('a');
  });

  test('a thicker wall runs through whatever its id', () => {
    expect(throughAt(3000, 0, [wall('a', across), wall('b', up, 240)])).toBe('b');
    expect(throughAt(3000, 0, [wall('a', across), wall('b', up), wall('c', slanted, 240)])).toBe(
      'c',
    );
  });
});

describe('collinear walls', () => {
  // A thin stem ends in the strip of the left wall and crosses the axis of the right one at x = 3040.
  const left = wall('l', [0, 0, 3000, 0], 600);
  const stem = wall('s', [2750, -290, 5750, 2710], 20);

  test('a stem of one wall is cut where it crosses another wall that only touches that one', () => {
    const walls = [left, wall('r', [3000, 0, 6000, 0], 600), stem];
    expect(stationsOf('r', walls)).toEqual([3000, 3040, 6000]);
    expect(stationsOf('s', walls)).toEqual([2750, 3040, 5750]);
  });

  // Whatever their order by id and their directions, which decide from which wall the other one is measured.
  test.each(['l', 'z'])('walls in line that only touch do not overlap: %s and r', (id) => {
    for (const [one, other] of [
      [
        [0, 0, 3000, 0],
        [3000, 0, 6000, 0],
      ],
      [
        [3000, 0, 0, 0],
        [6000, 0, 3000, 0],
      ],
    ] as const) {
      for (const lines of [
        [one, other],
        [one, reversed(other)],
        [reversed(one), other],
      ] as const) {
        const walls = [wall(id, lines[0], 600), wall('r', lines[1], 600), stem];
        expect(stationsOf('s', walls)).toEqual([2750, 3040, 5750]);
        expect(stationsOf('r', walls)).toEqual([3000, 3040, 6000]);
      }
    }
  });

  test('a stem of one wall stops at another wall that overlaps that one', () => {
    const walls = [left, wall('r', [2500, 0, 6000, 0], 600), stem];
    expect(stationsOf('s', walls)).toEqual([2750, 5750]);
  });
});
