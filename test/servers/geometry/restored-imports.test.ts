/** @module tests of restore through the gate: imports, approvals, and callers with a restricted READ scope. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { PlanDocument } from '../../../schemas/governance.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { houseFile, type ImportWorld, openImportWorld } from './import-world.ts';

const ALL = { CREATE: {}, MODIFY: {}, DELETE: {} };

let world: ImportWorld;
let people: Approving;
beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {
    doors: { permissions: { READ: { categories: ['Doors'] }, ...ALL } },
    here: { permissions: { READ: { branch_patterns: ['main'] }, ...ALL } },
    keeps: { permissions: { READ: {}, CREATE: {}, MODIFY: {} } },
  });
  world.write('house.ifc', houseFile(7));
});
afterAll(async () => await world.harness.close());

const Imported = z.looseObject({ import_id: z.string(), elements: z.number() });
const headSeq = (): number => world.harness.reader.headSeq();
const typesOf = (approval_id: string): readonly string[] => {
  const { plan } = world.harness.reader.approval(approval_id) ?? {};
  return PlanDocument.parse(JSON.parse(plan ?? '')).events.map(({ type }) => type);
};
async function executed(tool: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const held = await people.held(tool, input);
  expect(await people.decide(held)).toBe('executed');
  return held;
}

/** All elements of main as get_element returns them, without their versions. */
async function elements(): Promise<readonly unknown[]> {
  const { data } = await people.ask('query_elements', { filter: {}, limit: 200 });
  const rows = z.array(z.looseObject({ element_id: z.string() })).parse(data['elements']);
  const all: unknown[] = [];
  for (const { element_id } of rows.toSorted((a, b) => (a.element_id < b.element_id ? -1 : 1))) {
    const one = await people.ask('get_element', { element_id });
    all.push({ ...one.data, version: null });
  }
  return all;
}

/** Seq of the last event after the import of the house next to a level, and that after the undo of the import. */
async function undoneHouse(): Promise<{
  readonly import_id: string;
  readonly there: number;
  readonly undone: number;
}> {
  const input = { path: 'house.ifc' };
  const { import_id } = Imported.parse((await people.ask('import_ifc', input)).data);
  await executed('import_ifc', input);
  await people.done('create_level', { name: 'Own', elevation: 90_000 });
  const there = headSeq();
  const [event] = world.harness.reader.eventsOfAggregate(import_id, 'main', 1);
  await executed('undo', { event_id: event?.event_id });
  return { import_id, there, undone: headSeq() };
}

test('an undone import comes back as one event, next to elements of the branch', async () => {
  const { import_id, there, undone } = await undoneHouse();
  const [event] = world.harness.reader.eventsAfter(undone - 1, 1);
  const { error } = await people.ask('undo', { event_id: event?.event_id });
  expect(error?.message).toContain('this is the undo of an import: restore the state before it');
  expect(await elements()).toHaveLength(1);

  const preview = await people.ask('restore', { to_seq: there });
  const { element_count } = z.looseObject({ element_count: z.number() }).parse(preview.data);
  expect(preview.data).toMatchObject({ diff: { counts: { created: element_count, deleted: 0 } } });
  const back = await executed('restore', { to_seq: there });
  expect(typesOf(back)).toEqual(['branch.restored', 'model.imported']);
  expect(await elements()).toHaveLength(element_count + 1);
  expect((await people.ask('get_import', { import_id })).data).toMatchObject({
    on_branch: true,
    undone: false,
  });

  // An edited element is brought to its row, so that the import can be undone.
  const found = await people.ask('query_elements', { filter: { categories: ['Walls'] }, limit: 1 });
  const [wall] = z.array(z.looseObject({ element_id: z.string() })).parse(found.data['elements']);
  const change = { element_id: wall?.element_id, parameter_name: 'name', value: 'Mine' };
  await people.done('modify_parameter', change);
  const edited = { seq: headSeq(), elements: await elements() };
  const gone = await executed('restore', { to_seq: undone });
  expect(typesOf(gone)).toEqual(['branch.restored', 'element.modified', 'import.reverted']);
  expect(await elements()).toHaveLength(1);
  await executed('restore', { to_seq: edited.seq });
  expect(await elements()).toEqual(edited.elements);
});

test('a restore needs READ of the whole model, and permissions for everything that it changes', async () => {
  const seq = headSeq();
  await people.done('create_level', { name: 'More', elevation: 95_000 });
  for (const name of ['doors', 'here']) {
    const { error } = await people.other(name).ask('restore', { to_seq: seq });
    expect(error).toMatchObject({
      name: 'SCOPE_DENIED',
      message:
        'you may not restore an earlier state of branch `main`: your READ permission does not cover the whole model',
      data: {},
    });
    const later = await people.other(name).ask('restore', { to_seq: 1_000_000 });
    expect(later.error).toEqual(error);
  }
  const { error } = await people.other('keeps').ask('restore', { to_seq: seq });
  expect(error).toMatchObject({
    name: 'PERMISSION_DENIED',
    message: expect.stringContaining('DELETE'),
  });
});
