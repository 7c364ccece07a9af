/** @module tests of recognised windows that are no rectangles: round, arched, and with an outline. */
import { describe, expect, test } from 'vitest';

import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { publicFile } from '../../../../public-files.ts';
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

/** The corner of a hole on the left face of the wall, 1 m along it and 0.9 m up; x is along it, y up. */
const CORNER = axes(
  point(1000, 300, 900),
  '{IFCDIRECTION((0.,-1.,0.))}',
  '{IFCDIRECTION((1.,0.,0.))}',
);

/** A wall of 4 m by 0.2 m by 2.5 m with a hole through it, and a product with these stated sizes in the hole. */
function wall(hole: string, [width, height]: readonly [number, number], entity = 'IFCWINDOW') {
  const filling: ProductText = {
    entity,
    name: 'filling',
    items: [extrusion(polygon([1000, 50], [1800, 50], [1800, 100], [1000, 100]), 700)],
    rest: `,$,${height}.,${width}.,$,$,$`,
  };
  return recognised([
    {
      entity: 'IFCWALL',
      name: 'wall',
      items: [extrusion(polygon([0, 0], [4000, 0], [4000, 200], [0, 200]), 2500)],
      axis: polyline([0, 0], [4000, 0]),
      openings: [{ items: [extrusion(hole, 400, CORNER)], filling }],
    },
  ]);
}

function circle(radius: number, x: number, y: number): string {
  const place = `{IFCAXIS2PLACEMENT2D({IFCCARTESIANPOINT((${x}.,${y}.))},$)}`;
  return `{IFCCIRCLEPROFILEDEF(.AREA.,$,${place},${radius}.)}`;
}

type Corner = [number, number];

/** Corners on a circle of 400 mm around (400, 400). */
function onCircle(count: number): readonly Corner[] {
  return Array.from({ length: count }, (_, i): Corner => {
    const angle = (i * 2 * Math.PI) / count;
    return [400 + 400 * Math.cos(angle), 400 + 400 * Math.sin(angle)];
  });
}

/** Half of a circle of 400 mm around (400, 500), from the right to the left. */
const ARC = Array.from({ length: 65 }, (_, i): Corner => {
  const angle = (i * Math.PI) / 64;
  return [400 + 400 * Math.cos(angle), 500 + 400 * Math.sin(angle)];
});

describe('windows', () => {
  test.each<[string, string, readonly [number, number], object]>([
    ['a circle', circle(400, 400, 400), [800, 800], { shape: 'round', width: 800, height: 800 }],
    ['a polygon of 64 sides', polygon(...onCircle(64)), [800, 800], { shape: 'round' }],
    [
      'an arch',
      polygon([0, 0], [800, 0], ...ARC),
      [800, 900],
      { shape: 'arched', width: 800, height: 900 },
    ],
    [
      'a triangle',
      polygon([0, 0], [800, 0], [400, 1000]),
      [800, 1000],
      {
        outline: [
          { x: 0, y: 0 },
          { x: 800, y: 0 },
          { x: 400, y: 1000 },
        ],
      },
    ],
  ])('%s', (_, hole, sizes, expected) => {
    const found = wall(hole, sizes);
    expect(paramsOf(found, 'filling')).toMatchObject({
      offset: 1000,
      sill_height: 900,
      ...expected,
    });
    expect(named(found, 'wall')).toMatchObject({ outcome: 'parametric' });
    expect(named(found, 'filling').reason).toBeNull();
  });

  // The middle of a side of 16 is 400 · (1 − cos 11.25°) = 7.7 mm inside of the circle.
  test('a polygon of 16 sides is no circle', () => {
    const found = wall(polygon(...onCircle(16)), [800, 800]);
    const { shape, outline } = named(found, 'filling').element?.params ?? {};
    expect([shape, Array.isArray(outline) ? outline.length : null]).toEqual([undefined, 16]);
  });

  // A gable has its corners on the circle through its springs and its head, too.
  test('a gable is no arch', () => {
    const found = wall(polygon([0, 0], [800, 0], [800, 500], [400, 800], [0, 500]), [800, 800]);
    expect(named(found, 'filling').element?.params).toMatchObject({ width: 800, height: 800 });
    expect(named(found, 'filling').element?.params['shape']).toBeUndefined();
  });

  test('other stated sizes than those of the box are not proven', () => {
    const found = wall(circle(400, 400, 400), [800, 802]);
    expect(named(found, 'filling')).toMatchObject({
      outcome: 'body',
      reason: 'its sizes are not those of its opening',
    });
  });

  test('a door stays a body, in a round opening', () => {
    const found = wall(circle(400, 400, 400), [800, 800], 'IFCDOOR');
    expect(found.products.map(({ element }) => element?.params['shape'])).toContain('round');
    expect(named(found, 'filling')).toMatchObject({
      outcome: 'body',
      reason: 'its opening is no rectangle',
    });
  });
});

test('round windows in gables of a public file are parametric', async () => {
  const bytes = publicFile('ifc-real/cases/AC20-FZK-Haus.ifc');
  if (bytes === null) return;
  const { model } = await openIfc(bytes);
  const { products } = recognise(model, 'file', await loadKernels());
  const round = products.filter(({ element }) => element?.params['shape'] === 'round');
  expect(
    round.map(({ product, outcome, element }) => [
      product.class,
      outcome,
      element?.params['width'],
      element?.params['height'],
    ]),
  ).toEqual(
    ['IfcOpeningElement', 'IfcWindow', 'IfcOpeningElement', 'IfcWindow'].map((name) => [
      name,
      'parametric',
      1000,
      1000,
    ]),
  );
});
