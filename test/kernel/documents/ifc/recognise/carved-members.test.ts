/** @module tests of recognised columns and beams with notches, pockets and drilled holes. */
import { expect, test } from 'vitest';

import { cross } from '../../../../../kernel/building/geometry/vector.ts';
import { CutPlanes } from '../../../../../kernel/building/kinds/shared/cut-planes.ts';
import { direction } from '../shape/shape-text.ts';
import {
  axes,
  extrusion,
  named,
  paramsOf,
  point,
  polygon,
  type ProductText,
  profile,
  recognised,
} from './building-text.ts';

const X = direction(1, 0, 0);
const Y = direction(0, 1, 0);
const Z = direction(0, 0, 1);
/** Turned in plan, so that no side is along an axis. */
const TURNED = axes(point(0, 0, 0), Z, direction(0.8, 0.6, 0));
const STRAIGHT = extrusion(profile('IFCRECTANGLEPROFILEDEF', 400, 300), 3000);
const COLUMN = extrusion(profile('IFCRECTANGLEPROFILEDEF', 400, 300), 3000, TURNED);
const DRILL = polygon(
  [30, 12],
  [12, 30],
  [-12, 30],
  [-30, 12],
  [-30, -12],
  [-12, -30],
  [12, -30],
  [30, -12],
);

/** A block around a place, from one height to another. */
function block(width: number, depth: number, at: string, height: number): string {
  return extrusion(profile('IFCRECTANGLEPROFILEDEF', width, depth), height, axes(at));
}

/** A hole with eight sides from a place along a direction. */
function drilled(at: string, along: string, depth: number): string {
  return extrusion(DRILL, depth, axes(at, along, along === Z ? X : Z));
}

/** An item less the union of others: not less one after the other, which are planes without a look at the faces. */
function without(item: string, first: string, ...cutters: readonly string[]): string {
  const all = cutters.length === 0 ? [first] : cutters;
  const union = all.reduce(
    (made, cutter) => `{IFCBOOLEANRESULT(.UNION.,${made},${cutter})}`,
    first,
  );
  return `{IFCBOOLEANRESULT(.DIFFERENCE.,${item},${union})}`;
}

function product(item: string, entity = 'IFCCOLUMN'): ProductText {
  return { entity, name: 'member', items: [item] };
}

/** An item less what is on the side of a plane across y to which its normal points. */
function mitred(item: string, at: string, [x, z]: readonly [number, number]): string {
  const plane = `{IFCPLANE(${axes(at, direction(x, 0, z), Y)})}`;
  return `{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${item},{IFCHALFSPACESOLID(${plane},.F.)})}`;
}

const half = Math.SQRT1_2;

test.each([
  ['a pocket in a side', without(COLUMN, block(200, 100, point(200, 150, 800), 600)), 1],
  [
    'a notch in the middle of its height',
    without(COLUMN, block(300, 900, point(250, 0, 1000), 400)),
    1,
  ],
  ['a hole through it', without(COLUMN, drilled(point(0, -900, 1500), Y, 1800)), 1],
  ['a blind hole', without(COLUMN, drilled(point(0, 0, 1500), Y, 900)), 1],
  ['a sleeve in its foot', without(COLUMN, drilled(point(0, 0, -1), Z, 900)), 1],
  [
    'a sleeve with an outlet to a side',
    without(STRAIGHT, drilled(point(0, 0, -1), Z, 900), drilled(point(0, 0, 700), X, 900)),
    2,
  ],
  [
    'two holes that cross',
    without(
      STRAIGHT,
      drilled(point(-900, 0, 1500), X, 1800),
      drilled(point(0, -900, 1500), Y, 1800),
    ),
    3,
  ],
  [
    'a bend to a side',
    without(
      COLUMN,
      mitred(drilled(point(0, 0, -1), Z, 2000), point(0, 0, 900), [-half, half]),
      mitred(drilled(point(-900, 0, 900), X, 1800), point(0, 0, 900), [half, -half]),
    ),
    2,
  ],
  [
    'two pockets that meet in the middle',
    without(
      COLUMN,
      block(200, 900, point(-200, 0, 500), 500),
      block(200, 900, point(200, 0, 1000), 500),
    ),
    2,
  ],
])('%s', (_, item, planes) => {
  const found = recognised([product(item)]);
  expect(named(found, 'member').reason).toBeNull();
  const params = paramsOf(found, 'member');
  const cut = typeof params === 'string' ? params : (params['cut_planes'] ?? []);
  expect(cut).toHaveLength(planes);
});

test('a beam with a notch keeps the prism of the notch', () => {
  const beam = extrusion(
    profile('IFCRECTANGLEPROFILEDEF', 200, 300),
    5000,
    axes(point(0, 0, 0), X, Y),
  );
  const notched = without(beam, block(400, 900, point(2500, 0, 100), 900));
  const found = recognised([product(notched, 'IFCBEAM')]);
  expect(named(found, 'member').reason).toBeNull();
  expect(paramsOf(found, 'member')).toMatchObject({
    profile: '200x300',
    start: { x: 0 },
    end: { x: 5000 },
    cut_planes: [{ within: { points: { length: 4 } } }],
  });
});

test('a hole in a member is where it is in the file', () => {
  const at = point(40, 0, 1500);
  const found = recognised([
    product(without(STRAIGHT, drilled(at, Y, 900))),
    {
      ...product(without(STRAIGHT, drilled(at, Y, 900))),
      name: 'high',
      at: axes(point(0, 0, 700)),
    },
  ]);
  const corners = ['member', 'high'].map((name) => {
    const { element } = named(found, name);
    const planes = CutPlanes.parse(element?.params['cut_planes']) ?? [];
    return planes.flatMap(({ within }) => {
      if (within === null) return [];
      const { origin, axis, x } = within;
      const y = cross(axis, x);
      return within.points.map((one) => ({
        x: Math.round(origin.x + one.x * x.x + one.y * y.x),
        z: Math.round(origin.z + one.x * x.z + one.y * y.z),
      }));
    });
  });
  expect(
    corners.map((some) => [...new Set(some.map(({ x }) => x))].toSorted((a, b) => a - b)),
  ).toEqual([
    [10, 28, 52, 70],
    [10, 28, 52, 70],
  ]);
  expect(
    corners.map((some) => [...new Set(some.map(({ z }) => z))].toSorted((a, b) => a - b)),
  ).toEqual([
    [1470, 1488, 1512, 1530],
    [2170, 2188, 2212, 2230],
  ]);
});

test('a beam in any direction keeps a blind hole and a sleeve in its end', () => {
  const along = direction(0.48, 0.64, 0.6);
  const beam = extrusion(
    profile('IFCRECTANGLEPROFILEDEF', 200, 300),
    5000,
    axes(point(100, 200, 300), along, direction(0.8, -0.6, 0)),
  );
  const middle = point(100 + 0.48 * 2000, 200 + 0.64 * 2000, 300 + 0.6 * 2000);
  const item = without(
    beam,
    drilled(middle, direction(0.8, -0.6, 0), 900),
    drilled(point(100, 200, 300), along, 700),
  );
  const found = recognised([product(item, 'IFCBEAM')]);
  expect(named(found, 'member').reason).toBeNull();
  expect(paramsOf(found, 'member')).toMatchObject({
    end_offset: expect.any(Number),
    cut_planes: { length: 2 },
  });
});

test.each([
  ['a closed cavity', without(COLUMN, block(100, 100, point(0, 0, 1000), 400))],
  [
    'more holes than planes',
    without(COLUMN, block(20, 900, point(0, 0, 40), 20), ...rowOfHoles(65)),
  ],
  ['less than half of its prism', without(COLUMN, block(900, 900, point(0, 0, 500), 2000))],
  [
    'a conical pocket',
    without(COLUMN, `{IFCRIGHTCIRCULARCONE(${axes(point(0, 0, -1))},300.,100.)}`),
  ],
])('a column with %s stays a body', (_, item) => {
  expect(named(recognised([product(item)]), 'member').outcome).toBe('body');
});

function rowOfHoles(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => block(20, 900, point(0, 0, 84 + 44 * i), 20));
}
