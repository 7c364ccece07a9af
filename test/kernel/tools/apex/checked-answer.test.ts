/** @module checked-answer.test: bounded and refused answers keep their ids, mask secrets, and never break the route. */
import { describe, expect, test } from 'vitest';

import { canonicalJson } from '../../../../kernel/base/canonical/json.ts';
import type { RouteOutput } from '../../../../kernel/tools/apex/apex.ts';
import { tokensWithin } from '../../../../kernel/tools/apex/token-cap.ts';
import { apex, plane } from './apex-bench.ts';

const ids = {
  approval_id: 'apr_0123456789abcdef',
  event_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};
const long = 'word '.repeat(9000);

async function routed(answer: object, callerBudgets: object = {}): Promise<RouteOutput> {
  const one = apex([plane('mps', answer).value]);
  return await one.route({ intent: 'mps', payload: {}, callerBudgets });
}

describe('the ids of an approval and of an event', () => {
  // The forms of an overflow: each is returned at the number of tokens that it needs, and not below
  test.each([
    ['400 characters of the summary', 400, 3],
    ['a quarter of it', 100, 3],
    ['no summary', 0, 3],
    ['no questions either', 0, 0],
  ])('stay in the summary of an output that is too long: %s', async (_, units, asked) => {
    const output = { kind: 'output', payload: { a: long }, consumed: {}, ...ids };
    const formAt = (limit: number): object => ({
      overflow: 'tokens_output_max',
      summary: `{"a":"${long}`.slice(0, units),
      questions: [
        'which part of the answer is needed',
        'may the answer be narrowed by a filter or a limit',
        `may tokens_output_max be raised above ${limit}`,
      ].slice(0, asked),
      ...ids,
    });
    // The limit is in the third question, and has three digits
    const least = (await tokensWithin(canonicalJson(formAt(100)), 1800)) ?? 0;
    const at = await routed(output, { tokens_output_max: least });
    expect(at).toMatchObject({ kind: 'BOUNDED_OUTPUT', approval_id: ids.approval_id });
    expect(at).toHaveProperty('payload', formAt(least));
    const below = await routed(output, { tokens_output_max: least - 1 });
    expect(below).not.toHaveProperty('payload', formAt(least - 1));
  });

  test('stay in the summary of an output that exceeded another bound', async () => {
    const output = { kind: 'output', payload: { a: 1 }, consumed: { gas: 9 }, ...ids };
    const out = await routed(output, { gas: 8 });
    expect(out).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      approval_id: ids.approval_id,
      payload: { overflow: 'gas', summary: '{"a":1}', ...ids },
    });
  });

  test('stay in the refusal if not even the shortest summary fits', async () => {
    const output = { kind: 'output', payload: { a: long }, consumed: {}, ...ids };
    const out = await routed(output, { tokens_output_max: 5 });
    expect(out).toMatchObject({
      kind: 'REFUSAL',
      code: 'BOUND_DATA',
      cause: `not even a summary fits into 5 tokens; the call is recorded as the event ${ids.event_id}`,
      hint: 'look at the event before you call again',
      ...ids,
    });
  });

  test('stay in a refusal whose detail is too long', async () => {
    const refusal = { kind: 'refusal', code: 'TOOL_FAIL', cause: 'x', consumed: {} };
    const out = await routed({ ...refusal, detail: { a: long }, event_id: ids.event_id });
    expect(out).toMatchObject({ kind: 'REFUSAL', event_id: ids.event_id });
    expect(out).not.toHaveProperty('detail');
  });

  test('stay in the refusal of a route that was late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = apex([
      {
        name: 'mps',
        dispatch: async ({ signal }) => {
          resolve();
          await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
          return { kind: 'output', payload: 1, consumed: {}, ...ids };
        },
      },
    ]);
    const running = one.route({ intent: 'mps', payload: {}, callerBudgets: { time_ms: 10 } });
    await promise;
    one.elapse(11);
    expect(await running).toMatchObject({ kind: 'REFUSAL', code: 'BOUND_TIME', ...ids });
  });
});

describe('texts of a refusal', () => {
  const secret = `ghp_${'q7'.repeat(18)}`;
  const mail = 'jane.doe@example.org';
  const refusal = { kind: 'refusal', code: 'TOOL_FAIL', cause: 'x', consumed: {} };

  test.each([
    ['cause', { cause: `got ${secret} of ${mail}` }],
    ['hint', { hint: `ask ${mail} about ${secret}` }],
    ['summary', { summary: `printed ${secret} ${mail}` }],
    ['questions', { questions: [`is ${secret} of ${mail}`] }],
    ['detail', { detail: { error: { data: [`${secret} ${mail}`] } } }],
    ['names in the detail', { detail: { [secret]: mail } }],
  ])('secrets and personal data are masked in: %s', async (_, more) => {
    const text = JSON.stringify(await routed({ ...refusal, ...more }));
    expect(text).not.toContain(secret);
    expect(text).not.toContain(mail);
    expect(text).toContain('[masked:secret]');
    expect(text).toContain('[masked:email]');
  });

  test.each([
    ['cause', 300],
    ['hint', 300],
    ['summary', 400],
  ])('a secret at the end of a long %s leaves no part of it', async (member, units) => {
    // The text is cut after 6 units of the secret
    const text = `${'a '.repeat(units).slice(0, units - 6)}${secret}`;
    const out = await routed({ ...refusal, [member]: text });
    expect(JSON.stringify(out)).not.toContain('ghp_');
  });

  test('ids in the detail stay as they are', async () => {
    const detail = { similar: ['1hO2lz0$nDPeEXuX6AdKnM', ids.event_id], at: [900.5, 2100] };
    expect(await routed({ ...refusal, detail })).toMatchObject({ detail });
  });
});

describe('a lone surrogate', () => {
  const lone = '\uD83D';
  const refusal = { kind: 'refusal', code: 'TOOL_FAIL', cause: lone, consumed: {} };

  test('in a refusal is replaced: the route still answers', async () => {
    const more = { hint: lone, summary: lone, questions: [lone], detail: { [lone]: [`a${lone}`] } };
    expect(await routed({ ...refusal, ...more })).toMatchObject({
      kind: 'REFUSAL',
      code: 'FRAGILITY',
      cause: '\uFFFD',
      hint: '\uFFFD',
      summary: '\uFFFD',
      questions: ['\uFFFD'],
      detail: { '\uFFFD': ['a\uFFFD'] },
    });
  });

  test('in an output is replaced: the call has taken effect', async () => {
    const output = { kind: 'output', payload: { name: `a${lone}` }, consumed: {}, ...ids };
    expect(await routed(output)).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      payload: { name: 'a\uFFFD' },
      approval_id: ids.approval_id,
    });
  });

  test('a detail without a JSON form is left out', async () => {
    const loop: Record<string, unknown> = {};
    loop['loop'] = loop;
    for (const detail of [loop, { a: Number.NaN }, { a: 1n }]) {
      const out = await routed({ ...refusal, detail, hint: 'go on' });
      expect(out).toMatchObject({ kind: 'REFUSAL', hint: 'go on' });
      expect(out).not.toHaveProperty('detail');
    }
  });
});
