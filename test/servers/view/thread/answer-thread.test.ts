/** @module tests of the thread side of the page: it reads the log in advance, and states from whom something is hidden. */
import { expect, test } from 'vitest';

import { principalOf } from '../../../../governance/access/principal.ts';
import { Moments } from '../../../../servers/view/looking/moments.ts';
import { AnswerThread } from '../../../../servers/view/thread/answer-thread.ts';
import type { FromViewThread, Viewer } from '../../../../servers/view/thread/messages.ts';
import { looker } from '../looking-of.ts';
import { TimingTwin } from '../timing-twin.ts';

/** A registry with a person who sees the lower storey. */
function directoryOf(): never {
  const person = looker({ levels: ['Ground'] });
  const owner = { name: 'owner', user_id: 'user-1' };
  return {
    refresh: async () => await Promise.resolve(),
    workspace: () => ({ workspace_id: 'workspace', owner }),
    agent: () => person,
    agentById: () => person,
    approver: () => undefined,
  } as never;
}

const PERSON: Viewer = { kind: 'registered', principal: principalOf(looker(), 'ses_1') };

test('a notice has the log read in advance, and later questions read nothing hidden', async () => {
  const hidden = 3000;
  await using twin = await TimingTwin.open(hidden);
  const sent: FromViewThread[] = [];
  const thread = new AnswerThread({
    open: async () => {
      // The page of the twin adds the registry of its workspace to the log.
      const { reader } = twin.page.looking;
      const moments = new Moments(twin.domain);
      const log = Object.assign(reader, { changeCounter: () => 1 });
      return await Promise.resolve({
        reader: log as never,
        directory: directoryOf(),
        domain: twin.domain,
        moments,
      });
    },
    now: () => new Date(0),
    send: (message) => void sent.push(message),
  });
  let id = 0;
  const ask = async (viewer: Viewer, name: string, input: object): Promise<FromViewThread> => {
    id += 1;
    thread.receive({ what: 'ask', id, sign_in: 'one', viewer, name, input });
    await expect.poll(() => sent.length).toBe(id);
    const answer = sent[id - 1];
    if (answer === undefined) throw new Error(`no answer to ${name}`);
    return answer;
  };
  const before = { ...twin.counts };
  expect(await ask(PERSON, 'notice', {})).toMatchObject({ outcome: { how: 'json' }, hides: true });
  await expect.poll(() => twin.counts.events - before.events).toBeGreaterThan(hidden);
  await expect.poll(() => twin.counts.entries - before.entries).toBeGreaterThan(2 * hidden);
  // The last page of the log follows in the background too.
  await expect.poll(async () => await readBy(twin, async () => await nextTurns())).toBe(0);
  const log = { branch: 'main', limit: 50 };
  const read = await readBy(twin, async () => {
    const answer = await ask(PERSON, 'log', log);
    expect(answer).toMatchObject({ outcome: { how: 'json' }, hides: true });
  });
  expect(read).toBeLessThan(400);
  expect(await ask({ kind: 'owner' }, 'session', {})).toMatchObject({ hides: false });
  expect(await ask(PERSON, 'unknown', {})).toMatchObject({
    outcome: { how: 'refused' },
    hides: true,
  });
});

async function readBy({ counts }: TimingTwin, work: () => Promise<void>): Promise<number> {
  const before = counts.events + counts.entries;
  await work();
  return counts.events + counts.entries - before;
}

async function nextTurns(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
}
