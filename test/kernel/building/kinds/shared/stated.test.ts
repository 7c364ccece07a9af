/** @module tests of stated values: fire rating texts, and the standard property sets. */
import { describe, expect, test } from 'vitest';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import {
  bearsLoad,
  fireRatingOf,
  minutesIn,
  statedBy,
  statedIn,
  statingProperty,
} from '../../../../../kernel/building/kinds/shared/stated.ts';
import { schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { created } from '../../model/build.ts';

describe('fire rating texts', () => {
  test.each([
    ['30 min', 30],
    ['90', 90],
    ['0', 0],
    ['REI 60', 60],
    ['R90', 90],
    ['EI 30-C5', 30],
    ['EI2 30-C5', 30],
    ['EI1 60', 60],
    ['F90-AB', 90],
    ['F 30 B', 30],
    ['T30', 30],
    ['FD30S', 30],
    ['FR60', 60],
    ['FRR 120', 120],
    ['EW 30', 30],
    ['2 h', 120],
    ['1.5 hours', 90],
    ['1,5 h', 90],
    ['1HR', 60],
    ['2-hour', 120],
    ['90/60/30', 30],
    ['-/60/60', 60],
    [' 60 minutes ', 60],
  ])('%j is %d minutes', (label, minutes) => {
    expect(minutesIn(label)).toBe(minutes);
  });

  // A small number may be hours, and a class alone has no duration.
  test.each([
    `30${'AB'.repeat(60)}x`,
    '',
    'none',
    'A1',
    'EI2',
    '2',
    '1.5',
    'REI',
    '-/-/-',
    '60 or 90',
    'B-s1,d0',
    '1000',
  ])('%j is not a fire rating', (label) => {
    expect(minutesIn(label)).toBeNull();
  });
});

test('every stated property is in the public property set of the entity of its kind', () => {
  const { psets } = { psets: schemaOf('IFC4X3').psets() };
  const without: string[] = [];
  for (const { kind } of KINDS.all) {
    for (const name of statedBy(kind)) {
      const [set = '', property = ''] = statingProperty(kind, name)?.split('.') ?? [];
      if (psets.get(set)?.properties.has(property) !== true) without.push(`${set}.${property}`);
    }
  }
  expect(without).toEqual([]);
  expect(statingProperty('railing', 'fire_rating_min')).toBeNull();
  expect(statingProperty('room', 'is_external')).toBeNull();
});

test('a stated value is the parameter of an element, else its property, else the property of its type', () => {
  const slab = (more: object): object => ({ properties: { Pset_SlabCommon: more } });
  const roof = (more: object): object => ({ properties: { Pset_RoofCommon: more } });
  const view = modelOf(
    created('type', 'T', {
      name: 'Warm roof',
      for: 'roof',
      layers: [{ material: 'x', thickness: 250, function: 'structure' }],
      ...roof({ FireRating: 'REI 30', IsExternal: true }),
    }),
    created('wall', 'W', { fire_rating_min: 45, load_bearing: true, usage: 'exterior' }),
    created('window', 'N', { host_id: 'W', offset: 500 }),
    created('floor', 'F', { fire_rating_min: 60, ...slab({ LoadBearing: false }) }),
    created('roof', 'R1', { type_id: 'T' }),
    created('roof', 'R2', { type_id: 'T', ...roof({ FireRating: 'REI 90' }) }),
    created('roof', 'R3', {}),
  );
  const said = (id: string): readonly unknown[] => {
    const element = view.element(id);
    if (element === undefined) return [];
    const external = statedIn(element, 'is_external', view);
    return [fireRatingOf(element, view), bearsLoad(element, view), external];
  };
  expect(said('W')).toEqual([45, true, true]);
  expect(said('N')).toEqual([null, null, true]);
  expect(said('F')).toEqual([60, false, null]);
  expect(said('R1')).toEqual([30, null, true]);
  expect(said('R2')).toEqual([90, null, true]);
  expect(said('R3')).toEqual([null, null, null]);
});
