/** @module T01–T05 of the tool kernel, and the end of every run. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { compileSchema } from '../../../kernel/mpt/contract.ts';
import { DEFAULT_TOOL_POLICY } from '../../../kernel/mpt/kernel-parts.ts';
import type { ToolResult } from '../../../kernel/mpt/ledger-entry.ts';
import { reportOf } from '../../../kernel/mpt/ledger-entry.ts';
import { ADMISSION_GAS, BYTES_PER_GAS } from '../../../kernel/mpt/run-budget.ts';
import type { RunOutcome } from '../../../kernel/mpt/runners/runner.ts';
import entrySchema from '../../../schemas/mpt/ledger-entry.schema.json' with { type: 'json' };
import resultSchema from '../../../schemas/mpt/result.schema.json' with { type: 'json' };
import { bench, nextId, outcomeOf, PAGE, SUM, sumRunner, USE } from './tool-bench.ts';

const isResult = compileSchema(resultSchema);
const isEntry = compileSchema(entrySchema);

const codeOf = (result: ToolResult): string | undefined => result.audit.refusals[0]?.mpt_code;

function refusedBy(code: string): Partial<RunOutcome> {
  return {
    ok: false,
    code,
    cause: 'because',
    detail: {},
    use: USE,
    provenance: {},
  } as Partial<RunOutcome>;
}

describe('T01 exceeding a budget ends in REFUSAL(BOUND_*)', () => {
  const carried = ADMISSION_GAS + 1;
  test.each([
    ['gas at its limit', {}, { gas: carried + 6 + 1 }, { gas: 6 }, 'BOUNDED_OUTPUT'],
    ['gas one below what is needed', {}, { gas: carried + 6 }, { gas: 6 }, 'REFUSAL(BOUND_GAS)'],
    ['gas of a runner that lies', {}, { gas: 100 }, { gas: 101 }, 'REFUSAL(BOUND_GAS)'],
    ['gas below admission', {}, { gas: ADMISSION_GAS - 1 }, {}, 'REFUSAL(BOUND_GAS)'],
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
    ['tokens 0', {}, { tokens_output_max: 0 }, {}, 'REFUSAL(BOUND_DATA)'],
  ])('%s', async (...[, context, budget, use, termination]) => {
    const { call } = bench(async () => outcomeOf({ sum: 1 }, use));
    const result = await call(
      { numbers: [1] },
      { budget, context: { caller: 'test', exec_id: 'run', ...context } },
    );
    expect(result.termination).toBe(termination);
    expect(result.output).toEqual(termination === 'BOUNDED_OUTPUT' ? { sum: 1 } : {});
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

  test('tokens: a long output is refused, and goes to the artefacts where there are any', async () => {
    const long = async (): Promise<RunOutcome> =>
      outcomeOf({ sum: 1, note: 'word '.repeat(20_000) });
    const refused = await bench(long).call({ numbers: [1] });
    expect(refused.termination).toBe('REFUSAL(BOUND_DATA)');
    const kept: string[] = [];
    const { call } = bench(long, {
      artefacts: { keep: async ({ text }) => ({ uri: `artefact:${kept.push(text)}` }) },
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

  test('what is not used is given back: gas reserved by one call is free for the next', async () => {
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

describe('T02 an undeclared tool ends in REFUSAL(SAFETY_POLICY)', () => {
  test.each(['web.gopher', 'data.sum ', 'constructor', '__proto__', 'DATA.SUM'])(
    '%s',
    async (tool) => {
      const result = await bench().call({ numbers: [1] }, { tool });
      expect(result.termination).toBe('REFUSAL(SAFETY_POLICY)');
      expect(codeOf(result)).toBe('TOOL_UNSAFE');
    },
  );
  test.each(['unverified', 'unsafe'] as const)('%s tools', async (safety_level) => {
    const { call } = bench(sumRunner, { contracts: [{ ...SUM, safety_level }] });
    expect((await call({ numbers: [1] })).termination).toBe('REFUSAL(SAFETY_POLICY)');
  });
  test('a contract that is not the pinned one', async () => {
    const { kernel } = bench();
    const sha256 = kernel.listContracts()[0]?.sha256 ?? '';
    const ends = await Promise.all(
      [sha256, '0'.repeat(64)].map(async (pin) => {
        const { call } = bench(sumRunner, { policy: { pins: { 'data.sum': pin } } });
        return (await call({ numbers: [1] })).termination;
      }),
    );
    expect(ends).toEqual(['BOUNDED_OUTPUT', 'REFUSAL(SAFETY_POLICY)']);
  });
});

describe('T03 an invalid schema, input or output ends in REFUSAL(DIS_INSUFFICIENT)', () => {
  const { io_schema: _, ...bare } = SUM;
  test.each([
    ['no io_schema', bare],
    ['no out', { ...bare, io_schema: { in: SUM.io_schema?.in ?? {} } }],
    ['no in', { ...bare, io_schema: { out: SUM.io_schema?.out ?? {} } }],
    [
      'a schema that does not compile',
      { ...bare, io_schema: { in: { type: 'nothing' }, out: {} } },
    ],
    [
      'a schema that refers elsewhere',
      { ...bare, io_schema: { in: { $ref: 'https://example.org/x' }, out: {} } },
    ],
  ])('%s', async (_name, contract) => {
    const { call } = bench(sumRunner, { contracts: [contract] });
    const result = await call({ numbers: [1] });
    expect(result.termination).toBe('REFUSAL(DIS_INSUFFICIENT)');
    expect(codeOf(result)).toBe('TOOL_SCHEMA_MISS');
  });
  test.each([[{}], [{ numbers: '1' }], [{ numbers: [1], more: 1 }], [{ numbers: ['1'] }]])(
    'input %j',
    async (input) => {
      expect((await bench().call(input)).termination).toBe('REFUSAL(DIS_INSUFFICIENT)');
    },
  );
  test.each([[{}], [{ sum: '1' }], [{ sum: null }]])('output %j', async (output) => {
    const result = await bench(async () => outcomeOf(output)).call({ numbers: [1] });
    expect(result.termination).toBe('REFUSAL(DIS_INSUFFICIENT)');
    expect(result.output).toEqual({});
  });
  test.each([
    [{ budget: { time_ms: -1 } }],
    [{ budget: { gas: 1.5 } }],
    [{ budget: { hours: 1 } }],
    [{ extra: 1 }],
    [{ context: { caller: 'a', exec_id: 'b', mode: 'wild' } }],
  ])('request %j', async (more) => {
    expect((await bench().call({ numbers: [1] }, more)).termination).toBe(
      'REFUSAL(DIS_INSUFFICIENT)',
    );
  });
});

describe('T04 a run emits a valid audit envelope', () => {
  test('a good run', async () => {
    const { call, chain } = bench();
    const exec_id = nextId();
    const result = await call({ numbers: [1, 2] }, { context: { caller: 'Apex', exec_id } });
    isResult(result);
    expect(isResult.errors).toBeNull();
    expect(result).toEqual({
      output: { sum: 3 },
      metrics: { latency_ms: 0, gas_used: ADMISSION_GAS + 1 + 1 + 1, tool_id: 'data.sum' },
      termination: 'BOUNDED_OUTPUT',
      audit: {
        exec_id,
        route: 'mpt',
        budgets: {
          requested: {},
          granted: DEFAULT_TOOL_POLICY.budget,
          consumed: { gas: 13, tool_calls_max: 1, web_requests_max: 0, mem_mb: 1 },
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

  test('equal runs leave equal entries but for run, parent, tape and latency', async () => {
    const { call, chain } = bench(sumRunner, { policy: { cache: false } });
    await call({ numbers: [1] });
    await call({ numbers: [1] });
    const [first, second] = await chain.last(2);
    const plain = (entry: unknown): unknown =>
      JSON.parse(
        JSON.stringify(entry, (name, value: unknown) =>
          ['run_id', 'parent_exec_id', 'tape_sha256'].includes(name) ? '' : value,
        ),
      );
    expect(plain(second)).toEqual(plain(first));
  });

  test('every refusal is entered too, and its report has the fields of the spine', async () => {
    const { kernel, chain, call } = bench();
    await kernel.run(undefined);
    await kernel.run({ tool: 'data.sum' });
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
    expect(entries[0] === undefined ? [] : Object.keys(reportOf(entries[0]))).toEqual([
      'exec_id',
      'route',
      'budgets',
      'termination',
      'metrics',
      'tool_metrics',
      'provenance',
    ]);
  });

  test.each(['rejects', 'throws', 'hangs'])('no audit, no output: the log %s', async (how) => {
    const { call, clock } = bench(sumRunner, {
      ledger: {
        append: async () => {
          if (how === 'hangs') return await new Promise(() => {});
          throw new Error('disk full');
        },
        recent: async () => ({ entries: [], older_before: null }),
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
  });

  test('no tape, no output', async () => {
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

describe('T05 at most 6 tool calls run at a time; the 7th ends in REFUSAL(BOUND_GAS)', () => {
  test('the 7th', async () => {
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

  test('a call that was given up keeps its place until it really stops', async () => {
    let stop = (): void => {};
    const { call, clock } = bench(
      async () => await new Promise((resolve) => (stop = () => resolve(outcomeOf({ sum: 1 })))),
      { policy: { concurrent_max: 1 } },
    );
    const given_up = call({ numbers: [1] });
    await tick();
    clock.elapse(30_000);
    await tick();
    clock.elapse(250);
    expect((await given_up).termination).toBe('REFUSAL(BOUND_TIME)');
    expect((await call({ numbers: [2] })).termination).toBe('REFUSAL(BOUND_GAS)');
    stop();
    await tick();
    const next = call({ numbers: [3] });
    await tick();
    stop();
    expect((await next).termination).toBe('BOUNDED_OUTPUT');
  });
});

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
  ])('%s is %s to Apex', async (mpt, apex) => {
    const result = await bench(async () => refusedBy(mpt)).call({ numbers: [1] });
    expect(result.termination).toBe(`REFUSAL(${apex})`);
    expect(result.audit.refusals).toMatchObject([{ code: apex, mpt_code: mpt, cause: 'because' }]);
  });

  test('the detail of a refusal is bounded too', async () => {
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

describe('the end of every run', () => {
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

  test('whatever the runner does', async () => {
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
    ['what throws when it is read', hostile],
    ['an output that throws when it is read', outcomeOf({ sum: hostile })],
    ['a circle', outcomeOf(cyclic)],
    ['no number', outcomeOf({ sum: Number.NaN })],
    ['half a character', outcomeOf({ sum: 1, note: '\ud800' })],
    ['use below zero', outcomeOf({ sum: 1 }, { gas: -1 })],
    ['use of no number', outcomeOf({ sum: 1 }, { fuel: Number.NaN })],
    ['a code of its own', { ...refusedBy('SOMETHING') }],
  ])('a runner that gives %s has failed', async (_, given) => {
    const result = await bench(async () => given).call({ numbers: [1] });
    expect(result.audit.refusals).toMatchObject([{ code: 'FRAGILITY', mpt_code: 'TOOL_FAIL' }]);
  });

  test('whatever the caller sends', async () => {
    const { kernel } = bench();
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
          const result = await kernel.run(request);
          expect(isResult(result)).toBe(true);
          expect(result.termination).toMatch(/^(?:BOUNDED_OUTPUT|REFUSAL\([A-Z_]+\))$/);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a caller that cancels', async () => {
    const { kernel } = bench(async () => await new Promise(() => {}));
    const stop = new AbortController();
    const { clock, kernel: waiting } = bench(async () => await new Promise(() => {}));
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
    expect(kernel.listContracts().map(({ contract, ready }) => [contract.tool_id, ready])).toEqual([
      [SUM.tool_id, true],
      [PAGE.tool_id, true],
    ]);
  });

  test('the input that the runner gets is a copy', async () => {
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

  test('carriage is charged by started pieces of 4 KiB', async () => {
    const { call } = bench(async () => outcomeOf({ sum: 1 }, { gas: 0 }));
    // {"numbers":[10,1,…]}: 16 bytes and 2 for each 1
    const sized = (bytes: number): number[] => [10, ...Array<number>((bytes - 16) / 2).fill(1)];
    const at = await call({ numbers: sized(BYTES_PER_GAS) });
    const over = await call({ numbers: sized(BYTES_PER_GAS + 2) });
    expect([at.metrics.gas_used, over.metrics.gas_used]).toEqual([12, 13]);
  });
});

/** Lets everything that waits for nothing go on. */
async function tick(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
