/** @module documentation.test: every tool of the documentation server through a real client; written files are read back. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { partsOf } from '../kernel/documents/bcf/read-bcf.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';
import { OPERATIONS } from './office-room.ts';

const why = { reasoning: 'drawn for the test' };
const really = { dry_run: false, ...why };

let workspace: TestWorkspace;
let server: Connected;
let id: Readonly<Record<string, string>>;
const called = new Set<string>();

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

/** A file that an answer names, checked against the size and digest of the answer. */
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
  id = Object.fromEntries(results.map((result) => [result.as, result.id]));
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

/** Expects a dry run to count one created view or sheet, and to say that its id does not exist. */
async function expectDryRun(tool: string, args: object, kind: string): Promise<void> {
  const { data: dry } = await server.call(tool, { ...args, ...why });
  const made = dry[`${kind}_id`];
  expect(made).toEqual(expect.any(String));
  expect(dry).toMatchObject({
    not_created: [made],
    diff: { counts: { created: 1, modified: 0, deleted: 0 }, created: [{ id: made, kind }] },
  });
}

test('a dry run of a view or a sheet counts one and says that its id does not exist', async () => {
  const level_id = id['level'];
  await expectDryRun('create_plan', { level_id }, 'view');
  await expectDryRun('create_elevation', { direction: 'south' }, 'view');
  const cut_plane = { origin: { x: 0, y: 0, z: 0 }, normal: { x: 1, y: 0, z: 0 } };
  await expectDryRun('create_section', { cut_plane }, 'view');
  const { view_id } = await data('create_plan', { level_id, ...really });
  await expectDryRun('create_sheet', { views: [view_id] }, 'sheet');
  const missing = await server.call('create_plan', { level_id, ...why });
  const shown = await server.call('lint_drawing', { view_id: missing.data['view_id'], ...why });
  expect(shown).toMatchObject({ success: false });
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
  const files = resources.filter(({ uri }) => uri.startsWith('plumbline://artifacts/'));
  expect(files.map(({ name }) => name)).toEqual(['plans/ground.svg']);
});

test('a schedule is returned in a preview and written in each format with equal bytes', async () => {
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
    const written = await data('generate_schedule', { category: 'doors', format, ...really });
    expect(
      fileOf(written)
        .toString('utf8')
        .startsWith(begins ?? ''),
    ).toBe(true);
    const again = await data('generate_schedule', { category: 'doors', format, ...really });
    expect(again).toEqual(written);
  }
  expect(
    await data('quantity_takeoff', { categories: ['Walls'], grouping: ['level'] }),
  ).toMatchObject({ whole: true, count: 4, table: { totals: { count: 4, length_m: 18 } } });
});

type Picture = { readonly path: string; readonly width: number; readonly height: number };

test('a section, an elevation and a sheet are defined, and render_view returns a picture', async () => {
  const { view_id } = await data('create_section', {
    cut_plane: { origin: { x: 0, y: 2000, z: 0 }, normal: { x: 0, y: -1 } },
    scale: 50,
    ...really,
  });
  const north = await data('create_elevation', { direction: 'north', ...really });
  const schedule = { category: 'Doors', parameters: ['width'], title: 'Doors of the hut' };
  const made_sheet = await data('create_sheet', {
    views: [view_id, north['view_id'], { schedule }],
    title_block: { title: 'Hut' },
    ...really,
  });
  expect(made_sheet).toMatchObject({
    definition: { views: [{ view_id, x: null }, {}], size: 'A3' },
  });
  const { sheet_id } = made_sheet;
  const on_paper = await data('export_drawing', { sheet_id, format: 'svg', ...really });
  expect(on_paper).toMatchObject({ width_mm: 420, height_mm: 297 });
  const drawn = fileOf(on_paper).toString('utf8');
  for (const text of ['>Hut<', '>Doors of the hut<', '>Total (1)<', `data-id="${id['door']}"`]) {
    expect([text, drawn.includes(text)]).toEqual([text, true]);
  }
  expect(await data('lint_drawing', { sheet_id })).toMatchObject({ count: 0 });
  for (const id_of_view of [view_id, north['view_id']]) {
    const written = await data('export_drawing', { view_id: id_of_view, format: 'png', ...really });
    expect(fileOf(written).subarray(1, 4).toString()).toBe('PNG');
  }
  for (const [format, begins] of [
    ['pdf', '%PDF-'],
    ['dxf', ''],
  ]) {
    const written = await data('export_drawing', { view_id, format, ...really });
    expect(
      fileOf(written)
        .toString('latin1')
        .startsWith(begins ?? ''),
    ).toBe(true);
  }
  const space = await data('export_drawing', { camera: {}, format: 'png', ...really });
  expect(fileOf(space).length).toBeGreaterThan(2000);
  called.add('render_view');
  // Tests of their own call these.
  called.add('create_ids').add('estimate');
  const shown = await server.client.callTool({
    name: 'render_view',
    arguments: { view_id, ...why },
  });
  const { picture } = (shown.structuredContent as { data: { picture: Picture } }).data;
  expect((picture.width * picture.height) / 750).toBeLessThanOrEqual(1500);
  const image = (shown.content as { type: string; data?: string }[])[1];
  const png = Buffer.from(image?.data ?? '', 'base64');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([picture.width, picture.height]);
  expect(readFileSync(picture.path).equals(png)).toBe(true);
});

test.each([
  [{ schedule: { category: 'Doorz' } }, 'INVALID_ARGUMENT', 'Doors'],
  [
    { schedule: { category: 'Doors', parameters: ['colour'] } },
    'UNKNOWN_PARAMETER',
    'no parameter',
  ],
  [{ schedule: { category: 'Doors', filters: { level_id: 'none' } } }, 'LEVEL_NOT_FOUND', 'none'],
  [{ schedule: { category: 'Doors', wheels: 4 } }, 'UNKNOWN_ARGUMENT', 'wheels'],
  [{ schedule: { category: 'Doors' }, scale: 50 }, 'INVALID_ARGUMENT', 'views[0]'],
  [{ schedule: { category: 'Doors' }, x: 20 }, 'INVALID_ARGUMENT', 'expected both'],
  [{}, 'INVALID_ARGUMENT', 'views[0]'],
])('create_sheet refuses a sheet with %j', async (part, name, says) => {
  const { error } = await server.call('create_sheet', { views: [part], ...really });
  expect(error).toMatchObject({ name, message: expect.stringContaining(says) });
});

test('exports to IFC, glTF and BCF have equal bytes until the building changes', async () => {
  for (const [schema, says] of [
    ['IFC2X3', 'IFC2X3'],
    ['IFC4', 'IFC4'],
    ['IFC4.3', 'IFC4X3_ADD2'],
  ]) {
    const written = await data('export_ifc', { schema, path: `out/${schema}.ifc`, ...really });
    const text = fileOf(written).toString('latin1');
    expect(text).toContain(`FILE_SCHEMA(('${says}'))`);
    expect(written).toMatchObject({ counts: { IfcDoor: 1, IfcWindow: 1 }, whole: true });
    const again = await data('export_ifc', { schema, path: `out/${schema}.ifc`, ...really });
    expect(again).toEqual(written);
  }
  expect(
    fileOf(await data('export_gltf', really))
      .subarray(0, 4)
      .toString(),
  ).toBe('glTF');
  const checked = await server.call('code_compliance', {
    standard: 'IBC-2021',
    severity_threshold: 'advisory',
    ...why,
  });
  const { validation_run_id } = checked.data;
  for (const version of ['2.1', '3.0']) {
    const written = await data('export_bcf', { validation_run_id, version, ...really });
    expect(fileOf(written).subarray(0, 2).toString()).toBe('PK');
  }
  const cobie = await data('export_cobie', {
    validation_run_id,
    contacts: [{ of: 'default', company: 'Office', phone: '1' }],
    ...really,
  });
  expect(fileOf(cobie).subarray(0, 2).toString()).toBe('PK');
  expect(cobie).toMatchObject({ whole: true });
  const sheets = cobie['sheets'] as { sheet: string; rows: number; why?: string }[];
  expect(sheets).toHaveLength(18);
  expect(
    sheets.filter(({ rows, why: because }) => (rows === 0) !== (because !== undefined)),
  ).toEqual([]);
  const counted = Object.fromEntries(sheets.map(({ sheet, rows }) => [sheet, rows]));
  expect(counted).toMatchObject({ Facility: 1, Floor: 1, Space: 1, Type: 2, Component: 2 });
  expect(counted['Document']).toBeGreaterThan(3);
  const unknown = await server.call('export_cobie', { validation_run_id: 'none', ...really });
  expect(unknown.error?.name).toBe('RUN_NOT_FOUND');

  const issues = [
    {
      title: 'Which way does it open?',
      element_ids: [id['door']],
      description: 'Ask <the> owner.',
    },
    { title: 'Look here', location: { x: 0, y: 0, z: 0 } },
  ];
  const reported = await data('export_bcf', { issues, ...really });
  expect(reported).toMatchObject({ topics: 2, findings: 2, version: '3.0' });
  const parts = await partsOf(fileOf(reported));
  const names = [...parts.keys()].filter((name) => name.endsWith('viewpoint.bcfv'));
  expect(names.length).toBe(2);
  const all = [...parts.values()].map((part) => part.toString('utf8')).join('\n');
  expect(all).toContain('<Description>Ask &lt;the&gt; owner.\nElements: ');
  expect(all).toContain(`<AuthoringToolId>${id['door']}</AuthoringToolId>`);
  const once_more = await data('export_bcf', { issues: issues.slice(0, 1), ...really });
  const again = [...(await partsOf(fileOf(once_more))).keys()].find((name) => name.includes('/'));
  expect([...parts.keys()]).toContain(again);
  for (const [args, name] of [
    [{}, 'INVALID_ARGUMENT'],
    [{ issues: ['0011223344556677'] }, 'INVALID_ARGUMENT'],
    [{ validation_run_id, issues }, 'INVALID_ARGUMENT'],
    [{ validation_run_id, issues: ['none'] }, 'INVALID_ARGUMENT'],
    [{ issues: [{ title: 'gone', element_ids: ['door_0'] }] }, 'ELEMENT_NOT_FOUND'],
    [{ issues: [{ title: '' }] }, 'INVALID_ARGUMENT'],
    [{ issues: Array.from({ length: 501 }, () => ({ title: 'x' })) }, 'INVALID_ARGUMENT'],
  ] as const) {
    const refused = await server.call('export_bcf', { ...args, ...really });
    expect([args, refused.error?.name]).toEqual([args, name]);
  }

  const before = await data('export_ifc', { schema: 'IFC4', ...really });
  await server.call('modify_parameter', {
    element_id: id['door'],
    parameter_name: 'width',
    value: 1000,
    ...really,
  });
  const after = await data('export_ifc', { schema: 'IFC4', ...really });
  expect(after['sha256']).not.toBe(before['sha256']);
  expect(after['artifact']).not.toBe(before['artifact']);
});

test('an IFC export without a schema is refused, and other spellings name the same schemas', async () => {
  const { error } = await server.call('export_ifc', really);
  expect(error).toMatchObject({ name: 'INVALID_ARGUMENT' });
  expect(error?.message).toContain('`schema`');
  for (const [given, schema] of [
    ['IFC2x3', 'IFC2X3'],
    ['IFC4.3', 'IFC4X3'],
  ]) {
    expect(await data('export_ifc', { schema: given, ...why })).toMatchObject({ schema });
  }
});

test("paths outside artifacts/ and a person's own files are refused, and nothing is written", async () => {
  for (const path of ['../x.ifc', '/etc/x.ifc', 'a/../../x.ifc', '.staged/x.ifc', 'x.svg']) {
    const refused = await server.call('export_ifc', { schema: 'IFC4', path, ...really });
    expect([path, refused.error?.name]).toEqual([path, 'INVALID_ARGUMENT']);
  }
  const own = join(workspace.dir, 'artifacts', 'own.ifc');
  writeFileSync(own, 'of a person', { mode: 0o444 });
  const refused = await server.call('export_ifc', { schema: 'IFC4', path: 'own.ifc', ...really });
  expect(refused.error?.name).toBe('EXPORT_FAILED');
  expect(readFileSync(own, 'utf8')).toBe('of a person');
  expect(
    await server.call('export_ifc', { schema: 'IFC4', path: 'own.ifc', ...why }),
  ).toMatchObject({
    error: { name: 'EXPORT_FAILED' },
  });
  await expect(
    server.client.readResource({ uri: 'plumbline://artifacts/../.plumbline/ledger.db' }),
  ).rejects.toThrow('that you may read');
});

test('an idempotency key runs an export once, and a view belongs to its branch', async () => {
  const key = { idempotency_key: 'once', path: 'once.glb', ...really };
  const first = await server.call('export_gltf', key);
  expect(await server.call('export_gltf', key)).toMatchObject({
    event_id: first.event_id,
    data: first.data,
  });
  await server.call('create_branch', { name: 'design/a', ...really });
  const { view_id } = await data('create_elevation', {
    direction: 'south',
    branch: 'design/a',
    ...really,
  });
  expect(await server.call('render_view', { view_id, branch: 'design/a', ...why })).toMatchObject({
    success: true,
  });
  expect(await server.call('render_view', { view_id, ...why })).toMatchObject({
    error: { name: 'ELEMENT_NOT_FOUND' },
  });
});

const PAGES = ['drawings', 'exports', 'handover', 'schedules'];

/** The calls printed on a page: tool and arguments. */
function callsOn(page: string): readonly (readonly [tool: string, args: string])[] {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```json (\w+)\n(.*?)^```/gms)].map(([, tool = '', args = '']) => [
    tool,
    args,
  ]);
}

test('every call printed in the docs works as printed, apart from ids', async () => {
  const level_id = id['level'];
  const views = [
    await data('create_plan', { level_id, ...really }),
    await data('create_section', {
      cut_plane: { origin: { x: 0, y: 2000, z: 0 }, normal: { x: 0, y: -1 } },
      ...really,
    }),
  ].map(({ view_id }) => String(view_id));
  const calls = PAGES.flatMap(callsOn);
  expect(calls.length).toBeGreaterThan(5);
  const warned: unknown[] = [];
  for (const [tool, printed] of calls) {
    const args: object = JSON.parse(
      printed.replaceAll(/"view_([12])"/g, (_, n: string) => JSON.stringify(views[Number(n) - 1])),
    );
    const writes = /^(?:render|quantity|query)_/u.test(tool) ? why : really;
    const { error, warnings } = await server.call(tool, { ...args, ...writes });
    expect([tool, error]).toEqual([tool, undefined]);
    if (warnings.length > 0) warned.push([tool, warnings]);
  }
  expect(warned).toEqual([]);
});

test('a schedule names a requested column that is empty and describes a host without a name', async () => {
  const parameters = ['fire_rating_min', 'name', 'host', 'width'];
  const { data: written, warnings } = await server.call('generate_schedule', {
    category: 'Doors',
    parameters,
    ...why,
  });
  expect(warnings).toEqual(['empty in every row: `fire_rating_min`, `name`']);
  expect(written).toMatchObject({ table: { rows: [{ host: 'wall basic 200 mm' }] } });
  const none = await server.call('generate_schedule', { category: 'Ramps', ...why });
  expect(none.warnings).toEqual([]);
});

test('issues return as topics, are answered and closed, and are exported again', async () => {
  const issues = [{ title: 'Crack', element_ids: [id['door']] }];
  const sent = await data('export_bcf', { issues, path: 'sent.bcf', ...really });
  const path = String(sent['artifact']);
  const brought = await data('import_bcf', { path, ...really });
  expect(brought).toMatchObject({ created: 1, topics: [{ element_ids: [id['door']] }] });
  const { topics } = await data('list_topics', { status: 'active', ...why });
  const topic_id = z.array(z.looseObject({ topic_id: z.string() })).parse(topics)[0]?.topic_id;
  await data('comment_topic', { topic_id, text: 'Repaired', ...really });
  await data('update_topic', { topic_id, status: 'Closed', ...really });
  await data('create_topic', { title: 'Paint?', ...really });
  const back = await data('export_bcf', { topics: 'all', path: 'back.bcf', ...really });
  expect(back).toMatchObject({ topics: 2, findings: 0 });
  expect(await data('list_topics', { topic_id, ...why })).toMatchObject({
    topic: { status: 'Closed', comments: [{}, { text: 'Repaired' }] },
    untrusted: true,
  });
});

test('every tool of the documentation server was called', async () => {
  const { tools } = await server.client.listTools();
  const documentation = await connect(workspace.dir, 'documentation');
  const own = (await documentation.client.listTools()).tools.map(({ name }) => name);
  await documentation.close();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(own));
  const common = ['get_operation', 'preview_operation'];
  expect([...called].toSorted()).toEqual(own.filter((name) => !common.includes(name)).toSorted());
});
