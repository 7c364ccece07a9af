/** @module tests of the undo of revisions through the gate: the building is that from before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { PlanDocument } from '../../../schemas/governance.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { fileOf, firstHouse, laterHouse } from '../../kernel/documents/ifc/revise/houses.ts';
import { houseFile, type ImportWorld, openImportWorld } from './import-world.ts';

const WIDE = {
  requires_approval: [],
  max_elements_per_operation: 100,
  max_operations_per_session: 1000,
  max_import_elements: 1000,
};

let world: ImportWorld;
let people: Approving;
beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {
    part: { ...WIDE, permissions: { READ: { categories: ['Walls'] }, MODIFY: {}, DELETE: {} } },
    keeps: { ...WIDE, permissions: { READ: {}, CREATE: {}, MODIFY: {} } },
  });
  world.write('first.ifc', fileOf(firstHouse()));
  world.write('later.ifc', fileOf(laterHouse()));
  world.write('same.ifc', Buffer.concat([Buffer.from(fileOf(firstHouse())), Buffer.from('\n')]));
  world.write('house.ifc', houseFile(7));
});
afterAll(async () => await world.harness.close());

const Imported = z.looseObject({ import_id: z.string() });
const planOf = (approval_id: string): PlanDocument =>
  PlanDocument.parse(JSON.parse(world.harness.reader.approval(approval_id)?.plan ?? ''));

async function executed(
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<PlanDocument> {
  const held = await people.held(tool, input);
  expect(await people.decide(held)).toBe('executed');
  return planOf(held);
}

/** Imports a file, as a revision of `supersedes` if it is given; returns the id of the import and the plan. */
async function imported(
  input: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string; readonly plan: PlanDocument }> {
  const { data, error } = await people.ask('import_ifc', input);
  expect(error).toBeUndefined();
  const plan = await executed('import_ifc', input);
  return { id: Imported.parse(data).import_id, plan };
}

/** All elements of a branch with their values, without their versions, as text. */
async function elementsOf(branch: string): Promise<string> {
  const { data } = await people.ask('query_elements', { branch, filter: {}, limit: 200 });
  const { elements } = z
    .looseObject({ elements: z.array(z.looseObject({ element_id: z.string() })) })
    .parse(data);
  const ids = elements.map(({ element_id }) => element_id).toSorted();
  const all = [];
  for (const element_id of ids) {
    const { data: one } = await people.ask('get_element', { branch, element_id });
    all.push({ ...one, version: null });
  }
  return JSON.stringify(all);
}

test('a revision is undone as one event, and can be followed by another one', async () => {
  const branch = 'given/house';
  const { id: first } = await imported({ path: 'first.ifc', as: branch });
  const before = await elementsOf(branch);
  const { id: later, plan } = await imported({ path: 'later.ifc', branch, supersedes: first });
  expect(plan.triggers).toEqual(['element.deleted', 'bulk']);
  const event_id = plan.events[0]?.event_id ?? '';
  const part = people.other('part');
  const seen = await part.ask('get_import', { branch, import_id: later });
  expect(seen.data).toMatchObject({ on_branch: true, undone: false });
  const preview = await people.ask('undo', { branch, event_id });
  expect(preview.data).toMatchObject({ diff: { counts: { created: 1, deleted: 2 } } });
  const undo = await executed('undo', { branch, event_id });
  expect(undo.events.map(({ type }) => type)).toEqual(['import.reverted', 'event.reverted']);
  expect(undo.triggers).toEqual(['element.deleted', 'bulk']);
  expect(await elementsOf(branch)).toBe(before);
  const shown = await people.ask('get_import', { branch, import_id: first });
  expect(shown.data).toMatchObject({ superseded_by: null, on_branch: true, undone: false });
  const gone = await people.ask('get_import', { branch, import_id: later });
  expect(gone.data).toMatchObject({ on_branch: false, undone: true, elements_present: 0 });
  const hidden = await part.ask('get_import', { branch, import_id: later });
  expect(hidden.error?.name).toBe('OPERATION_NOT_FOUND');
  const standing = await part.ask('get_import', { branch, import_id: first });
  expect(standing.data).toMatchObject({ on_branch: true, undone: false });
  const stale = await people.ask('import_ifc', { path: 'later.ifc', branch, supersedes: later });
  expect(stale.error?.message).toContain('was undone on branch');
  await imported({ path: 'later.ifc', branch, supersedes: first });
});

test('the undo of a revision is refused without DELETE, and hidden from a restricted READ', async () => {
  const branch = 'given/edited';
  const { id: first } = await imported({ path: 'first.ifc', as: branch });
  const { plan } = await imported({ path: 'later.ifc', branch, supersedes: first });
  const event_id = plan.events[0]?.event_id ?? '';
  const denied = await people.other('keeps').ask('undo', { branch, event_id });
  expect(denied.error?.name).toBe('PERMISSION_DENIED');
  const hidden = await people.other('part').ask('undo', { branch, event_id });
  expect(hidden.error?.name).toBe('OPERATION_NOT_FOUND');
});

test('a revision that deletes nothing does not ask as a deletion', async () => {
  const branch = 'given/same';
  const { id: first } = await imported({ path: 'first.ifc', as: branch });
  const { plan } = await imported({ path: 'same.ifc', branch, supersedes: first });
  expect(plan.triggers).toEqual(['bulk']);
  const event_id = plan.events[0]?.event_id ?? '';
  expect((await executed('undo', { branch, event_id })).triggers).toEqual(['bulk']);
});

test('a merge with an import and its revision is undone as one operation', async () => {
  const branch = 'given/merged';
  const { id: first } = await imported({ path: 'first.ifc', as: branch });
  await imported({ path: 'later.ifc', branch, supersedes: first });
  const merge = await executed('merge_branch', { source: branch, target: 'main' });
  expect(merge.events.map(({ type }) => type)).toEqual([
    'branch.merged',
    'model.imported',
    'model.imported',
  ]);
  const event_id = merge.events[0]?.event_id ?? '';
  const undo = await executed('undo', { event_id });
  expect(undo.events.map(({ type }) => type)).toEqual([
    'import.reverted',
    'import.reverted',
    'event.reverted',
  ]);
  expect(await elementsOf('main')).toBe('[]');
});
