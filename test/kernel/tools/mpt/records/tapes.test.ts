/** @module tapes.test: records, replays and verifies runs, and detects drift; caches; analytics. */
import { describe, expect, test } from 'vitest';

import type { ToolResult } from '../../../../../kernel/tools/mpt/records/ledger-entry.ts';
import { bench, nextId, outcomeOf, SUM, USE } from '../tool-bench.ts';

const codeOf = (result: ToolResult): string => result.audit.refusals[0]?.mpt_code ?? 'OUTPUT';

/** A tool service whose runner can be changed between runs, without a cache. */
function changeable(cache = false) {
  const state: { output: unknown; use: { gas?: number; fuel?: number }; runs: number } = {
    output: { sum: 1 },
    use: {},
    runs: 0,
  };
  const made = bench(
    async () => {
      state.runs += 1;
      return outcomeOf(state.output as Record<string, unknown>, state.use);
    },
    { policy: { cache } },
  );
  const page = async (context: Record<string, unknown> = {}, url = 'https://example.org/') =>
    await made.call(
      { url },
      { tool: 'web.page', context: { caller: 'test', exec_id: nextId(), ...context } },
    );
  return { ...made, state, page };
}

describe('replay', () => {
  test('runs a deterministic tool again and returns the same output', async () => {
    const { call, service, state } = changeable();
    const first = await call({ numbers: [1] });
    const again = await service.replay(first.audit.exec_id, 'test');
    expect(again.output).toEqual(first.output);
    expect(again.metrics.gas_used).toBe(first.metrics.gas_used);
    expect(state.runs).toBe(2);
  });

  test.each([
    ['another output', (s: { output: unknown }) => (s.output = { sum: 2 })],
    ['other fuel', (s: { use: object }) => (s.use = { fuel: 101 })],
    ['other gas', (s: { use: object }) => (s.use = { gas: 2 })],
  ])('refuses a deterministic tool that now gives %s', async (_, change) => {
    const { call, service, state } = changeable();
    const first = await call({ numbers: [1] });
    change(state);
    const again = await service.replay(first.audit.exec_id, 'test');
    expect(again.termination).toBe('REFUSAL(FRAGILITY)');
    expect(again.output).toEqual({});
  });

  test('answers for an external tool from its tape, by run_id or digest', async () => {
    const { page, service, state, chain } = changeable();
    state.output = { text: 'then' };
    const first = await page();
    state.output = { text: 'now' };
    const [entry] = await chain.last(1);
    for (const id of [first.audit.exec_id, entry?.exec_id ?? '']) {
      expect((await service.replay(id, 'test')).output).toEqual({ text: 'then', annotations: [] });
    }
    expect(state.runs).toBe(1);
  });

  test('uses the original input, even if the runner changed its input', async () => {
    const seen: unknown[] = [];
    const { call, service } = bench(
      async (input) => {
        seen.push(structuredClone(input['numbers']));
        (input['numbers'] as number[]).push(9);
        return outcomeOf({ sum: 1 });
      },
      { policy: { cache: false } },
    );
    const first = await call({ numbers: [1] });
    await service.replay(first.audit.exec_id, 'test');
    expect(seen).toEqual([[1], [1]]);
  });

  test('repeats a refusal', async () => {
    const { service, call } = bench(async () => ({
      ok: false,
      code: 'BOUND_GAS',
      cause: 'stopped',
      detail: { a: 1 },
      use: USE,
      provenance: {},
    }));
    const first = await call({ numbers: [1] });
    const again = await service.replay(first.audit.exec_id, 'test');
    expect([codeOf(first), codeOf(again)]).toEqual(['BOUND_GAS', 'BOUND_GAS']);
  });

  test('without a tape is refused as drift, and recorded like any run', async () => {
    const { service, chain } = bench();
    const result = await service.replay('no such run', 'test');
    expect(result.termination).toBe('REFUSAL(CONFLICT_PST)');
    expect(chain.entries.length).toBe(1);
  });

  test('of a live run is refused, because it has no tape', async () => {
    const { service, page } = changeable();
    const live = await page({ mode: 'live' });
    expect(codeOf(await service.replay(live.audit.exec_id, 'test'))).toBe('TOOL_DRIFT');
  });
});

describe('drift of external tools', () => {
  test('verify compares with the tape and reports both digests', async () => {
    const { page, state, chain } = changeable();
    state.output = { text: 'then' };
    await page();
    expect(codeOf(await page({ mode: 'verify' }))).toBe('OUTPUT');
    state.output = { text: 'now' };
    const drifted = await page({ mode: 'verify' });
    expect(drifted.audit.refusals).toMatchObject([
      {
        code: 'CONFLICT_PST',
        mpt_code: 'TOOL_DRIFT',
        detail: {
          got: expect.stringMatching(/^[0-9a-f]{64}$/),
          want: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
    expect(JSON.stringify(drifted)).not.toContain('"now"');
    const drift = (await chain.last(3)).map(({ provenance }) => provenance['drift']);
    expect(drift).toEqual(['unpinned', 'pinned', 'pinned']);
  });

  test('an output without the expected digest is refused', async () => {
    const { page, chain, state } = changeable();
    state.output = { text: 'then' };
    await page();
    const [entry] = await chain.last(1);
    const expect_sha256 = String(entry?.provenance['output_sha256']);
    expect(codeOf(await page({ expect_sha256 }))).toBe('OUTPUT');
    expect(codeOf(await page({ expect_sha256: '0'.repeat(64) }))).toBe('TOOL_DRIFT');
  });

  test.each(['verify', 'replay'])('%s without a tape is refused', async (mode) => {
    const { page, state } = changeable();
    expect(codeOf(await page({ mode }))).toBe('TOOL_DRIFT');
    expect(state.runs).toBe(0);
  });
});

describe('caches', () => {
  test('[MPT-18] a deterministic output is returned from the cache at the same price', async () => {
    const { call, state, chain } = changeable(true);
    const first = await call({ numbers: [1] });
    state.output = { sum: 9 };
    const again = await call({ numbers: [1] });
    expect([again.output, again.metrics.gas_used]).toEqual([first.output, first.metrics.gas_used]);
    expect(state.runs).toBe(1);
    expect((await chain.last(2)).map(({ provenance }) => provenance['cache'])).toEqual([
      'none',
      'shared_cache',
    ]);
  });

  test('are not used for another input or memory limit, nor without enough gas', async () => {
    const { call, state } = changeable(true);
    state.use = { gas: 100 };
    await call({ numbers: [1] });
    await call({ numbers: [2] });
    await call({ numbers: [1] }, { budget: { mem_mb: 64 } });
    expect(state.runs).toBe(3);
    const poor = await call({ numbers: [1] }, { budget: { gas: 50 } });
    expect(poor.termination).toBe('REFUSAL(BOUND_GAS)');
    expect(state.runs).toBe(3);
  });

  test('are not used for an input that refers to external data, at any level', async () => {
    let runs = 0;
    const { call } = bench(async () => outcomeOf({ sum: (runs += 1) }), {
      contracts: [
        {
          ...SUM,
          external_inputs: ['path'],
          io_schema: { in: { type: 'object' }, out: SUM.io_schema?.out ?? {} },
        },
      ],
    });
    const inputs = [{ path: 'a' }, { image: [{ path: 'a' }] }, { name: 'path' }];
    const sums: unknown[] = [];
    for (const input of [...inputs, ...inputs]) sums.push((await call(input)).output['sum']);
    expect(sums).toEqual([1, 2, 3, 4, 5, 3]);
  });

  test('return an external output only within its run, without fetching it again', async () => {
    const { page, state } = changeable(true);
    state.output = { text: 'x' };
    state.use = { gas: 400 };
    await page({ exec_id: 'one' });
    const again = await page({ exec_id: 'one' });
    expect([state.runs, again.metrics.gas_used]).toEqual([1, 12]);
    await page({ exec_id: 'two' });
    expect(state.runs).toBe(2);
  });
});

test('[MPT-20] a run may make the calls that were granted, whatever its caller did before', async () => {
  const { call } = bench(undefined, { policy: { cache: false } });
  const context = { caller: 'c', exec_id: nextId() };
  for (let i = 0; i < 20; i += 1) {
    await call({ numbers: [1] }, { tool: 'no.tool', context: { caller: 'c', exec_id: nextId() } });
  }
  const ends: string[] = [];
  for (let made = 0; made < 7; made += 1) {
    const { termination, audit } = await call({ numbers: [made] }, { context });
    expect(audit.budgets.granted.tool_calls_max).toBe(6);
    ends.push(termination);
  }
  expect(ends).toEqual([
    ...Array.from({ length: 6 }, () => 'BOUNDED_OUTPUT'),
    'REFUSAL(BOUND_GAS)',
  ]);
});

test('analytics have counts, gas, refusals and their trend in a window of runs', async () => {
  let gas = 0;
  const { call, service } = bench(async () => outcomeOf({ sum: 1 }, { gas: (gas += 1) }), {
    policy: { cache: false },
  });
  for (let i = 0; i < 4; i += 1) await call({ numbers: [i] });
  await call({});
  await call({ numbers: [1] }, { budget: { time_ms: 0 } });
  expect(await service.analytics()).toEqual({
    runs: 6,
    complete: true,
    tools: [
      {
        tool_id: 'data.sum',
        runs: 6,
        outputs: 4,
        refusals: { BOUND_TIME: 1, DIS_INSUFFICIENT: 1 },
        timeouts: 1,
        cached: 0,
        gas: { total: 4 * 12 + 10, p50: 13, p95: 16, max: 16 },
        latency_ms: { p50: 0, p95: 0, max: 0 },
        refusal_trend: 2 / 3,
      },
    ],
  });
  expect((await service.analytics({ runs: 2 })).tools).toMatchObject([
    { runs: 2, outputs: 0, refusal_trend: 0 },
  ]);
});
