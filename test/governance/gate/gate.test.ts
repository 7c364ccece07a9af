/** @module gate.test: what only shows inside the gate: faults, rates, masking, a log that cannot be written, jobs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { Recorder } from '../../../governance/gate/recorder.ts';
import { defineJob, defineQuery } from '../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import type { BuildingView } from '../../../servers/building/view.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
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
      events: [{ type: 'experiment.run', aggregate_id: run, payload: { done: 2 } }],
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
  tools: [...geometryServer.tools, broken, measured, ended],
};

let harness: Harness;
const why = { reasoning: 'a test of the gate' };

beforeAll(async () => {
  harness = await openHarness(server);
});
afterAll(() => harness.close());

describe('faults', () => {
  test('are answered with an id and nothing else; the operator gets the rest [ENV-9]', async () => {
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

describe('numbers that JSON has not', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%s is refused [IN-3]',
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
  test('never reach the log, in arguments of refused calls either [AUD-4]', async () => {
    await harness.call('create_wall', { ...why, api_key: 'sk-very-secret-value-123456' });
    await harness.call('create_level', { name: 'Bearer abcdefghijklmnop', elevation: 0, ...why });
    const text = await harness.auditText();
    expect(text).not.toContain('sk-very-secret-value');
    expect(text).not.toContain('abcdefghijklmnop');
    expect(text).toContain('commitment');
  });
});

describe('jobs', () => {
  test('leave an event and an entry, and report progress', async () => {
    const steps: string[] = [];
    const { envelope } = await harness.gate.call(harness.principal, {
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
  ])('do not begin when %s could not be recorded', async (_, args) => {
    const steps: number[] = [];
    const { envelope } = await harness.gate.call(harness.principal, {
      tool: 'measured_run',
      arguments: args,
      signal: new AbortController().signal,
      progress: (done) => steps.push(done),
    });
    expect(envelope.error).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(steps).toEqual([]);
  });

  test('that end in a refusal leave their event, and then are refused', async () => {
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

  test('say the next step themselves where they know a better one', async () => {
    const { envelope } = await harness.call('ended_run', {
      run: 'run_4',
      hint: 'a better',
      ...why,
    });
    expect(envelope.error?.hint).toBe('a better');
  });

  test('that were cancelled and know how they ended leave their event', async () => {
    const { envelope } = await harness.gate.call(harness.principal, {
      tool: 'ended_run',
      arguments: { run: 'run_5', ...why },
      signal: AbortSignal.abort(),
      progress: () => {},
    });
    expect(envelope.error?.name).toBe('TOOL_REFUSED');
    expect(envelope.event_id).not.toBeNull();
  });

  test('that were cancelled leave no event', async () => {
    const stopped = new AbortController();
    stopped.abort();
    const { envelope } = await harness.gate.call(harness.principal, {
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
  test('can turn the dry run of agents off [DRY-4]', async () => {
    const before = await harness.call('create_level', { name: 'A', elevation: 0, ...why });
    expect(before.envelope.dry_run).toBe(true);
    const policy = WorkspacePolicy.parse({ dry_run_default: { agent: false } });
    expect(await harness.keeper.registry({ change: 'policy', policy, signed: null })).toMatchObject(
      { status: 'done' },
    );
    const after = await harness.call('create_level', { name: 'A', elevation: 0, ...why });
    expect(after.envelope).toMatchObject({ success: true, event_id: expect.any(String) });
  });

  test('limits the rate: the last call of the minute is answered, the next is told how long to wait [PERM-10]', async () => {
    const policy = WorkspacePolicy.parse({ rate_limit_per_minute: 60 });
    await harness.keeper.registry({ change: 'policy', policy, signed: null });
    harness.pass(120_000);
    const names = [];
    for (let call = 0; call < 61; call += 1)
      names.push(
        (await harness.call('preview_operation', { tool: 'x', arguments: {}, ...why })).envelope
          .error,
      );
    const limited = names.filter((error) => error?.name === 'RATE_LIMITED');
    expect(limited.length).toBeGreaterThan(0);
    expect(names.slice(0, 60).filter((error) => error?.name === 'RATE_LIMITED')).toEqual([]);
    expect(limited[0]?.data['retry_after_ms']).toBeGreaterThan(0);
    harness.pass(60_000);
    const later = await harness.call('preview_operation', { tool: 'x', arguments: {}, ...why });
    expect(later.envelope.error?.name).not.toBe('RATE_LIMITED');
  });
});

describe('a log that cannot be written', () => {
  test('answers no call until it can be written again, and loses no entry [AUD-5]', async () => {
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
