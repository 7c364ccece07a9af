/** @module tests of recognised spaces that are no prisms: attics, niches of doors, and lower ceilings. */
import { describe, expect, test } from 'vitest';

import { direction } from '../shape/shape-text.ts';
import {
  axes,
  extrusion,
  named,
  paramsOf,
  point,
  polygon,
  type ProductText,
  recognised,
} from './building-text.ts';

const space = (...items: readonly string[]): ProductText => {
  return { entity: 'IFCSPACE', name: 'space', items, rest: ",'Room',.ELEMENT.,.INTERNAL.,$" };
};

/** A block of this extent in plan between two heights. */
function block(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  low: number,
  high: number,
): string {
  const outline = polygon([x0, y0], [x1, y0], [x1, y1], [x0, y1]);
  return extrusion(outline, high - low, axes(point(0, 0, low)));
}

const X = direction(1, 0, 0);
const Y = direction(0, 1, 0);
const UP = { x: 0, y: 0, z: 1 };
const ROOM = [0, 0, 5000, 4000] as const;

/** An item less what is above a plane through a point with this normal. */
function under(item: string, at: string, normal: string): string {
  const plane = `{IFCHALFSPACESOLID({IFCPLANE(${axes(at, normal, X)})},.F.)}`;
  return `{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${item},${plane})}`;
}

describe('spaces under several faces', () => {
  test('an extrusion less half spaces keeps its numbers and their planes, above its level', () => {
    const slope = under(block(ROOM, 0, 3000), point(0, 0, 1000), direction(0, -0.6, 0.8));
    const item = under(slope, point(0, 4000, 1000), direction(0, 0.6, 0.8));
    const found = recognised([space(item)], { storeys: [['Attic', 6000]] });
    expect(named(found, 'space').outcome).toBe('parametric');
    expect(paramsOf(found, 'space')).toMatchObject({
      height: 3000,
      cut_planes: [
        { point: { y: 4000, z: 1000 }, normal: { x: 0, y: 0.6, z: 0.8 }, within: null },
        { point: { y: 0, z: 1000 }, normal: { x: 0, y: -0.6, z: 0.8 }, within: null },
      ],
    });
  });

  test('a profile that is extruded sideways has its foot, and planes without limits', () => {
    const gable = polygon([0, 0], [4000, 0], [4000, 1000], [2000, 2500], [0, 1000]);
    // The x axis of the profile is the y axis of the storey, its y axis is upwards.
    const item = extrusion(gable, 5000, axes(point(0, 0, 0), X, Y));
    const found = recognised([space(item)]);
    expect(named(found, 'space').reason).toBeNull();
    expect(paramsOf(found, 'space')).toMatchObject({
      boundary_points: { length: 4 },
      height: 2500,
      cut_planes: [{ within: null }, { within: null }],
    });
  });

  test('a niche is under a plane within its outline', () => {
    const found = recognised([
      space(block(ROOM, 0, 2700), block([1000, 3000, 2000, 4200], 0, 2100)),
    ]);
    expect(named(found, 'space').reason).toBeNull();
    expect(paramsOf(found, 'space')).toMatchObject({
      boundary_points: { length: 8 },
      height: 2700,
      cut_planes: [{ point: { z: 2100 }, normal: UP, within: { points: { length: 4 } } }],
    });
  });

  test('a ceiling around a shaft is cut in convex parts', () => {
    const found = recognised([
      space(block(ROOM, 0, 2500), block([2000, 1000, 3000, 2500], 0, 2900)),
    ]);
    const { reason, proof } = named(found, 'space');
    expect(reason).toBeNull();
    expect(proof?.volume).toBeLessThan(1e-6);
    const { element } = named(found, 'space');
    const planes = element?.params['cut_planes'];
    expect(Array.isArray(planes) ? planes.length : 0).toBeGreaterThan(3);
    expect(element?.params).toMatchObject({ boundary_points: { length: 4 }, height: 2900 });
  });

  test('two lower ceilings at one height are two planes', () => {
    const parts = [block([0, 0, 1000, 4000], 0, 2000), block([4000, 0, 5000, 4000], 0, 2000)];
    const found = recognised([space(block([900, 0, 4100, 4000], 0, 2500), ...parts)]);
    expect(named(found, 'space').reason).toBeNull();
    expect(paramsOf(found, 'space')).toMatchObject({
      boundary_points: { length: 4 },
      cut_planes: [{ point: { z: 2000 } }, { point: { z: 2000 } }],
    });
  });
});

describe('spaces that stay bodies', () => {
  test.each([
    ['a part over the outside', block([4000, 0, 6000, 4000], 2000, 3000)],
    ['a foot at two heights', block([4000, 0, 6000, 4000], 300, 2500)],
    ['two feet', block([6000, 0, 8000, 4000], 0, 2500)],
  ])('with %s', (_what, item) => {
    expect(named(recognised([space(block(ROOM, 0, 2500), item)]), 'space')).toMatchObject({
      outcome: 'body',
      reason: 'body is no upright prism: several bodies',
    });
  });

  test('with a court in the middle, which rooms do not have', () => {
    const outer = [point(0, 0), point(9000, 0), point(9000, 9000), point(0, 9000), point(0, 0)];
    const inner = [
      point(3000, 3000),
      point(3000, 6000),
      point(6000, 6000),
      point(6000, 3000),
      point(3000, 3000),
    ];
    const lines = [outer, inner].map((points) => `{IFCPOLYLINE((${points.join()}))}`);
    const ring = `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${lines[0]},(${lines[1]}))}`;
    const plain = extrusion(ring, 2500);
    expect(named(recognised([space(plain)]), 'space').reason).toBe('outline in plan has holes');
    const cut = under(plain, point(0, 0, 2400), direction(0, 0.1, 1));
    expect(named(recognised([space(cut)]), 'space').outcome).toBe('body');
  });
});
