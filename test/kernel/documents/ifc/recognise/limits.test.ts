/** @module tests of the limits of recognition, and of walls whose ends are those of the join solver. */
import { expect, test } from 'vitest';

import { stripOf } from '../../../../../kernel/documents/ifc/recognise/outlines/strip.ts';
import { Products } from '../../../../../kernel/documents/ifc/recognise/products.ts';
import { judge } from '../../../../../kernel/documents/ifc/recognise/proof.ts';
import type { Proposal } from '../../../../../kernel/documents/ifc/recognise/proposal.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import type { JsonObject } from '../../../../../schemas/events.ts';
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
  profile,
  recognised,
} from './building-text.ts';

function block(x: number, y: number, z: number, sizes: readonly [number, number, number]): string {
  const [dx, dy, dz] = sizes;
  const area = polygon([x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]);
  return extrusion(area, dz, axes(point(0, 0, z)));
}

const WALL: ProductText = {
  entity: 'IFCWALL',
  name: 'wall',
  items: [block(0, 0, 0, [4000, 200, 2500])],
  axis: polyline([0, 0], [4000, 0]),
  openings: [{ items: [block(1000, -50, 900, [800, 300, 1000])] }],
};

/** The judgements of the wall and its opening, with these parameters of the wall. */
function judged(params: JsonObject): ReturnType<typeof judge> {
  const model = modelOf([WALL]);
  const [products, shapes] = [new Products(model), new ShapeReader(model, { x: 0, y: 0, z: 0 })];
  const found = recognised([WALL]);
  const [wall, hole] = [named(found, 'wall').element, named(found, 'IFCOPENINGELEMENT').element];
  const [row = -1] = model.rows('IfcWall');
  const [opening = -1] = model.rows('IfcOpeningElement');
  if (wall === null || hole === null) throw new Error('wall and opening are recognised');
  const itemsOf = (of: number) => shapes.body(of)?.items ?? [];
  const proposals: readonly Proposal[] = [
    {
      product: products.product(row),
      element: { ...wall, params: { ...wall.params, ...params } },
      expected: { items: itemsOf(row), cuts: itemsOf(opening) },
      host_id: null,
    },
    { product: products.product(opening), element: hole, expected: null, host_id: wall.id },
  ];
  return judge(
    found.levels.map(({ element }) => element),
    proposals,
    kernels,
  );
}

/** Ends that are 100 mm too far out. */
const FAR = {
  start: [
    { x: -100, y: 200 },
    { x: -100, y: 0 },
  ],
  end: [
    { x: 4100, y: 0 },
    { x: 4100, y: 200 },
  ],
};

test('a wall that is not exact with its pins is exact without them, and so is what it hosts', () => {
  const [wall, opening] = judged({ pins: FAR });
  expect([wall?.why, opening?.why]).toEqual([null, null]);
  expect(wall?.proof?.box_mm).toBeLessThan(0.01);
  expect(wall?.proposal.element.params).not.toHaveProperty('pins');
});

test('a wall that is exact neither way keeps its pins and the first reason', () => {
  const [wall, opening] = judged({ pins: FAR, height: 2600 });
  expect([wall?.why, opening?.why]).toEqual([
    'volume and box differ',
    'its host is not parametric',
  ]);
  expect(wall?.proposal.element.params['pins']).toEqual(FAR);
});

test('a wall with exact pins keeps them', () => {
  const [wall] = judged({});
  expect(wall?.why).toBeNull();
  expect(wall?.proposal.element.params).toHaveProperty('pins');
});

test.each(['IFCSLAB', 'IFCSPACE', 'IFCCOLUMN', 'IFCWALL', 'IFCMEMBER'])(
  'a %s of which nothing is left is refused',
  (entity) => {
    const item = `{IFCBOOLEANRESULT(.DIFFERENCE.,${block(0, 0, 0, [400, 200, 300])},${block(-9, -9, -9, [900, 900, 900])})}`;
    const rest = entity === 'IFCSPACE' ? ',$,.ELEMENT.,.INTERNAL.,$' : ',$,$';
    const found = named(recognised([{ entity, name: 'none', items: [item], rest }]), 'none');
    expect(found.outcome).toBe('refused');
    expect(found.reason).toContain('found an empty one');
  },
);

test.each([
  [400, 200],
  [401, null],
])('sides are searched in an outline of %i corners: %j', (corners, thickness) => {
  const teeth = Array.from({ length: corners - 4 }, (_, i) => {
    return { x: 4000 + 10 * (i % 2), y: ((i + 1) * 200) / corners };
  });
  const [low, high] = [0, 200].map((y) => [
    { x: 0, y },
    { x: 4000, y },
  ]);
  const ring = [...(low ?? []), ...teeth, ...(high ?? []).toReversed()];
  expect(ring.length).toBe(corners);
  expect(stripOf(ring, { x: 1, y: 0 })?.thickness ?? null).toBe(thickness);
  expect(stripOf(ring.slice(0, 3), { x: 1, y: 0 })).toBeNull();
});

test('an upright beam off the origin has one place in plan', () => {
  const item = extrusion(
    profile('IFCRECTANGLEPROFILEDEF', 200, 300),
    3000,
    axes(point(700, 900, 0)),
  );
  const found = recognised([{ entity: 'IFCBEAM', name: 'beam', items: [item] }]);
  expect(named(found, 'beam').reason).toBeNull();
  expect(paramsOf(found, 'beam')).toMatchObject({
    start: { x: 700, y: 900 },
    end: { x: 700, y: 900 },
  });
});

test('a level beam against the axes runs from its start to its end', () => {
  const place = axes(point(5000, 900, 400), direction(-1, 0, 0), direction(0, 1, 0));
  const item = extrusion(profile('IFCRECTANGLEPROFILEDEF', 200, 300), 3000, place);
  const found = recognised([{ entity: 'IFCBEAM', name: 'beam', items: [item] }]);
  expect(named(found, 'beam').reason).toBeNull();
  expect(paramsOf(found, 'beam')).toMatchObject({ start: { y: 900 }, end: { y: 900 } });
});

test('a grid with an axis that is not straight has no lines', () => {
  const bent = `{IFCGRIDAXIS('A',${polyline([0, 0], [9000, 0], [9000, 5000])},.T.)}`;
  const straight = `{IFCGRIDAXIS('B',${polyline([0, 9], [9000, 9])},.T.)}`;
  const rest = `,(${bent}),(${straight}),$,$`;
  const found = recognised([{ entity: 'IFCGRID', name: 'grid', items: [], rest }]);
  expect(named(found, 'grid').element).toBeNull();
  expect(found.unnamed).toEqual([]);
});

test('a profile that is turned in its plane rolls its beam', () => {
  const turned = `{IFCAXIS2PLACEMENT2D(${point(0, 0)},{IFCDIRECTION((0.8,0.6))})}`;
  const section = `{IFCRECTANGLEPROFILEDEF(.AREA.,$,${turned},200.,300.)}`;
  const place = axes(point(0, 0, 400), direction(1, 0, 0), direction(0, 1, 0));
  const found = recognised([
    { entity: 'IFCBEAM', name: 'beam', items: [extrusion(section, 3000, place)] },
  ]);
  expect(named(found, 'beam').reason).toBeNull();
  expect(paramsOf(found, 'beam')).toMatchObject({ profile: '200x300', roll_deg: 36.87 });
});
