/** @module tests of recognised walls between several faces: ledges, overhangs and valleys. */
import { expect, test } from 'vitest';

import { cappedWallOf } from '../../../../../kernel/documents/ifc/recognise/outlines/capped-wall.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { direction } from '../shape/shape-text.ts';
import {
  axes,
  extrusion,
  kernels,
  modelOf,
  named,
  paramsOf,
  point,
  polygon,
  polyline,
  type ProductText,
  recognised,
} from './building-text.ts';

const wall = (items: readonly string[], more: Partial<ProductText> = {}): ProductText => {
  return { entity: 'IFCWALL', name: 'wall', items, axis: polyline([0, 0], [4000, 0]), ...more };
};

/** A block over the length of the wall, or from another place: its extent across it and its heights. */
function block(
  [y0, y1]: readonly [number, number],
  [low, high]: readonly [number, number],
  [x0, x1]: readonly [number, number] = [0, 4000],
): string {
  const outline = polygon([x0, y0], [x1, y0], [x1, y1], [x0, y1]);
  return extrusion(outline, high - low, axes(point(0, 0, low)));
}

/** A wall of 200 mm whose top falls to 2 m in its middle. */
const VALLEY = extrusion(
  polygon([0, 0], [4000, 0], [4000, 3000], [2000, 2000], [0, 3000]),
  200,
  axes(point(0, 200, 0), direction(0, -1, 0), direction(1, 0, 0)),
);

test('a ledge is a plane within its outline', () => {
  const found = recognised([wall([block([0, 300], [0, 2000]), block([0, 120], [0, 2500])])]);
  expect(named(found, 'wall').reason).toBeNull();
  expect(paramsOf(found, 'wall')).toMatchObject({
    thickness: 300,
    height: 2500,
    cut_planes: [{ point: { z: 2000 }, normal: { z: 1 }, within: { points: { length: 4 } } }],
  });
});

test('an overhang is a plane below it', () => {
  const found = recognised([wall([block([0, 200], [0, 2500]), block([0, 300], [2000, 2500])])]);
  expect(named(found, 'wall').reason).toBeNull();
  expect(paramsOf(found, 'wall')).toMatchObject({
    thickness: 300,
    base_offset: 0,
    cut_planes: [{ point: { z: 2000 }, normal: { z: -1 }, within: { points: { length: 4 } } }],
  });
});

test('the slopes of a valley cut within their outlines', () => {
  const found = recognised([wall([VALLEY])]);
  const { reason, proof } = named(found, 'wall');
  expect(reason).toBeNull();
  expect(proof?.volume).toBeLessThan(1e-6);
  expect(paramsOf(found, 'wall')).toMatchObject({
    height: 3000,
    cut_planes: [{ within: { points: { length: 4 } } }, { within: { points: { length: 4 } } }],
  });
});

test('sides of a hole in its body are no faces of a wall if an opening stands for it', () => {
  const hole = block([-50, 250], [900, 1500], [1000, 1800]);
  const items = [`{IFCBOOLEANRESULT(.DIFFERENCE.,${VALLEY},${hole})}`];
  const found = recognised([wall(items, { openings: [{ items: [hole] }] })]);
  expect(named(found, 'wall').reason).toBeNull();
  expect(paramsOf(found, 'wall')).toMatchObject({ cut_planes: { length: 2 } });
  expect(paramsOf(found, 'IFCOPENINGELEMENT')).toMatchObject({
    offset: 1000,
    sill: 900,
    width: 800,
    height: 600,
  });
});

test('a groove makes the wall a body', () => {
  const parts = [
    block([0, 200], [0, 2500]),
    block([0, 300], [0, 1000]),
    block([0, 300], [1200, 2500]),
  ];
  const found = recognised([wall(parts)]);
  expect(named(found, 'wall')).toMatchObject({ outcome: 'body' });
});

test('a cut at the end of the wall, in one direction or the other, is a plane of it', () => {
  const body = [block([0, 200], [0, 2500])];
  const hole = (from: number): { readonly items: readonly string[] } => {
    return { items: [block([50, 110], [900, 1900], [from, from + 400])] };
  };
  const ends = recognised([wall(body, { openings: [hole(-100), hole(3800)] })]);
  expect(named(ends, 'wall').reason).toBeNull();
  expect(paramsOf(ends, 'wall')).toMatchObject({
    cut_planes: [
      { point: { x: 300 }, normal: { x: -1 } },
      { point: { x: 3800 }, normal: { x: 1 } },
    ],
  });
  const inner = recognised([wall(body, { openings: [hole(1000)] })]);
  expect(named(inner, 'wall')).toMatchObject({
    outcome: 'body',
    reason: 'an opening is a niche or has a rebate',
  });
  expect(named(inner, 'IFCOPENINGELEMENT').reason).toBe('its host is not parametric');
});

test.each([
  [33, 32],
  [34, null],
])('a wall of %i steps has %j planes', (steps, planes) => {
  const width = 4000 / steps;
  const top = Array.from({ length: steps }, (_, i): readonly (readonly [number, number])[] => [
    [4000 - i * width, 1000 + i * 50],
    [4000 - (i + 1) * width, 1000 + i * 50],
  ]).flat();
  const place = axes(point(0, 200, 0), direction(0, -1, 0), direction(1, 0, 0));
  const item = extrusion(polygon([0, 0], [4000, 0], ...top), 200, place);
  const model = modelOf([wall([item])]);
  const [row = -1] = model.rows('IfcWall');
  const items = new ShapeReader(model, { x: 0, y: 0, z: 0 }).body(row)?.items ?? [];
  const solid = kernels.evaluator.evaluate(items, []);
  const found = solid.ok ? cappedWallOf(solid.mesh(), { x: 1, y: 0 }, () => []) : null;
  expect(found?.caps.length ?? null).toBe(planes);
});

/** Two blocks less a third one. */
function holed(a: string, b: string, hole: string): string {
  return `{IFCBOOLEANRESULT(.DIFFERENCE.,{IFCBOOLEANRESULT(.UNION.,${a},${b})},${hole})}`;
}

test('a hole that both faces enclose is an opening of a wall with a ledge', () => {
  const item = holed(
    block([0, 300], [0, 2000]),
    block([0, 120], [0, 2500]),
    block([-10, 310], [800, 1500], [1000, 1900]),
  );
  const found = recognised([wall([item])]);
  expect(named(found, 'wall').reason).toBeNull();
  expect(paramsOf(found, 'wall')).toMatchObject({ cut_planes: { length: 1 } });
  expect(found.unnamed).toHaveLength(1);
  expect(found.unnamed[0]?.params).toMatchObject({
    offset: 1000,
    sill: 800,
    width: 900,
    height: 700,
  });
});

test('a niche in one face is no hole of a wall with a ledge', () => {
  const item = holed(
    block([0, 300], [0, 2000]),
    block([0, 120], [0, 2500]),
    block([-10, 60], [800, 1500], [1000, 1900]),
  );
  const found = recognised([wall([item])]);
  expect([named(found, 'wall').outcome, found.unnamed]).toEqual(['body', []]);
});
