/** @module reference-models.test: a reference model is imported next to a building, is listed as such, and stays as it is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { houseFile } from './import-world.ts';
import { openReferenceWorld, type ReferenceWorld } from './reference-world.ts';

let opened: ReferenceWorld;
let import_id = '';
let alone: EnvelopeBody;
let preview: EnvelopeBody;
beforeAll(async () => {
  opened = await openReferenceWorld();
  preview = await opened.people.ask('import_ifc', { path: 'structure.ifc', reference: true });
  alone = await opened.people.ask('get_model_summary', {});
  import_id = await opened.refer();
});
afterAll(async () => await opened.world.harness.close());

const ask: ReferenceWorld['people']['ask'] = async (tool, args) =>
  await opened.people.ask(tool, args);
const Rows = z.looseObject({
  elements: z.array(z.looseObject({ element_id: z.string(), reference: z.string().optional() })),
});
const idsOf = async (category: string, more: object = {}): Promise<readonly string[]> => {
  const { data } = await ask('query_elements', { filter: { categories: [category], ...more } });
  return Rows.parse(data).elements.map(({ element_id }) => element_id);
};
const OWN = { where: [{ field: 'reference', op: 'eq', value: null }] };
const OTHERS = { where: [{ field: 'reference', op: 'eq', value: 'structure.ifc' }] };

describe('a reference model', () => {
  test('is imported next to the building, on levels named after its file', async () => {
    const { data } = await ask('get_import', { import_id });
    expect(data).toMatchObject({ reference: true, on_branch: true, branch: 'main' });
    const levels = await ask('query_elements', { filter: { categories: ['Levels'], ...OTHERS } });
    expect(Rows.parse(levels.data).elements.map(({ name }) => name)).toEqual([
      'structure: Ground',
      'structure: First',
      'structure: Second',
    ]);
  });

  test('is imported without warnings about what only its author can correct', () => {
    expect(preview).toMatchObject({ success: true, dry_run: true, warnings: [] });
  });

  test('is named in rows, and left out of the summary of the building', async () => {
    const all = await ask('query_elements', { filter: { categories: ['Walls'] } });
    const names = Rows.parse(all.data).elements.map(({ reference }) => reference ?? null);
    expect(names).toEqual([null, null, null, null, 'structure.ifc', 'structure.ifc']);
    expect(all.warnings.join()).toContain('2 of 6 belong to reference models');
    expect(await idsOf('Walls', OWN)).toEqual(opened.walls);
    const [other = ''] = await idsOf('Walls', OTHERS);
    const one = await ask('get_element', { element_id: other });
    expect(one.data).toMatchObject({ reference: 'structure.ifc' });
    const { data } = await ask('get_model_summary', {});
    const { references, seq: _, ...rest } = data;
    const { references: none, seq: __, ...before } = alone.data;
    expect([none, rest]).toEqual([[], before]);
    expect(references).toEqual([{ import_id, name: 'structure.ifc', elements: 9 }]);
  });

  test('is refused a second time on its branch', async () => {
    const { error } = await ask('import_ifc', { path: 'structure.ifc', reference: true });
    expect(error).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining('already has elements of this file'),
    });
  });

  test('leaves the walls and the room of the building as they were', async () => {
    const { walls, room } = opened;
    const view = await opened.view();
    expect(ownView(view).count()).toBe(6);
    for (const id of walls) expect(view.joinedWalls(id)).toHaveLength(2);
    expect(view.measures(room).perimeter_mm).toBe(2 * (4800 + 3800));
  });

  const changes = async (): Promise<readonly (readonly [string, object])[]> => {
    const [wall = ''] = await idsOf('Walls', OTHERS);
    const [door = ''] = await idsOf('Doors', OTHERS);
    const [level = ''] = await idsOf('Levels', OTHERS);
    const [own = ''] = opened.walls;
    return [
      ['move_element', { element_id: wall, delta: { x: 100, y: 0, z: 0 } }],
      ['delete_elements', { element_ids: [wall] }],
      ['delete_elements', { element_ids: [level] }],
      ['modify_parameter', { element_id: door, parameter_name: 'width', value: 800 }],
      ['set_properties', { element_ids: [wall], set: 'Mine', properties: { Note: 'x' } }],
      ['place_door', { wall_id: wall, offset: 300 }],
      ['create_column', { level_id: level, location: { x: 0, y: 9000 }, profile: '200x200' }],
      ['create_wall', { level_id: level, start: { x: 0, y: 9000 }, end: { x: 900, y: 9000 } }],
      ['modify_parameter', { element_id: own, parameter_name: 'level_id', value: level }],
      ['create_group', { name: 'Mine', element_ids: [wall] }],
    ];
  };

  test('is not changed or used by any tool, which names its file', async () => {
    for (const [tool, args] of await changes()) {
      const { error } = await ask(tool, { ...args });
      expect([tool, error?.name, error?.message]).toEqual([
        tool,
        'REGENERATION_FAILED',
        expect.stringContaining('the reference model `structure.ifc`'),
      ]);
    }
  });

  test('is left out where a filter selects elements to move', async () => {
    const { data } = await ask('transform_elements', {
      filter: { categories: ['Walls'] },
      operation: 'move',
      delta: { x: 100, y: 0, z: 0 },
    });
    expect(data).toMatchObject({ diff: { counts: { modified: 5 } } });
  });

  test('is not copied onto its own levels', async () => {
    const [column = ''] = await idsOf('Columns', OTHERS);
    const { error } = await ask('copy_element', {
      element_id: column,
      delta: { x: 500, y: 0, z: 0 },
    });
    expect(error?.message).toContain('the reference model `structure.ifc`');
  });
});

test('the person who approves sees that it is a reference', async () => {
  const { world, people } = opened;
  world.write('house.ifc', houseFile(8));
  const args = { path: 'house.ifc', reference: true, as: 'with/house' };
  const shown = await ask('import_ifc', args);
  expect(shown.data).toMatchObject({ reference: true, branch: 'with/house' });
  const approval_id = await people.held('import_ifc', args);
  const plan = PlanDocument.parse(
    JSON.parse(world.harness.reader.approval(approval_id)?.plan ?? ''),
  );
  expect(plan.events.find(({ type }) => type === 'model.imported')?.payload).toMatchObject({
    reference: true,
  });
  expect(await people.decide(approval_id)).toBe('executed');
  expect((await opened.view('with/house')).references()).toHaveLength(2);
  expect((await opened.view()).references()).toHaveLength(1);
});

test('a reader with a scope sees what it may of a reference, without the name of its file', async () => {
  const walls = opened.people.other('walls');
  const seen = Rows.parse(
    (await walls.ask('query_elements', { filter: { categories: ['Walls'] } })).data,
  ).elements;
  expect(seen.flatMap(({ reference }) => reference ?? [])).toEqual([import_id, import_id]);
  const view = await opened.view();
  const other = seen.find(({ element_id: id, reference }) => {
    return reference !== undefined && view.hostedBy(id).length === 0;
  });
  const { error } = await walls.ask('move_element', {
    element_id: other?.element_id ?? '',
    delta: { x: 100, y: 0, z: 0 },
  });
  expect(error?.message).toContain(`belongs to the reference model \`${import_id}\``);
  expect(JSON.stringify(error)).not.toContain('structure.ifc');
  const rooms = opened.people.other('rooms');
  const { data } = await rooms.ask('query_elements', { filter: {} });
  expect(Rows.parse(data).elements.every(({ reference }) => reference === undefined)).toBe(true);
  const summary = await rooms.ask('get_model_summary', {});
  expect(summary.data).toMatchObject({ references: [] });
});

test('a name means an element of the building, if it has one of that name', async () => {
  const { people, walls } = opened;
  const [wall = ''] = walls;
  const idOf = async (name: string): Promise<unknown> =>
    (await ask('get_element', { element_id: name })).data['element_id'];
  const [other] = (await opened.view()).named('S1');
  expect(await idOf('@S1')).toBe(other?.id);
  await people.done('modify_parameter', {
    element_id: wall,
    parameter_name: 'name',
    value: 'S1',
  });
  expect(await idOf('@S1')).toBe(wall);
});
