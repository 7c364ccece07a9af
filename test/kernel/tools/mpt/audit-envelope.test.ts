/** @module audit-envelope.test: every run writes a valid entry, and no output is returned without one (T04). */
import { describe, expect, test } from 'vitest';

import { CHECK_GAS } from '../../../../kernel/tools/mpt/bounds/run-budget.ts';
import { DEFAULT_TOOL_POLICY } from '../../../../kernel/tools/mpt/service-parts.ts';
import { isEntry, isResult, tick } from './run-results.ts';
import { bench, nextId, sumRunner } from './tool-bench.ts';

describe('T04 a run emits a valid audit envelope', () => {
  test('a successful run has a complete result and entry', async () => {
    const { call, chain } = bench();
    const exec_id = nextId();
    const result = await call({ numbers: [1, 2] }, { context: { caller: 'Apex', exec_id } });
    isResult(result);
    expect(isResult.errors).toBeNull();
    expect(result).toEqual({
      output: { sum: 3 },
      metrics: { latency_ms: 0, gas_used: CHECK_GAS + 1 + 1 + 1, tool_id: 'data.sum' },
      termination: 'BOUNDED_OUTPUT',
      audit: {
        exec_id,
        route: 'mpt',
        budgets: {
          requested: {},
          granted: DEFAULT_TOOL_POLICY.budget,
          consumed: {
            time_ms: 0,
            gas: 13,
            depth: 1,
            tool_calls_max: 1,
            web_requests_max: 0,
            tokens_output_max: 5,
            mem_mb: 1,
          },
        },
        refusals: [],
        timestamp: '2023-11-14T22:13:20.000Z',
      },
    });
    const [entry] = await chain.last(1);
    isEntry(entry);
    expect(isEntry.errors).toBeNull();
    expect(entry).toMatchObject({
      run_id: exec_id,
      route: 'mpt.data.sum',
      termination: 'BOUNDED_OUTPUT',
      metrics: { gas: 13, tool_calls: 1, clarity: 1 },
      tool_metrics: { failures: 0, timeouts: 0 },
      provenance: { caller: 'Apex', sandbox: 'true', drift: 'none' },
    });
  });

  test('the entries of equal runs differ only in ids and tape', async () => {
    const { call, chain } = bench(sumRunner, { policy: { cache: false } });
    await call({ numbers: [1] });
    await call({ numbers: [1] });
    const [first, second] = await chain.last(2);
    const plain = (entry: unknown): unknown =>
      JSON.parse(
        JSON.stringify(entry, (name, value: unknown) =>
          ['run_id', 'parent_exec_id', 'record_id', 'tape_sha256'].includes(name) ? '' : value,
        ),
      );
    expect(plain(second)).toEqual(plain(first));
  });

  test('every refusal has an entry of the published form', async () => {
    const { service, chain, call } = bench();
    await service.run(undefined);
    await service.run({ tool: 'data.sum' });
    await call({ numbers: [1] }, { tool: 'no.tool' });
    await call({});
    const entries = await chain.last(10);
    expect(entries.map(({ termination }) => termination)).toEqual([
      'REFUSAL(DIS_INSUFFICIENT)',
      'REFUSAL(ENTROPY_CLARITY)',
      'REFUSAL(SAFETY_POLICY)',
      'REFUSAL(DIS_INSUFFICIENT)',
    ]);
    expect(entries.filter((entry) => !isEntry(entry))).toEqual([]);
  });

  test.each(['rejects', 'throws', 'hangs'])(
    '[MPT-14] a run returns no output if the log %s',
    async (how) => {
      const { call, clock } = bench(sumRunner, {
        ledger: {
          append: async () => {
            if (how === 'hangs') return await new Promise(() => {});
            throw new Error('disk full');
          },
        },
      });
      const running = call({ numbers: [1] });
      await tick();
      clock.elapse(10_000);
      await tick();
      clock.elapse(1);
      const result = await running;
      expect(result.termination).toBe('REFUSAL(FRAGILITY)');
      expect(result.output).toEqual({});
    },
  );

  test('a run returns no output if its tape cannot be written', async () => {
    const { call } = bench(sumRunner, {
      tapes: {
        put: async () => await Promise.reject(new Error('disk full')),
        find: async () => undefined,
        findKey: async () => undefined,
      },
    });
    expect((await call({ numbers: [1] })).termination).toBe('REFUSAL(FRAGILITY)');
  });
});
