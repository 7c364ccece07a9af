/** @module tests of a new kind: it works in every tool without other changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { planDrawing } from '../../../../clients/plumbline/approvals/plan-picture.ts';
import { eventFaults } from '../../../../governance/access/scope.ts';
import { defineCommand } from '../../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../../governance/tool/server-definition.ts';
import { createElement } from '../../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import {
  type ApprovalRecord,
  PlanDocument,
  WorkspaceRecord,
} from '../../../../schemas/governance.ts';
import { DistanceMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import { approvalLines } from '../../../../servers/approvals/effect-text.ts';
import { effectOf } from '../../../../servers/approvals/effect.ts';
import { idOf, LevelId } from '../../../../servers/building/arguments.ts';
import { hintsFor } from '../../../../servers/building/hints.ts';
import { geometryServer } from '../../../../servers/geometry/server.ts';
import { spatialServerOf } from '../../../../servers/spatial/server.ts';
import { approving, type Approving } from '../../../governance/gate/approving.ts';
import { openHarness, type Harness } from '../../../governance/gate/harness.ts';
import { pipe, sleeve, WITH_PIPES } from './pipe.ts';

const createPipe = defineCommand({
  name: 'create_pipe',
  title: 'Create a pipe',
  description: 'Creates a pipe.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: PlanPoint,
    end: PlanPoint,
    diameter: LengthMm,
  }),
  output: z.object({ pipe_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS'),
  plan(input, view: ModelView, context) {
    const params = { ...input, name: 'Main', elevation_offset: 2500, pressure_bar: 6 };
    const made = createElement(pipe, params, view, context);
    return made.plan({ pipe_id: made.id, ...made.facts });
  },
});

const placeSleeve = defineCommand({
  name: 'place_sleeve',
  title: 'Place a sleeve',
  description: 'Places a sleeve in a wall.',
  action: 'CREATE',
  input: z.strictObject({ wall_id: idOf('The wall.'), offset: DistanceMm }),
  output: z.object({ sleeve_id: z.string() }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'NOT_A_HOST',
    'OPENING_EXCEEDS_HOST',
    'OPENING_OVERLAP',
    'OUT_OF_RANGE',
  ),
  plan({ wall_id: through, offset }, view: ModelView, context) {
    const params = { through, offset, name: null, sill: 2400, diameter: 200 };
    const made = createElement(sleeve, params, view, context);
    return made.plan({ sleeve_id: made.id });
  },
});

const server: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, createPipe, placeSleeve, ...spatialServerOf(WITH_PIPES).tools],
};

const ALL = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let harness: Harness;
let agent: Approving;
let ground: string;
let first: string;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** The first value in the answer of a call: the id of the created element. */
function idIn({ data }: EnvelopeBody): string {
  return String(Object.values(data)[0]);
}

async function makes(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  return idIn(await agent.done(tool, args));
}

/** A pipe of 4 m along x, 2.5 m above the ground floor, on a line of its own. */
async function pipeAt(y: number, branch = 'main'): Promise<string> {
  const [start, end] = [P(0, y), P(4000, y)];
  return await makes('create_pipe', { level_id: ground, start, end, diameter: 100, branch });
}

async function shown(element_id: string, branch = 'main'): Promise<EnvelopeBody['data']> {
  const include = ['measures', 'bounds', 'outline', 'hosted'];
  return (await agent.ask('get_element', { element_id, include, branch })).data;
}

async function paramsOf(id: string, branch = 'main'): Promise<unknown> {
  return (await shown(id, branch))['params'];
}

/** Deletes with the approval of a person. */
async function gone(element_ids: readonly string[]): Promise<void> {
  const approval_id = await agent.held('delete_elements', { element_ids });
  expect(await agent.decide(approval_id)).toBe('executed');
}

beforeAll(async () => {
  harness = await openHarness(server, {
    kinds: WITH_PIPES,
    checks: new URL('./pipe-checks.ts', import.meta.url),
  });
  agent = await approving(harness, {
    plumber: { permissions: { ...ALL, CREATE: { categories: ['Pipes'] } } },
    mason: {
      permissions: { ...ALL, CREATE: { categories: ['Walls'] }, MODIFY: { categories: ['Walls'] } },
    },
    surveyor: { permissions: { ...ALL, READ: { categories: ['Levels', 'Walls'] } } },
  });
  ground = await makes('create_level', { name: 'Ground', elevation: 0 });
  first = await makes('create_level', { name: 'First', elevation: 3000 });
});
afterAll(() => harness.close());

describe('a pipe', () => {
  test('a new kind is created, stored and read back with all derived results', async () => {
    const id = await pipeAt(0);
    expect(id).toMatch(/^pipe_/);
    const { volume_mm3: volume } = (await shown(id))['measures'] as { volume_mm3: number };
    expect(volume / (Math.PI * 50 * 50 * 4000)).toBeCloseTo(1, 1);
    expect(await shown(id)).toMatchObject({
      kind: 'pipe',
      category: 'Pipes',
      level_id: ground,
      params: { diameter: 100, elevation_offset: 2500, pressure_bar: 6 },
      measures: { length_mm: 4000, area_mm2: null, perimeter_mm: null },
      bounds: { min: { x: 0, y: -50, z: 2450 }, max: { x: 4000, y: 50, z: 2550 } },
      outline: [P(0, -50), P(4000, -50), P(4000, 50), P(0, 50)],
      hosted: [],
    });
  });

  test('an element of a new kind is found by category, level, parameter and place', async () => {
    const id = await pipeAt(1000);
    const onLevel = await agent.ask('level_elements', { level_id: ground, categories: ['Pipes'] });
    expect(JSON.stringify(onLevel.data['elements'])).toContain(id);
    const where = [{ field: 'diameter', op: 'le', value: 100 }];
    const filter = { categories: ['Pipes'], level_id: ground, where };
    const fields = ['diameter', 'pressure_bar', 'length_mm'];
    const found = await agent.ask('query_elements', { filter, fields });
    expect(found.data['elements']).toContainEqual({
      element_id: id,
      kind: 'pipe',
      diameter: 100,
      pressure_bar: 6,
      length_mm: 4000,
    });
    const near = await pipeAt(1080);
    const extent = await agent.ask('bounding_analysis', { element_id: id });
    expect(extent.data).toMatchObject({ size: { x: 4000, y: 100, z: 100 }, near_ids: [near] });
    const summary = await agent.ask('get_model_summary', {});
    expect(summary.data['counts']).toMatchObject({ Pipes: expect.any(Number) });
    const level = { element_id: id, relationship_type: 'level' };
    expect((await agent.ask('relationship_query', level)).data).toMatchObject({
      relationships: [{ element_ids: [ground], count: 1 }],
    });
  });

  test('a new kind refuses by its own rule and by its schema, with the usual messages', async () => {
    const same = { level_id: ground, start: P(0, 0), end: P(0, 0), diameter: 100 };
    expect((await agent.ask('create_pipe', same)).error).toMatchObject({ name: 'OUT_OF_RANGE' });
    const nowhere = { ...same, end: P(1, 0), level_id: 'nowhere' };
    expect((await agent.ask('create_pipe', nowhere)).error?.name).toBe('LEVEL_NOT_FOUND');
    const id = await pipeAt(2000);
    const modify = { element_id: id, parameter_name: 'diametre', value: 80 };
    expect((await agent.ask('modify_parameter', modify)).error).toMatchObject({
      name: 'UNKNOWN_PARAMETER',
      data: { kind: 'pipe', parameters: expect.arrayContaining(['diameter', 'pressure_bar']) },
    });
    const half = { element_id: id, parameter_name: 'pressure_bar', value: 1.5 };
    expect((await agent.ask('modify_parameter', half)).error?.name).toBe('INVALID_ARGUMENT');
    const small = { element_id: id, parameter_name: 'end', value: P(0, 2050), dry_run: true };
    expect((await agent.ask('modify_parameter', small)).warnings).toEqual([
      `pipe \`${id}\` (Main) has \`length\` 50 mm: is that meant in metres? Tools take millimetres, 3000 for 3 m`,
    ]);
  });

  test('an element of a new kind is moved, turned and modified, also by a script', async () => {
    const element_id = await pipeAt(3000);
    await agent.done('move_element', { element_id, delta: { x: 0, y: 500, z: 100 } });
    expect(await paramsOf(element_id)).toMatchObject({ start: P(0, 3500), elevation_offset: 2600 });
    await agent.done('rotate_element', { element_id, angle_deg: 90, center: P(0, 3500) });
    expect(await paramsOf(element_id)).toMatchObject({ start: P(0, 3500), end: P(0, 7500) });
    await agent.done('modify_parameter', { element_id, parameter_name: 'diameter', value: 150 });
    await agent.done('run_script', {
      script: `set "${element_id}" pressure_bar 16\nset "${element_id}" elevation_offset 2.2`,
    });
    expect(await paramsOf(element_id)).toMatchObject({
      diameter: 150,
      pressure_bar: 16,
      elevation_offset: 2200,
    });
  });

  test('an element of a new kind is copied, also to another level', async () => {
    const element_id = await pipeAt(8000);
    const beside = await makes('copy_element', { element_id, delta: { x: 0, y: 300 } });
    expect(await paramsOf(beside)).toMatchObject({ start: P(0, 8300), diameter: 100 });
    const above = await makes('copy_element', { element_id, to_level_id: first });
    expect(await shown(above)).toMatchObject({
      level_id: first,
      params: { start: P(0, 8000) },
      bounds: { min: { z: 5450 } },
    });
  });

  test('an element of a new kind is deleted with its level after approval, and restored', async () => {
    const level_id = await makes('create_level', { name: 'Roof', elevation: 9000 });
    const ends = { start: P(0, 0), end: P(4000, 0), diameter: 100 };
    const id = await makes('create_pipe', { level_id, ...ends });
    await agent.done('move_element', { element_id: level_id, delta: { x: 0, y: 0, z: 500 } });
    expect(await shown(id)).toMatchObject({ bounds: { min: { z: 11_950 } } });
    const held = await agent.held('delete_elements', { element_ids: [level_id] });
    expect(await agent.decide(held)).toBe('executed');
    expect((await agent.ask('get_element', { element_id: id })).error?.name).toBe(
      'ELEMENT_NOT_FOUND',
    );
    const { data } = await agent.ask('get_operation', { approval_id: held });
    await agent.done('undo', { event_id: data['event_id'] });
    expect(await shown(id)).toMatchObject({ level_id, params: { diameter: 100 } });
  });

  test('a change of a new kind is undone, and redone by undoing the undo', async () => {
    const element_id = await pipeAt(12_000);
    const changed = await agent.done('modify_parameter', {
      element_id,
      parameter_name: 'diameter',
      value: 250,
    });
    const undone = await agent.done('undo', { event_id: changed.event_id });
    expect(await paramsOf(element_id)).toMatchObject({ diameter: 100 });
    await agent.done('undo', { event_id: undone.event_id });
    expect(await paramsOf(element_id)).toMatchObject({ diameter: 250 });
  });

  test('changes of a new kind on a branch are merged, and conflicting changes are reported', async () => {
    const element_id = await pipeAt(13_000);
    await agent.done('create_branch', { name: 'design/pipes' });
    const branch = 'design/pipes';
    const added = await pipeAt(14_000, branch);
    const widen = { element_id, parameter_name: 'diameter', value: 125 };
    await agent.done('modify_parameter', { ...widen, branch });
    const differing = await agent.ask('diff_branches', { source: branch, target: 'main' });
    expect(JSON.stringify(differing.data)).toContain(added);
    const merge = { source: branch, target: 'main' };
    await agent.done('modify_parameter', { ...widen, value: 140 });
    expect((await agent.ask('merge_branch', { ...merge, dry_run: false })).error).toMatchObject({
      name: 'MERGE_CONFLICT',
      data: { conflicts: [{ element_id, parameter: 'diameter', source: 125, target: 140 }] },
    });
    await agent.done('modify_parameter', { ...widen, value: 125 });
    expect(await agent.decide(await agent.held('merge_branch', merge))).toBe('executed');
    expect(await shown(added)).toMatchObject({ kind: 'pipe' });
    expect(await paramsOf(element_id)).toMatchObject({ diameter: 125 });
  });

  test('only agents with permission for the category can create elements of a new kind', async () => {
    const call = { level_id: ground, start: P(0, 15_000), end: P(4000, 15_000), diameter: 100 };
    await agent.other('plumber').done('create_pipe', call);
    const refused = await agent.other('mason').ask('create_pipe', { ...call, dry_run: false });
    expect(refused.error).toMatchObject({ name: 'SCOPE_DENIED' });
    expect(JSON.stringify(refused.error?.data)).toContain('Pipes');
    const wall = { level_id: ground, start: P(0, 16_000), end: P(4000, 16_000) };
    const denied = await agent.other('plumber').ask('create_wall', { ...wall, dry_run: false });
    expect(denied.error?.name).toBe('SCOPE_DENIED');
    const id = await pipeAt(17_000);
    const move = { element_id: id, delta: { x: 10, y: 0 }, dry_run: false };
    expect((await agent.other('mason').ask('move_element', move)).error?.name).toBe('SCOPE_DENIED');
    const hidden = await agent.other('surveyor').ask('get_element', { element_id: id });
    expect(hidden.error?.name).toBe('ELEMENT_NOT_FOUND');
  });
});

async function heldPlan(id: string): Promise<{ record: ApprovalRecord; plan: PlanDocument }> {
  const record = await harness.keeper.approval(id);
  if (record === null) throw new Error(`no approval ${id}`);
  return { record, plan: PlanDocument.parse(JSON.parse(record.plan)) };
}

/** An approval as its approver sees it: the lines and the picture. */
async function displayed(approval_id: string): Promise<{ lines: string; picture: string }> {
  const { record, plan } = await heldPlan(approval_id);
  using closing = new DisposableStack();
  const reader = closing.adopt(openSqliteReader(harness.store), (one) => one.close());
  const effect = await effectOf(reader, plan, { kinds: WITH_PIPES });
  expect(effect.notes).toEqual([]);
  const [row] = reader.registryAll('workspace');
  const workspace = WorkspaceRecord.parse(JSON.parse(row?.record ?? ''));
  const registry = { workspace, agents: [], approvers: [] };
  const look = { width: 100, paint: (text: string) => text, now: new Date() };
  return {
    lines: approvalLines({ record, plan, effect, registry, comments: [], rejected: [] }, look).join(
      '\n',
    ),
    picture: svg(planDrawing(effect, { title: 'a', subtitle: 'b' })),
  };
}

test('an approver sees elements of a new kind with kind, name and level, and in plan', async () => {
  const start = { level_id: first, start: P(0, 0) };
  const wall_id = await makes('create_wall', { ...start, end: P(5000, 0) });
  const pipe_id = await makes('create_pipe', { ...start, end: P(0, 4000), diameter: 100 });
  const sleeve_id = await makes('place_sleeve', { wall_id, offset: 100 });
  const held = await agent.held('delete_elements', { element_ids: [pipe_id, wall_id] });
  const { lines, picture } = await displayed(held);
  expect(lines).toContain(`- pipe ${pipe_id} "Main" on First`);
  expect(lines).toContain(`- with it sleeve ${sleeve_id}`);
  expect(lines).toContain('kinds     Sleeves 1, Pipes 1, Walls 1');
  expect(picture).toContain('First: before');
  const [, before = '', , after = ''] = picture.split('data-layer="panel" d="');
  expect(before).toMatch(
    new RegExp(`class="p0_75-dc2626" data-id="${pipe_id}" data-layer="deleted"`),
  );
  expect(before).toMatch(new RegExp(`class="fffffff" data-id="${sleeve_id}" data-layer="deleted"`));
  expect(after).not.toContain('data-layer="deleted"');
  // The keeper checks this itself, since it has no model.
  const faults = eventFaults(
    { DELETE: { categories: ['Walls', 'Pipes'] } },
    'main',
    (await heldPlan(held)).plan.events,
    WITH_PIPES.categoryOf,
  );
  expect(faults).toMatchObject([{ id: sleeve_id, action: 'DELETE' }]);
  expect(await agent.decide(held, 'reject')).toBe('rejected');
});

describe('a sleeve in a wall', () => {
  async function wallAt(y: number): Promise<string> {
    return await makes('create_wall', { level_id: ground, start: P(0, y), end: P(5000, y) });
  }

  test('a new kind in walls is refused where it does not fit, slides, and moves and is deleted with its wall', async () => {
    const wall_id = await wallAt(-5000);
    const far = { wall_id, offset: 4801 };
    expect((await agent.ask('place_sleeve', far)).error?.name).toBe('OPENING_EXCEEDS_HOST');
    const id = await makes('place_sleeve', { wall_id, offset: 4800 });
    expect(
      (await agent.ask('place_door', { wall_id, offset: 4000, height: 2500 })).error,
    ).toMatchObject({ name: 'OPENING_OVERLAP', data: { other_id: id } });
    await agent.done('move_element', { element_id: id, delta: { x: -800, y: 0, z: 50 } });
    expect(await shown(id)).toMatchObject({
      level_id: ground,
      params: { offset: 4000, sill: 2450, through: wall_id },
      bounds: { min: { x: 4000, y: -5100, z: 2450 }, max: { x: 4200, y: -4900, z: 2650 } },
      measures: { area_mm2: 40_000 },
    });
    expect(await shown(wall_id)).toMatchObject({
      hosted: [{ element_id: id, kind: 'sleeve' }],
      measures: { area_mm2: 5000 * 3000 - 40_000 },
    });
    const copied = await agent.done('copy_element', {
      element_id: wall_id,
      delta: { x: 0, y: -900 },
    });
    const { new_id, copied_ids } = copied.data;
    expect(await paramsOf(String(Object(copied_ids)[0]))).toMatchObject({ through: new_id });
    await gone([wall_id]);
    expect((await agent.ask('get_element', { element_id: id })).error?.name).toBe(
      'ELEMENT_NOT_FOUND',
    );
  });

  test('a new kind in walls can be moved to another wall, also on a branch', async () => {
    const [from, to] = [await wallAt(-8000), await wallAt(-9000)];
    const id = await makes('place_sleeve', { wall_id: from, offset: 1000 });
    await agent.done('create_branch', { name: 'design/sleeve' });
    const branch = 'design/sleeve';
    const rehost = { element_id: id, parameter_name: 'through', value: to };
    await agent.done('modify_parameter', { ...rehost, branch });
    expect(await shown(to, branch)).toMatchObject({ hosted: [{ element_id: id }] });
    const held = await agent.held('merge_branch', { source: branch, target: 'main' });
    expect(await agent.decide(held)).toBe('executed');
    expect(await shown(to)).toMatchObject({ hosted: [{ element_id: id }] });
    expect(await shown(from)).toMatchObject({ hosted: [] });
    // The merge compares it with its new wall, so another filling of that wall conflicts with it.
    const { data } = await agent.ask('get_history', { element_id: to });
    expect(JSON.stringify(data)).toContain('element.hosted');
  });
});
