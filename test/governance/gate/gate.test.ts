/** @module gate.test: behaviour that shows only inside the gate: faults, rates, masking, a log that cannot be written, jobs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { connectionOf } from '../../../governance/access/principal.ts';
import { Recorder } from '../../../governance/gate/call/recorder.ts';
import { defineJob, defineQuery } from '../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { openHarness, type Harness } from './harness.ts';

const broken = defineQuery({
  name: 'fullquery',
  title: 'A query with a bug',
  description: 'Throws what no tool should throw.',
  branched: true,
  input: z.strictObject({}),
  output: z.object({}),
  refusals: {},
  answer(_input, _view: BuildingView) {
    throw new TypeError('secret path /etc/shadow');
  },
});

const measured = defineJob({
  name: 'measured_run',
  title: 'A run that leaves a record',
  description: 'Reports progress and leaves one event.',
  action: 'READ',
  openWorld: false,
  input: z.strictObject({ run: z.string() }),
  output: z.object({ done: z.number() }),
  refusals: {},
  async run({ run }, _view: BuildingView, { progress }) {
    progress(1, 2, 'half');
    await Promise.resolve();
    return {
      data: { done: 2 },
      events: [{ ...EXAMPLE_EVENTS['experiment.run'], aggregate_id: run }],
    };
  },
});

const ended = defineJob({
  name: 'ended_run',
  title: 'A run that ends in a refusal',
  description: 'Leaves one event and is refused all the same.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({ run: z.string(), hint: z.string().optional() }),
  output: z.object({}),
  refusals: { TOOL_REFUSED: 'the hint of the tool' },
  async run({ run, hint }, _view: BuildingView) {
    await Promise.resolve();
    return {
      data: {},
      events: [{ type: 'tool.run', aggregate_id: run, payload: { ended: 'REFUSAL(BOUND_GAS)' } }],
      refusal: {
        name: 'TOOL_REFUSED',
        message: 'it ended in REFUSAL(BOUND_GAS)',
        data: { refusal: 'BOUND_GAS' },
        ...(hint === undefined ? {} : { hint }),
      },
    };
  },
});

const server: ServerDefinition<BuildingView> = {
  ...geometryServer,
  runs: 'tool.run',
  tools: [...geometryServer.tools, broken, measured, ended],
};

let harness: Harness;
const why = { reasoning: 'a test of the gate' };

beforeAll(async () => {
  harness = await openHarness(server);
});
afterAll(() => harness.close());

describe('a refusal', () => {
  test.each([
    ['an unknown tool', 'place_dor', why],
    ['a misspelt argument', 'fullquery', { ...why, nonsense: 1 }],
    ['a missing reason', 'fullquery', {}],
  ])('a refusal is audited before it is answered: %s', async (_what, tool, args) => {
    const { envelope } = await harness.call(tool, args);
    const reader = openSqliteReader(harness.store);
    const last = reader.auditHead()?.body;
    reader.close();
    expect(JSON.parse(last ?? '{}')).toMatchObject({
      tool,
      outcome: 'refused',
      error: envelope.error?.name,
    });
  });
});

describe('faults', () => {
  test('a fault is answered with an id only; the operator gets the details [ENV-9]', async () => {
    const { envelope, isError } = await harness.call('fullquery', why);
    expect(isError).toBe(true);
    expect(envelope.error).toMatchObject({
      code: 1499,
      name: 'INTERNAL',
      data: { fault_id: expect.any(String) },
    });
    expect(JSON.stringify(envelope)).not.toContain('shadow');
    const fault = String(envelope.error?.data['fault_id']);
    expect(harness.lines.join('\n')).toContain(fault);
    expect(harness.lines.join('\n')).toContain('/etc/shadow');
    expect(await harness.auditText()).toContain(fault);
  });
});

describe('numbers that JSON cannot represent', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'the number %s is refused [IN-3]',
    async (x) => {
      const { envelope } = await harness.call('create_wall', {
        level_id: 'l',
        start: { x, y: 0 },
        end: { x: 1, y: 0 },
        ...why,
      });
      expect(envelope.error).toMatchObject({
        name: 'INVALID_ARGUMENT',
        message: expect.stringContaining(String(x)),
      });
    },
  );
});

describe('secrets', () => {
  test('secrets never reach the log, even from refused calls [AUD-4]', async () => {
    await harness.call('create_wall', { ...why, api_key: 'sk-very-secret-value-123456' });
    await harness.call('create_level', { name: 'Bearer abcdefghijklmnop', elevation: 0, ...why });
    const text = await harness.auditText();
    expect(text).not.toContain('sk-very-secret-value');
    expect(text).not.toContain('abcdefghijklmnop');
    expect(text).toContain('commitment');
  });
});

describe('jobs', () => {
  test('a job records an event and an audit entry, and reports progress', async () => {
    const steps: string[] = [];
    const { envelope } = await harness.gate.call(connectionOf(harness.principal), {
      tool: 'measured_run',
      arguments: { run: 'run_1', ...why },
      signal: new AbortController().signal,
      progress: (done, total, message) => steps.push(`${done}/${total} ${message}`),
    });
    expect(envelope).toMatchObject({
      success: true,
      data: { done: 2 },
      event_id: expect.any(String),
    });
    expect(steps).toEqual(['1/2 half']);
    expect(await harness.auditText()).toContain('measured_run');
  });

  test.each([
    ['an argument', { run: 'run_\ud800', ...why }],
    ['the reasoning', { run: 'run_4', reasoning: 'half a character: \ud800' }],
  ])('a job does not begin if %s could not be recorded', async (_, args) => {
    const steps: number[] = [];
    const { envelope } = await harness.gate.call(connectionOf(harness.principal), {
      tool: 'measured_run',
      arguments: args,
      signal: new AbortController().signal,
      progress: (done) => steps.push(done),
    });
    expect(envelope.error).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(steps).toEqual([]);
  });

  test('a job that ends in a refusal is recorded before the refusal is answered', async () => {
    const { envelope, isError } = await harness.call('ended_run', { run: 'run_3', ...why });
    expect(isError).toBe(true);
    expect(envelope).toMatchObject({
      success: false,
      data: {},
      event_id: expect.any(String),
      error: {
        code: 1410,
        name: 'TOOL_REFUSED',
        message: 'it ended in REFUSAL(BOUND_GAS)',
        hint: 'the hint of the tool',
        data: { refusal: 'BOUND_GAS' },
      },
    });
    const text = await harness.auditText();
    expect(text.split('\n').filter((body) => body.includes('"ended_run"'))).toHaveLength(1);
    expect(text).toContain('run_3');
  });

  test('a job may replace the hint of its refusal', async () => {
    const { envelope } = await harness.call('ended_run', {
      run: 'run_4',
      hint: 'a better',
      ...why,
    });
    expect(envelope.error?.hint).toBe('a better');
  });

  test('a cancelled job with a known end is recorded', async () => {
    const { envelope } = await harness.gate.call(connectionOf(harness.principal), {
      tool: 'ended_run',
      arguments: { run: 'run_5', ...why },
      signal: AbortSignal.abort(),
      progress: () => {},
    });
    expect(envelope.error?.name).toBe('TOOL_REFUSED');
    expect(envelope.event_id).not.toBeNull();
  });

  test('a cancelled job without a known end is not recorded', async () => {
    const stopped = new AbortController();
    stopped.abort();
    const { envelope } = await harness.gate.call(connectionOf(harness.principal), {
      tool: 'measured_run',
      arguments: { run: 'run_2', ...why },
      signal: stopped.signal,
      progress: () => {},
    });
    expect(envelope.error?.name).toBe('EXTERNAL_FAILURE');
    expect(envelope.event_id).toBeNull();
  });
});

describe('the operator', () => {
  test('the operator can turn off the dry run of agents [DRY-4]', async () => {
    const before = await harness.call('create_level', { name: 'A', elevation: 0, ...why });
    expect(before.envelope.dry_run).toBe(true);
    const policy = WorkspacePolicy.parse({ dry_run_default: { agent: false } });
    expect(await harness.keeper.registry({ change: 'policy', policy, signed: null })).toMatchObject(
      { status: 'done' },
    );
    const after = await harness.call('create_level', { name: 'A', elevation: 0, ...why });
    expect(after.envelope).toMatchObject({ success: true, event_id: expect.any(String) });
  });

  test('the operator sets the snap distance of wall ends', async () => {
    const commit = { dry_run: false, ...why };
    const storey = { name: 'Snapping', elevation: 30_000 };
    const level = await harness.call('create_level', { ...storey, ...commit });
    const { level_id } = level.envelope.data;
    const host = { level_id, start: { x: 0, y: 0 }, end: { x: 6000, y: 0 } };
    await harness.call('create_wall', { ...host, ...commit });
    const said = async (y: number): Promise<string> => {
      const wall = { level_id, start: { x: 3000, y }, end: { x: 3000, y: 4000 } };
      return (
        await harness.call('create_wall', { ...wall, dry_run: true, ...why })
      ).envelope.warnings.join();
    };
    expect(await said(120)).toContain(
      'start of the wall moved by 20 mm onto a face of wall `wall_',
    );
    expect(await said(150)).toMatch(/stops 50 mm short of wall `wall_\w+` and does not join it/u);
    const policy = WorkspacePolicy.parse({ snap_mm: 50 });
    await harness.keeper.registry({ change: 'policy', policy, signed: null });
    expect(await said(150)).toContain(
      'start of the wall moved by 50 mm onto a face of wall `wall_',
    );
  });

  test('the call after the last permitted one of a minute is refused with the time to wait [PERM-10]', async () => {
    const policy = WorkspacePolicy.parse({ rate_limit_per_minute: 60 });
    await harness.keeper.registry({ change: 'policy', policy, signed: null });
    harness.pass(120_000);
    const call = async () => {
      const args = { tool: 'x', arguments: {}, ...why };
      return (await harness.call('preview_operation', args)).envelope.error;
    };
    const errors = [];
    while (errors.length < 1000 && errors.at(-1)?.name !== 'RATE_LIMITED') {
      errors.push(await call());
    }
    expect(errors.length).toBeGreaterThan(60);
    expect(errors.at(-1)?.data['retry_after_ms']).toBeGreaterThan(0);
    expect(errors.at(-1)?.data['retry_after_ms']).toBeLessThanOrEqual(1000);
  });
});

describe('a log that cannot be written', () => {
  test('a call whose entry must be durable is refused if it cannot be written', async () => {
    const written: unknown[] = [];
    let stopped = false;
    const recorder = new Recorder({
      record: async (drafts) => {
        await Promise.resolve();
        if (stopped) throw new Error('disk full');
        written.push(...drafts);
      },
    });
    recorder.add({ kind: 'call', n: 1 });
    await recorder.write({ kind: 'call', n: 2 });
    expect(written).toHaveLength(2);
    stopped = true;
    const refused = recorder.write({ kind: 'call', n: 3 });
    await expect(refused).rejects.toMatchObject({ body: { name: 'AUDIT_UNAVAILABLE' } });
    stopped = false;
    await recorder.flush();
    expect(written).toHaveLength(3);
  });

  test('every call is refused until the log can be written again, and no entry is lost [AUD-5]', async () => {
    const written: unknown[] = [];
    let full = true;
    const recorder = new Recorder({
      record: async (drafts) => {
        await Promise.resolve();
        if (full) throw new Error('disk full');
        written.push(...drafts);
      },
    });
    recorder.assertWritable();
    recorder.add({ kind: 'call', n: 1 });
    await expect(recorder.flush()).rejects.toThrow('disk full');
    expect(() => recorder.assertWritable()).toThrow(Refusal);
    recorder.add({ kind: 'call', n: 2 });
    full = false;
    await recorder.flush();
    expect(written).toEqual([
      { kind: 'call', n: 1 },
      { kind: 'call', n: 2 },
    ]);
    expect(() => recorder.assertWritable()).not.toThrow();
  });
});
