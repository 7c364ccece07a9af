/** @module tests of the log of the page for people with a restricted READ: hidden changes leave no trace in it. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDirectory } from '../../../../governance/access/directory.ts';
import { activeAgent } from '../../../../governance/access/principal.ts';
import type { LogAnswer, LogRow } from '../../../../servers/view/protocol/log.ts';
import { withoutChance } from '../../../governance/gate/twin/normalised.ts';
import { AGENTS, hiddenFrom, openTwin, type Twin } from '../../../governance/gate/twin/twins.ts';
import { WorkspacePage } from '../workspace-page.ts';

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin('a'), await openTwin('b')];
  for (const twin of [a, b]) {
    const deletion = { element_ids: [twin.ids.grouped], dry_run: false };
    await twin.owner.decide(await twin.owner.held('delete_elements', deletion));
    for (const name of AGENTS) {
      const voice = twin.owner.other(name);
      const on = name === 'designer' ? { branch: 'design/a' } : {};
      const far = { element_id: 'column_of_nobody', delta: { x: 1e6, y: 0 }, ...on };
      await voice.ask('move_element', { ...far, dry_run: false });
      // Something that others may not see, between two calls.
      await twin.owner.ask('create_level', { name: `Z${name}`, elevation: 90_000 });
      if (twin === b) await twin.owner.ask('create_level', { name: 'ZZ', elevation: -1 });
      await voice.ask('create_wall', { level_id: twin.ids.ground, ...on, dry_run: false });
    }
  }
});
afterAll(async () => {
  await a.harness.close();
  await b.harness.close();
});

async function pageOf(twin: Twin, name: string): Promise<WorkspacePage> {
  const record = twin.owner.other(name).principal;
  const directory = await openDirectory(twin.harness.reader);
  return await WorkspacePage.open(twin.harness, activeAgent(directory, record));
}

/** All rows and steps that a person gets, in small pages. */
async function shownTo(twin: Twin, name: string): Promise<readonly unknown[]> {
  const page = await pageOf(twin, name);
  const branch = name === 'designer' ? 'design/a' : 'main';
  const shown: unknown[] = [];
  for (let more: object | null = {}; more !== null;) {
    const { rows, next }: LogAnswer = await page.json('log', { branch, limit: 3, ...more });
    shown.push({ rows, next });
    more = next === null ? null : { before: next };
  }
  for (const by of ['event', 'session', 'day']) {
    shown.push(await page.json('steps', { branch, by }));
  }
  return shown;
}

test.each(AGENTS)(
  '%s gets the same log in both twins, with own refusals and no number of the log',
  async (name) => {
    const [here, there] = [await shownTo(a, name), await shownTo(b, name)];
    const textOf = (said: readonly unknown[], twin: Twin): string =>
      withoutChance({ given: {}, said, hidden: hiddenFrom(name, twin) }, Object.values(a.ids));
    expect(textOf(there, b)).toBe(textOf(here, a));
    const rows = here.flatMap((one) => Object(one).rows ?? []) as readonly LogRow[];
    const refusals = rows.filter(({ kind }) => kind === 'refusal');
    expect(refusals.length).toBeGreaterThan(0);
    expect(new Set(refusals.map(({ who }) => who))).toEqual(new Set([name]));
    expect(new Set(rows.map(({ seq }) => seq))).toEqual(new Set([null]));
    const text = JSON.stringify(here);
    for (const id of hiddenFrom(name, a)) expect(text).not.toContain(id);
    const deletions = rows.filter(({ counts }) => counts.deleted > 0);
    expect(deletions.length > 0).toBe(['levels', 'named', 'region'].includes(name));
    const foreign = rows.filter(({ who }) => who !== name);
    expect(foreign.every(({ tool, session_id }) => tool === null && session_id === null)).toBe(
      true,
    );
  },
);

test.each(AGENTS)('%s sees the same at every moment of its log in both twins', async (name) => {
  const branch = name === 'designer' ? 'design/a' : 'main';
  const shown = async (twin: Twin): Promise<readonly string[]> => {
    const page = await pageOf(twin, name);
    const { steps } = await page.json('steps', { branch, by: 'event' });
    const texts: string[] = [];
    for (const { event } of steps) {
      const said = await page.json('scene', { at: { branch, event } });
      const hidden = hiddenFrom(name, twin);
      texts.push(withoutChance({ given: {}, said, hidden }, Object.values(a.ids)));
    }
    return texts;
  };
  const [here, there] = [await shown(a), await shown(b)];
  expect(here.length).toBeGreaterThan(0);
  expect(there).toEqual(here);
});
