/** @module budgets.test: bounds can only narrow, and the bounds of a route apply (T2, T7). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { BUDGET_DIMENSIONS, narrowBudgets } from '../../../../kernel/tools/apex/budgets.ts';
import type { Budgets } from '../../../../kernel/tools/apex/budgets.ts';
import { ownManifest } from '../../../../kernel/tools/apex/manifest.ts';
import { profileOf } from '../../../../kernel/tools/apex/routing.ts';
import { CHECK_GAS } from '../../../../kernel/tools/mpt/bounds/run-budget.ts';
import { createToolPlane } from '../../../../kernel/tools/mpt/plane.ts';
import { tick } from '../mpt/run-results.ts';
import { bench, nextId, outcomeOf } from '../mpt/tool-bench.ts';
import { AnyBudgets, apex, plane } from './apex-bench.ts';

describe('T2 budgets: callers can only narrow them, and an overflow gives a bounded result', () => {
  test('no bound of the effective budget is above a bound of an input', () => {
    fc.assert(
      fc.property(fc.array(AnyBudgets, { maxLength: 4 }), (budgets) => {
        const effective = narrowBudgets(...budgets);
        for (const dimension of BUDGET_DIMENSIONS) {
          const bounds = budgets.flatMap((one) => one[dimension] ?? []);
          expect(effective[dimension]).toBe(bounds.length === 0 ? undefined : Math.min(...bounds));
        }
      }),
    );
  });

  test('the budget of a plane never exceeds the bounds of the manifest, the route or the caller', async () => {
    const { asked, value } = plane('mps');
    const one = apex([value]);
    const manifest = ownManifest();
    await fc.assert(
      fc.asyncProperty(AnyBudgets, async (callerBudgets) => {
        const out = await one.route({ intent: 'mps', payload: {}, callerBudgets });
        const granted = out.audit.budgets.granted;
        for (const dimension of BUDGET_DIMENSIONS) {
          for (const bounds of [
            manifest.budgets_defaults,
            profileOf(manifest, 'mps'),
            callerBudgets,
          ]) {
            expect(granted[dimension] ?? 0).toBeLessThanOrEqual(bounds[dimension] ?? Infinity);
          }
        }
        expect(asked.at(-1)?.budgets ?? granted).toBeDefined();
      }),
    );
  });

  test.each([{ time_ms: -1 }, { gas: 0.5 }, { hours: 1 }, { gas: Number.NaN }])(
    'the invalid budget %j is refused',
    async (callerBudgets) => {
      const out = await apex([plane('mpa').value]).route({
        intent: 'x',
        payload: {},
        callerBudgets,
      });
      expect(out).toMatchObject({ kind: 'REFUSAL', code: 'DIS_INSUFFICIENT' });
    },
  );

  test('[APEX-1] an answer above its budget becomes a summary and at most 3 questions, at the limit it is returned', async () => {
    const ends = [800, 801].map(async (gas) => {
      const { value } = plane('mps', { kind: 'output', payload: { sum: 1 }, consumed: { gas } });
      return await apex([value]).route({ intent: 'mps', payload: {}, callerBudgets: { gas: 800 } });
    });
    const [at, over] = await Promise.all(ends);
    expect(at).toMatchObject({ kind: 'BOUNDED_OUTPUT', payload: { sum: 1 } });
    expect(over).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      payload: {
        overflow: 'gas',
        summary: '{"sum":1}',
        questions: [expect.stringContaining('801 of gas'), expect.any(String), expect.any(String)],
      },
      audit: { budgets: { consumed: { gas: 801 } } },
    });
  });

  test('an answer that is too long becomes a summary and at most 3 questions', async () => {
    const { value } = plane('mps', { kind: 'output', payload: 'word '.repeat(9000), consumed: {} });
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      payload: { overflow: 'tokens_output_max' },
    });
    const { summary, questions } = (out as { payload: { summary: string; questions: string[] } })
      .payload;
    expect(summary.length).toBeLessThanOrEqual(400);
    expect(questions.length).toBe(3);
  });

  test('a hostile answer of 2 MB becomes a summary', async () => {
    const { value } = plane('mps', {
      kind: 'output',
      payload: 'a'.repeat(2_000_000),
      consumed: {},
    });
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ payload: { overflow: 'tokens_output_max' } });
  });

  test('the summary of a plane is returned, with as many questions as granted', async () => {
    const { value } = plane('mps', {
      kind: 'overflow',
      dimension: 'gas',
      summary: 'half of it',
      questions: ['a', 'b', 'c', 'd'],
      consumed: {},
    });
    const one = apex([value]);
    expect(await one.route({ intent: 'mps', payload: {} })).toMatchObject({
      payload: { overflow: 'gas', summary: 'half of it', questions: ['a', 'b', 'c'] },
    });
    expect(
      await one.route({
        intent: 'mps',
        payload: {},
        callerBudgets: { clarifying_questions_max: 1 },
      }),
    ).toMatchObject({ payload: { questions: ['a'] } });
    expect(
      await one.route({ intent: 'mps', payload: {}, callerBudgets: { tokens_output_max: 3 } }),
    ).toMatchObject({ kind: 'REFUSAL', code: 'BOUND_DATA' });
  });

  test('a budget without time is refused before any plane is called', async () => {
    const { asked, value } = plane('mps');
    const out = await apex([value]).route({
      intent: 'mps',
      payload: {},
      callerBudgets: { time_ms: 0 },
    });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'BOUND_TIME' });
    expect(asked).toEqual([]);
  });

  test('a plane that hangs is refused with the warning that it may have taken effect', async () => {
    const one = apex([{ name: 'mps', dispatch: async () => await new Promise(() => {}) }]);
    const running = one.route({ intent: 'mps', payload: {}, callerBudgets: { time_ms: 10 } });
    for (let i = 0; i < 4; i += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      one.elapse(300);
    }
    const late = await running;
    expect(late).toMatchObject({ kind: 'REFUSAL', code: 'BOUND_TIME' });
    // The refusal must not suggest that nothing has happened
    expect(JSON.stringify(late)).toContain('may have taken effect already');
  });
});

describe('T7 route profiles: the budget of a route applies', () => {
  const manifest = ownManifest();
  const granted = (route: string): Budgets =>
    narrowBudgets(manifest.budgets_defaults, profileOf(manifest, route));

  test('mpa.rumpole may return 1,800 tokens', () => {
    expect(granted('mpa.rumpole').tokens_output_max).toBe(1800);
  });
  test.each(['mpt', 'mpt.web.search', 'mpt.code.js'])(
    '%s has 6 tool calls and 3 web requests',
    (route) => {
      expect(granted(route)).toMatchObject({
        tool_calls_max: 6,
        web_requests_max: 3,
        time_ms: 30_000,
        mem_mb: 256,
        depth: 4,
        gas: 6000,
        tokens_output_max: 800,
      });
    },
  );
  test('the profile mpt.* does not apply to mptx', () => {
    expect(profileOf(manifest, 'mptx')).toEqual({});
  });

  test('a caller that requests more gets the bounds of the route, and a run that uses more is refused', async () => {
    const seen: unknown[] = [];
    const { service, chain } = bench(async (_, budget) => {
      seen.push(budget);
      return outcomeOf({ sum: 3 }, { web_requests: seen.length === 1 ? 3 : 4 });
    });
    const tools = createToolPlane(service, { randomId: nextId });
    const one = apex([tools]);
    const request = {
      intent: 'tool.data.sum',
      callerBudgets: { tool_calls_max: 8, web_requests_max: 9, time_ms: 99_999 },
    };
    const good = await one.route({ ...request, payload: { numbers: [1, 2] } });
    expect(good).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      payload: { sum: 3 },
      audit: {
        route: 'mpt.data.sum',
        budgets: { granted: { tool_calls_max: 6, web_requests_max: 3 } },
        metrics: { tool_calls: 1 },
      },
    });
    expect(seen[0]).toMatchObject({ tool_calls_max: 6, web_requests_max: 3, time_ms: 30_000 });
    expect(await one.route({ ...request, payload: { numbers: [3] } })).toMatchObject({
      code: 'BOUND_GAS',
    });
    const [entry] = await chain.last(2);
    expect(entry?.provenance['parent_exec_id']).toContain(good.audit.exec_id);
    for (let i = 0; i < 8; i += 1) {
      expect(await one.route({ ...request, payload: { numbers: [1, 2] } })).toMatchObject({
        kind: 'BOUNDED_OUTPUT',
      });
    }
  });

  test.each([
    ['tool.code.js', 250, 250],
    ['tool.code.js', 99_999, 30_000],
    ['tool.data.sum', 250, 30_000],
  ])(
    '%s with code_exec_ms_max %i has a time limit of %i ms',
    async (intent, code_exec_ms_max, time_ms) => {
      const asked: unknown[] = [];
      const { service } = bench();
      const run: typeof service.run = async (request) => {
        asked.push(request);
        return await service.run(request);
      };
      const one = apex([createToolPlane({ run }, { randomId: nextId })]);
      await one.route({ intent, payload: {}, callerBudgets: { code_exec_ms_max } });
      expect(asked).toMatchObject([{ budget: { time_ms } }]);
    },
  );

  test('a tool that exceeds its time through Apex is a timeout in the ledger, with its use', async () => {
    const { service, chain, clock } = bench(
      async (_, _budget, signal) =>
        await new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(outcomeOf({ sum: 0 }, { gas: 5 })));
        }),
    );
    const one = apex([createToolPlane(service, { randomId: nextId })], { delay: clock.delay });
    const request = { intent: 'tool.data.sum', payload: { numbers: [1] } };
    const running = one.route({ ...request, callerBudgets: { time_ms: 1000 } });
    await tick();
    clock.elapse(1000);
    const consumed = { gas: CHECK_GAS + 1 + 5, tool_calls_max: 1, web_requests_max: 0 };
    expect(await running).toMatchObject({
      code: 'BOUND_TIME',
      audit: { budgets: { consumed }, metrics: { tool_calls: 1 } },
    });
    expect(await chain.last(1)).toMatchObject([
      {
        budgets: { consumed },
        tool_metrics: { failures: 0, timeouts: 1 },
        refusals: [{ mpt_code: 'TOOL_TIMEOUT', cause: 'the tool ran longer than 1000 ms' }],
      },
    ]);
  });

  test('a run that the caller cancels through Apex counts as cancelled, not as a timeout', async () => {
    const { service, chain, clock } = bench(async () => await new Promise(() => {}));
    const one = apex([createToolPlane(service, { randomId: nextId })], { delay: clock.delay });
    const stop = new AbortController();
    const running = one.route({ intent: 'tool.data.sum', payload: { numbers: [1] } }, stop.signal);
    await tick();
    stop.abort();
    await tick();
    clock.elapse(250);
    expect(await running).toMatchObject({ code: 'FRAGILITY' });
    await tick();
    expect(await chain.last(1)).toMatchObject([
      { refusals: [{ mpt_code: 'TOOL_FAIL', cause: 'the caller cancelled the run' }] },
    ]);
  });

  test('an unknown tool is refused through Apex', async () => {
    const one = apex([createToolPlane(bench().service, { randomId: nextId })]);
    expect(await one.route({ intent: 'tool.web.gopher', payload: {} })).toMatchObject({
      code: 'SAFETY_POLICY',
    });
  });
});
