/** @module run-end.test: every run ends in a valid result, whatever runner and caller do. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { BYTES_PER_GAS } from '../../../../kernel/tools/mpt/bounds/run-budget.ts';
import { isResult, refusedBy, tick } from './run-results.ts';
import { bench, outcomeOf, PAGE, SUM } from './tool-bench.ts';

describe('refusals of runners', () => {
  test.each([
    ['TOOL_TIMEOUT', 'BOUND_TIME'],
    ['TOOL_FAIL', 'FRAGILITY'],
    ['TOOL_UNSAFE', 'SAFETY_POLICY'],
    ['TOOL_SCHEMA_MISS', 'DIS_INSUFFICIENT'],
    ['TOOL_DRIFT', 'CONFLICT_PST'],
    ['BOUND_TIME', 'BOUND_TIME'],
    ['BOUND_MEM', 'BOUND_MEM'],
    ['BOUND_GAS', 'BOUND_GAS'],
    ['BOUND_DEPTH', 'BOUND_DEPTH'],
    ['BOUND_DATA', 'BOUND_DATA'],
  ])('%s becomes %s for Apex', async (mpt, apex) => {
    const result = await bench(async () => refusedBy(mpt)).call({ numbers: [1] });
    expect(result.termination).toBe(`REFUSAL(${apex})`);
    expect(result.audit.refusals).toMatchObject([{ code: apex, mpt_code: mpt, cause: 'because' }]);
  });

  test('the detail of a refusal is bounded', async () => {
    const { call } = bench(async () => ({
      ...refusedBy('TOOL_FAIL'),
      detail: { stdout: 'ab '.repeat(99_999) },
    }));
    const result = await call({ numbers: [1] });
    const [refusal] = result.audit.refusals;
    expect(JSON.stringify(refusal?.detail).length).toBeLessThan(5000);
    expect(String(refusal?.detail['stdout'])).toMatch(/^ab ab /);
  });
});

describe('every run', () => {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown;

  test('ends in a valid result and one entry, whatever the runner does', async () => {
    const anyEnd = fc.oneof(
      fc.anything(),
      fc.constantFrom(hostile, cyclic, deep, null, undefined, () => 1, Symbol('x')),
      fc.record({
        ok: fc.boolean(),
        output: fc.anything(),
        code: fc.string(),
        cause: fc.string(),
        detail: fc.anything(),
        use: fc.record({
          gas: fc.oneof(fc.integer(), fc.double()),
          fuel: fc.nat(),
          web_requests: fc.integer(),
          mem_high_water_bytes: fc.nat(),
          latency_ms: fc.double(),
        }),
        provenance: fc.anything(),
      }),
      fc.constantFrom(
        outcomeOf({ sum: hostile }),
        outcomeOf(cyclic),
        outcomeOf({ sum: 1, note: deep }),
        outcomeOf({ sum: Number.NaN }),
        outcomeOf({ sum: 1, note: '\ud800' }),
      ),
    );
    let act = (): unknown => undefined;
    const { call, chain } = bench(() => act(), { policy: { cache: false } });
    await fc.assert(
      fc.asyncProperty(
        anyEnd,
        fc.constantFrom('returns', 'throws', 'rejects'),
        async (end, how) => {
          act = () => {
            // oxlint-disable-next-line no-throw-literal -- a runner may throw anything
            if (how === 'throws') throw end;
            return how === 'rejects' ? Promise.reject(end) : Promise.resolve(end);
          };
          const before = chain.links.length;
          const result = await call({ numbers: [1] });
          expect(isResult(result)).toBe(true);
          expect(result.termination === 'BOUNDED_OUTPUT').toBe(result.audit.refusals.length === 0);
          expect(chain.links.length).toBe(before + 1);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an object that throws when read', hostile],
    ['an output that throws when read', outcomeOf({ sum: hostile })],
    ['a cyclic output', outcomeOf(cyclic)],
    ['NaN as output', outcomeOf({ sum: Number.NaN })],
    ['a lone surrogate', outcomeOf({ sum: 1, note: '\ud800' })],
    ['a negative use', outcomeOf({ sum: 1 }, { gas: -1 })],
    ['a use that is not a number', outcomeOf({ sum: 1 }, { fuel: Number.NaN })],
    ['an unknown code', { ...refusedBy('SOMETHING') }],
  ])('whose runner returns %s ends in FRAGILITY', async (_, given) => {
    const result = await bench(async () => given).call({ numbers: [1] });
    expect(result.audit.refusals).toMatchObject([{ code: 'FRAGILITY', mpt_code: 'TOOL_FAIL' }]);
  });

  test('ends in a valid result, whatever the caller sends', async () => {
    const { service } = bench();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          fc.constantFrom(hostile, cyclic, deep),
          fc.record({
            tool: fc.constant('data.sum'),
            input: fc.anything(),
            budget: fc.anything(),
            context: fc.anything(),
          }),
        ),
        async (request) => {
          const result = await service.run(request);
          expect(isResult(result)).toBe(true);
          expect(result.termination).toMatch(/^(?:BOUNDED_OUTPUT|REFUSAL\([A-Z_]+\))$/);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('that the caller cancels ends in TOOL_FAIL', async () => {
    const { service } = bench(async () => await new Promise(() => {}));
    const stop = new AbortController();
    const { clock, service: waiting } = bench(async () => await new Promise(() => {}));
    const running = waiting.run(
      {
        tool: 'data.sum',
        input: { numbers: [] },
        budget: {},
        context: { caller: 'a', exec_id: 'b' },
      },
      { signal: stop.signal },
    );
    await tick();
    stop.abort();
    await tick();
    clock.elapse(250);
    const result = await running;
    expect(result.audit.refusals).toMatchObject([
      { mpt_code: 'TOOL_FAIL', cause: 'the caller cancelled the run' },
    ]);
    expect(service.listContracts().map(({ contract, ready }) => [contract.tool_id, ready])).toEqual(
      [
        [SUM.tool_id, true],
        [PAGE.tool_id, true],
      ],
    );
  });

  test('passes a copy of the input to its runner', async () => {
    const numbers = [1, 2];
    const seen: unknown[] = [];
    const { call } = bench(async (input) => {
      seen.push(input['numbers']);
      return outcomeOf({ sum: 1 });
    });
    const running = call({ numbers });
    numbers.push(3);
    await running;
    expect(seen).toEqual([[1, 2]]);
  });

  test('is charged for its input per started 4 KiB', async () => {
    const { call } = bench(async () => outcomeOf({ sum: 1 }, { gas: 0 }));
    // {"numbers":[10,1,…]}: 16 bytes and 2 for each 1
    const sized = (bytes: number): number[] => [10, ...Array<number>((bytes - 16) / 2).fill(1)];
    const at = await call({ numbers: sized(BYTES_PER_GAS) });
    const over = await call({ numbers: sized(BYTES_PER_GAS + 2) });
    expect([at.metrics.gas_used, over.metrics.gas_used]).toEqual([12, 13]);
  });
});
