/** @module determinism.test: equal inputs and manifests give equal outputs (T6). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { adviceOn, chooseTool } from '../../../../kernel/tools/apex/adviser.ts';
import type { Plane } from '../../../../kernel/tools/apex/plane.ts';
import { AnyBudgets, apex, plane } from './apex-bench.ts';

describe('T6 determinism: equal inputs and manifests give equal outputs', () => {
  const CATALOGUE = [
    {
      name: 'place_door',
      server: 'geometry',
      title: 'Place a door',
      description: 'Hosts a door in a wall.',
      effect: 'changes' as const,
      required: ['wall_id', 'offset'],
    },
    {
      name: 'create_wall',
      server: 'geometry',
      title: 'Create a straight wall',
      description: '',
      effect: 'changes' as const,
      required: ['level_id'],
    },
    {
      name: 'measure',
      server: 'spatial',
      title: 'Measure',
      description: 'Distance between two points.',
      effect: 'reads' as const,
      required: [],
    },
  ];
  const adviser: Plane = {
    name: 'mpa',
    dispatch: async (request) =>
      await Promise.resolve(adviceOn(chooseTool(CATALOGUE, request.intent), request)),
  };
  test('two instances of Apex give equal outputs for any intent', async () => {
    const make = () => apex([adviser, plane('mpe').value, plane('mps').value]);
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
  test('runs with different intents, payloads, budgets or parents have different ids', async () => {
    const one = apex([plane('mps').value]);
    const ids = new Set<string>();
    const base = { intent: 'mps', payload: {} };
    for (const request of [
      base,
      { ...base, payload: { a: 1 } },
      { ...base, callerBudgets: { gas: 1 } },
      { ...base, trace: { parent_exec_id: 'p' } },
      { ...base, intent: ' mps' },
    ]) {
      ids.add((await one.route(request)).audit.exec_id);
    }
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
  ])(
    'the adviser answers `%s` with the expected tools and questions',
    async (intent, names, questions) => {
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
    },
  );
});
