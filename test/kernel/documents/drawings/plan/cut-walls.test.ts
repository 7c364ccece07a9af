/** @module tests of the section of walls that planes cut, at the height of a plan. */
import { expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Ring } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { cutWall } from '../../../../../kernel/documents/drawings/plan/cut-walls.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';

const S = Math.SQRT1_2;

/** A wall of 4 m by 200 mm on a level at 3 m, without what is above the plane z = 1000 + x and below 200 mm. */
const view = modelOf(
  created('wall', 'W', {
    level_id: 'L2',
    start: { x: 0, y: 0 },
    end: { x: 4000, y: 0 },
    thickness: 200,
    height: 3000,
    cut_planes: [
      { point: { x: 0, y: 0, z: 1000 }, normal: { x: 0 - S, y: 0, z: S }, within: null },
      { point: { x: 0, y: 0, z: 200 }, normal: { x: 0, y: 0, z: -1 }, within: null },
    ],
  }),
  created('window', 'N', {
    host_id: 'W',
    offset: 2000,
    width: 1000,
    sill_height: 900,
    height: 1200,
  }),
);

const areaOf = (rings: readonly Ring[]): number =>
  rings.reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0);

test.each([
  [3500, 4000, 4000, 'above'],
  [4000, 4000, 3000, 'cut'],
  [4500, 3500, 2500, 'cut'],
  [5500, 2500, 2500, 'below'],
])('at %s mm the section is %s mm long, less a window %s mm', (cut, length, left, window) => {
  const wall = view.elementOf('W', 'wall');
  const section = wall === undefined ? null : cutWall(wall, cut, view);
  expect(areaOf(section?.footprints ?? []) / 200).toBeCloseTo(length, 1);
  expect(areaOf(section?.pieces ?? []) / 200).toBeCloseTo(left, 1);
  // The window is measured from the foot of the wall, not from the lowest point that the planes leave.
  expect(section?.fillings.map(({ met }) => met)).toEqual([window]);
});
