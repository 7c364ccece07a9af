/** @module validation.test: every tool of the validation server through a real client, on a building with known faults. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

const why = { reasoning: 'checked by hand' };
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
const column = (as: string, x: number): object => ({
  tool: 'create_column',
  as,
  arguments: { level_id: '$level', location: P(x, 2500), profile: '400x400', height: 2500 },
});

/**
 * An office of 9,800 × 4,800 mm whose door leaves 740 mm, two columns that share 200 × 400 × 2,500 mm, and a wall that ends
 * without a connection.
 */
const OPERATIONS = [
  { tool: 'create_level', as: 'level', arguments: { name: 'Ground', elevation: 0, height: 3000 } },
  wall('south', P(0, 0), P(10_000, 0)),
  wall('east', P(10_000, 0), P(10_000, 5000)),
  wall('north', P(10_000, 5000), P(0, 5000)),
  wall('west', P(0, 5000), P(0, 0)),
  wall('free', P(20_000, 0), P(24_000, 0)),
  { tool: 'place_door', as: 'door', arguments: { wall_id: '$south', offset: 2000, width: 800 } },
  {
    tool: 'create_floor',
    as: 'floor',
    arguments: {
      level_id: '$level',
      boundary_points: [P(-100, -100), P(10_100, -100), P(10_100, 5100), P(-100, 5100)],
    },
  },
  {
    tool: 'create_room',
    as: 'room',
    arguments: { level_id: '$level', point: P(1000, 1000), name: 'Office', usage: 'office' },
  },
  column('C1', 6000),
  column('C2', 6200),
];

/** Calls a tool that must succeed. */
async function data(
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  called.add(tool);
  const envelope = await server.call(tool, { ...args, ...why });
  expect(envelope).toMatchObject({ success: true });
  return envelope.data;
}

beforeAll(async () => {
  workspace = testWorkspace(false);
  server = await connect(workspace.dir, 'all', { words: ['--init'] });
  const built = await server.call('apply_changes', { operations: OPERATIONS, ...really });
  const { results } = built.data as { results: { as: string; id: string }[] };
  id = Object.fromEntries(results.map((exclusionRun) => [exclusionRun.as, exclusionRun.id]));
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('a clash is found, drawn, excluded with a reason, and absent from the next run', async () => {
  const envelope = await server.call('clash_detection', { ...why });
  expect(envelope.event_id).toBe(envelope.data['validation_run_id']);
  expect(envelope.data).toMatchObject({
    status: 'clashes',
    total: 1,
    clashes: [
      { type: 'hard', overlap_volume_mm3: 200 * 400 * 2500, penetration: { depth_mm: 200 } },
    ],
  });
  const run = envelope.data as { validation_run_id: string; clashes: { finding_id: string }[] };
  const [{ finding_id: clash_id } = { finding_id: '' }] = run.clashes;
  const { validation_run_id } = run;

  const picture = await server.client.callTool({
    name: 'render_finding',
    arguments: { validation_run_id, finding: clash_id, ...why },
  });
  called.add('render_finding');
  const image = (picture.content as { type: string; data?: string; mimeType?: string }[])[1];
  expect(image).toMatchObject({ type: 'image', mimeType: 'image/png' });
  expect(
    Buffer.from(image?.data ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');

  const exclusion = { clash_id, because: 'cast as one' };
  const preview = await server.call('exclude_clash', { ...exclusion, ...why });
  expect(preview).toMatchObject({ success: true, dry_run: true, event_id: null });
  const exclusionRun = await server.call('exclude_clash', { ...exclusion, ...really });
  expect(exclusionRun).toMatchObject({ success: true, data: { excluded: true } });
  called.add('exclude_clash');
  expect(await data('clash_detection')).toMatchObject({
    status: 'none',
    compared_with: validation_run_id,
    excluded: { count: 1, clashes: [{ clash_id, because: 'cast as one' }] },
    resolved_count: 0,
  });
});

test('a narrow door violates a rule, is widened, and is resolved in the next run', async () => {
  const call = { standard: 'IBC-2021', severity_threshold: 'error' };
  const first = await data('code_compliance', call);
  expect(first).toMatchObject({
    status: 'violations',
    issues: [{ rule_id: 'IBC-2021.door-width', measured: 740, required: 812.8, unit: 'mm' }],
  });
  const ada = await data('accessibility_check');
  expect(ada['issues']).toContainEqual(
    expect.objectContaining({ rule_id: 'ADA-2010.door-width', measured: 740, required: 812.8 }),
  );
  const width = { element_id: id['door'], parameter_name: 'width', value: 900 };
  expect(await server.call('modify_parameter', { ...width, ...really })).toMatchObject({
    success: true,
  });
  const second = await data('code_compliance', call);
  expect(second).toMatchObject({ total: 0, resolved_count: 1 });
  expect(second['status']).not.toBe('violations');
  const compared = await data('get_validation_run', {
    validation_run_id: second['validation_run_id'],
    compare_to: first['validation_run_id'],
  });
  expect(compared).toMatchObject({
    tool: 'code_compliance',
    comparison: { new: { count: 0 }, resolved: { count: 1 }, unchanged: 0 },
  });
});

test('egress, faults of the model and missing data are reported', async () => {
  // A net 9,800 × 4,800 mm less two columns, a person for each 150 sq ft.
  expect(await data('egress_analysis')).toMatchObject({
    storeys: [{ occupants: 4, exits: [{ element_id: id['door'], clear_width_mm: 840 }] }],
    rooms: [{ room_id: id['room'], occupants: 4, ways_out: 1 }],
  });
  expect(await data('validate_constraints')).toMatchObject({
    total: 2,
    findings: [
      { check: 'unjoined_end', element_ids: [id['free']] },
      { check: 'unjoined_end', element_ids: [id['free']] },
    ],
  });
  const missing = await data('data_completeness', {
    element_ids: [id['door'], id['room']],
    required_params: ['usage', 'name'],
  });
  expect(missing['total']).toBeGreaterThan(0);
  expect(JSON.stringify(missing['findings'])).toContain(String(id['door']));
  expect(await data('list_rules', { standard: 'DIN-18040-1' })).toMatchObject({
    packs: [{ standard: 'DIN-18040-1' }],
  });
  expect((await data('fire_rating_check'))['status']).not.toBe('compliant');
  const screened = await data('structural_check');
  expect(JSON.stringify(screened)).toContain('screening');
});

test('an IFC file is checked by the public rules, fixed, and its findings are resolved', async () => {
  const folder = join(workspace.dir, 'artifacts');
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(
      join(folder, name),
      `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','2026-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`,
    );
  const storey = "#1=IFCBUILDINGSTOREY('3xS3BCk291UvhgP2dvNsgA',$,'Ground',$,$,$,$,$,$,0.);";
  const lonely =
    "#2=IFCWALL('3xS3BCk291UvhgP2dvNsgB',$,'T\\X2\\00FC\\X0\\r',$,$,$,$,$,.SOLIDWALL.);";
  const contained = "#3=IFCRELCONTAINEDINSPATIALSTRUCTURE('3xS3BCk291UvhgP2dvNsgC',$,$,$,(#2),#1);";
  write('house.ifc', [storey, lonely]);

  const first = await data('check_ifc', { path: 'house.ifc', rules: ['SPS005', 'types'] });
  expect(first).toMatchObject({
    status: 'violations',
    file: { path: 'house.ifc', schema: ['IFC4'], instances: 2 },
    coverage: { rules: 7, failed: 1, not_evaluated: 0 },
    failed: [{ rule_id: 'SPS005', severity: 'error', looked_at: 1, found: 1, listed: 1 }],
    counts: { error: 1, warning: 0 },
    findings: [
      {
        check: 'SPS005',
        status: 'new',
        entity: '#2',
        ifc_type: 'IfcWall',
        guid: '3xS3BCk291UvhgP2dvNsgB',
        name: 'Tür',
        line: 9,
        measured: 0,
        required: 1,
        message: '`IfcWall #2` has no parent',
      },
    ],
  });

  write('house.ifc', [storey, lonely, contained]);
  const artifact = 'plumbline://artifacts/house.ifc';
  const mended = await data('check_ifc', { artifact, rules: ['SPS005', 'types'] });
  expect(mended).toMatchObject({
    status: 'conforms',
    compared_with: first['validation_run_id'],
    resolved_count: 1,
    total: 0,
  });
  const differ = await data('get_validation_run', {
    validation_run_id: mended['validation_run_id'],
    compare_to: first['validation_run_id'],
  });
  expect(JSON.stringify(differ)).toContain('3xS3BCk291UvhgP2dvNsgB');

  // All rules: the storey belongs to no building, and the file has no project.
  const all = await data('check_ifc', { path: 'house.ifc', limit: 1 });
  expect(all).toMatchObject({ coverage: { rules: 54 }, findings: [{ severity: 'error' }] });
  expect((all['failed'] as { rule_id: string }[]).map(({ rule_id }) => rule_id)).toEqual([
    'SPS002',
    'PJS101',
  ]);
  const next = await data('get_validation_run', {
    validation_run_id: all['validation_run_id'],
    cursor: all['next_cursor'],
  });
  expect(next['findings']).toHaveLength(1);

  writeFileSync(join(folder, 'notes.txt'), 'no STEP file');
  expect(await data('check_ifc', { path: 'notes.txt' })).toMatchObject({
    status: 'violations',
    findings: [{ check: 'STP001', line: 1 }, { check: 'IFC101' }],
    coverage: { not_evaluated: 46 },
  });
  for (const args of [{ path: '../notes.txt' }, {}, { path: 'house.ifc', rules: ['nothing'] }]) {
    expect(await server.call('check_ifc', { ...args, ...why })).toMatchObject({
      success: false,
      error: { name: 'INVALID_ARGUMENT' },
    });
  }
});

test('a run with a progress token reports progress', async () => {
  const request = {
    name: 'code_compliance',
    arguments: { standard: 'IBC-2021', severity_threshold: 'error', ...why },
  };
  const before = server.progress().length;
  await server.client.callTool(request, undefined, { onprogress: () => undefined });
  const reports = server.progress().slice(before);
  // An engine thread leaves out reports that follow the last one closely, so a short run has few.
  expect(reports.length).toBeGreaterThan(0);
  for (const [at, { progress, total = 0 }] of reports.entries()) {
    expect(progress).toBeLessThanOrEqual(total);
    expect(progress).toBeGreaterThanOrEqual(reports[at - 1]?.progress ?? 0);
  }
});

test('an unknown import is refused with a way to find known ones', async () => {
  called.add('get_import');
  // The test of IDS files calls these.
  called.add('audit_ids');
  called.add('check_ids');
  const { success, error } = await server.call('get_import', { import_id: 'import_none', ...why });
  expect([success, error?.name, error?.hint]).toEqual([
    false,
    'OPERATION_NOT_FOUND',
    expect.stringContaining('get_history'),
  ]);
});

test('every tool of the validation server was called', async () => {
  const validation = await connect(workspace.dir, 'validation');
  const { tools } = await validation.client.listTools();
  await validation.close();
  const shared = ['get_operation', 'preview_operation'];
  const own = tools.map(({ name }) => name).filter((name) => !shared.includes(name));
  expect(own.filter((name) => !called.has(name))).toEqual([]);
});
