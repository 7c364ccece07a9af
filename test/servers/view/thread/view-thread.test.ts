/** @module tests of the thread of the page: answers to people from whom something is hidden are kept back, and others are not. */
import { dirname } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Viewer } from '../../../../servers/view/thread/messages.ts';
import { ViewThread } from '../../../../servers/view/thread/view-thread.ts';
import { openTwin, type Twin } from '../../../governance/gate/twin/twins.ts';

let twin: Twin;
let thread: ViewThread;
/** Times (ms) for which answers wait, and how they end. */
const waits: { readonly ms: number; readonly end: () => void; readonly signal: unknown }[] = [];
/** What the clock says next; the last one stays. */
let times: number[] = [0];

beforeAll(async () => {
  twin = await openTwin('a');
  thread = new ViewThread({
    dir: dirname(dirname(twin.harness.store)),
    approval: async () => await Promise.resolve(null),
    timers: {
      now: () => (times.length > 1 ? times.shift() : times[0]) ?? 0,
      wait: async (ms, signal) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waits.push({ ms, end: resolve, signal });
        await promise;
      },
    },
    log: (line) => expect.fail(line),
  });
});
afterAll(async () => {
  await thread[Symbol.asyncDispose]();
  await twin.harness.close();
});

type Asked = ReturnType<ViewThread['ask']>;
const OWNER: Viewer = { kind: 'owner' };

function ask(viewer: Viewer, name: string, more: object = {}): Asked {
  const input = name === 'session' ? {} : { branch: 'main', limit: 5 };
  return thread.ask({ sign_in: 'one', viewer, name, input, ...more });
}

function registered(name: string): Viewer {
  return { kind: 'registered', principal: twin.owner.other(name).principal };
}

test('an answer to a person with a restricted READ is kept back, and others are answered meanwhile', async () => {
  const how: string[] = [];
  const log = ask(registered('levels'), 'log').then((outcome) => how.push(outcome.how));
  const refused = ask(registered('levels'), 'unknown').then((outcome) => how.push(outcome.how));
  const owner = await ask(OWNER, 'log');
  expect(owner.how).toBe('json');
  expect(how).toEqual([]);
  expect(waits.map(({ ms }) => ms)).toEqual([50, 50]);
  for (const { end } of waits.splice(0)) end();
  await Promise.all([log, refused]);
  expect(how).toEqual(['json', 'refused']);
});

test('an answer that took longer is kept back to the end of its class', async () => {
  times = [1000, 1130];
  const gone = new AbortController();
  const answer = ask(registered('region'), 'session', { signal: gone.signal });
  // The queue and the watch of the thread do not ask this clock.
  await ask(OWNER, 'session');
  expect(waits.map(({ ms, signal }) => [ms, signal])).toEqual([[70, gone.signal]]);
  for (const { end } of waits.splice(0)) end();
  expect((await answer).how).toBe('json');
});

test('a sign-in that ended is forgotten after its last answer', async () => {
  const markOf = async (): Promise<string> => {
    const input = { at: { branch: 'main' } };
    const outcome = await thread.ask({ sign_in: 'ended', viewer: OWNER, name: 'scene', input });
    return outcome.how === 'json' ? (/"mark":"(\w+)"/u.exec(outcome.text)?.[1] ?? '') : outcome.how;
  };
  expect(await markOf()).toBe('m1');
  const last = [markOf(), markOf()];
  thread.forget('ended');
  expect(await Promise.all(last)).toEqual(['m2', 'm3']);
  expect(await markOf()).toBe('m1');
});

test('what the hub asks for itself is not kept back', async () => {
  const answer = await ask(registered('levels'), 'session', { is_unmeasured: true });
  expect(answer.how).toBe('json');
  expect(waits).toEqual([]);
});
