/**
 * @module tests of the answers about the model for people with a restricted READ: two workspaces that differ only in what they
 * may not see give equal answers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDirectory } from '../../../../governance/access/directory.ts';
import { activeAgent } from '../../../../governance/access/principal.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { ELEMENT_KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import { COLOURINGS } from '../../../../servers/view/protocol/scene.ts';
import { withoutChance } from '../../../governance/gate/twin/normalised.ts';
import { AGENTS, hiddenFrom, openTwin, type Twin } from '../../../governance/gate/twin/twins.ts';
import { readPart } from '../read-part.ts';
import { WorkspacePage } from '../workspace-page.ts';

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin('a'), await openTwin('b')];
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

/** A part with a digest of its numbers. */
function partText(bytes: Uint8Array<ArrayBuffer>): object {
  const { positions, owners, corners, ...header } = readPart(bytes);
  const numbers = [positions, owners, corners].map((one) => one.join(' '));
  return { header, numbers: sha256Hex(numbers.join('\n')) };
}

async function orRefusal(answer: Promise<object>): Promise<object> {
  return await answer.catch((error: unknown) => {
    if (error instanceof Refusal) return { refused: error.body };
    throw error;
  });
}

/** All that a person is shown of the model. */
async function shownTo(twin: Twin, name: string): Promise<readonly object[]> {
  const page = await pageOf(twin, name);
  const at = { branch: name === 'designer' ? 'design/a' : 'main' };
  const hidden = hiddenFrom(name, twin);
  const ids = Object.values(twin.ids).filter((id) => !hidden.includes(id));
  const scene = await page.json('scene', { at });
  const shown: object[] = [scene];
  for (const { level_id, parts } of scene.storeys) {
    for (let part = 0; part < parts; part++) {
      shown.push(partText(await page.bytes('part', { at, level_id, part })));
      shown.push(partText(await page.bytes('part', { at, level_id, part, shapes: false })));
    }
    const plan = page.bytes('plan', { at, level_id: level_id ?? '' });
    shown.push(await orRefusal(page.json('labels', { at, level_id: level_id ?? '-' })));
    shown.push(await orRefusal(plan.then((bytes) => ({ plan: new TextDecoder().decode(bytes) }))));
  }
  shown.push(partText(await page.bytes('shapes', { at, ids: [...ids, ...twin.hidden] })));
  shown.push(partText(await page.bytes('delta', { mark: scene.at.mark })));
  for (const id of ids) shown.push(await orRefusal(page.json('element', { at, id })));
  for (const kind of ELEMENT_KINDS) {
    for (const sort of [undefined, 'name']) {
      shown.push(await orRefusal(page.json('table', { at, kind, ...(sort && { sort }) })));
    }
  }
  shown.push(await page.json('groups', { at }));
  for (const by of COLOURINGS) shown.push(await page.json('colours', { at, by }));
  const { branches } = await page.json('session', {});
  shown.push(branches, await page.json('approvals', {}));
  return [...shown, ...(await changesShown(page, at))];
}

/** The log, and what has changed since the oldest event that is shown. */
async function changesShown(
  page: Awaited<ReturnType<typeof pageOf>>,
  at: { readonly branch: string },
): Promise<readonly object[]> {
  const { branch } = at;
  const log = await page.json('log', { branch, limit: 500 });
  const events = log.rows.flatMap(({ event }) => event ?? []);
  const from = { branch, event: events.at(-1) ?? 'none' };
  const file = page.bytes('changes_file', { from, to: at, format: 'csv' });
  return [
    log,
    await orRefusal(page.json('changes', { from, to: at })),
    await orRefusal(file.then((bytes) => ({ csv: new TextDecoder().decode(bytes) }))),
    await orRefusal(page.json('changes', { from: { branch, event: 'none' }, to: at })),
  ];
}

test.each(AGENTS)('%s is shown the same model in both twins', async (name) => {
  const [here, there] = [await shownTo(a, name), await shownTo(b, name)];
  const textOf = (said: readonly object[], twin: Twin): string =>
    withoutChance({ given: {}, said, hidden: hiddenFrom(name, twin) }, Object.values(a.ids));
  expect(textOf(there, b)).toBe(textOf(here, a));
  expect(JSON.stringify(here)).not.toMatch(/"seq":\d/);
});

test.each(AGENTS)('%s gets the same refusals for hidden as for unknown things', async (name) => {
  const page = await pageOf(a, name);
  const at = { branch: name === 'designer' ? 'design/a' : 'main' };
  const refused = async (id: string): Promise<readonly string[]> => {
    const answers = [
      page.json('element', { at, id }),
      page.bytes('part', { at, level_id: id, part: 0 }),
      page.bytes('plan', { at, level_id: id }),
      page.json('table', { at, kind: 'wall', level_id: id }),
      page.bytes('shapes', { at, ids: [id] }).then((bytes) => partText(bytes)),
    ];
    const texts: string[] = [];
    for (const answer of answers) {
      const text = JSON.stringify(await orRefusal(answer));
      texts.push(text.replaceAll(id, '<id>').replaceAll(/"m\d+"/gu, '<mark>'));
    }
    return texts;
  };
  const unknown = await refused('wall_of_nobody');
  const hidden = hiddenFrom(name, a).filter((id) => /^[a-z]+_/u.test(id));
  expect(hidden.length).toBeGreaterThan(0);
  for (const id of hidden) expect(await refused(id)).toEqual(unknown);
});
