/** @module reference-again.test: a file whose elements were deleted is imported again as a reference, with its ids and GlobalIds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openReferenceWorld, type ReferenceWorld } from './reference-world.ts';

const BRANCH = 'empty';
const History = z.looseObject({
  events: z.array(z.looseObject({ event_id: z.string(), type: z.string() })),
});

let opened: ReferenceWorld;
/** Ids and GlobalIds of the first import, sorted by id. */
let first: readonly (readonly [string, string | null])[];
beforeAll(async () => {
  opened = await openReferenceWorld();
  await approved('import_ifc', { path: 'structure.ifc', branch: BRANCH });
  first = identities(await opened.view(BRANCH));
});
afterAll(async () => await opened.world.harness.close());

const ask = async (tool: string, args: object): Promise<EnvelopeBody> =>
  await opened.people.ask(tool, { branch: BRANCH, ...args });

/** Commits a call, with an approval if it asks for one. */
async function approved(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await opened.people.ask(tool, { ...args, dry_run: false });
  if (answer.success) return;
  if (answer.error?.name !== 'APPROVAL_PENDING') throw new Error(JSON.stringify(answer.error));
  expect(await opened.people.decide(answer.approval_id ?? '')).toBe('executed');
}

function identities(view: BuildingView): readonly (readonly [string, string | null])[] {
  return [...view.elements()]
    .map(({ id }) => [id, view.importedAs(id)?.guid ?? null] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const again = { path: 'structure.ifc', reference: true };

describe('a file whose elements were deleted', () => {
  let columns: readonly string[];

  test('is not imported again while the branch has one of its elements', async () => {
    const view = await opened.view(BRANCH);
    columns = view.named('C1').map(({ id }) => id);
    const others = first.map(([id]) => id).filter((id) => !columns.includes(id));
    const kept = view.levelOf(columns[0] ?? '') ?? '';
    await approved('delete_elements', {
      branch: BRANCH,
      element_ids: others.filter((id) => id !== kept),
    });
    const { error } = await ask('import_ifc', again);
    expect(error?.message).toBe(`branch \`${BRANCH}\` already has elements of this file`);
    await approved('delete_elements', { branch: BRANCH, element_ids: [...columns, kept] });
    expect((await opened.view(BRANCH)).count()).toBe(0);
  });

  test('comes back as a reference with the same ids and GlobalIds', async () => {
    expect((await ask('import_ifc', again)).data).toMatchObject({
      scorecard: { guid_clashes: 0 },
      elements: 9,
    });
    await opened.refer(BRANCH);
    const view = await opened.view(BRANCH);
    expect(identities(view)).toEqual(first);
    expect(first.filter(([, guid]) => guid !== null).length).toBeGreaterThan(5);
    const [, guid] = first.find(([id]) => columns.includes(id)) ?? [];
    const where = [{ field: 'ifc_guid', op: 'eq', value: guid }];
    const { data } = await ask('query_elements', { filter: { where } });
    expect(data['elements']).toMatchObject([
      { element_id: columns[0], reference: 'structure.ifc' },
    ]);
  });

  test('is not restored by an undo of the deletion, which would change the reference', async () => {
    const { data } = await ask('get_history', { limit: 50 });
    const deletion = History.parse(data).events.find(({ type }) => type === 'element.deleted');
    const { error } = await ask('undo', { event_id: deletion?.event_id });
    expect(error).toBeDefined();
    expect(identities(await opened.view(BRANCH))).toEqual(first);
  });

  test('leaves GlobalIds of new elements alone', async () => {
    const level = await opened.people.done('create_level', {
      branch: BRANCH,
      name: 'Own',
      elevation: 0,
    });
    const made = await opened.people.done('create_column', {
      branch: BRANCH,
      level_id: level.data['level_id'],
      location: { x: 0, y: 0 },
      profile: '400x400',
      height: 3000,
    });
    const view = await opened.view(BRANCH);
    expect(view.importedAs(String(made.data['column_id']))).toBe(null);
  });
});
