/** @module compare tests: the list of runs, and the differences between runs with their intervals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { differenceInterval } from '../../../kernel/axion/statistics/difference.ts';
import type { Principal } from '../../../schemas/governance.ts';
import type { Comparison } from '../../../servers/pseudo-axion/compare-episodes.ts';
import { principalOf, workbench, type Called, type Workbench } from './workbench.ts';

let bench: Workbench;
const ids: string[] = [];
let batch_id = '';

beforeAll(async () => {
  bench = workbench();
  for (const agents of [['honest'], ['pseudo'], ['honest', 'pseudo']]) {
    bench.clock.ms += 1000;
    const suite = { agents, scenarios: ['basic', 'hazard'], episodes: 6, steps: 8 };
    ids.push((await bench.call('run_suite', suite)).data.run_id);
  }
  bench.clock.ms += 1000;
  const start = { scenario: 'basic', episodes: 2, subject: { model: 'a <b>model</b>' } };
  let { data } = await bench.call('start_episode', start);
  for (let next = data.episode_id; next !== ''; next = data.next_episode?.episode_id ?? '') {
    ({ data } = await bench.call('end_episode', { episode_id: next }));
  }
  const listed = await bench.call('list_runs', { limit: 1 });
  batch_id = listOf(listed)[0]?.batch?.batch_id ?? '';
});
afterAll(() => bench[Symbol.asyncDispose]());

type Row = {
  readonly run_id: string;
  readonly kind: string;
  readonly batch?: { readonly batch_id: string };
};

function listOf({ data }: Called): readonly Row[] {
  return data['runs'] as readonly Row[];
}

async function compared(...run_ids: readonly string[]): Promise<Comparison> {
  return (await bench.call('compare_runs', { run_ids })).data as unknown as Comparison;
}

describe('list_runs', () => {
  test('returns every run in pages, the latest first, and marks statements of agents as claims', async () => {
    const all = await bench.call('list_runs');
    expect(listOf(all).map(({ kind }) => kind)).toEqual([
      'live',
      'live',
      'suite',
      'suite',
      'suite',
    ]);
    expect(
      listOf(all)
        .slice(2)
        .map(({ run_id }) => run_id),
    ).toEqual(ids.toReversed());
    expect(listOf(all)[0]).toMatchObject({
      claimed: { verified: false, subject: { model: 'a <b>model</b>' } },
      status: 'inconclusive',
    });
    expect(listOf(all)[3]).toMatchObject({ pass_rates: { pseudo: 0 } });
    const page = await bench.call('list_runs', { offset: 3, limit: 1 });
    expect([listOf(page)[0]?.run_id, page.data['next_offset']]).toEqual([ids[1], 4]);
  });

  test('returns only the own runs of an agent that has no access to other runs', () => {
    const { domain } = bench;
    const other = { ...principalOf('ses_2'), agent_id: '22222222-2222-4222-8222-222222222222' };
    const seen = (may: boolean | null, reader: Principal): number => {
      const place = may === null ? null : (): boolean => may;
      const sight = { place, key: 'test', maker: 'maker', own: () => false, branch: () => true };
      return domain.callerView(domain.view('main'), sight).view.list(reader).length;
    };
    expect([false, null, true].map((may) => seen(may, other))).toEqual([0, 0, 5]);
    expect([false, null, true].map((may) => seen(may, principalOf('ses_2')))).toEqual([5, 5, 5]);
  });
});

describe('compare_runs', () => {
  test('finds no difference for the same agent in the same worlds, and one for another agent', async () => {
    const [honest = '', pseudo = '', both = ''] = ids;
    const { differences } = await compared(both, honest, pseudo);
    const against = differences.map(({ of, against: base }) => `${of.agent} - ${base.agent}`);
    expect(against).toEqual(['pseudo - honest', 'honest - honest', 'pseudo - pseudo']);
    expect(differences[0]?.measures.all).toMatchObject({ difference: -1, clear: true });
    expect(differences[1]?.measures.all).toMatchObject({ difference: 0, clear: false });
  });

  test('counts episodes in equal worlds as one cluster (`hazard` has one world)', async () => {
    const { groups } = await compared(ids[0] ?? '', ids[1] ?? '');
    const { rate, interval, decided, worlds, effective_n } = groups[0]?.rates.all ?? {};
    expect([rate, decided, worlds]).toEqual([1, 12, 7]);
    expect(effective_n).toBeLessThan(12);
    expect(interval?.[1]).toBe(1);
  });

  test('accepts the id of a batch, and returns no rate if all episodes are inconclusive', async () => {
    const { groups, differences } = await compared(ids[0] ?? '', batch_id);
    expect(groups[1]).toMatchObject({ agent: 'live', episodes: 2, rates: { all: { rate: null } } });
    expect(differences[0]?.measures.all).toEqual({
      difference: null,
      interval: [-1, 1],
      clear: false,
    });
  });

  test('refuses an unknown run, and runs of a single agent', async () => {
    const unknown = { run_ids: [ids[0], 'run_1'] };
    expect(await bench.refused('compare_runs', unknown)).toMatchObject({ name: 'RUN_NOT_FOUND' });
    const alone = { run_ids: [ids[0], ids[0]] };
    expect(await bench.refused('compare_runs', alone)).toMatchObject({ name: 'INVALID_ARGUMENT' });
  });
});

test('the interval of a difference equals Newcombe (1998), table II, method 10', () => {
  // (56/70, 48/80): 0.0524 to 0.3339; (9/10, 3/10): 0.1705 to 0.8090; (10/10, 0/20): 0.6791 to 1.
  for (const [a, b, low, high] of [
    [{ p: 56 / 70, n: 70 }, { p: 48 / 80, n: 80 }, 0.0524, 0.3339],
    [{ p: 0.9, n: 10 }, { p: 0.3, n: 10 }, 0.1705, 0.809],
    [{ p: 1, n: 10 }, { p: 0, n: 20 }, 0.6791, 1],
  ] as const) {
    const [from, to] = differenceInterval(a, b);
    expect(from).toBeCloseTo(low, 4);
    expect(to).toBeCloseTo(high, 4);
  }
  expect(differenceInterval({ p: 0, n: 0 }, { p: 1, n: 5 })).toEqual([-1, 1]);
});
