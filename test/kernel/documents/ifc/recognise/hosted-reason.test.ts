/** @module tests of the reasons why openings, doors and windows are not parametric. */
import { expect, test } from 'vitest';

import {
  axes,
  extrusion,
  named,
  point,
  polygon,
  polyline,
  type ProductText,
  recognised,
} from './building-text.ts';

const OUTLINE = polygon([0, 0], [4000, 0], [4000, 200], [0, 200]);

function block(x: number, y: number, z: number, ...[dx = 0, dy = 0, dz = 0]: readonly number[]) {
  const area = polygon([x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]);
  return extrusion(area, dz, axes(point(0, 0, z)));
}

/** A window of 800 by 1000 mm. */
const WINDOW: ProductText = {
  entity: 'IFCWINDOW',
  name: 'window',
  items: [block(1000, 0, 900, 800, 50, 1000)],
  rest: ',$,1000.,800.,$,$,$',
};
const HOLE = block(1000, -50, 900, 800, 300, 1000);
/** A triangle through the wall. */
const GABLE = extrusion(
  polygon([0, 0], [800, 0], [400, 1000]),
  400,
  axes(point(1000, 300, 900), '{IFCDIRECTION((0.,-1.,0.))}', '{IFCDIRECTION((1.,0.,0.))}'),
);
/** A ball in the wall. */
const BALL = `{IFCSPHERE(${axes(point(1400, 100, 1400))},90.)}`;
/** A niche. */
const NICHE = block(1000, -50, 900, 800, 150, 1000);

const host = (entity: string, opening: string, filling: ProductText): ProductText => {
  const wall = entity === 'IFCWALL' ? { axis: polyline([0, 0], [4000, 0]) } : {};
  const items = [extrusion(OUTLINE, 2500)];
  return { entity, name: 'host', items, openings: [{ items: [opening], filling }], ...wall };
};

test.each([
  ['a window without an opening', WINDOW, 'fills no opening'],
  ['a window in a column', host('IFCCOLUMN', HOLE, WINDOW), 'its host is no wall, slab or roof'],
  [
    'a window in a wall that is a body',
    host('IFCWALL', BALL, WINDOW),
    'its host is not parametric',
  ],
  [
    'a window in a niche',
    host('IFCWALL', NICHE, WINDOW),
    'its opening is no hole through its wall',
  ],
  [
    'a window in a slab',
    host('IFCSLAB', block(9, 9, -9, 800, 100, 3000), WINDOW),
    'its opening is in no wall',
  ],
  [
    'a window above its wall',
    host('IFCWALL', block(1000, -50, 2900, 800, 300, 1000), WINDOW),
    'its opening cuts nothing of its host',
  ],
  [
    'a window that is larger than its hole',
    host('IFCWALL', block(1000, -50, 900, 700, 300, 1000), WINDOW),
    'its sizes are not those of its opening',
  ],
])('%s', (_what, product, reason) => {
  const found = named(recognised([product]), 'window');
  expect([found.outcome, found.reason]).toEqual(['body', reason]);
});

test.each([
  ['in a column', 'IFCCOLUMN', HOLE, 'its host is no wall, slab or roof'],
  ['in a wall that is a body', 'IFCWALL', BALL, 'its host is not parametric'],
  ['above its wall', 'IFCWALL', block(1000, -50, 2900, 800, 300, 1000), 'cuts nothing of its host'],
])('an opening %s', (_where, entity, opening, reason) => {
  const found = named(recognised([host(entity, opening, WINDOW)]), 'IFCOPENINGELEMENT');
  expect([found.outcome, found.reason]).toEqual(['body', reason]);
});

test('an opening and a window without a host', () => {
  const opening = { entity: 'IFCOPENINGELEMENT', name: 'hole', items: [HOLE], rest: ',$,$' };
  const filled = { ...WINDOW, guid: 'window' };
  const data = "#900=IFCRELFILLSELEMENT('f',$,$,$,#100,#101);";
  const found = recognised([opening, filled], { data });
  expect(named(found, 'hole').reason).toBe('cuts no product');
  expect(named(found, 'window').reason).toBe('its opening cuts no product');
});

test('a door in a triangle', () => {
  const door = { ...WINDOW, entity: 'IFCDOOR', name: 'door' };
  const found = named(recognised([host('IFCWALL', GABLE, door)]), 'door');
  expect([found.outcome, found.reason]).toEqual(['body', 'its opening is no rectangle']);
});
