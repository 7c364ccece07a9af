/** @module begun-runs.test: which work waits for the record of a run's start. */
import { describe, expect, test, vi } from 'vitest';

import type { RunIntent, RunIntents } from '../../../../kernel/tools/mpt/records/run-intents.ts';
import { ToolRefusal } from '../../../../kernel/tools/mpt/refusals.ts';
import { bench, nextId, outcomeOf, PAGE, SUM } from './tool-bench.ts';

/** A log that records starts of runs only when `answer` is resolved. */
function delayedIntents() {
  const intentsReceived: RunIntent[] = [];
  const answer = Promise.withResolvers<{ record_id: string; web_requests: number }>();
  const intents: RunIntents = {
    begin: async (intent) => {
      intentsReceived.push(intent);
      return await answer.promise;
    },
  };
  return { intentsReceived, answer, intents };
}

/** Waits until something is so, then lets all pending work continue. */
const rest = async (isSo: () => boolean): Promise<void> => {
  await vi.waitUntil(isSo, { timeout: 30_000, interval: 5 });
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const page = { tool: 'web.page', input: { url: 'https://example.org/' } };

describe('a run', () => {
  test('of an external tool starts only when its start is recorded, with the web requests that the log grants', async () => {
    const { intentsReceived, answer, intents } = delayedIntents();
    const granted: number[] = [];
    const { call } = bench(
      async (_, { web_requests_max }) => {
        granted.push(web_requests_max);
        return outcomeOf({ text: 'x' }, { web_requests: 1 });
      },
      { intents },
    );
    const running = call(page.input, { tool: page.tool });
    await rest(() => intentsReceived.length > 0);
    expect(intentsReceived).toMatchObject([
      { tool: 'web.page', web_requests: 3, most: { tool_calls_max: 6, web_requests_max: 3 } },
    ]);
    expect(granted).toEqual([]);
    answer.resolve({ record_id: 'r', web_requests: 1 });
    expect((await running).termination).toBe('BOUNDED_OUTPUT');
    expect(granted).toEqual([1]);
  });

  test('of a local tool may run before its start is recorded, but its answer waits for the record', async () => {
    const { intentsReceived, answer, intents } = delayedIntents();
    let ran = false;
    const { call, chain } = bench(
      async () => {
        ran = true;
        return outcomeOf({ sum: 1 });
      },
      { intents },
    );
    let answered = false;
    const running = call({ numbers: [1] }).then((result) => {
      answered = true;
      return result;
    });
    await rest(() => ran && intentsReceived.length > 0);
    expect([ran, answered, intentsReceived[0]?.web_requests]).toEqual([true, false, 0]);
    answer.resolve({ record_id: 'the record', web_requests: 0 });
    expect((await running).output).toMatchObject({ sum: 1 });
    expect(chain.entries).toMatchObject([{ provenance: { record_id: 'the record' } }]);
  });

  test.each([
    ['data.sum', { numbers: [1] }],
    ['web.page', page.input],
  ])('of %s whose start the log refuses has no output', async (tool, input) => {
    const refusal = new ToolRefusal('BOUND_GAS', 'no call is left', {
      dimension: 'tool_calls_max',
    });
    const { call } = bench(async () => outcomeOf({ sum: 1, text: 'x' }), {
      intents: { begin: async () => await Promise.reject(refusal) },
    });
    const result = await call(input, { tool });
    expect(result).toMatchObject({ termination: 'REFUSAL(BOUND_GAS)', output: {} });
    expect(result.audit.refusals[0]?.detail).toMatchObject({ dimension: 'tool_calls_max' });
  });

  test('that a gate refuses records no start', async () => {
    const { intentsReceived, intents } = delayedIntents();
    const { call } = bench(undefined, { intents });
    await call({ numbers: 'no' });
    await call({ numbers: [1] }, { tool: 'data.unknown' });
    expect(intentsReceived).toEqual([]);
  });
});

test('[RUN-4] trials of a certification are runs, each recorded before and after it', async () => {
  const begun: RunIntent[] = [];
  const { service, chain } = bench(undefined, {
    intents: {
      begin: async (intent) => {
        begun.push(intent);
        return await Promise.resolve({ record_id: nextId(), web_requests: 0 });
      },
    },
  });
  expect((await service.certify(SUM)).status).toBe('certified');
  expect(begun).toHaveLength(4);
  expect(chain.entries).toHaveLength(4);
  expect(chain.entries).toMatchObject(
    begun.map(({ run_id, input_sha256 }) => ({
      run_id,
      route: 'mpt.data.sum',
      provenance: { caller: 'certificate', input_sha256 },
    })),
  );
});

test('a trial of an external tool waits for its record, even if the certified contract claims to be deterministic', async () => {
  const { intentsReceived, answer, intents } = delayedIntents();
  let ran = 0;
  const { service } = bench(
    async () => {
      ran += 1;
      return outcomeOf({ text: 'x' });
    },
    { intents },
  );
  const certificate = service.certify({ ...PAGE, determinism: 'deterministic' });
  await rest(() => intentsReceived.length > 0);
  expect(intentsReceived).toHaveLength(1);
  expect(ran).toBe(0);
  answer.reject(new ToolRefusal('BOUND_GAS', 'no call is left'));
  expect((await certificate).status).toBe('refused');
  expect(ran).toBe(0);
});
