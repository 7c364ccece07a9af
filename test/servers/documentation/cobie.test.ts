/** @module tests of export_cobie behind the gate: authors from the log, files of the caller, and restricted READ scopes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CobieTables } from '../../../kernel/documents/cobie/check.ts';
import { approving, type Approving, type Voice } from '../../governance/gate/approving.ts';
import { type Harness } from '../../governance/gate/harness.ts';
import { openCobie, tablesOf } from '../../kernel/documents/cobie/read-cobie.ts';
import { openFiles } from '../files/full-readers.ts';
import { storeIn, type OpenedWorkspace, openDocumentation } from './documentation-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-cobie-'));
const opened: OpenedWorkspace = { reader: null, harness: null };
const store = storeIn(folder, opened);

const P = (x: number, y: number): object => ({ x, y });
const SQUARE = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];

let harness: Harness;
let owner: Approving;
let desk_id: string;

beforeAll(async () => {
  harness = await openDocumentation(store, openFiles('/nowhere'), opened);
  owner = await approving(harness, {
    second: { permissions: { READ: {}, CREATE: {} } },
    rooms: { permissions: { READ: { categories: ['Levels', 'Rooms'] }, CREATE: {} } },
  });
  const level = await owner.done('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const { level_id } = level.data;
  const room = { level_id, boundary_points: SQUARE, name: 'Office', number: '01', usage: 'office' };
  const made = await owner.other('second').done('create_room', room);
  // A later change leaves the author.
  const space = { element_ids: [String(made.data['room_id'])], set: 'Own' };
  await owner.done('set_properties', { ...space, properties: { Carpet: 'blue' } });
  const desk = { level_id, furniture_type: 'desk', location: P(2000, 2000) };
  desk_id = String((await owner.done('create_furniture', desk)).data['furniture_id']);
  await owner.done('generate_schedule', { category: 'Rooms', path: 'tables/rooms.json' });
});
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

async function tables(voice: Voice, args: object = {}): Promise<CobieTables> {
  const { data } = await voice.done('export_cobie', { ...args });
  return tablesOf(await openCobie(readFileSync(String(data['path']))));
}

test('rows name the principal and the time of the event that created their element', async () => {
  const read = await tables(owner);
  const events = harness.reader.eventsAfter(0, 100);
  const made = (sheet: 'Floor' | 'Space' | 'Component'): unknown[] =>
    read.get(sheet)?.map(({ CreatedBy, CreatedOn }) => [CreatedBy, CreatedOn]) ?? [];
  const by = (type: string, kind: string): unknown[] =>
    events
      .filter((event) => event.type === type && JSON.stringify(event).includes(`"kind":"${kind}"`))
      .map(({ agent_id, at }) => [`${agent_id ?? ''}@plumbline.invalid`, at.slice(0, 19)]);
  expect(made('Floor')).toEqual(by('level.created', 'level'));
  expect(made('Space')).toEqual(by('element.created', 'room'));
  expect(made('Component')).toEqual(by('element.created', 'furniture'));
  expect(read.get('Space')?.[0]?.['CreatedBy']).toBe('agent-second@plumbline.invalid');
});

test('lists the files of others that the caller may read, but no earlier workbook', async () => {
  await tables(owner);
  const read = await tables(owner.other('second'));
  expect(read.get('Document')?.map(({ File, Directory }) => [Directory, File])).toEqual([
    ['artifacts/tables', 'rooms.json'],
  ]);
});

test('a file with content of a restricted READ is no document, and a restricted READ has none', async () => {
  const rooms = owner.other('rooms');
  await rooms.done('generate_schedule', { category: 'Rooms', path: 'tables/own.json' });
  const filesIn = (read: CobieTables): unknown => read.get('Document')?.map(({ File }) => File);
  expect(filesIn(await tables(rooms))).toEqual([]);
  expect(filesIn(await tables(owner))).toEqual(['rooms.json']);
});

test('what a call states about contacts is in the workbook, and the log has only its number', async () => {
  const contacts = [
    { of: 'agent-second', company: 'Office', phone: '+49 1', family_name: 'Bauer' },
  ];
  const read = await tables(owner, { contacts, path: 'cobie/contacts.xlsx' });
  expect(read.get('Contact')).toContainEqual(
    expect.objectContaining({ Company: 'Office', Phone: '+49 1', FamilyName: 'Bauer' }),
  );
  const last = harness.reader.eventsAfter(0, 100).at(-1);
  expect(last?.payload).toMatchObject({ tool: 'export_cobie', options: { contacts: 1 } });
  expect(JSON.stringify(last)).not.toContain('Bauer');
});

test('a contact about the caller has its name; a name without a row is answered with those that have one', async () => {
  const contacts = [
    { of: 'second', company: 'Own' },
    { of: 'nobody', company: 'None' },
  ];
  const args = { contacts, path: 'cobie/own.xlsx' };
  const { data } = await owner.other('second').done('export_cobie', args);
  const read = tablesOf(await openCobie(readFileSync(String(data['path']))));
  expect(read.get('Contact')).toContainEqual(
    expect.objectContaining({ Company: 'Own', ExternalIdentifier: 'agent-second' }),
  );
  expect(data['notes']).toContainEqual(
    expect.stringMatching(/no row is about `nobody`; rows are about .*`agent-second`/u),
  );
});

test('a second export without changes has the same bytes', async () => {
  const first = await owner.ask('export_cobie', {});
  const second = await owner.ask('export_cobie', {});
  expect(second.data['sha256']).toBe(first.data['sha256']);
});

test('an agent with a restricted READ gets the rows that it sees, and nothing about the others', async () => {
  const { data } = await owner.other('rooms').done('export_cobie', {});
  expect(data).toMatchObject({ whole: false });
  const bytes = readFileSync(String(data['path']));
  const read = tablesOf(await openCobie(bytes));
  expect(read.get('Space')).toHaveLength(1);
  expect(read.get('Component')).toEqual([]);
  expect(read.get('Document')).toEqual([]);
  expect(JSON.stringify([...read])).not.toContain('desk');
  expect(JSON.stringify(data)).not.toContain('desk');
});

test('properties fill columns, and are in the exported IFC file', async () => {
  const before = await tables(owner);
  expect(before.get('Component')).toMatchObject([{ Name: desk_id, SerialNumber: 'n/a' }]);
  expect(before.get('Facility')).toMatchObject([{ Category: 'n/a' }]);
  for (const [id, set, properties] of [
    [desk_id, 'COBie_Component', { SerialNumber: '=S-1', TagNumber: 'T-1' }],
    [desk_id, 'COBie_Specification', { NominalLength: 1200, Color: 'oak' }],
  ] as const) {
    await owner.done('set_properties', { element_ids: [id], set, properties });
  }
  const facility = { category: '11-17 24: Office', currency: 'Euros', phase: 'Design' };
  const after = await tables(owner, { facility });
  expect(after.get('Component')).toMatchObject([{ SerialNumber: '=S-1', TagNumber: 'T-1' }]);
  expect(after.get('Type')).toMatchObject([{ NominalLength: 1200, Color: 'oak' }]);
  expect(after.get('Facility')).toMatchObject([
    { Category: '11-17 24: Office', CurrencyUnit: 'Euros', Phase: 'Design' },
  ]);
  const names = after.get('Attribute')?.map(({ ExtIdentifier }) => String(ExtIdentifier));
  expect(names?.filter((name) => name.startsWith('COBie_'))).toEqual([]);
  const ifc = await owner.done('export_ifc', { schema: 'IFC4' });
  const text = readFileSync(String(ifc.data['path']), 'latin1');
  expect(text).toContain("'COBie_Component'");
  expect(text).toContain("'SerialNumber',$,IFCLABEL('=S-1')");
});
