/** @module documentation.test: every tool of the documentation server through a real client, its files opened again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

const why = { reasoning: 'drawn for the test' };
const really = { dry_run: false, ...why };
const P = (x: number, y: number): object => ({ x, y });

let workspace: TestWorkspace;
let server: Connected;
let id: Readonly<Record<string, string>>;
const called = new Set<string>();

const wall = (as: string, start: object, end: object): object => ({
  tool: 'create_wall',
  as,
  arguments: { level_id: '$level', start, end },
});

/** A room of 5,000 × 4,000 mm between axes with a door and a window. */
const OPERATIONS = [
  { tool: 'create_level', as: 'level', arguments: { name: 'Ground', elevation: 0, height: 3000 } },
  wall('south', P(0, 0), P(5000, 0)),
  wall('east', P(5000, 0), P(5000, 4000)),
  wall('north', P(5000, 4000), P(0, 4000)),
  wall('west', P(0, 4000), P(0, 0)),
  { tool: 'place_door', as: 'door', arguments: { wall_id: '$south', offset: 2000, width: 900 } },
  { tool: 'place_window', as: 'window', arguments: { wall_id: '$north', offset: 1500 } },
  {
    tool: 'create_room',
    as: 'room',
    arguments: { level_id: '$level', point: P(1000, 1000), name: 'Office', number: '01' },
  },
];

/** The data of a call that must succeed. */
async function data(
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  called.add(tool);
  const envelope = await server.call(tool, { ...why, ...args });
  expect(envelope).toMatchObject({ success: true });
  return envelope.data;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file as an answer names it, with the bytes that the answer promises. */
function fileOf(answer: Readonly<Record<string, unknown>>): Buffer {
  const bytes = readFileSync(String(answer['path']));
  expect({ size: bytes.length, sha256: sha256(bytes) }).toEqual({
    size: answer['size'],
    sha256: answer['sha256'],
  });
  return bytes;
}

beforeAll(async () => {
  workspace = testWorkspace(false);
  server = await connect(workspace.dir, 'all', { words: ['--init'] });
  const built = await server.call('apply_changes', { operations: OPERATIONS, ...really });
  const { results } = built.data as { results: { as: string; id: string }[] };
  id = Object.fromEntries(results.map((made) => [made.as, made.id]));
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('a plan is defined, previewed, written with a link, and read as a resource', async () => {
  const level_id = id['level'];
  const previewed = await server.call('create_plan', { level_id, ...why });
  expect(previewed).toMatchObject({ success: true, dry_run: true, event_id: null });
  const { view_id } = await data('create_plan', { level_id, scale: 50, ...really });
  const dry = await server.call('export_drawing', { view_id, format: 'svg', ...why });
  expect(dry).toMatchObject({ success: true, dry_run: true, event_id: null });
  expect(() => readFileSync(String(dry.data['path']))).toThrow('ENOENT');

  const answer = await server.client.callTool({
    name: 'export_drawing',
    arguments: { view_id, format: 'svg', path: 'plans/ground.svg', ...really },
  });
  const envelope = answer.structuredContent as { data: Record<string, unknown>; event_id: string };
  expect(envelope).toMatchObject({ success: true, data: { sha256: dry.data['sha256'] } });
  expect(envelope.event_id).not.toBeNull();
  const text = fileOf(envelope.data).toString('utf8');
  expect(text.startsWith('<svg')).toBe(true);
  expect(text).toContain('Office');

  const link = (answer.content as { type: string; uri: string }[])[1];
  expect(link).toMatchObject({ type: 'resource_link', size: envelope.data['size'] });
  const { contents } = await server.client.readResource({ uri: link?.uri ?? '' });
  expect(contents).toMatchObject([{ mimeType: 'image/svg+xml', text }]);
  const { resources } = await server.client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(['plans/ground.svg']);
});

test('a schedule is answered in a preview and written in each format, the same bytes each time', async () => {
  const preview = await server.call('generate_schedule', { category: 'Doors', ...why });
  expect(preview).toMatchObject({
    dry_run: true,
    event_id: null,
    data: { count: 1, table: { rows: [{ element_id: id['door'], width: 900 }] } },
  });
  for (const [format, begins] of [
    ['json', '{'],
    ['csv', ''],
    ['xlsx', 'PK'],
    ['markdown', '## Doors schedule'],
  ]) {
    const made = await data('generate_schedule', { category: 'doors', format, ...really });
    expect(
      fileOf(made)
        .toString('utf8')
        .startsWith(begins ?? ''),
    ).toBe(true);
    const again = await data('generate_schedule', { category: 'doors', format, ...really });
    expect(again).toEqual(made);
  }
  expect(
    await data('quantity_takeoff', { categories: ['Walls'], grouping: ['level'] }),
  ).toMatchObject({ whole: true, count: 4, table: { totals: { count: 4, length_m: 18 } } });
});
