/** @module tests of what answers about the log read for a person with a restricted READ: nothing that is hidden. */
import { expect, test } from 'vitest';

import type { JsonAsk } from '../../../servers/view/protocol/answers.ts';
import { TimingTwin } from './timing-twin.ts';

const MAIN = { branch: 'main' };
const QUESTIONS: readonly (readonly [JsonAsk, object])[] = [
  ['log', { ...MAIN, limit: 50 }],
  ['log', { ...MAIN, limit: 5 }],
  ['steps', { ...MAIN, by: 'event' }],
  ['steps', { ...MAIN, by: 'session' }],
  ['steps', { ...MAIN, by: 'day' }],
  ['colours', { at: MAIN, by: 'age' }],
  ['colours', { at: MAIN, by: 'author' }],
  ['colours', { at: MAIN, by: 'finding' }],
  ['element', { at: MAIN, id: 'W0' }],
  ['notice', {}],
];

type Answer = {
  readonly name: string;
  readonly said: string;
  readonly events: number;
  readonly entries: number;
};

/** What answers say, and how many events and audit entries they read. */
async function answersOf(twin: TimingTwin): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [name, input] of QUESTIONS) {
    const before = { ...twin.counts };
    const said: unknown = await twin.page.json(name, input);
    const events = twin.counts.events - before.events;
    const entries = twin.counts.entries - before.entries;
    answers.push({ name, said: withoutNames(JSON.stringify(said)), events, entries });
  }
  return answers;
}

/** Without ids of events, cursors and marks, which are random in a workspace and numbers here. */
function withoutNames(text: string): string {
  return text.replaceAll(/"(?:e|o|c|m)\d+(?=[ "])/gu, '"name');
}

test('answers read as many events and audit entries with hidden changes as without', async () => {
  await using plain = await TimingTwin.open(0);
  await using full = await TimingTwin.open(1500);
  for (const twin of [plain, full]) await twin.readAhead();
  const expected = await answersOf(plain);
  expect(expected[0]?.events).toBeGreaterThan(100);
  expect(expected[0]?.entries).toBe(50);
  expect(await answersOf(full)).toEqual(expected);
  // After a hidden commit that was read in advance, and after a visible one.
  await full.hide(20);
  await full.readAhead();
  for (const twin of [plain, full]) twin.signIn();
  expect(await answersOf(full)).toEqual(await answersOf(plain));
  for (const twin of [plain, full]) {
    await twin.show(0);
    await twin.readAhead();
  }
  expect(await answersOf(full)).toEqual(await answersOf(plain));
});
