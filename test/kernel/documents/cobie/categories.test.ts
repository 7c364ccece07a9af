/** @module tests of the categories of COBie rows: classifications of the model before those of files and defaults. */
import { expect, test } from 'vitest';

import { type Cobie, cobieOf } from '../../../../kernel/documents/cobie/workbook.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { viewOf } from '../schedules/two-rooms.ts';

const at = (x: number, y: number) => ({ x, y });
const SQUARE = [at(0, 0), at(4000, 0), at(4000, 4000), at(0, 4000)];

/** Parameters that are stored in every kind that can be classified. */
function classified(classification: object): object {
  return { classification };
}

function cobieWith(events: readonly PlannedEvent[]): Cobie {
  return cobieOf({
    view: viewOf(events),
    project: 'p',
    at: '2026-01-01T00:00:00.000Z',
    originOf: () => null,
    documents: [],
    issues: null,
    contacts: [],
    facility: {},
  });
}

const OMNICLASS = { OmniClass: { code: '13-55 11 00', name: 'Office Spaces' } };
const room = (id: string, more: object): PlannedEvent =>
  created('room', id, {
    level_id: 'L1',
    name: id,
    number: null,
    point: null,
    boundary_points: SQUARE,
    usage: 'office',
    ...more,
  });

test('the category of a row is its code and name, OmniClass and Uniclass before other systems', () => {
  const { tables } = cobieWith([
    created('level', 'L1', { name: 'Ground', ...classified({ 'eBKP-H': 'C 2.1' }) }),
    room('plain', {}),
    room('omniclass', classified({ 'DIN 276': '340', ...OMNICLASS })),
    room('uniclass', classified({ 'DIN 276': '340', uniclass: 'SL_20_15' })),
    room('other', classified({ 'DIN 276': { code: '340', name: 'Innenwände' } })),
  ]);
  expect(tables.get('Floor')).toMatchObject([{ Category: 'C 2.1' }]);
  expect(tables.get('Space')?.map(({ Name, Category }) => [Name, Category])).toEqual([
    ['plain', 'office'],
    ['omniclass', '13-55 11 00: Office Spaces'],
    ['uniclass', 'SL_20_15'],
    ['other', '340: Innenwände'],
  ]);
});

test('the category of a type is that of its type element, else of its first component', () => {
  const door = (id: string, offset: number, more: object): PlannedEvent =>
    created('door', id, { host_id: 'W', offset, width: 900, height: 2000, ...more });
  const { tables } = cobieWith([
    created('level', 'L1', { name: 'Ground' }),
    created('type', 'T', {
      name: 'Steel door',
      for: 'door',
      layers: [],
      width: 900,
      height: 2000,
      operation: 'single',
      ...classified({ 'eBKP-H': 'G 2.1' }),
    }),
    created('wall', 'W', { level_id: 'L1', start: at(0, 0), end: at(9000, 0) }),
    door('A', 500, { type_id: 'T', ...classified({ 'DIN 276': '344' }) }),
    door('B', 3000, classified({ 'DIN 276': '334' })),
    created('furniture', 'C', { level_id: 'L1', location: at(2000, 2000) }),
  ]);
  expect(tables.get('Type')?.map(({ Category }) => Category)).toEqual([
    'G 2.1',
    '334',
    'Furniture',
  ]);
});
