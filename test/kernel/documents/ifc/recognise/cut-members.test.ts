/** @module tests of recognised columns and beams that planes cut. */
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
  profile,
  recognised,
} from './building-text.ts';

const RECTANGLE = profile('IFCRECTANGLEPROFILEDEF', 200, 300);
const X = direction(1, 0, 0);
const Y = direction(0, 1, 0);

/** An item less what is on the side of a plane to which its normal points. */
function cut(item: string, at: string, normal: string): string {
  const plane = `{IFCHALFSPACESOLID({IFCPLANE(${axes(at, normal, Y)})},.F.)}`;
  return `{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${item},${plane})}`;
}

const product = (entity: string, item: string): ProductText => {
  return { entity, name: 'member', items: [item] };
};

describe('differences of an extrusion and half spaces', () => {
  test('a column under a slope keeps its plane; heights are above its level', () => {
    const item = cut(extrusion(RECTANGLE, 3000), point(0, 0, 2000), direction(-0.6, 0, 0.8));
    const found = recognised([product('IFCCOLUMN', item)], { storeys: [['Up', 3000]] });
    expect(named(found, 'member').outcome).toBe('parametric');
    expect(paramsOf(found, 'member')).toMatchObject({
      profile: '200x300',
      height: 3000,
      base_offset: 0,
      cut_planes: [
        { point: { x: 0, y: 0, z: 2000 }, normal: { x: -0.6, y: 0, z: 0.8 }, within: null },
      ],
    });
  });

  test('a leaning column is cut at its foot', () => {
    const place = axes(point(0, 0, 0), direction(0.6, 0, 0.8), Y);
    const item = cut(extrusion(RECTANGLE, 5000, place), point(0, 0, 500), direction(0, 0, -1));
    const found = recognised([product('IFCCOLUMN', item)]);
    expect(named(found, 'member').outcome).toBe('parametric');
    expect(paramsOf(found, 'member')).toMatchObject({
      top_location: { x: 3000, y: 0 },
      cut_planes: [{ point: { z: 500 }, normal: { z: -1 } }],
    });
  });

  test('a rafter has plumb and level cuts', () => {
    const place = axes(point(0, 0, 0), direction(0.8, 0, 0.6), Y);
    const plumb = cut(extrusion(RECTANGLE, 5000, place), point(3500, 0, 0), X);
    const item = cut(plumb, point(0, 0, 200), direction(0, 0, -1));
    const found = recognised([product('IFCBEAM', item)], { storeys: [['Up', 3000]] });
    expect(named(found, 'member').outcome).toBe('parametric');
    expect(paramsOf(found, 'member')).toMatchObject({
      cut_planes: [
        { point: { z: 200 }, normal: { x: 0, y: 0, z: -1 } },
        { point: { x: 3500 }, normal: { x: 1, y: 0, z: 0 } },
      ],
    });
  });

  test('a bounded half space is a plane within a prism', () => {
    const boundary =
      '{IFCPOLYLINE((' +
      [point(0, 0), point(900, 0), point(900, 900), point(0, 900), point(0, 0)].join() +
      '))}';
    const plane = `{IFCPLANE(${axes(point(0, 0, 2500), direction(0, 0, 1), X)})}`;
    const half = `{IFCPOLYGONALBOUNDEDHALFSPACE(${plane},.F.,${axes(point(0, 0, 0))},${boundary})}`;
    const item = `{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${extrusion(RECTANGLE, 3000)},${half})}`;
    const found = recognised([product('IFCCOLUMN', item)]);
    expect(named(found, 'member').outcome).toBe('parametric');
    expect(paramsOf(found, 'member')).toMatchObject({
      cut_planes: [{ point: { z: 2500 }, within: { points: { length: 4 } } }],
    });
  });

  test('more than 64 half spaces make it a body', () => {
    let item = extrusion(RECTANGLE, 3000);
    for (let i = 0; i < 65; i += 1) item = cut(item, point(0, 0, 2000 + i), direction(0, 0, 1));
    const found = recognised([product('IFCBEAM', item)]);
    expect(named(found, 'member')).toMatchObject({
      outcome: 'body',
      reason: 'body is cut by a body or by more than 64 planes',
    });
  });

  test('a member cut by a body stays a body', () => {
    const ball = '{IFCSPHERE(' + axes(point(0, 0, 0)) + ',50.)}';
    const item = `{IFCBOOLEANRESULT(.DIFFERENCE.,${extrusion(RECTANGLE, 3000)},${ball})}`;
    const found = recognised([product('IFCBEAM', item)]);
    expect(named(found, 'member').outcome).toBe('body');
  });
});

describe('differences of extrusions', () => {
  const BEAM = extrusion(RECTANGLE, 5000, axes(point(0, 0, 0), X, Y));
  /** The beam less a block over the first 500 mm, 100 mm wide, from one height up or down to another. */
  const notched = (from: number, to: number): ProductText => {
    const outline = polygon([-100, 10], [500, 10], [500, 110], [-100, 110]);
    const up = direction(0, 0, Math.sign(to - from));
    const block = `{IFCEXTRUDEDAREASOLID(${outline},${axes(point(0, 0, from))},${up},${Math.abs(to - from)}.)}`;
    return product('IFCBEAM', `{IFCBOOLEANRESULT(.DIFFERENCE.,${BEAM},${block})}`);
  };

  test.each([
    ['upwards out of the beam', 20, 500, { point: { z: 20 }, normal: { z: 1 } }],
    ['from below the beam upwards', -400, 30, { point: { z: 30 }, normal: { z: -1 } }],
    ['downwards out of the beam', 20, -500, { point: { z: 20 }, normal: { z: -1 } }],
  ])('a cutter that reaches %s is a plane within its profile', (_, from, to, plane) => {
    const found = recognised([notched(from, to)]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).toMatchObject({
      cut_planes: [{ ...plane, within: { points: { length: 4 } } }],
    });
  });

  test('a pocket makes the member a body', () => {
    expect(named(recognised([notched(-20, 20)]), 'member')).toMatchObject({
      outcome: 'body',
      reason: 'body is cut by a body or by more than 64 planes',
    });
  });
});
