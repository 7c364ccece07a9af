/** @module turns.test: long planning lets others be answered, ends when it is cancelled, and little of it goes on at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { Turns } from '../../../governance/gate/turns.ts';
import { inTurns, type Steps } from '../../../kernel/findings/steps.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { type Harness, openHarness } from './harness.ts';

const LIMITS = { slice_ms: 1, long_ms: 4, long_at_once: 2, long_of_one: 3, plan_most_ms: 60_000 };
const wanted = by(new AbortController().signal);

function by(signal: AbortSignal): { owner: string; signal: AbortSignal } {
  return { owner: 'one', signal };
}

/** Work of so many steps of half a millisecond; counts those that were done. */
function* steps(count: number, done: { steps: number }): Steps<string> {
  for (let i = 0; i < count; i += 1) {
    for (const until = performance.now() + 0.5; performance.now() < until;);
    done.steps += 1;
    yield { done: i, total: count, doing: 'a test' };
  }
  return 'made';
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function someTurns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await turn();
}

describe('planning in turns', () => {
  test('lets others go on between its steps', async () => {
    const done = { steps: 0 };
    const planned = new Turns(LIMITS).planned(wanted, (pause) => inTurns(steps(200, done), pause));
    const before = done.steps;
    await someTurns(3);
    expect(before).toBeGreaterThan(0);
    expect(done.steps).toBeGreaterThan(before);
    expect(done.steps).toBeLessThan(200);
    expect(await planned).toBe('made');
  });

  test('ends when it is cancelled, and its place goes to the next', async () => {
    const turns = new Turns({ ...LIMITS, long_at_once: 1 });
    const [stop, done, other] = [new AbortController(), { steps: 0 }, { steps: 0 }];
    const cancelled = turns.planned(by(stop.signal), (pause) => inTurns(steps(1e9, done), pause));
    await someTurns(20);
    const next = turns.planned(wanted, (pause) => inTurns(steps(40, other), pause));
    await someTurns(40);
    // It waits for the place of the first.
    expect(other.steps).toBeLessThan(20);
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
    const then = done.steps;
    expect(await next).toBe('made');
    expect(done.steps).toBe(then);
  });

  test('ends when it is cancelled while it waits', async () => {
    const turns = new Turns({ ...LIMITS, long_at_once: 1 });
    const stops = [new AbortController(), new AbortController()];
    const counts = stops.map(() => ({ steps: 0 }));
    const [first, second] = stops.map(({ signal }, i) =>
      turns.planned(by(signal), (pause) => inTurns(steps(1e9, counts[i] ?? { steps: 0 }), pause)),
    );
    await someTurns(60);
    const waits = counts.map((count) => count.steps);
    await someTurns(20);
    expect(Math.min(...counts.map((count, i) => count.steps - (waits[i] ?? 0)))).toBe(0);
    expect(Math.max(...counts.map((count, i) => count.steps - (waits[i] ?? 0)))).toBeGreaterThan(0);
    stops[1]?.abort();
    await expect(second).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
    stops[0]?.abort();
    await expect(first).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
    // Nobody has the place now.
    expect(await turns.planned(wanted, (pause) => inTurns(steps(30, { steps: 0 }), pause))).toBe(
      'made',
    );
  });

  test('is refused where a caller has too much of it, and others are not', async () => {
    const turns = new Turns({ ...LIMITS, long_at_once: 1 });
    const stops = Array.from({ length: 4 }, () => new AbortController());
    const all = stops.map(({ signal }) =>
      turns
        .planned(by(signal), (pause) => inTurns(steps(1e9, { steps: 0 }), pause))
        .catch((error: unknown) => Object(error).body.name),
    );
    const refused = await Promise.race(all);
    expect(refused).toBe('RATE_LIMITED');
    const other = turns.planned({ ...wanted, owner: 'other' }, (pause) =>
      inTurns(steps(20, { steps: 0 }), pause),
    );
    for (const stop of stops) stop.abort();
    expect(await other).toBe('made');
    const ended = await Promise.all(all);
    expect(ended.filter((name) => name === 'RATE_LIMITED')).toHaveLength(1);
    expect(ended.filter((name) => name === 'EXTERNAL_FAILURE')).toHaveLength(3);
    // What has ended does not count any more.
    const again = turns.planned(wanted, (pause) => inTurns(steps(20, { steps: 0 }), pause));
    expect(await again).toBe('made');
  });

  test('is refused where it takes too much', async () => {
    const planned = new Turns({ ...LIMITS, plan_most_ms: 100 }).planned(wanted, (pause) =>
      inTurns(steps(1e9, { steps: 0 }), pause),
    );
    await expect(planned).rejects.toMatchObject({
      body: { name: 'OUT_OF_RANGE', data: { limit_ms: 100 } },
    });
  });
});

describe('a long script', () => {
  let harness: Harness;
  beforeAll(async () => {
    const tools = [...geometryServer.tools, ...spatialServer.tools];
    harness = await openHarness({ ...geometryServer, tools });
  });
  afterAll(() => harness.close());
  const script = `level G at 0
for i in 0..60 { wall (i * 0.5, 0) to (i * 0.5, 30); wall (0, i * 0.5) to (30, i * 0.5) }`;
  const args = { script, reasoning: 'a test' };

  test('is planned while others are answered', async () => {
    const is = { planning: true };
    const planned = harness.call('run_script', args).finally(() => (is.planning = false));
    const answers: boolean[] = [];
    while (is.planning) {
      const { envelope } = await harness.call('get_model_summary', { reasoning: 'a test' });
      answers.push(envelope.success && is.planning);
    }
    expect(answers.filter(Boolean).length).toBeGreaterThan(5);
    const { envelope } = await planned;
    expect(envelope.error?.name).toBe('ELEMENT_LIMIT_EXCEEDED');
  });

  test('ends when its call is cancelled, and leaves nothing', async () => {
    const stop = new AbortController();
    const planned = harness.gate.call(connectionOf(harness.principal), {
      tool: 'run_script',
      arguments: { ...args, dry_run: false },
      signal: stop.signal,
      progress: () => {},
    });
    setTimeout(() => stop.abort(), 30);
    const { envelope } = await planned;
    expect(envelope.error).toMatchObject({ name: 'EXTERNAL_FAILURE' });
    expect(await harness.auditText()).toContain('EXTERNAL_FAILURE');
    const { envelope: after } = await harness.call('get_model_summary', { reasoning: 'a test' });
    expect(after.data['levels']).toEqual([]);
  });
});
