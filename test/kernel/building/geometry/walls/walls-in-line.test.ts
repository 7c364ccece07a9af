/** @module walls in line tests: joints of walls that turn by little and are of almost equal thickness. */

import { expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { cellsOf } from '../../../../servers/geometry/whole-building/plane-cells.ts';

/** Thicknesses of two walls, how far the second of 5 m rises, and the side of their drawn lines (0 the centre). */
type Given = readonly [first: number, second: number, rise: number, side: -1 | 0 | 1];

const LENGTH = 5000;
const NODE = { x: LENGTH, y: 0 };

type Variant = {
  readonly reversed: readonly [boolean, boolean];
  readonly mirrored: boolean;
  readonly ids: readonly [string, string];
};

const VARIANTS: readonly Variant[] = [false, true].flatMap((mirrored) =>
  [false, true].flatMap((first) =>
    [false, true].flatMap((second) =>
      (['ab', 'ba'] as const).map((ids) => ({
        mirrored,
        reversed: [first, second] as const,
        ids: ids === 'ab' ? (['a', 'b'] as const) : (['b', 'a'] as const),
      })),
    ),
  ),
);

function wallsOf([first, second, rise, side]: Given, variant: Variant): readonly StraightWall[] {
  const { mirrored, reversed, ids } = variant;
  const lines = [
    { start: { x: 0, y: 0 }, end: NODE, thickness: first },
    { start: NODE, end: { x: 2 * LENGTH, y: rise }, thickness: second },
  ];
  return lines.map(({ start, end, thickness }, i) => {
    const move = ({ x, y }: Point2): Point2 => ({ x, y: mirrored ? 0 - y : y });
    const [from, to] = reversed[i] === true ? [end, start] : [start, end];
    const turned = (reversed[i] === true ? -1 : 1) * (mirrored ? -1 : 1);
    const line = (turned * side * thickness) / 2 + 0;
    const axis = axisUnder({ start: move(from), end: move(to) }, line);
    return Object.assign(axis, { id: ids[i] ?? '', thickness, line });
  });
}

function ringsOf(given: Given, variant: Variant): readonly (readonly Point2[])[] {
  const solved = solveJoins(wallsOf(given, variant));
  return variant.ids.map((id) => solved.get(id)?.ring ?? []);
}

/** Distances from the node to all corners that are not at the free ends, mm. */
function reach(rings: readonly (readonly Point2[])[]): number {
  const near = rings.flat().filter(({ x }) => Math.abs(x - LENGTH) < LENGTH / 2);
  return Math.max(...near.map(({ x, y }) => Math.hypot(x - NODE.x, y - NODE.y)));
}

/** Areas are length times thickness: what a joint adds on one face, it removes from the other. Mm². */
const SLACK_MM2 = 0.002 * 2 * LENGTH;

test.each<Given>([
  [300, 200, 5, 0],
  [300, 200, 5, -1],
  [300, 300.2, 1, 0],
  [300, 300.2, 1, -1],
  [300, 301, 5, 0],
  [300, 301, 5, -1],
  [300, 301, 5, 1],
  [301, 300, 5, 0],
])('%d and %d mm, %d mm out of line, side %d: a step at the node', (...given) => {
  const [first, second, rise] = given;
  for (const variant of VARIANTS) {
    const rings = ringsOf(given, variant);
    // The corner of a face is on the bisector, at most its distance from the drawn line away.
    const thickest = Math.max(first, second);
    expect(reach(rings)).toBeLessThanOrEqual((given[3] === 0 ? thickest / 2 : thickest) + 0.01);
    const areas = rings.map(signedArea);
    // A wall drawn by a face turns around the drawn point: its wedge is t² tan(half the turn) / 2.
    const wedge = given[3] === 0 ? 0 : thickest ** 2 * (rise / LENGTH / 4) * 1.01;
    const run = Math.hypot(LENGTH, rise);
    expect(Math.abs((areas[0] ?? 0) - LENGTH * first)).toBeLessThan(SLACK_MM2 + wedge);
    expect(Math.abs((areas[1] ?? 0) - run * second)).toBeLessThan(SLACK_MM2 + wedge);
    expect(cellsOf(rings).overlap_mm2).toBeLessThan(SLACK_MM2);
    const union = cellsOf(rings).union_mm2;
    expect(Math.abs(union - (areas[0] ?? 0) - (areas[1] ?? 0))).toBeLessThan(SLACK_MM2);
  }
});

test('a turn of any size keeps the corners of walls nearly in line within the thickness along the faces', () => {
  for (let rise = 0.5; rise < 3200; rise *= 1.07) {
    for (const second of [100, 200, 290, 299.8, 299.99]) {
      const drawn = Math.round(100 * rise) / 100;
      for (const variant of VARIANTS.slice(0, 2)) {
        const rings = ringsOf([300, second, drawn, 0], variant);
        // 300 along the face and half the thickness across
        expect(reach(rings)).toBeLessThan(Math.hypot(300, 150) + 0.01);
      }
    }
  }
});

/** The highest and the lowest point of outlines at a place along the walls, mm. */
function extentAt(x: number, rings: readonly (readonly Point2[])[]): readonly [number, number] {
  const heights = rings.flatMap((ring) =>
    ring.flatMap((from, i) => {
      const to = ring[(i + 1) % ring.length] ?? from;
      if (from.x > x === to.x > x) return [];
      return [from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)];
    }),
  );
  return [Math.max(...heights), Math.min(...heights)];
}

test('where the mitre becomes a step, faces move by at most half the difference of thicknesses', () => {
  // Faces of 300 and 290 meet 300 from the node where 5 / sin θ is about 300: at a rise of about 83 on 5000.
  const [first, second] = [300, 290];
  const plain = { mirrored: false, reversed: [false, false], ids: ['a', 'b'] } as const;
  const all = Array.from({ length: 1200 }, (_, i) => {
    const rings = ringsOf([first, second, 78 + i / 100, 0], plain);
    return { rings, isStep: reach(rings) < 200 };
  });
  const [last, next] = [all.findLast(({ isStep }) => isStep), all.find((one) => !one.isStep)];
  if (last === undefined || next === undefined) throw new Error('no change of the joint');
  // 0.01 of rise moves a face by less than 0.02.
  const most = (first - second) / 2 + 0.02;
  for (let x = LENGTH - 1000.5; x < LENGTH + 1000; x += 1) {
    const [was, is] = [extentAt(x, last.rings), extentAt(x, next.rings)];
    for (const face of [0, 1] as const) expect(Math.abs(was[face] - is[face])).toBeLessThan(most);
  }
});
