/** @module T1–T7 of Apex, with the tool kernel as a real plane. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createAdviser } from '../../../kernel/apex/adviser.ts';
import { createApex } from '../../../kernel/apex/apex.ts';
import type { ApexParts, RouteOutput } from '../../../kernel/apex/apex.ts';
import { BUDGET_DIMENSIONS, narrowBudgets } from '../../../kernel/apex/budgets.ts';
import type { Budgets } from '../../../kernel/apex/budgets.ts';
import { ownManifest, readManifest } from '../../../kernel/apex/manifest.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../../../kernel/apex/plane.ts';
import { aliasOf, profileOf, routeOf } from '../../../kernel/apex/routing.ts';
import { createToolPlane } from '../../../kernel/mpt/plane.ts';
import { bench, Chain, handClock, nextId, outcomeOf } from '../mpt/tool-bench.ts';

/** A plane that answers what it is told and remembers what it was asked. */
function plane(
  name: string,
  answer: unknown = { kind: 'output', payload: { plane: name }, consumed: {} },
) {
  const asked: PlaneRequest[] = [];
  const value: Plane = {
    name,
    dispatch: async (request) => {
      asked.push(request);
      return (typeof answer === 'function' ? answer(request) : answer) as PlaneAnswer;
    },
  };
  return { asked, value };
}

function apex(planes: readonly Plane[], more: Partial<ApexParts> = {}) {
  const chain = new Chain();
  const { delay, elapse } = handClock();
  const one = createApex({ manifest: ownManifest(), planes, ledger: chain, delay, ...more });
  return { ...one, chain, elapse };
}

const FOUR = ['mpa', 'mpe', 'mps', 'mpt'];

describe('T1 routing: an intent goes to its plane, and never below it', () => {
  test.each([
    ['tool.web.search', 'mpt.web.search', 'mpt'],
    [' tool.code.python ', 'mpt.code.python', 'mpt'],
    ['place a door in the wall', 'mpe', 'mpe'],
    ['Place A DOOR', 'mpe', 'mpe'],
    ['run the honesty experiment', 'mps', 'mps'],
    ['the pseudo-axion', 'mps', 'mps'],
    ['tools for a door', 'mpe', 'mpe'],
    ['which law applies', 'mpa.rumpole', 'mpa'],
    ['lawn and doorway and outlaw', 'mpa', 'mpa'],
    ['good morning', 'mpa', 'mpa'],
    ['mpa.rumpole', 'mpa.rumpole', 'mpa'],
    ['mps', 'mps', 'mps'],
    ['a wall with tool.web.search', 'mpe', 'mpe'],
  ])('%s', async (intent, route, called) => {
    const planes = FOUR.map((name) => plane(name));
    const out = await apex(planes.map(({ value }) => value)).route({ intent, payload: {} });
    expect(out).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      payload: { plane: called },
      audit: { route },
    });
    expect(
      planes.flatMap(({ asked, value }) => asked.map((request) => [value.name, request.route])),
    ).toEqual([[called, route]]);
  });

  test.each([
    ['tool.shell.exec', 'SAFETY_POLICY'],
    ['tool.web', 'DIS_INSUFFICIENT'],
    ['tool.web.search please', 'DIS_INSUFFICIENT'],
    ['tool.', 'DIS_INSUFFICIENT'],
  ])('%s is refused before any plane', async (intent, code) => {
    const planes = FOUR.map((name) => plane(name));
    const out = await apex(planes.map(({ value }) => value)).route({ intent, payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code });
    expect(planes.flatMap(({ asked }) => asked)).toEqual([]);
  });

  test('a plane joins by registering; one that is not here is refused', async () => {
    const one = apex([]);
    expect(await one.route({ intent: 'mps', payload: {} })).toMatchObject({
      code: 'DIS_INSUFFICIENT',
    });
    one.register(plane('mps').value);
    expect(await one.route({ intent: 'mps', payload: {} })).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
    });
    expect(() => one.register(plane('mps').value)).toThrow('`mps` is registered already');
  });
});

const AnyBudgets = fc.record(
  Object.fromEntries(BUDGET_DIMENSIONS.map((dimension) => [dimension, fc.nat()])),
  { requiredKeys: [] },
) as fc.Arbitrary<Budgets>;

describe('T2 budgets: the caller narrows, nothing expands, overflow gives a bounded result', () => {
  test('no bound of the effective budget is above a bound that went in', () => {
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

  test('what a plane is granted is never above the global, the route’s or the caller’s bound', async () => {
    const { asked, value } = plane('mps');
    const one = apex([value]);
    const manifest = ownManifest();
    await fc.assert(
      fc.asyncProperty(AnyBudgets, async (callerBudgets) => {
        const out = await one.route({ intent: 'mps', payload: {}, callerBudgets });
        const granted = out.audit.budgets.granted;
        for (const dimension of BUDGET_DIMENSIONS)
          for (const bounds of [
            manifest.budgets_defaults,
            profileOf(manifest, 'mps'),
            callerBudgets,
          ])
            expect(granted[dimension] ?? 0).toBeLessThanOrEqual(bounds[dimension] ?? Infinity);
        expect(asked.at(-1)?.budgets ?? granted).toBeDefined();
      }),
    );
  });

  test.each([{ time_ms: -1 }, { gas: 0.5 }, { hours: 1 }, { gas: Number.NaN }])(
    '%j is no budget',
    async (callerBudgets) => {
      const out = await apex([plane('mpa').value]).route({
        intent: 'x',
        payload: {},
        callerBudgets,
      });
      expect(out).toMatchObject({ kind: 'REFUSAL', code: 'DIS_INSUFFICIENT' });
    },
  );

  test('more consumed than granted is a refusal, at the limit it is not', async () => {
    const ends = [800, 801].map(async (gas) => {
      const { value } = plane('mps', { kind: 'output', payload: 1, consumed: { gas } });
      return await apex([value]).route({ intent: 'mps', payload: {}, callerBudgets: { gas: 800 } });
    });
    expect((await Promise.all(ends)).map(({ audit }) => audit.termination)).toEqual([
      'BOUNDED_OUTPUT',
      'REFUSAL(BOUND_GAS)',
    ]);
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

  test('a hostile answer is not counted whole', async () => {
    const { value } = plane('mps', {
      kind: 'output',
      payload: 'a'.repeat(2_000_000),
      consumed: {},
    });
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ payload: { overflow: 'tokens_output_max' } });
  });

  test('a plane that overflows by itself', async () => {
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

  test('no time, no plane', async () => {
    const { asked, value } = plane('mps');
    const out = await apex([value]).route({
      intent: 'mps',
      payload: {},
      callerBudgets: { time_ms: 0 },
    });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'BOUND_TIME' });
    expect(asked).toEqual([]);
  });

  test('a plane that hangs', async () => {
    const one = apex([{ name: 'mps', dispatch: async () => await new Promise(() => {}) }]);
    const running = one.route({ intent: 'mps', payload: {}, callerBudgets: { time_ms: 10 } });
    for (let i = 0; i < 4; i += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      one.elapse(300);
    }
    const late = await running;
    expect(late).toMatchObject({ kind: 'REFUSAL', code: 'BOUND_TIME' });
    // Nobody may read a refusal as "nothing has happened" when something may have.
    expect(JSON.stringify(late)).toContain('may still have taken effect');
  });
});

describe('T3 depth: more hops than allowed end in REFUSAL(BOUND_DEPTH)', () => {
  test('the 7th hop of 6', async () => {
    const one = apex([plane('mps').value]);
    let parent: string | undefined;
    const ends: string[] = [];
    for (let hop = 1; hop <= 8; hop += 1) {
      const trace = parent === undefined ? {} : { trace: { parent_exec_id: parent } };
      const out: RouteOutput = await one.route({ intent: 'mps', payload: {}, ...trace });
      parent = out.audit.exec_id;
      ends.push(out.audit.termination);
    }
    expect(ends).toEqual([
      ...Array<string>(6).fill('BOUNDED_OUTPUT'),
      ...Array<string>(2).fill('REFUSAL(BOUND_DEPTH)'),
    ]);
  });
  test.each([
    [6, 'BOUNDED_OUTPUT'],
    [7, 'REFUSAL(BOUND_DEPTH)'],
  ])('a caller that says it is at hop %i', async (hops, termination) => {
    const out = await apex([plane('mps').value]).route({
      intent: 'mps',
      payload: {},
      trace: { hops },
    });
    expect(out.audit.termination).toBe(termination);
  });
});

describe('T4 aliases: codes of planes and tools become those of the surface', () => {
  test.each([
    ['TOOL_TIMEOUT', 'BOUND_TIME'],
    ['TOOL_FAIL', 'FRAGILITY'],
    ['TOOL_UNSAFE', 'SAFETY_POLICY'],
    ['TOOL_SCHEMA_MISS', 'DIS_INSUFFICIENT'],
    ['TOOL_DRIFT', 'CONFLICT_PST'],
    ['BOUND_MEM', 'BOUND_MEM'],
    ['BOUND_BUDGET', 'BOUND_BUDGET'],
    ['ENTROPY_CLARITY', 'ENTROPY_CLARITY'],
    ['SOMETHING_NEW', 'FRAGILITY'],
  ])('%s is %s', async (code, surface) => {
    const { value } = plane('mps', { kind: 'refusal', code, cause: 'because', consumed: {} });
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({
      kind: 'REFUSAL',
      code: surface,
      cause: 'because',
      audit: { termination: `REFUSAL(${surface})` },
    });
    expect(out.audit.provenance['plane_code']).toBe(code === surface ? undefined : code);
  });
  test('names of objects are no aliases', () => {
    expect(aliasOf({}, 'constructor')).toBe('FRAGILITY');
  });

  const broken: Plane = {
    name: 'mps',
    dispatch: () => {
      throw new Error('/etc/passwd');
    },
  };
  test.each<[string, Plane]>([
    ['throws', broken],
    ['answers nothing', plane('mps', null).value],
    ['answers nonsense', plane('mps', { kind: 'output', payload: () => 1, consumed: {} }).value],
    [
      'consumes nonsense',
      plane('mps', { kind: 'output', payload: 1, consumed: { gas: -1 } }).value,
    ],
    [
      'invents a code',
      plane('mps', { kind: 'refusal', code: 'no code', cause: '', consumed: {} }).value,
    ],
  ])('a plane that %s is FRAGILITY and says nothing of its inside', async (_, value) => {
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'FRAGILITY' });
    expect(JSON.stringify(out)).not.toContain('passwd');
  });
});

describe('T5 audit: all fields of the spine, on an intact chain', () => {
  test('every run is entered, refused or not', async () => {
    const { value } = plane('mps', {
      kind: 'output',
      payload: 1,
      consumed: { gas: 7, tool_calls_max: 1 },
    });
    const one = apex([value]);
    await one.route({ intent: 'mps', payload: { a: 1 }, callerBudgets: { gas: 9 } });
    await one.route({ intent: 'tool.shell.exec', payload: {} });
    await one.route(undefined);
    await one.route({ intent: 'x'.repeat(2001), payload: {} });
    expect(one.chain.entries.length).toBe(4);
    expect(one.chain.intact).toBe(true);
    expect(one.chain.entries[0]).toEqual({
      exec_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      route: 'mps',
      budgets: {
        requested: { gas: 9 },
        granted: expect.objectContaining({ gas: 9, time_ms: 60_000 }),
        consumed: { gas: 7, tool_calls_max: 1 },
      },
      termination: 'BOUNDED_OUTPUT',
      metrics: { hops: 1, tool_calls: 1 },
      provenance: {
        manifest: 'Apex@1.1.0',
        manifest_sha256: ownManifest().sha256,
        intent: 'mps',
        payload_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    for (const entry of one.chain.entries)
      expect(Object.keys(entry as object)).toEqual([
        'exec_id',
        'route',
        'budgets',
        'termination',
        'metrics',
        'provenance',
      ]);
  });

  test('an edited entry breaks the chain', async () => {
    const one = apex([plane('mps').value]);
    await one.route({ intent: 'mps', payload: {} });
    await one.route({ intent: 'mps', payload: {} });
    const [first] = one.chain.links;
    Object.assign(first ?? {}, { body: first?.body.replace('BOUNDED_OUTPUT', 'REFUSAL(X)') });
    expect(one.chain.intact).toBe(false);
  });

  test.each([
    ['write to jane.doe@example.org about it', 'write to [masked:email] about it'],
    ['call +49 30 1234 5678 now', 'call [masked:phone] now'],
    ['use ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'use [masked:secret]'],
    ['door 900 x 2100 at level 2', 'door 900 x 2100 at level 2'],
    ['wall 1hO2lz0$nDPeEXuX6AdKnM', 'wall 1hO2lz0$nDPeEXuX6AdKnM'],
  ])('personal and secret text is masked: %s', async (intent, entered) => {
    const one = apex(FOUR.map((name) => plane(name).value));
    await one.route({ intent, payload: { mail: 'jane.doe@example.org' } });
    expect(one.chain.entries[0]).toMatchObject({ provenance: { intent: entered } });
    expect(JSON.stringify(one.chain.entries)).not.toContain('jane.doe');
  });

  test('no audit, no output', async () => {
    const one = apex([plane('mps').value], {
      ledger: { append: async () => await Promise.reject(new Error('disk full')) },
    });
    const out = await one.route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'FRAGILITY' });
    expect(out).not.toHaveProperty('payload');
  });
});

describe('T6 determinism: the same inputs and manifest give the same output', () => {
  const CATALOGUE = [
    {
      name: 'place_door',
      server: 'geometry',
      title: 'Place a door',
      description: 'Hosts a door in a wall.',
      required: ['wall_id', 'offset'],
    },
    {
      name: 'create_wall',
      server: 'geometry',
      title: 'Create a straight wall',
      description: '',
      required: ['level_id'],
    },
    {
      name: 'measure',
      server: 'spatial',
      title: 'Measure',
      description: 'Distance between two points.',
      required: [],
    },
  ];
  test('two instances, any intent', async () => {
    const make = () =>
      apex([createAdviser(() => CATALOGUE), plane('mpe').value, plane('mps').value]);
    const [first, second] = [make(), make()];
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.jsonValue(),
        AnyBudgets,
        async (intent, payload, callerBudgets) => {
          const request = { intent, payload, callerBudgets };
          const out = JSON.stringify(await first.route(request));
          expect(JSON.stringify(await second.route(structuredClone(request)))).toBe(out);
          expect(JSON.stringify(await first.route(request))).toBe(out);
        },
      ),
    );
    expect(first.chain.intact).toBe(true);
  });
  test('another input, budget, parent or manifest is another run', async () => {
    const one = apex([plane('mps').value]);
    const ids = new Set<string>();
    const base = { intent: 'mps', payload: {} };
    for (const request of [
      base,
      { ...base, payload: { a: 1 } },
      { ...base, callerBudgets: { gas: 1 } },
      { ...base, trace: { parent_exec_id: 'p' } },
      { ...base, intent: ' mps' },
    ])
      ids.add((await one.route(request)).audit.exec_id);
    expect(ids.size).toBe(5);
  });

  test.each([
    [
      'how do I put doors into walls',
      ['place_door', 'create_wall'],
      ['which `wall_id` should `place_door` use', 'which `offset` should `place_door` use'],
    ],
    ['measuring', ['measure'], []],
    [
      'sing a song',
      [],
      [
        'should the model be changed, questioned, checked or documented',
        'which kind of element is it about',
        'which result is expected',
      ],
    ],
  ])('the adviser: %s', async (intent, names, questions) => {
    const adviser = createAdviser(() => CATALOGUE);
    const answer = await adviser.dispatch({
      exec_id: 'x',
      route: 'mpa',
      intent,
      payload: {},
      budgets: {},
      hops: 1,
      signal: new AbortController().signal,
    });
    const payload = (answer as { payload: { tools: { name: string }[]; questions: string[] } })
      .payload;
    expect(payload.tools.map(({ name }) => name)).toEqual(names);
    expect(payload.questions).toEqual(questions);
    expect(payload.questions.length).toBeLessThanOrEqual(3);
  });
});

describe('T7 route profiles: the budgets of a route hold', () => {
  const manifest = ownManifest();
  const granted = (route: string): Budgets =>
    narrowBudgets(manifest.budgets_defaults, profileOf(manifest, route));

  test('mpa.rumpole may give 1,800 tokens', () => {
    expect(granted('mpa.rumpole').tokens_output_max).toBe(1800);
  });
  test.each(['mpt', 'mpt.web.search', 'mpt.code.js'])(
    '%s: 6 tool calls, 3 web requests',
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
  test('a prefix is one of whole names', () => {
    expect(profileOf(manifest, 'mptx')).toEqual({});
  });

  test('a caller that asks a tool for more gets the route’s bounds, and a run that uses more is refused', async () => {
    const seen: unknown[] = [];
    const { kernel, chain } = bench(async (_, budget) => {
      seen.push(budget);
      return outcomeOf({ sum: 3 }, { web_requests: seen.length === 1 ? 3 : 4 });
    });
    const tools = createToolPlane(kernel, { randomId: nextId });
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
    for (let i = 0; i < 8; i += 1)
      expect(await one.route({ ...request, payload: { numbers: [1, 2] } })).toMatchObject({
        kind: 'BOUNDED_OUTPUT',
      });
  });

  test.each([
    ['tool.code.js', 250, 250],
    ['tool.code.js', 99_999, 30_000],
    ['tool.data.sum', 250, 30_000],
  ])('%s within %i ms of code has %i ms', async (intent, code_exec_ms_max, time_ms) => {
    const asked: unknown[] = [];
    const { kernel } = bench();
    const run: typeof kernel.run = async (request) => {
      asked.push(request);
      return await kernel.run(request);
    };
    const one = apex([createToolPlane({ run }, { randomId: nextId })]);
    await one.route({ intent, payload: {}, callerBudgets: { code_exec_ms_max } });
    expect(asked).toMatchObject([{ budget: { time_ms } }]);
  });

  test('an unknown tool through Apex', async () => {
    const one = apex([createToolPlane(bench().kernel, { randomId: nextId })]);
    expect(await one.route({ intent: 'tool.web.gopher', payload: {} })).toMatchObject({
      code: 'SAFETY_POLICY',
    });
  });
});

describe('manifests', () => {
  const older = {
    name: 'Apex',
    version: '1.0.0',
    imports: ['MPA@1.0'],
    config: {
      budgets_defaults: {
        tokens_output_max: 1200,
        time_ms: 60_000,
        depth_max: 6,
        cot_visibility: 'hidden',
      },
      accuracy_guards: { hierarchy: 'P>S>T' },
    },
    routing: {
      intent_map: {
        'tool.*': 'mptool',
        'law|legal': 'mpa.rumpole',
        science: 'mps',
        default: 'mpa',
      },
      hop_bounds: { max_hops: 6 },
    },
  };
  test('one without route_budgets, registry and audit loads, and clamps by its defaults and the caller', () => {
    const verdict = readManifest(older);
    if (!verdict.ok) throw new Error(verdict.message);
    const { manifest } = verdict;
    expect(manifest.budgets_defaults).toEqual({
      tokens_output_max: 1200,
      time_ms: 60_000,
      depth: 6,
    });
    expect(profileOf(manifest, 'mpt.web.search')).toEqual({});
    expect(
      ['legal advice', 'tool.web.search', 'Science', 'x'].map(
        (intent) => routeOf(manifest, intent).route,
      ),
    ).toEqual(['mpa.rumpole', 'mpt.web.search', 'mps', 'mpa']);
  });
  test.each<[string, unknown, RegExp]>([
    ['no object', null, /must be object/],
    ['no hop bound', { ...older, routing: {} }, /routing/],
    ['no hops', { ...older, routing: { hop_bounds: { max_hops: 0 } } }, /max_hops/],
    [
      'a clamp that expands',
      { ...older, config: { ...older.config, budget_policy: { route_profile_clamp: 'max' } } },
      /route_profile_clamp/,
    ],
    ['a bound below 0', { ...older, config: { budgets_defaults: { gas: -1 } } }, /gas/],
    ['an unknown dimension', { ...older, config: { budgets_defaults: { hours: 1 } } }, /`hours`/],
    ['a profile of no route', { ...older, route_budgets: { 'MPT*': {} } }, /route_budgets/],
  ])('%s is refused by name', (_, value, message) => {
    const verdict = readManifest(value);
    expect(verdict.ok ? '' : verdict.message).toMatch(message);
  });
});
