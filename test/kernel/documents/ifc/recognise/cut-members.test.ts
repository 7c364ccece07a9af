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

  test('an IfcMember is a beam, whose class is that of the file', () => {
    const place = axes(point(0, 0, 500), X, Y);
    const found = recognised([product('IFCMEMBER', extrusion(RECTANGLE, 3000, place))]);
    const { outcome, element, product: row } = named(found, 'member');
    expect([outcome, element?.kind, row.entity]).toEqual(['parametric', 'beam', 'IfcMember']);
    expect(element?.params).toMatchObject({ start: { x: 0 }, end: { x: 3000 } });
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

  test('a member cut by more than 64 half spaces is recognised by its faces', () => {
    let item = extrusion(RECTANGLE, 3000);
    for (let i = 0; i < 65; i += 1) item = cut(item, point(0, 0, 2000 + i), direction(0, 0, 1));
    const found = recognised([product('IFCBEAM', item)]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).not.toHaveProperty('cut_planes');
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

  test('a pocket that no cutter reaches from outside is found by its faces', () => {
    const found = recognised([notched(-20, 20)]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).toMatchObject({
      profile: '200x300',
      cut_planes: [{ within: { points: { length: 4 } } }],
    });
  });
});

describe('bodies of faces', () => {
  type Corner = readonly [number, number, number];

  /** A body between two rings of corners in space, counter-clockwise as seen from the second. */
  function between(from: readonly Corner[], to: readonly Corner[]): string {
    const sides = from.map((corner, i) => {
      const next = (i + 1) % from.length;
      return [corner, from[next], to[next], to[i]].flatMap((one) =>
        one === undefined ? [] : [one],
      );
    });
    const faces = [from.toReversed(), to, ...sides].map((corners) => {
      const loop = `{IFCPOLYLOOP((${corners.map((corner) => point(...corner)).join()}))}`;
      return `{IFCFACE(({IFCFACEOUTERBOUND(${loop},.T.)}))}`;
    });
    return `{IFCFACETEDBREP({IFCCLOSEDSHELL((${faces.join()}))})}`;
  }

  const RING = [
    [0, 0],
    [200, 0],
    [200, 400],
    [0, 400],
  ] as const;
  /** The ring of a column at heights that depend on the place. */
  const level = (height: (x: number, y: number) => number): readonly Corner[] =>
    RING.map(([x, y]) => [x, y, height(x, y)]);

  test('a column with a sloping top has its outline and a plane', () => {
    const item = between(
      level(() => 0),
      level((x) => 3000 - x),
    );
    const found = recognised([product('IFCCOLUMN', item)]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).toMatchObject({
      profile: '200x400',
      location: { x: 100, y: 200 },
      height: 3000,
      cut_planes: [{ normal: { y: 0 }, within: null }],
    });
  });

  test('a column with two oblique ends and no rectangle as section has its outline', () => {
    const corners = [
      [0, 0],
      [300, 0],
      [300, 100],
      [100, 100],
      [100, 400],
      [0, 400],
    ] as const;
    const ring = (height: (x: number, y: number) => number): readonly Corner[] =>
      corners.map(([x, y]) => [x, y, height(x, y)]);
    const item = between(
      ring((_, y) => y / 4),
      ring((x) => 3000 - x),
    );
    const found = recognised([product('IFCCOLUMN', item)]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).toMatchObject({
      outline: { boundary: { length: 6 }, holes: [] },
      cut_planes: { length: 2 },
    });
  });

  test('a rafter with plumb ends is a beam along its sides', () => {
    const end = (x: number, z: number): readonly Corner[] => [
      [x, 0, z],
      [x, 80, z],
      [x, 80, z + 200],
      [x, 0, z + 200],
    ];
    const found = recognised([product('IFCBEAM', between(end(0, 0), end(4000, 3000)))]);
    expect(named(found, 'member').reason).toBeNull();
    // The height of 200 mm over the cosine of the slope, 0.8, is 160 mm square to the rafter.
    expect(paramsOf(found, 'member')).toMatchObject({
      profile: '80x160',
      cut_planes: [{ normal: { x: -1, y: 0, z: 0 } }, { normal: { x: 1, y: 0, z: 0 } }],
    });
  });

  test('a beam with square ends has no planes', () => {
    const end = (x: number): readonly Corner[] => [
      [x, 0, 0],
      [x, 80, 0],
      [x, 80, 200],
      [x, 0, 200],
    ];
    const found = recognised([product('IFCBEAM', between(end(0), end(4000)))]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).toMatchObject({ profile: '80x200', end: { x: 4000 } });
    expect(paramsOf(found, 'member')).not.toHaveProperty('cut_planes');
  });

  test('a notch in the end of a beam is a plane within its outline', () => {
    const corners = [
      [0, 0],
      [4000, 0],
      [4000, 100],
      [3800, 100],
      [3800, 200],
      [0, 200],
    ] as const;
    const side = (y: number): readonly Corner[] => corners.map(([x, z]) => [x, y, z]);
    const notched = between(side(0), side(300));
    const found = recognised([product('IFCBEAM', notched)]);
    expect(named(found, 'member').reason).toBeNull();
    expect(paramsOf(found, 'member')).toMatchObject({
      start: { x: 0 },
      end: { x: 4000 },
      cut_planes: [{ within: { points: { length: 4 } } }],
    });
  });
});

describe('bodies above each other', () => {
  /** Equal pieces of 1 m, one above the other. */
  const stacked = (entity: string, ...areas: readonly string[]): ProductText => ({
    entity,
    name: 'member',
    items: areas.map((area, i) => extrusion(area, 1000, axes(point(500, 700, 1000 * i)))),
  });
  const disc = (radius: number): string => profile('IFCCIRCLEPROFILEDEF', radius);

  test.each(['IFCCOLUMN', 'IFCMEMBER'])('of discs with other radii are no prism: %s', (entity) => {
    const found = recognised([stacked(entity, disc(200), disc(150))]);
    expect(named(found, 'member')).toMatchObject({ outcome: 'body' });
    expect(named(found, 'member').reason).toContain('several bodies');
  });

  test.each([
    ['IFCCOLUMN', RECTANGLE, '200x300'],
    ['IFCMEMBER', RECTANGLE, '200x300'],
    ['IFCCOLUMN', disc(200), 'circle 400'],
    ['IFCMEMBER', disc(200), 'circle 400'],
    ['IFCCOLUMN', disc(12), 'circle 24'],
    ['IFCCOLUMN', disc(900), 'circle 1800'],
  ])('are one %s with the profile of each: %s', (entity, area, text) => {
    const found = recognised([stacked(entity, area, area)]);
    expect(named(found, 'member').outcome).toBe('parametric');
    const params = paramsOf(found, 'member');
    expect(params).toMatchObject({ profile: text });
    expect(params).not.toHaveProperty('outline');
    const { x, y } = { x: 500, y: 700 };
    expect(params).toMatchObject(
      entity === 'IFCCOLUMN' ? { location: { x, y }, height: 2000 } : { start: { x, y } },
    );
  });

  test('with the corners of a polygon keep their outline, also where it is almost a circle', () => {
    const corners = Array.from({ length: 48 }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * (i + 0.3)) / 48;
      return [100 * Math.cos(angle), 100 * Math.sin(angle)];
    });
    const area = polygon(...corners);
    const found = recognised([stacked('IFCCOLUMN', area, area)]);
    expect(named(found, 'member').outcome).toBe('parametric');
    expect(paramsOf(found, 'member')).toMatchObject({ profile: 'outline', outline: { holes: [] } });
  });
});
