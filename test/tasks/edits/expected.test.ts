/** @module tests of the checker: it names whatever differs from the result that was asked for. */
import { expect, test } from 'vitest';

import type { Building, Seen } from './building.ts';
import { type Expected, faultsOf, faultsOfBest } from './expected.ts';

const wall = (id: string, params: Seen['params'] = {}): Seen => ({
  id,
  kind: 'wall',
  params: { name: id, height: 2500, start: { x: 0, y: 0 }, pins: { start: [] }, ...params },
  box: { min: { x: 0, y: 0, z: 0 }, max: { x: 4000, y: 200, z: 2500 } },
  area: null,
});
const room = (area: number): Seen => ({ id: 'r', kind: 'room', params: {}, box: null, area });
const building = (...elements: readonly Seen[]): Building =>
  new Map(elements.map((element) => [element.id, element]));

const BEFORE = building(wall('a'), wall('b'));

test('an unchanged building has no fault if nothing was asked for', () => {
  expect(faultsOf(BEFORE, BEFORE, {})).toEqual([]);
});

test('the shape of the ends of an imported wall may change', () => {
  expect(faultsOf(BEFORE, building(wall('a', { pins: null }), wall('b')), {})).toEqual([]);
});

test.each<readonly [string, Building, Expected]>([
  [
    'wall a "a": height must stay 2500, is 2501',
    building(wall('a', { height: 2501 }), wall('b')),
    {},
  ],
  ['wall b "b" is deleted, and must stay', building(wall('a')), {}],
  ['wall b "b" is there, and must be deleted', BEFORE, { deleted: ['b'] }],
  ['wall c "c" is new, and must not be there', building(...BEFORE.values(), wall('c')), {}],
  [
    'wall a "a": height must be 2600, is 2500',
    BEFORE,
    { changed: [{ id: 'a', params: { height: 2600 } }] },
  ],
  [
    'wall a "a": height must be tall, is 2500',
    BEFORE,
    { changed: [{ id: 'a', params: { height: () => 'tall' } }] },
  ],
  [
    'wall a "a": max of its box must be {"x":[4100,4200]}, is {"x":4000,"y":200,"z":2500}',
    BEFORE,
    { changed: [{ id: 'a', box: { max: { x: [4100, 4200] } } }] },
  ],
  [
    'a new door is missing: {"kind":"door","params":{"width":900}}',
    BEFORE,
    { created: [{ kind: 'door', params: { width: 900 } }] },
  ],
])('says: %s', (fault, after, expected) => {
  expect(faultsOf(BEFORE, after, expected)).toEqual([fault]);
});

test('lengths may differ by 1 mm, areas by 0.01 m², properties by nothing', () => {
  const changed = { id: 'a', params: { start: { x: 10, y: 0 }, properties: { Set: { U: 1.1 } } } };
  const at = (x: number, U: number): Building =>
    building(wall('a', { start: { x, y: 0 }, properties: { Set: { U } } }), wall('b'));
  expect(faultsOf(BEFORE, at(11, 1.1), { changed: [changed] })).toEqual([]);
  expect(faultsOf(BEFORE, at(11.1, 1.1), { changed: [changed] })).toHaveLength(1);
  expect(faultsOf(BEFORE, at(10, 1.2), { changed: [changed] })).toHaveLength(1);

  const large = { changed: [{ id: 'r', area: 10 }] };
  expect(faultsOf(building(room(0)), building(room(10_009_000)), large)).toEqual([]);
  expect(faultsOf(building(room(0)), building(room(10_011_000)), large)).toEqual([
    'room r: area must be 10.000 m², is 10.011 m²',
  ]);
});

test('new elements are matched with what fits them best', () => {
  const after = building(...BEFORE.values(), wall('c', { height: 3000 }), wall('d'));
  const created = [
    { kind: 'wall', params: { height: 2500 } },
    { kind: 'wall', params: { height: 3000 } },
  ];
  expect(faultsOf(BEFORE, after, { created })).toEqual([]);
});

test('the result with the fewest faults is reported', () => {
  const results = [{ deleted: ['a', 'b'] }, { deleted: ['a'] }];
  expect(faultsOfBest(BEFORE, building(wall('b')), results)).toEqual([]);
  expect(faultsOfBest(BEFORE, BEFORE, results)).toHaveLength(1);
});
