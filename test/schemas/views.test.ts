/** @module views.test: definitions of views and sheets. */
import { expect, test } from 'vitest';

import { SheetDefinition, ViewDefinition } from '../../schemas/views.ts';

const origin = { x: 0, y: 0, z: 0 };

test.each([
  [{ view: 'plan', level_id: 'L1', scale: 50, cut_height: 1200 }, true],
  [{ view: 'plan', level_id: 'L1', scale: 0.5, cut_height: 1200 }, false],
  [{ view: 'plan', level_id: 'L1', scale: 50, cut_height: 0 }, false],
  [{ view: 'section', origin, normal: { x: 0, y: -1, z: 0 }, depth: null, scale: 100 }, true],
  [{ view: 'section', origin, normal: { x: 0, y: 0, z: 1 }, depth: null, scale: 100 }, false],
  [{ view: 'elevation', direction: 'north', scale: 100 }, true],
  [{ view: 'elevation', direction: 'up', scale: 100 }, false],
  [{ view: 'camera', kind: 'axonometric', direction: { x: 1, y: 1, z: -1 }, scale: null }, true],
  [{ view: 'camera', kind: 'axonometric', direction: origin, scale: null }, false],
  [{ view: 'camera', kind: 'perspective', eye: origin, target: origin, field_deg: 60 }, true],
  [{ view: 'camera', kind: 'perspective', eye: origin, target: origin, field_deg: 180 }, false],
])('the view definition %j is valid: %s', (definition, valid) => {
  expect(ViewDefinition.safeParse(definition).success).toBe(valid);
});

test.each([
  [4.9, false],
  [5, true],
  [120, true],
  [120.1, false],
])('a field of view of %d° is valid: %s', (field_deg, valid) => {
  const camera = { view: 'camera', kind: 'perspective', eye: origin, target: origin, field_deg };
  expect(ViewDefinition.safeParse(camera).success).toBe(valid);
});

test('a sheet of ISO 216 has views with a place and views without one', () => {
  const title_block = { title: 'Plans', project: 'House', drawn_by: '', number: '1', revision: '' };
  const views = [{ view_id: 'v', x: null, y: null, scale: null }];
  const sheet = { size: 'A3', upright: false, margin: 10, title_block, views, schedules: [] };
  expect(SheetDefinition.parse(sheet)).toEqual(sheet);
  expect(SheetDefinition.safeParse({ ...sheet, size: 'B5' }).success).toBe(false);
});
