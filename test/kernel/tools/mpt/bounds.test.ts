/** @module bounds.test: budgets, accounts and concurrency of runs (T01, T05). */
import { describe, expect, test } from 'vitest';

import { CHECK_GAS } from '../../../../kernel/tools/mpt/bounds/run-budget.ts';
import { DEFAULT_TOOL_POLICY } from '../../../../kernel/tools/mpt/service-parts.ts';
import type { RunOutcome } from '../../../../kernel/tools/runners/runner.ts';
import { codeOf, tick } from './run-results.ts';
import { bench, outcomeOf } from './tool-bench.ts';

describe('T01 exceeding a budget ends in REFUSAL(BOUND_*)', () => {
  const overhead = CHECK_GAS + 1;
  test.each([
    ['gas at its limit', {}, { gas: overhead + 6 + 1 }, { gas: 6 }, 'BOUNDED_OUTPUT'],
    ['gas one below its need', {}, { gas: overhead + 6 }, { gas: 6 }, 'REFUSAL(BOUND_GAS)'],
    ['gas of a runner that reports too much', {}, { gas: 100 }, { gas: 101 }, 'REFUSAL(BOUND_GAS)'],
    ['gas below admission', {}, { gas: CHECK_GAS - 1 }, {}, 'REFUSAL(BOUND_GAS)'],
    ['gas 0', {}, { gas: 0 }, {}, 'REFUSAL(BOUND_GAS)'],
    [
      'memory at its limit',
      {},
      { mem_mb: 1 },
      { mem_high_water_bytes: 1_048_576 },
      'BOUNDED_OUTPUT',
    ],
    [
      'memory one byte over',
      {},
      { mem_mb: 1 },
      { mem_high_water_bytes: 1_048_577 },
      'REFUSAL(BOUND_MEM)',
    ],
    ['memory 0', {}, { mem_mb: 0 }, {}, 'REFUSAL(BOUND_MEM)'],
    ['time 0', {}, { time_ms: 0 }, {}, 'REFUSAL(BOUND_TIME)'],
    ['no calls', {}, { tool_calls_max: 0 }, {}, 'REFUSAL(BOUND_GAS)'],
    ['web requests at the limit', {}, {}, { web_requests: 3 }, 'BOUNDED_OUTPUT'],
    ['web requests over the limit', {}, {}, { web_requests: 4 }, 'REFUSAL(BOUND_GAS)'],
    ['depth at its limit', { depth: 4 }, {}, {}, 'BOUNDED_OUTPUT'],
    ['depth over its limit', { depth: 5 }, {}, {}, 'REFUSAL(BOUND_DEPTH)'],
    ['depth 0', {}, { depth: 0 }, {}, 'REFUSAL(BOUND_DEPTH)'],
    ['depth 1 for a call from outside', {}, { depth: 1 }, {}, 'BOUNDED_OUTPUT'],
    ['depth 1 for a nested call', { depth: 2 }, { depth: 1 }, {}, 'REFUSAL(BOUND_DEPTH)'],
    ['tokens 0', {}, { tokens_output_max: 0 }, {}, 'REFUSAL(BOUND_DATA)'],
  ])('with %s, a run ends as expected', async (...[, context, budget, use, termination]) => {
    const { call } = bench(async () => outcomeOf({ sum: 1 }, use));
    const result = await call(
      { numbers: [1] },
      { budget, context: { caller: 'test', exec_id: 'run', ...context } },
    );
    expect(result.termination).toBe(termination);
    expect(result.output).toEqual(termination === 'BOUNDED_OUTPUT' ? { sum: 1 } : {});
  });

  test.each(['time_ms', 'mem_mb', 'depth'])('%s 0 is named as the cause', async (dimension) => {
    const { service } = bench();
    const context = { caller: 'test', exec_id: 'run' };
    const request = {
      tool: 'data.sum',
      input: { numbers: [1] },
      budget: { [dimension]: 0 },
      context,
    };
    const { audit } = await service.run(request);
    expect(audit.refusals).toMatchObject([{ cause: `${dimension} is 0, so nothing can run` }]);
  });

  test('time: a runner that hangs is aborted and refused', async () => {
    let aborted = false;
    const { call, clock } = bench(async (_, _budget, signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return await new Promise(() => {});
    });
    const running = call({ numbers: [1] }, { budget: { time_ms: 1000 } });
    await tick();
    clock.elapse(999);
    await tick();
    expect(aborted).toBe(false);
    clock.elapse(1);
    await tick();
    clock.elapse(DEFAULT_TOOL_POLICY.stop_grace_ms);
    const result = await running;
    expect(aborted).toBe(true);
    expect(result.termination).toBe('REFUSAL(BOUND_TIME)');
    expect(codeOf(result)).toBe('TOOL_TIMEOUT');
    expect(result.metrics.latency_ms).toBe(1250);
  });

  test('a run that was killed reports its known use and is charged all that it was granted', async () => {
    const { call, chain, clock } = bench(async () => await new Promise(() => {}));
    const more = { context: { caller: 'test', exec_id: 'killed' } };
    const running = call({ numbers: [1] }, { ...more, budget: { time_ms: 1, gas: 5995 } });
    await tick();
    clock.elapse(1);
    await tick();
    clock.elapse(DEFAULT_TOOL_POLICY.stop_grace_ms);
    const result = await running;
    expect(result.audit.budgets.consumed).toMatchObject({
      gas: CHECK_GAS + 1,
      web_requests_max: 0,
    });
    expect(await chain.last(1)).toMatchObject([{ provenance: { unmeasured: true } }]);
    const [left] = (await call({ numbers: [1] }, more)).audit.refusals;
    expect(left?.cause).toBe(`5 gas is left, a call needs ${CHECK_GAS}`);
  });

  test('a run that used more than granted reports its actual use', async () => {
    const { call } = bench(async () => outcomeOf({ sum: 1 }, { gas: 150, web_requests: 4 }));
    const result = await call({ numbers: [1] }, { budget: { gas: 100 } });
    expect(result.termination).toBe('REFUSAL(BOUND_GAS)');
    const { consumed } = result.audit.budgets;
    expect(consumed).toMatchObject({ gas: CHECK_GAS + 1 + 150, web_requests_max: 4 });
  });

  test('tokens: a long output is refused without an artefact store, else stored and shortened', async () => {
    const long = async (): Promise<RunOutcome> =>
      outcomeOf({ sum: 1, note: 'word '.repeat(20_000) });
    const refused = await bench(long).call({ numbers: [1] });
    expect(refused.termination).toBe('REFUSAL(BOUND_DATA)');
    const kept: string[] = [];
    const { call } = bench(long, {
      artefacts: {
        keep: async ({ text }) => ({ uri: `artefact:${kept.push(text)}` }),
        keepFile: async ({ name }) => await Promise.resolve(name),
      },
    });
    const result = await call({ numbers: [1] });
    expect(result.termination).toBe('BOUNDED_OUTPUT');
    expect(result.output).toMatchObject({ sum: 1, artefact: { uri: 'artefact:1' } });
    expect('word '.repeat(20_000).startsWith(String(result.output['note']))).toBe(true);
    expect(String(kept[0]).length).toBeGreaterThan(100_000);
  });

  test('a run of several calls: calls and gas add up', async () => {
    const { call } = bench();
    const run = { context: { caller: 'test', exec_id: 'one run' } };
    const ends: string[] = [];
    for (let i = 0; i < 7; i += 1) ends.push((await call({ numbers: [i] }, run)).termination);
    expect(ends).toEqual([...Array<string>(6).fill('BOUNDED_OUTPUT'), 'REFUSAL(BOUND_GAS)']);
    const spent = bench(async () => outcomeOf({ sum: 1 }, { gas: 2000 }));
    const more: string[] = [];
    for (let i = 0; i < 4; i += 1) more.push((await spent.call({ numbers: [i] }, run)).termination);
    expect(more).toEqual([
      'BOUNDED_OUTPUT',
      'BOUNDED_OUTPUT',
      'REFUSAL(BOUND_GAS)',
      'REFUSAL(BOUND_GAS)',
    ]);
  });

  test('a run of several calls: web requests add up', async () => {
    const granted: number[] = [];
    const { call } = bench(async (_, budget) => {
      granted.push(budget.web_requests_max);
      return outcomeOf({ text: 'x' }, { web_requests: 1 });
    });
    const run = { tool: 'web.page', context: { caller: 'test', exec_id: 'one run' } };
    for (let i = 0; i < 4; i += 1) await call({ url: `https://example.org/${i}` }, run);
    expect(granted).toEqual([3, 2, 1, 0]);
  });

  test('gas that a call reserved but did not use is available to the next call of the run', async () => {
    const granted: number[] = [];
    const { call } = bench(async (_, budget) => {
      granted.push(budget.gas);
      return outcomeOf({ sum: 1 }, { gas: 5 });
    });
    const run = { context: { caller: 'test', exec_id: 'one run' } };
    await call({ numbers: [1] }, run);
    await call({ numbers: [2] }, run);
    expect(granted).toEqual([6000 - 11, 6000 - 11 - 5 - 12]);
  });
});

describe('T05 at most 6 tool calls run at a time; the 7th ends in REFUSAL(BOUND_GAS)', () => {
  test('the 7th concurrent call is refused, and a later one runs', async () => {
    const open: ((outcome: RunOutcome) => void)[] = [];
    const { call } = bench(
      async () => await new Promise<RunOutcome>((resolve) => open.push(resolve)),
    );
    const six = Array.from({ length: 6 }, async (_, i) => await call({ numbers: [i] }));
    await tick();
    expect(open.length).toBe(6);
    const seventh = await call({ numbers: [7] });
    expect(seventh.termination).toBe('REFUSAL(BOUND_GAS)');
    for (const resolve of open) resolve(outcomeOf({ sum: 0 }));
    const ends = await Promise.all(six);
    expect(ends.map(({ termination }) => termination)).toEqual(Array(6).fill('BOUNDED_OUTPUT'));
    const later = call({ numbers: [8] });
    await tick();
    open.at(-1)?.(outcomeOf({ sum: 0 }));
    expect((await later).termination).toBe('BOUNDED_OUTPUT');
  });

  test('a call that timed out keeps its slot until its work stops', async () => {
    let stop = (): void => {};
    const { call, clock } = bench(
      async () => await new Promise((resolve) => (stop = () => resolve(outcomeOf({ sum: 1 })))),
      { policy: { concurrent_max: 1 } },
    );
    const timed_out = call({ numbers: [1] });
    await tick();
    clock.elapse(30_000);
    await tick();
    clock.elapse(250);
    expect((await timed_out).termination).toBe('REFUSAL(BOUND_TIME)');
    expect((await call({ numbers: [2] })).termination).toBe('REFUSAL(BOUND_GAS)');
    stop();
    await tick();
    const next = call({ numbers: [3] });
    await tick();
    stop();
    expect((await next).termination).toBe('BOUNDED_OUTPUT');
  });
});
