/** @module tests of COBie workbooks of models with hostile names: they are texts, unique, and valid as keys. */
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';

import { NA } from '../../../../kernel/documents/cobie/check.ts';
import { type Cobie, cobieOf, cobieWorkbook } from '../../../../kernel/documents/cobie/workbook.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { viewOf } from '../schedules/two-rooms.ts';
import { openCobie, tablesOf } from './read-cobie.ts';

const at = (x: number, y: number) => ({ x, y });
const HOSTILE = [
  '=HYPERLINK("http://x.invalid","go")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\tcmd|x',
  'a,b',
  'A;B',
  '<b>&amp;</b>',
  '\u202Egnp.exe',
  'n/a',
  ' ',
];

function cobieWith(events: readonly PlannedEvent[], id = 'anna'): Cobie {
  return cobieOf({
    view: viewOf(events),
    project: 'p',
    at: '2026-01-01T00:00:00.000Z',
    originOf: () => ({ user_id: id, agent_id: null, at: '2026-01-01T00:00:00.000Z' }),
    documents: [],
    issues: null,
    contacts: [],
    facility: {},
  });
}

const LEVEL = created('level', 'L1', { name: '=1+1', elevation: 0 });
const rooms = HOSTILE.map((name, index) =>
  created('room', `room-${index}`, {
    level_id: 'L1',
    name,
    number: null,
    point: null,
    boundary_points: [
      at(index * 5000, 0),
      at(index * 5000 + 4000, 0),
      at(index * 5000 + 4000, 4000),
      at(index * 5000, 4000),
    ],
    usage: name,
  }),
);
const furniture = HOSTILE.map((name, index) =>
  created('furniture', `chair-${index}`, {
    level_id: 'L1',
    name,
    location: at(index * 5000 + 2000, 2000),
  }),
);

test('texts that look like formulas are text cells, and no cell is a formula', async () => {
  const book = await openCobie(cobieWorkbook(cobieWith([LEVEL, ...rooms, ...furniture], '=cmd')));
  const texts = new Set<string>();
  for (const sheet of book.worksheets) {
    sheet.eachRow((row) => {
      row.eachCell((cell) => {
        expect([ExcelJS.ValueType.Number, ExcelJS.ValueType.String]).toContain(cell.type);
        if (cell.type === ExcelJS.ValueType.String) texts.add(cell.text);
      });
    });
  }
  for (const text of ['=1+1', '+1+1', '-2+3', '@SUM(A1)', '<b>&amp;</b>']) {
    expect(texts).toContain(text);
  }
});

test('names are unique without case, have no commas, and every reference finds its row', async () => {
  const cobie = cobieWith([LEVEL, ...rooms, ...furniture]);
  const broken = cobie.faults.filter(({ rule }) => rule !== 'not_na');
  expect(broken).toEqual([]);
  const names = cobie.tables.get('Space')?.map(({ Name }) => String(Name)) ?? [];
  expect(names).toEqual([
    '=HYPERLINK("http://x.invalid";"go")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\\u{9}cmd|x',
    'a;b',
    'A;B (2)',
    '<b>&amp;</b>',
    '\\u{202e}gnp.exe',
    'unnamed',
    'unnamed (2)',
  ]);
  expect(cobie.notes).toContain(
    'Space: 2 names occur more than once and got a number, because names are keys',
  );
  expect(cobie.notes).toContain(
    'Space: 2 names have a semicolon for a comma, which separates names in COBie',
  );
  const chairs = cobie.tables.get('Component') ?? [];
  expect(chairs.map(({ Space }) => Space)).toEqual(names);
  expect(tablesOf(await openCobie(cobieWorkbook(cobie)))).toEqual(cobie.tables);
});

test('properties with one name have the name of their set, and none is left out', () => {
  const long = 'x'.repeat(60);
  const own: object = {
    properties: {
      One: { Colour: 'red', [long]: 1 },
      Two: { colour: 'blue' },
      TWO: { COLOUR: 'a' },
    },
  };
  const location = at(2000, 2000);
  const chair = created('furniture', 'chair', { level_id: 'L1', location, ...own });
  const rows = cobieWith([LEVEL, chair]).tables.get('Attribute') ?? [];
  expect(rows.flatMap(({ Name, SheetName }) => (SheetName === 'Component' ? [Name] : []))).toEqual(
    expect.arrayContaining(['Colour', long, 'Two.colour', 'TWO.COLOUR (2)']),
  );
});

test('zones with one name get numbers', () => {
  const zone = (id: string, name: string, members: readonly string[]): PlannedEvent =>
    created('group', id, { name, members: [[...members]] });
  const cobie = cobieWith([
    LEVEL,
    ...rooms.slice(0, 2),
    ...furniture.slice(0, 1),
    zone('g1', 'Flat', ['room-0']),
    zone('g2', 'flat', ['room-0']),
    zone('g3', 'Flat', ['room-1', 'room-0']),
    zone('g4', 'Mixed', ['room-1', 'chair-0']),
  ]);
  expect(cobie.tables.get('System')).toEqual([]);
  expect(cobie.tables.get('Zone')?.map(({ Name, SpaceNames }) => [Name, SpaceNames])).toEqual([
    ['Flat', '=HYPERLINK("http://x.invalid";"go")'],
    ['flat (2)', '=HYPERLINK("http://x.invalid";"go")'],
    ['Flat (3)', '=HYPERLINK("http://x.invalid";"go"),+1+1'],
  ]);
  expect(cobie.faults.filter(({ rule }) => rule !== 'not_na')).toEqual([]);
});

test('ids that are no addresses become addresses that nobody has, each once', () => {
  const events = [LEVEL, ...rooms.slice(0, 2)];
  const [contact] = cobieWith(events, 'a b@c').tables.get('Contact') ?? [];
  expect(contact).toMatchObject({
    Email: 'a-b-c@plumbline.invalid',
    ExternalIdentifier: 'a b@c',
    Company: NA,
  });
  const [address] = cobieWith(events, 'anna@office.example').tables.get('Contact') ?? [];
  expect(address).toMatchObject({ Email: 'anna@office.example' });
});

test('a component outside every room has no space, which is reported', () => {
  const outside = created('furniture', 'bench', { level_id: 'L1', location: at(-9000, -9000) });
  const cobie = cobieWith([LEVEL, ...rooms.slice(0, 1), outside]);
  expect(cobie.tables.get('Component')).toMatchObject([{ Space: NA }]);
  expect(cobie.notes).toContain('Component: 1 of 1 are in no room');
  expect(cobie.faults).toContainEqual(
    expect.objectContaining({ sheet: 'Component', column: 'Space', rule: 'not_na', rows: 1 }),
  );
});

test('architecture is no component, and is counted', () => {
  const at_level = { level_id: 'L1', boundary_points: [at(0, 0), at(4000, 0), at(4000, 4000)] };
  const cobie = cobieWith([
    LEVEL,
    created('floor', 'slab', at_level),
    created('floor', 'ceiling', { ...at_level, floor_type: 'ceiling' }),
    created('column', 'column', { level_id: 'L1', location: at(0, 0) }),
  ]);
  expect(cobie.tables.get('Component')).toEqual([]);
  expect(cobie.notes).toContain('no components of COBie: 1 IfcColumn, 1 IfcCovering, 1 IfcSlab');
});

test('a model without elements has its facility, and says why the other sheets are empty', async () => {
  const cobie = cobieWith([]);
  const filled = [...cobie.tables].flatMap(([name, { length }]) => (length > 0 ? [name] : []));
  expect(filled).toEqual(['Contact', 'Facility']);
  expect(cobie.empty.size).toBe(16);
  const counts = cobie.faults.filter(({ rule }) => rule === 'row_count');
  expect(counts.map(({ sheet }) => sheet)).toEqual(['Floor', 'Space', 'Type', 'Component']);
  expect(tablesOf(await openCobie(cobieWorkbook(cobie)))).toEqual(cobie.tables);
});
