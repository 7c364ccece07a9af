/** @module tests of the engine thread over a workspace: the same answers as in the thread of the gate, from the newest state. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import type { CallData } from '../../../governance/engine/protocol.ts';
import type { GateAnswer } from '../../../governance/gate/entered-answer.ts';
import { createGate, type Gate } from '../../../governance/gate/gate.ts';
import { mergedGate } from '../../../governance/gate/merged.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { documentationServerOf } from '../../../servers/documentation/server.ts';
import { ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';
import { UNLIMITED } from '../../bench/policy.ts';
import { officeStorey } from '../../office-storey.ts';

let dir: string;
let world: World;
/** With engine threads, and without. */
let gates: readonly [threaded: Gate, alone: Gate];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-engine-'));
  world = await World.open({
    ending: new AbortController().signal,
    paths: createWorkspaceFiles(dir),
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
    log: () => {},
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: undefined,
    openBuilding: openBuildingDomain,
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
  const { keeper, directory } = world.gates;
  const policy = { ...UNLIMITED, bulk_threshold: 10_000 };
  await keeper.registry({ change: 'policy', policy, signed: null });
  const permissions = { ...agent().permissions, max_elements_per_operation: 10_000 };
  const record = { ...agent(), permissions };
  await keeper.registry({ change: 'agent', record, signed: null });
  await directory.refresh();
  const selection = { toolsets: ['all'], readOnly: false };
  const domain = await world.building();
  const project = (): string => world.gates.directory.workspace().workspace_id;
  const documentation = documentationServerOf(
    await world.artefacts(),
    project,
    ifcFilesIn(world.files),
  );
  const alone = (server: ServerDefinition<BuildingView>): Gate =>
    createGate(server, selection, { ...world.gates, server: server.name, domain });
  gates = [
    await new Gates(world, selection).open('all'),
    mergedGate([alone(geometryServer), alone(spatialServer), alone(documentation)]),
  ];
  const made = await call(0, 'run_script', { script: officeStorey(0), dry_run: false });
  if (!made.envelope.success) throw new Error(made.text);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

function agent(): Parameters<typeof principalOf>[0] {
  const { directory } = world.gates;
  const found = directory.agent(directory.workspace().default_agent);
  if (found === undefined) throw new Error('no default agent');
  return found;
}

async function call(
  gate: 0 | 1,
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<GateAnswer> {
  return await gates[gate].call(connectionOf(principalOf(agent(), 'ses_test')), {
    tool,
    arguments: { ...args, reasoning: 'test' },
    signal,
    progress: () => {},
  });
}

/** A query as an engine thread answers it. */
async function asked(
  tool: string,
  own: CallData['own'] = {},
  permissions = agent().permissions,
): Promise<unknown> {
  const principal = principalOf(agent(), 'ses_test');
  const request = {
    input: {},
    call: {
      server: 'spatial',
      tool,
      own,
      shared: {},
      branch: 'main',
      plan_ms: 120_000,
      timestamp: new Date(0).toISOString(),
      principal,
      agent: { ...agent(), permissions, registered: permissions },
      workspace: world.gates.directory.workspace(),
      id_secret: 'secret of the test',
    },
  };
  const asker = { owner: 'test', signal: new AbortController().signal, report: () => {} };
  const { data } = await world.threads.handle('query', request, asker);
  return data;
}

test('a script that takes long is planned in an engine thread and committed by the gate', async () => {
  expect(world.threads.running).toBeGreaterThan(0);
  expect(await asked('get_model_summary')).toMatchObject({ level_count: 1 });
});

test('an engine thread sees what was committed before the call', async () => {
  const level = { name: 'Above', elevation: 4000, height: 3000 };
  await call(0, 'create_level', { ...level, dry_run: false });
  expect(await asked('get_model_summary')).toMatchObject({ level_count: 2 });
});

test.each([
  ['get_model_summary', {}],
  ['run_script', { script: 'level "Top" at 8\nwall from (0,0) to (5,0)' }],
  ['run_script', { script: officeStorey(1) }],
  ['export_ifc', { schema: 'IFC4', dry_run: true }],
  ['export_gltf', { dry_run: true }],
  ['quantity_takeoff', {}],
] as const)(
  '%s answers the same in an engine thread as in the thread of the gate',
  async (tool, args) => {
    const [threaded, alone] = [await call(0, tool, args), await call(1, tool, args)];
    expect(threaded.envelope.success).toBe(true);
    expect(threaded.envelope.data).toEqual(alone.envelope.data);
    expect(threaded.envelope.warnings).toEqual(alone.envelope.warnings);
    expect(threaded.content).toEqual(alone.content);
  },
);

test('an engine thread answers by the permissions that the agent has then, not by those of the call', async () => {
  const { keeper, directory } = world.gates;
  const { permissions } = agent();
  const own = agent();
  const set = async (status: 'active' | 'revoked', READ: object): Promise<void> => {
    const narrowed = { ...permissions, permissions: { ...permissions.permissions, READ } };
    const record = { ...own, status, permissions: narrowed };
    await keeper.registry({ change: 'agent', record, signed: null });
  };
  expect(await asked('get_model_summary', {}, permissions)).toMatchObject({ level_count: 2 });
  await set('active', { levels: ['Above'] });
  expect(await asked('get_model_summary', {}, permissions)).toMatchObject({ level_count: 1 });
  await set('revoked', {});
  await expect(asked('get_model_summary', {}, permissions)).rejects.toMatchObject({
    body: { name: 'UNKNOWN_PRINCIPAL' },
  });
  await set('active', {});
  await directory.refresh();
  expect(await asked('get_model_summary', {}, permissions)).toMatchObject({ level_count: 2 });
});

test('a cancelled script is refused and leaves no event', async () => {
  const stop = new AbortController();
  const before = await world.gates.reader.headSeq();
  const answer = call(0, 'run_script', { script: officeStorey(2), dry_run: false }, stop.signal);
  setImmediate(() => stop.abort());
  const { envelope } = await answer;
  expect(envelope.error?.name).toBe('EXTERNAL_FAILURE');
  expect(await world.gates.reader.headSeq()).toBe(before);
});

test('a file that an engine thread staged is moved to its path when its run is recorded', async () => {
  const { envelope } = await call(0, 'export_ifc', {
    schema: 'IFC4',
    path: 'engine.ifc',
    dry_run: false,
  });
  expect(envelope.success).toBe(true);
  expect(existsSync(join(dir, 'artifacts', 'engine.ifc'))).toBe(true);
});

test('engine threads that end during a submission leave one commit and its answer', async () => {
  const { gates: parts } = world;
  const ending = {
    ...parts.keeper,
    submit: async (request: Parameters<typeof parts.keeper.submit>[0]) => {
      await world.threads[Symbol.asyncDispose]();
      return await parts.keeper.submit(request);
    },
  };
  const gate = createGate(
    geometryServer,
    { toolsets: ['all'], readOnly: false },
    {
      ...parts,
      keeper: ending,
      server: 'geometry',
      domain: await world.building(),
      threads: world.threads,
    },
  );
  const operations = async (): Promise<number> =>
    new Set((await parts.reader.eventsAfter(0, 100_000)).map(({ operation_id }) => operation_id))
      .size;
  const before = await operations();
  const { envelope } = await gate.call(connectionOf(principalOf(agent(), 'ses_test')), {
    tool: 'run_script',
    arguments: { script: officeStorey(3), dry_run: false, reasoning: 'test' },
    signal: new AbortController().signal,
    progress: () => {},
  });
  expect(envelope.success).toBe(true);
  expect(await operations()).toBe(before + 1);
  expect(world.threads.running).toBe(0);
});
