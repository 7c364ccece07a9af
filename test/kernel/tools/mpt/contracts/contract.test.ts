/** @module contract.test: our contracts, certification, and the tool service with real runners. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { timerDelay } from '../../../../../kernel/tools/apex/deadline.ts';
import { certifyTool } from '../../../../../kernel/tools/mpt/certification/certify.ts';
import { registerTool } from '../../../../../kernel/tools/mpt/contracts/contract-registry.ts';
import {
  compileSchema,
  ownContracts,
  readContract,
} from '../../../../../kernel/tools/mpt/contracts/contract.ts';
import { clarityOf, FACTS, statedFacts } from '../../../../../kernel/tools/mpt/gates/clarity.ts';
import type { Fact } from '../../../../../kernel/tools/mpt/gates/clarity.ts';
import { createCodeJsRunner } from '../../../../../kernel/tools/runners/code/js/runner.ts';
import { createDataCsvRunner } from '../../../../../kernel/tools/runners/data/csv/runner.ts';
import { createDataQueryRunner } from '../../../../../kernel/tools/runners/data/query/runner.ts';
import { createDataXlsxRunner } from '../../../../../kernel/tools/runners/data/xlsx/runner.ts';
import { createImageEditRunner } from '../../../../../kernel/tools/runners/image/edit.ts';
import { createImageText2ImRunner } from '../../../../../kernel/tools/runners/image/text2im.ts';
import type { Runner } from '../../../../../kernel/tools/runners/runner.ts';
import { createWebSearchRunner } from '../../../../../kernel/tools/runners/web/search.ts';
import requestSchema from '../../../../../schemas/mpt/request.schema.json' with { type: 'json' };
import { bench, handClock, outcomeOf, PAGE, runnerOf, SUM, sumRunner } from '../tool-bench.ts';
import type { RunFunction } from '../tool-bench.ts';

describe('our contracts', () => {
  const contracts = ownContracts();
  test('are the contracts of all tools', () => {
    expect(contracts.map(({ tool_id }) => tool_id)).toEqual([
      'code.js',
      'code.python',
      'data.csv',
      'data.query',
      'data.xlsx',
      'image.edit',
      'image.text2im',
      'web.open_url',
      'web.search',
    ]);
  });
  test.each(contracts.map((contract) => [contract.tool_id, contract] as const))(
    'of %s is valid, closed, bounded and compiles',
    async (tool_id, contract) => {
      expect(contract.class).toBe(tool_id.split('.')[0]);
      expect(registerTool(contract).schema_fault).toBe('');
      const { checks } = await certifyTool(contract, undefined);
      const failed = checks.filter(({ outcome }) => outcome === 'fail');
      expect(failed).toEqual([]);
    },
  );
  test('the request schema compiles', () => {
    expect(compileSchema(requestSchema)({})).toBe(false);
  });
});

describe('clarity', () => {
  const whole = { tool: 'a', input: {}, budget: {}, context: { caller: 'c', exec_id: 'e' } };
  test('is 1 for four facts and -1 for none', () => {
    expect(clarityOf(statedFacts(whole))).toBe(1);
    expect(clarityOf(new Set())).toBe(-1);
  });
  test.each([
    ['tool', { ...whole, tool: ' ' }],
    ['tool', { ...whole, tool: 1 }],
    ['input', { ...whole, input: [] }],
    ['budget', { ...whole, budget: null }],
    ['context', { ...whole, context: { caller: 'c' } }],
    ['context', { ...whole, context: { caller: '', exec_id: 'e' } }],
  ] as [Fact, unknown][])(
    'a request without %s is refused with a question for it',
    async (fact, request) => {
      const result = await bench().service.run(request);
      expect(result.termination).toBe('REFUSAL(ENTROPY_CLARITY)');
      expect(result.audit.refusals).toMatchObject([
        { questions: [FACTS[fact]], detail: { clarity: 0.5, missing: [fact] } },
      ]);
    },
  );
  test('a refusal has at most 3 questions', async () => {
    const result = await bench().service.run({});
    expect(result.audit.refusals[0]?.questions.length).toBe(3);
  });
});

/** An object schema with only these members, or with further members of one schema. */
function closed(properties: object, additionalProperties: unknown = false): object {
  return { type: 'object', properties, additionalProperties };
}

/** The contract of data.sum with one more member in its input. */
function withMember(member: object): unknown {
  const { in: input = {}, out } = SUM.io_schema ?? {};
  const properties = { numbers: { type: 'array', maxItems: 10_000, items: { type: 'number' } } };
  const more = { ...properties, more: member };
  const $defs = { open: { type: 'object' } };
  return { ...SUM, io_schema: { in: { ...input, $defs, properties: more }, out } };
}

describe('certification', () => {
  const of = async (contract: unknown, run?: RunFunction | 'sum') => {
    const runner = run === 'sum' ? sumRunner : run === undefined ? undefined : runnerOf(run);
    const { status, checks } = await certifyTool(contract, runner, { delay: handClock().delay });
    return {
      status,
      failed: checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id),
    };
  };
  test('accepts a contract whose runner conforms to it', async () => {
    expect(await of(SUM, 'sum')).toEqual({ status: 'certified', failed: [] });
  });
  test('accepts nested closed objects, a map of closed values and a recursive schema', async () => {
    const list = { type: 'array', maxItems: 9, items: { $ref: '#/properties/more' } };
    const more = closed({ a: closed({ b: list }), c: { enum: [{}] } }, { type: 'number' });
    expect(await of(withMember(more), 'sum')).toEqual({ status: 'certified', failed: [] });
  });
  test('of a contract without a runner is incomplete', async () => {
    expect(await of(SUM)).toEqual({ status: 'incomplete', failed: [] });
  });
  let calls = 0;
  test.each<[string, unknown, RunFunction | 'sum', readonly string[]]>([
    ['no contract', { tool_id: 'x' }, 'sum', ['form']],
    ['no schema', { ...SUM, io_schema: {} }, 'sum', ['schemas']],
    ['unverified', { ...SUM, safety_level: 'unverified' }, 'sum', ['verified']],
    ['data that reaches a domain', { ...SUM, domains: ['*'] }, 'sum', ['web_domains']],
    ['no example', { ...SUM, examples: [] }, 'sum', ['examples']],
    ['a wrong example', { ...SUM, examples: [{ numbers: 1 }] }, 'sum', ['examples', 'output']],
    [
      'an open and unbounded input',
      {
        ...SUM,
        io_schema: {
          ...SUM.io_schema,
          in: { type: 'object', properties: { numbers: { type: 'array' } } },
        },
      },
      'sum',
      ['closed_input', 'bounded_input'],
    ],
    ...(
      [
        ['an open object in a member', { type: 'object', properties: {} }],
        ['an open object in a list', { type: 'array', maxItems: 9, items: { type: 'object' } }],
        ['an open object in a map', closed({}, { type: 'object' })],
        ['an open alternative', { anyOf: [{ type: 'number' }, { type: 'object' }] }],
        ['a member that takes anything', {}],
        ['an open object behind a reference', { $ref: '#/$defs/open' }],
        ['an open object three levels down', closed({ a: closed({ b: { type: 'object' } }) })],
      ] as const
    ).map(
      ([name, member]) =>
        [name, withMember(member), 'sum', ['closed_input']] satisfies [
          string,
          unknown,
          'sum',
          string[],
        ],
    ),
    [
      'a runner that differs',
      SUM,
      async (input) =>
        Object.hasOwn(input, '') ? { ok: false } : outcomeOf({ sum: (calls += 1) }),
      ['repeats'],
    ],
    [
      'a runner that throws',
      SUM,
      () => {
        throw new Error('x');
      },
      ['output', 'refuses', 'stops'],
    ],
    ['a runner that answers anything', SUM, async () => outcomeOf({ sum: 1 }), ['refuses']],
    ['a runner of another shape', SUM, async () => outcomeOf({ total: 1 }), ['output', 'refuses']],
  ])('refuses %s', async (_, contract, run, failed) => {
    expect(await of(contract, run)).toEqual({ status: 'refused', failed });
  });

  test('refuses a runner that does not stop', async () => {
    const { delay, elapse } = handClock();
    let runs = 0;
    // Two runs of the example, one with an invalid input, one to be stopped
    const runner = runnerOf(async () => {
      runs += 1;
      return runs <= 2 ? outcomeOf({ sum: 6 }) : await new Promise(() => {});
    });
    const certified = certifyTool(SUM, runner, { delay });
    const state = { ended: false };
    void certified.then(() => (state.ended = true));
    while (!state.ended) {
      await new Promise((resolve) => setImmediate(resolve));
      elapse(40_000);
    }
    const { checks } = await certified;
    expect(checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
      'refuses',
      'stops',
    ]);
  });

  test('of the service uses the runner of the same tool id', async () => {
    const { service } = bench();
    expect((await service.certify(SUM)).status).toBe('certified');
    expect((await service.certify({ ...SUM, tool_id: 'data.other' })).status).toBe('incomplete');
    expect((await service.certify(null)).status).toBe('refused');
  });
  const text = { type: 'string', maxLength: 100 };
  const input = (properties: object, more: object = {}) => ({
    ...SUM,
    io_schema: {
      in: { type: 'object', additionalProperties: false, properties, ...more },
      out: { type: 'object' },
    },
  });
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `d${at}`,
      at === 0 ? text : { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${at - 1}` })) },
    ]),
  );
  test.each([
    [
      'a pattern that backtracks for years',
      { ...input({ a: { ...text, pattern: '^(a+)+$' } }), examples: [{ a: `${'a'.repeat(60)}!` }] },
      'schemas',
      /cannot be checked within/,
    ],
    [
      'references that double forty times',
      { ...input({ a: { $ref: '#/$defs/d39' } }, { $defs: doubling }), examples: [{ a: 'x' }] },
      'schemas',
      /cannot be checked within/,
    ],
    [
      'a schema that refers to itself',
      { ...input({ a: text }, { allOf: [{ $ref: '#' }] }), examples: [{ a: 'x' }] },
      'examples',
      /cannot be followed to its end/,
    ],
  ])('of %s does not block the main thread', async (_, contract, id, because) => {
    // Endless cases are stopped soon, the other one has enough time to end
    const validate_ms = id === 'schemas' ? 1000 : 60_000;
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 5);
    const { status, checks } = await certifyTool(contract, undefined, { validate_ms });
    clearInterval(turning);
    expect(status).toBe('refused');
    expect(checks.find((check) => check.id === id)?.because).toMatch(because);
    // Zero if this thread were blocked
    expect(turns).toBeGreaterThan(0);
  });

  test('of a third-party contract with the id of our tool applies the gates of our tool', async () => {
    const asked: unknown[] = [];
    const { service } = bench(async (given) => {
      asked.push(given);
      return { ok: false };
    });
    const examples = [
      { url: 'http://127.0.0.1/' },
      { url: `https://example.org/?key=${['AKIA', 'ABCDEFGH12345678'].join('')}` },
      { path: 'x' },
    ];
    const open = { type: 'object' };
    for (const example of examples) {
      const contract = { ...PAGE, io_schema: { in: open, out: open }, examples: [example] };
      const { checks } = await service.certify(contract);
      expect(checks.find(({ id }) => id === 'output')?.because).toMatch(
        /^TOOL_(?:UNSAFE|SCHEMA_MISS): /,
      );
    }
    expect(asked.filter((given) => Object.keys(Object(given)).join('') !== '')).toEqual([]);
  });

  test('runs all examples within the budget of one run', async () => {
    const budgets: number[][] = [];
    const runner = runnerOf(async (_, { gas, web_requests_max, time_ms }) => {
      budgets.push([gas, web_requests_max, time_ms]);
      return outcomeOf({ sum: 1 }, { gas: 2500, web_requests: 1, latency_ms: 1000.5 });
    });
    const examples = [1, 2, 3, 4].map((n) => ({ numbers: [n] }));
    const { checks } = await certifyTool({ ...SUM, determinism: 'external', examples }, runner, {
      delay: handClock().delay,
    });
    expect(budgets.slice(0, 3)).toEqual([
      [6000, 3, 30_000],
      [3500, 2, 28_999],
      [1000, 1, 27_998],
    ]);
    expect(checks.find(({ id }) => id === 'output')?.because).toMatch(
      /BOUND_GAS|budget of one run/,
    );
  });

  test('does not change the contract that it reads', () => {
    expect(readContract(SUM)).toEqual({ ok: true, value: SUM });
  });
});

describe('real runners behind the tool service', () => {
  const own = (tool_id: string) =>
    ownContracts().filter((contract) => contract.tool_id === tool_id);

  test('code.js answers, stops a loop with BOUND_GAS and repeats runs exactly', async () => {
    const cacheDir = mkdtempSync(join(tmpdir(), 'plumbline-mpt-'));
    try {
      await using runner = createCodeJsRunner({ cacheDir, now: () => performance.now() });
      const { service } = bench(runner, {
        contracts: own('code.js'),
        runners: new Map([['code.js', runner]]),
        delay: timerDelay,
        policy: { cache: false },
      });
      const run = async (code: string, budget = {}) =>
        await service.run({
          tool: 'code.js',
          input: { code },
          budget,
          context: { caller: 'test', exec_id: code },
        });
      const good = await run('[1, 2, 3].map((x) => x * x)');
      expect(good.output).toMatchObject({ result: [1, 4, 9], stdout: '' });
      const loop = await run('while (true) {}', { gas: 60 });
      expect(loop.termination).toBe('REFUSAL(BOUND_GAS)');
      expect(loop.audit.budgets.consumed.gas).toBe(60);
      const again = await service.replay(good.audit.exec_id, 'test');
      expect(again.output).toEqual(good.output);
      const refusedAgain = await service.replay(loop.audit.exec_id, 'test');
      expect(refusedAgain.termination).toBe('REFUSAL(BOUND_GAS)');
    } finally {
      rmSync(cacheDir, { recursive: true, force: true });
    }
  });

  test('data.csv returns rows unchanged', async () => {
    await using runner = createDataCsvRunner({ now: () => 0 });
    const { service } = bench(runner, {
      contracts: own('data.csv'),
      runners: new Map([['data.csv', runner]]),
      delay: timerDelay,
    });
    const result = await service.run({
      tool: 'data.csv',
      input: { content: 'id,name\n007,door\n' },
      budget: {},
      context: { caller: 'test', exec_id: 'csv' },
    });
    expect(result.audit.refusals).toEqual([]);
    expect(result.output).toMatchObject({ columns: ['id', 'name'], rows: [['007', 'door']] });
  });

  const web = { now: () => 0, search: { provider: 'local-index', documents: [] } } as const;
  test.each<[string, () => Runner]>([
    ['data.csv', () => createDataCsvRunner(web)],
    ['data.query', () => createDataQueryRunner(web)],
    ['data.xlsx', () => createDataXlsxRunner(web)],
    ['image.edit', () => createImageEditRunner(web)],
    ['image.text2im', () => createImageText2ImRunner(web)],
    ['web.search', () => createWebSearchRunner(web)],
  ])('%s is certified with its runner', async (tool_id, make) => {
    await using runner = make();
    const { status, checks } = await certifyTool(own(tool_id)[0], runner);
    expect(checks.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(status).toBe('certified');
  });

  test('a picture costs no tokens and causes no annotation', async () => {
    await using runner = createImageText2ImRunner(web);
    const { service, chain } = bench(runner, {
      contracts: own('image.text2im'),
      runners: new Map([['image.text2im', runner]]),
      delay: timerDelay,
    });
    const result = await service.run({
      tool: 'image.text2im',
      input: { prompt: 'box a "House"', size: '256x256' },
      budget: {},
      context: { caller: 'test', exec_id: 'picture' },
    });
    expect(result.termination).toBe('BOUNDED_OUTPUT');
    expect(result.output).toMatchObject({ generative: false, image: { media_type: 'image/png' } });
    expect((await chain.last(1))[0]?.annotations).toEqual([]);
  });
});
