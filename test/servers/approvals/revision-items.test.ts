/** @module revision-items.test: an approver sees what a revision changes on the branch, not only in the files. */
import { expect, test } from 'vitest';

import { approvalPng, planDrawing } from '../../../clients/plumbline/approvals/plan-picture.ts';
import type { ElementRecord, IdentifiedEvent, PlannedEvent } from '../../../schemas/events.ts';
import { effectOf } from '../../../servers/approvals/effect.ts';
import { created, deletes, modifies, Site } from '../../kernel/building/model/build.ts';
import { siteReader } from '../../kernel/building/model/projection/site-reader.ts';
import { levelRecord, madeImport, wallRecord } from '../../made-import.ts';

const LEVEL = levelRecord('level_i', 'Upper', 3000);
const OLD = [LEVEL, ...[0, 1, 2].map((i) => wallRecord(`wall_${i}`, 'level_i', i * 2000))];

/** The wall with another thickness. */
function thicker(id: string, y: number): ElementRecord {
  const wall = wallRecord(id, 'level_i', y);
  return { ...wall, params: { ...wall.params, thickness: 300 } };
}

const NEW = [
  LEVEL,
  thicker('wall_0', 0),
  wallRecord('wall_1', 'level_i', 2000),
  thicker('wall_3', 9000),
];

/** The effect of the revision, with these events after it, on a branch with these edits. */
async function effectWith(
  edits: (site: Site) => readonly PlannedEvent[],
  later: (site: Site) => readonly PlannedEvent[],
): Promise<Awaited<ReturnType<typeof effectOf>> & { readonly events: readonly IdentifiedEvent[] }> {
  const [old, next] = [madeImport(OLD), madeImport(NEW, { import_id: 'import_2' })];
  const site = new Site();
  site.commit(
    'main',
    OLD.map((element): PlannedEvent => {
      const type = element.kind === 'level' ? 'level.created' : 'element.created';
      return { type, aggregate_id: element.id, payload: { element } };
    }),
  );
  site.commit('main', edits(site));
  const { sha256, elements } = old.event.payload.manifest;
  const supersedes = { import_id: 'import_1', manifest: { sha256, elements } };
  const payload = { ...next.event.payload, supersedes };
  const events = [{ ...next.event, payload }, ...later(site)].map((event, i): IdentifiedEvent =>
    Object.assign({}, event, { event_id: `event-${i}` }),
  );
  const blobs = new Map([
    [sha256, old.manifest],
    [payload.manifest.sha256, next.manifest],
  ]);
  const blobPart = (digest: string, n: number) => (n === 0 ? (blobs.get(digest) ?? null) : null);
  const effect = await effectOf({ ...siteReader(site), blobPart }, { branch: 'main', events });
  return { ...effect, events };
}

const NONE = (): readonly PlannedEvent[] => [];

test('the items of a revision are the elements that differ, with their parameters', async () => {
  const { items, revised, imported, scope, notes } = await effectWith(NONE, NONE);
  expect(notes).toEqual([]);
  expect(revised).toEqual({ created: 1, modified: 1, deleted: 1 });
  expect(items.map(({ change, element }) => `${change} ${element.id}`).toSorted()).toEqual([
    'created wall_3',
    'deleted wall_2',
    'modified wall_0',
  ]);
  const changed = items.find(({ change }) => change === 'modified');
  expect(changed).toMatchObject({ params: [{ name: 'thickness', from: 200, to: 300 }] });
  expect([imported, scope.categories]).toEqual([[], { Walls: 3 }]);
});

test('elements that the branch changed stay, and further events count once', async () => {
  const own = { level_id: 'level_i', start: { x: 0, y: 20_000 }, end: { x: 900, y: 20_000 } };
  const { items, revised } = await effectWith(
    (site) => [modifies(site.element('wall_2'), { height: 2500 })],
    (site) => [created('wall', 'own', own), deletes(site.element('wall_2'))],
  );
  expect(revised).toEqual({ created: 2, modified: 1, deleted: 1 });
  expect(items.filter(({ element }) => element.id === 'wall_2')).toMatchObject([
    { change: 'deleted', element: { params: { height: 2500 } } },
  ]);
});

test('pictures of a revision show its elements', async () => {
  const effect = await effectWith(NONE, NONE);
  const details = { plan: { events: [...effect.events] }, effect };
  expect(approvalPng(details).length).toBeGreaterThan(1000);
  const drawing = planDrawing(effect, { title: 'a revision', subtitle: '' });
  expect(JSON.stringify(drawing)).toContain('created');
});
