/** @module tests of imports through the gate: a merge carries one as an event, and an undo deletes it with one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { PlanDocument } from '../../../schemas/governance.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { houseFile, type ImportWorld, openImportWorld } from './import-world.ts';

const LIMITS = {
  requires_approval: [],
  max_elements_per_operation: 20,
  max_operations_per_session: 1000,
};
const ALL = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let world: ImportWorld;
let people: Approving;
beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {
    doors: { ...LIMITS, permissions: { READ: { categories: ['Doors'] } } },
    small: { ...LIMITS, max_import_elements: 30, permissions: ALL },
    able: { ...LIMITS, max_import_elements: 1000, permissions: ALL },
    keeps: {
      ...LIMITS,
      max_import_elements: 1000,
      permissions: { READ: {}, CREATE: {}, MODIFY: {} },
    },
  });
  world.write('house.ifc', houseFile(7));
});
afterAll(async () => await world.harness.close());

const Imported = z.looseObject({ import_id: z.string(), elements: z.number() });
const Named = z.array(z.looseObject({ element_id: z.string(), name: z.string() }));
const LEVELS = { categories: ['Levels'] };
const planOf = (approval_id: string): PlanDocument =>
  PlanDocument.parse(JSON.parse(world.harness.reader.approval(approval_id)?.plan ?? ''));
const typesOf = (approval_id: string): readonly string[] =>
  planOf(approval_id).events.map(({ type }) => type);
const newest = (): string => {
  const [event] = world.harness.reader.eventsAfter(world.harness.reader.headSeq() - 1, 1);
  return event?.event_id ?? '';
};
const countOf = async (branch = 'main'): Promise<number> => {
  const { data } = await people.ask('query_elements', { branch, filter: {}, limit: 1 });
  return z.number().parse(data['total']);
};

test('an import is undone as one event, and the file is imported again', async () => {
  const shown = Imported.parse((await people.ask('import_ifc', { path: 'house.ifc' })).data);
  expect(await people.decide(await people.held('import_ifc', { path: 'house.ifc' }))).toBe(
    'executed',
  );
  const event_id = newest();
  const preview = await people.ask('undo', { event_id });
  expect(preview).toMatchObject({
    dry_run: true,
    data: {
      element_count: shown.elements,
      element_ids: [],
      diff: { counts: { deleted: shown.elements } },
    },
  });
  const held = await people.held('undo', { event_id });
  expect(typesOf(held)).toEqual(['import.reverted', 'event.reverted']);
  expect(planOf(held)).toMatchObject({ affected: shown.elements });
  expect(planOf(held).triggers).toContain('element.deleted');
  expect(await people.decide(held)).toBe('executed');
  const again = Imported.parse((await people.ask('import_ifc', { path: 'house.ifc' })).data);
  const held_again = await people.held('import_ifc', { path: 'house.ifc' });
  expect(await people.decide(held_again)).toBe('executed');
  const { error } = await people.ask('undo', { event_id });
  expect(error?.message).toContain('was undone');
  // Both imports have the same ids. A restricted reader reads only the one that the branch has.
  const whole = await people.ask('get_import', { import_id: shown.import_id });
  expect(whole.data).toMatchObject({ undone: true, elements_present: 0 });
  const doors = people.other('doors');
  const gone = await doors.ask('get_import', { import_id: shown.import_id });
  expect(gone.error?.name).toBe('OPERATION_NOT_FOUND');
  const there = await doors.ask('get_import', { import_id: again.import_id });
  expect(there.data).toMatchObject({ undone: false, on_branch: true });
  await people.decide(await people.held('undo', { event_id: newest() }));
  const revision = { path: 'house.ifc', supersedes: shown.import_id };
  const refused = (await people.ask('import_ifc', revision)).error;
  expect(refused).toMatchObject({
    name: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/which was undone on branch `main`; .* without `supersedes`$/u),
  });
});

test('a merge carries the import of its branch, which is then read and undone there', async () => {
  const branch = 'given/house';
  const asked = { path: 'house.ifc', as: branch };
  const { import_id, elements } = Imported.parse((await people.ask('import_ifc', asked)).data);
  await people.decide(await people.held('import_ifc', asked));
  const [wall] = world.harness.reader.eventsTouching(import_id, branch, 9999, 1);
  expect(wall?.type).toBe('model.imported');
  const found = await people.ask('query_elements', {
    filter: { categories: ['Walls'] },
    branch,
    limit: 1,
  });
  const [first] = z.array(z.looseObject({ element_id: z.string() })).parse(found.data['elements']);
  const change = { element_id: first?.element_id, parameter_name: 'height', value: 2750 };
  await people.done('modify_parameter', { ...change, branch });
  const merge = { source: branch, target: 'main' };
  const held = await people.held('merge_branch', merge);
  expect(typesOf(held)).toEqual(['branch.merged', 'model.imported', 'element.modified']);
  expect(await people.decide(held)).toBe('executed');
  expect((await people.ask('get_import', { import_id })).data).toMatchObject({
    branch: 'main',
    on_branch: true,
    elements_present: elements,
  });
  expect(await countOf()).toEqual(await countOf(branch));
  const shown = await people.ask('undo', { event_id: newest() });
  expect(shown.data).toMatchObject({
    element_count: elements,
    diff: { counts: { deleted: elements } },
  });
  const undone = await people.held('undo', { event_id: newest() });
  expect(typesOf(undone)).toEqual(['element.modified', 'import.reverted', 'event.reverted']);
  expect(await people.decide(undone)).toBe('executed');
  expect((await people.ask('get_import', { import_id })).data).toMatchObject({
    elements_present: 0,
  });
});

test('a merge with a renamed level is undone after another level got its name in the file', async () => {
  const branch = 'given/renamed';
  await people.ask('create_branch', { name: branch, dry_run: false });
  const source = 'given/house';
  await people.decide(await people.held('merge_branch', { source, target: branch }));
  const { data } = await people.ask('query_elements', { branch: source, filter: LEVELS, limit: 1 });
  const [level] = Named.parse(data['elements']);
  const other = { element_id: level?.element_id, parameter_name: 'name', value: 'Other' };
  await people.ask('create_branch', { name: 'given/target', dry_run: false });
  await people.done('modify_parameter', { ...other, branch });
  const merge = { source: branch, target: 'given/target' };
  expect(await people.decide(await people.held('merge_branch', merge))).toBe('executed');
  const event_id = newest();
  const again = { name: level?.name, elevation: 50_000, branch: 'given/target' };
  await people.done('create_level', again);
  const undone = await people.held('undo', { event_id, branch: 'given/target' });
  expect(typesOf(undone)).toEqual([
    'element.modified',
    'element.modified',
    'import.reverted',
    'event.reverted',
  ]);
  expect(await people.decide(undone)).toBe('executed');
  expect(await countOf('given/target')).toBe(1);
});

test.each([
  ['small', 'ELEMENT_LIMIT_EXCEEDED'],
  ['keeps', 'PERMISSION_DENIED'],
  ['able', 'APPROVAL_PENDING'],
])('the undo of an import by %s is %s', async (name, error) => {
  const branch = `given/${name}`;
  await people.ask('create_branch', { name: branch, dry_run: false });
  const merge = { source: 'given/house', target: branch };
  await people.decide(await people.held('merge_branch', merge));
  const event_id = newest();
  const reply = await people.other(name).ask('undo', { event_id, branch, dry_run: false });
  expect(reply.error?.name).toBe(error);
});
