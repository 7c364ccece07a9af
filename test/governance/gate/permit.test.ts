/** @module permit.test: runs that need approval, each of which runs once per signature. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

/** The executed runs, in order. */
let ran: string[] = [];
/** Called while a program runs. */
let during: () => Promise<unknown> = async () => {};

const input = z.strictObject({ code: z.string(), token: z.string().optional() });

const runProgram = defineJob({
  name: 'run_program',
  title: 'Run a program',
  description: 'Runs and leaves a record.',
  action: 'CREATE',
  openWorld: false,
  input,
  output: z.object({}),
  refusals: {},
  async run({ code }, _view: BuildingView) {
    ran.push(code);
    await during();
    return {
      data: {},
      events: [{ type: 'tool.run', aggregate_id: `run_${code}_${ran.length}`, payload: {} }],
    };
  },
});

const stepProgram = defineJob({
  ...runProgram,
  name: 'step_program',
  continues: true,
  async run({ code }: z.output<typeof input>, _view: BuildingView) {
    ran.push(`step ${code}`);
    return await Promise.resolve({ data: {}, events: [] });
  },
});

const drawProgram = defineJob({ ...runProgram, name: 'draw_program', branched: true });

const server: ServerDefinition<BuildingView> = {
  ...geometryServer,
  runs: 'tool.run',
  tools: [...geometryServer.tools, runProgram, stepProgram, drawProgram],
};

const ALL = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let harness: Harness;
let all: Approving;
let asker: Voice;

beforeEach(async () => {
  ran = [];
  during = async () => {};
  harness = await openHarness(server);
  all = await approving(harness, {
    asker: { permissions: ALL, requires_approval: ['tool.run'] },
    second: { permissions: ALL, requires_approval: ['tool.run'] },
    sightless: { permissions: { CREATE: {} }, requires_approval: ['tool.run'] },
    builder: { permissions: { ...ALL, CREATE: { categories: ['Walls'] } } },
    runner: {
      permissions: { ...ALL, CREATE: { categories: ['ToolRuns'], levels: ['L'] } },
      max_operations_per_session: 1,
    },
  });
  asker = all.other('asker');
});
afterEach(() => harness.close());

const run = (voice: Voice, code = 'a'): ReturnType<Voice['ask']> =>
  voice.ask('run_program', { code });

/** The approval for which a call is pending. */
async function asked(voice: Voice, code = 'a'): Promise<string> {
  const { approval_id, error } = await run(voice, code);
  if (approval_id === undefined) throw new Error(JSON.stringify(error));
  return approval_id;
}

describe('a run that needs approval [APP-19]', () => {
  test('runs once after its approval, and needs a new one after that', async () => {
    const approval_id = await asked(asker);
    expect(await asked(asker)).toBe(approval_id);
    expect(ran).toEqual([]);
    expect(await all.decide(approval_id)).toBe('executed');
    expect(ran).toEqual([]);
    const told = await asker.ask('get_operation', { approval_id });
    expect(told.data).toMatchObject({
      status: 'executed',
      result: { next_step: expect.stringContaining('repeat this call') },
    });
    expect(await run(asker)).toMatchObject({ success: true, event_id: expect.any(String) });
    expect(ran).toEqual(['a']);
    const again = await asked(asker);
    expect(again).not.toBe(approval_id);
    expect(await all.decide(again)).toBe('executed');
    expect((await run(asker)).success).toBe(true);
    expect(ran).toEqual(['a', 'a']);
  });

  test('is permitted only for its arguments and its agent', async () => {
    await all.decide(await asked(asker));
    await asked(asker, 'b');
    await asked(all.other('second'));
    expect(ran).toEqual([]);
    expect((await run(asker)).success).toBe(true);
  });

  test('a permitted run runs once even if the agent calls twice at the same time', async () => {
    await all.decide(await asked(asker));
    const both = await Promise.all([run(asker), run(asker)]);
    expect(ran).toEqual(['a']);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect(both.find(({ success }) => !success)?.error?.name).toBe('APPROVAL_PENDING');
  });

  test('does not run after a rejection or with an expired permit', async () => {
    await all.decide(await asked(asker), 'reject');
    expect((await run(asker)).error?.name).toBe('APPROVAL_REJECTED');
    await all.decide(await asked(asker, 'b'));
    harness.pass(3_600_000);
    await expect(asked(asker, 'b')).rejects.toThrow('the plan expires');
    harness.pass(-3_600_000);
    expect((await run(asker, 'b')).success).toBe(true);
    expect(ran).toEqual(['b']);
  });

  test('shows the approver the arguments, and no secret in the log', async () => {
    const code = 'print(1)\n'.repeat(2000);
    const { approval_id = '' } = await asker.ask('run_program', { code, token: 'hunter2-hunter2' });
    const record = await harness.keeper.approval(approval_id);
    const plan: unknown = JSON.parse(record?.plan ?? '');
    expect(plan).toMatchObject({
      triggers: ['tool.run'],
      input: { code, token: { commitment: expect.any(String) } },
      events: [{ type: 'run.permitted', payload: { server: 'geometry', tool: 'run_program' } }],
    });
    expect(await harness.auditText()).not.toContain('hunter2');
  });

  test('uses its permit before it runs, even if it fails', async () => {
    await all.decide(await asked(asker));
    during = async () => {
      await Promise.resolve();
      throw new Error('power cut');
    };
    expect((await run(asker)).error?.name).toBe('INTERNAL');
    await asked(asker);
    expect(ran).toEqual(['a']);
  });

  test('needs no approval for a further step, or for an agent without that requirement', async () => {
    expect((await asker.ask('step_program', { code: 'a' })).success).toBe(true);
    expect((await run(all)).success).toBe(true);
    expect(ran).toEqual(['step a', 'a']);
  });
});

describe('a run', () => {
  test('a run is limited by the categories of a scope and not by its places [PERM-15]', async () => {
    const { error } = await run(all.other('builder'));
    expect(error).toMatchObject({
      name: 'SCOPE_DENIED',
      message: expect.stringContaining('`ToolRuns`'),
    });
    expect(ran).toEqual([]);
    expect((await run(all.other('runner'))).success).toBe(true);
  });

  test('a run that could not be recorded does not begin', async () => {
    const runner = all.other('runner');
    await run(runner);
    expect((await run(runner, 'b')).error?.name).toBe('SESSION_LIMIT_EXCEEDED');
    expect(ran).toEqual(['a']);
  });

  test('a run is recorded and answered when the rules change while it runs', async () => {
    during = async () => {
      const { permissions } = harness.agent;
      const record = {
        ...harness.agent,
        permissions: { ...permissions, max_operations_per_session: 500 },
      };
      return harness.keeper.registry({ change: 'agent', record, signed: null });
    };
    expect(await run(all)).toMatchObject({ success: true, event_id: expect.any(String) });
  });

  test('a run whose agent is revoked in the meantime returns the reason instead of a result', async () => {
    during = async () =>
      harness.keeper.registry({
        change: 'agent',
        record: { ...harness.agent, status: 'revoked' },
        signed: null,
      });
    expect((await run(all)).error).toMatchObject({
      name: 'AUDIT_UNAVAILABLE',
      message: expect.stringContaining('is not an active agent'),
    });
    expect(await harness.auditText()).toContain('its result is withheld');
  });
});

test('a run on a branch outside READ requests no approval, whether the branch exists or not', async () => {
  await all.done('create_branch', { name: 'secret/a' });
  const answers: string[] = [];
  for (const branch of ['secret/a', 'secret/b']) {
    const envelope = await all.other('sightless').ask('draw_program', { code: 'x', branch });
    expect(envelope.error?.name).toBe('BRANCH_NOT_FOUND');
    answers.push(JSON.stringify(envelope.error).replaceAll(branch, ''));
  }
  expect(answers[0]).toBe(answers[1]);
  expect(ran).toEqual([]);
});
