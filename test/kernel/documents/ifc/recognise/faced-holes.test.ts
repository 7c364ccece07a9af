/** @module tests of openings whose bodies are faces, and of walls of faces with holes in their bodies. */
import { expect, test } from 'vitest';

import {
  axes,
  extrusion,
  named,
  paramsOf,
  point,
  polygon,
  polyline,
  type ProductText,
  recognised,
} from './building-text.ts';

type Corner = readonly [number, number, number];

const wall = (more: Partial<ProductText>): ProductText => ({
  entity: 'IFCWALL',
  name: 'wall',
  items: [block([0, 0, 0], [4000, 300, 2500])],
  axis: polyline([0, 150], [4000, 150]),
  ...more,
});

/** A block between two corners, as an extrusion. */
function block([x, y, z]: Corner, [toX, toY, top]: Corner): string {
  const outline = polygon([x, y], [toX, y], [toX, toY], [x, toY]);
  return extrusion(outline, top - z, axes(point(0, 0, z)));
}

/** A body of faces between a ring of corners and the same ring at another height and place. */
function faces(from: readonly Corner[], to: readonly Corner[]): string {
  const sides = from.map((corner, i) => {
    const next = (i + 1) % from.length;
    return [corner, from[next] ?? corner, to[next] ?? corner, to[i] ?? corner];
  });
  const all = [from.toReversed(), to, ...sides].map((corners) => {
    const loop = `{IFCPOLYLOOP((${corners.map((corner) => point(...corner)).join()}))}`;
    return `{IFCFACE(({IFCFACEOUTERBOUND(${loop},.T.)}))}`;
  });
  return `{IFCFACETEDBREP({IFCCLOSEDSHELL((${all.join()}))})}`;
}

/** A block of faces between two corners; `lean`: by how much its top is moved along x. */
function faced([x, y, z]: Corner, [toX, toY, top]: Corner, lean = 0): string {
  const ring = (height: number, by: number): readonly Corner[] => [
    [x + by, y, height],
    [toX + by, y, height],
    [toX + by, toY, height],
    [x + by, toY, height],
  ];
  return faces(ring(z, 0), ring(top, lean));
}

const openingsIn = (one: ProductText) => {
  const found = recognised([one]);
  const opened = found.products.filter(({ element }) => element?.kind === 'opening');
  return {
    reason: named(found, 'wall').reason,
    openings: [
      ...opened.map(({ element }) => element?.params),
      ...found.unnamed.map((o) => o.params),
    ],
  };
};

test('an opening of faces that is a box is an opening of its sizes', () => {
  const items = [faced([500, -50, 900], [1500, 350, 2100])];
  expect(openingsIn(wall({ openings: [{ items }] }))).toMatchObject({
    reason: null,
    openings: [{ offset: 500, sill: 900, width: 1000, height: 1200 }],
  });
});

test('an opening of faces that leans along the wall is no box', () => {
  const items = [faced([500, -50, 900], [1500, 350, 2100], 300)];
  const { reason } = openingsIn(wall({ openings: [{ items }] }));
  expect(reason).toBe('an opening is neither a box nor swept through the wall');
});

test('two openings in a row, and two above each other, stay apart', () => {
  const opening = (x: number, z: number) => ({
    items: [block([x, -50, z], [x + 600, 350, z + 500])],
  });
  const made = openingsIn(
    wall({ openings: [opening(500, 300), opening(2000, 300), opening(500, 1500)] }),
  );
  expect(made).toMatchObject({
    reason: null,
    openings: [
      { offset: 500, sill: 300, width: 600, height: 500 },
      { offset: 2000, sill: 300 },
      { offset: 500, sill: 1500 },
    ],
  });
});

test('an opening that is not a rectangle ends at the top of the wall', () => {
  const across = axes(
    point(500, 350, 2000),
    '{IFCDIRECTION((0.,-1.,0.))}',
    '{IFCDIRECTION((1.,0.,0.))}',
  );
  const items = [
    extrusion(polygon([0, 0], [1000, 0], [1000, 900], [500, 1200], [0, 900]), 400, across),
  ];
  const made = openingsIn(wall({ openings: [{ items }] }));
  expect(made).toMatchObject({
    reason: null,
    openings: [{ offset: 500, sill: 2000, width: 1000, height: 500 }],
  });
});

test('a pentagon below the top of the wall keeps its outline', () => {
  const across = axes(
    point(500, 350, 500),
    '{IFCDIRECTION((0.,-1.,0.))}',
    '{IFCDIRECTION((1.,0.,0.))}',
  );
  const items = [
    extrusion(polygon([0, 0], [1000, 0], [1000, 900], [500, 1200], [0, 900]), 400, across),
  ];
  const made = openingsIn(wall({ openings: [{ items }] }));
  expect(made).toMatchObject({ reason: null, openings: [{ sill: 500, outline: { length: 5 } }] });
});

test('a wall of faces with a door in its body has an opening down to its foot', () => {
  const outline: readonly (readonly [number, number])[] = [
    [0, 0],
    [1000, 0],
    [1000, 2000],
    [1900, 2000],
    [1900, 0],
    [4000, 0],
    [4000, 2500],
    [0, 2500],
  ];
  const side = (y: number): readonly Corner[] => outline.map(([x, z]) => [x, y, z]);
  const found = recognised([wall({ items: [faces(side(300), side(0))] })]);
  expect(named(found, 'wall').reason).toBeNull();
  expect(paramsOf(found, 'wall')).toMatchObject({ height: 2500, thickness: 300 });
  expect(paramsOf(found, 'wall')).not.toHaveProperty('cut_planes');
  expect(found.unnamed.map(({ params }) => params)).toMatchObject([
    { offset: 1000, sill: 0, width: 900, height: 2000 },
  ]);
});
