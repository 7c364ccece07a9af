/** @module reference-life.test: a reference model is merged, revised and undone as a whole, and stays unchangeable meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openReferenceWorld, type ReferenceWorld, structureFile } from './reference-world.ts';

let opened: ReferenceWorld;
beforeAll(async () => {
  opened = await openReferenceWorld();
  await opened.people.done('create_branch', { name: 'with/structure' });
});
afterAll(async () => await opened.world.harness.close());

const History = z.looseObject({
  events: z.array(z.looseObject({ event_id: z.string(), type: z.string() })),
});

/** Commits a call, with an approval if it asks for one. */
async function approved(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const { people } = opened;
  const answer: EnvelopeBody = await people.ask(tool, { ...args, dry_run: false });
  if (answer.success) return;
  if (answer.error?.name !== 'APPROVAL_PENDING') throw new Error(JSON.stringify(answer.error));
  expect(await people.decide(answer.approval_id ?? '')).toBe('executed');
}

async function assertUnchangeable(branch: string): Promise<void> {
  const view = await opened.view(branch);
  const [wall] = view.named('S1');
  const { error } = await opened.people.ask('modify_parameter', {
    branch,
    element_id: wall?.id ?? '',
    parameter_name: 'height',
    value: 2000,
  });
  expect(error?.message).toContain('the reference model `structure');
}

describe('a reference model', () => {
  let import_id = '';

  test('stays one on a branch into which its branch is merged', async () => {
    import_id = await opened.refer('with/structure');
    await approved('merge_branch', { source: 'with/structure', target: 'main' });
    const view = await opened.view();
    expect(view.references()).toEqual([{ import_id, name: 'structure.ifc', elements: 9 }]);
    await assertUnchangeable('main');
  });

  test('is updated by a revision of its file, also in what no other event may change', async () => {
    const { world } = opened;
    const text = structureFile()
      .toString('latin1')

      .replace("'C1'", "'C9'");
    world.write('structure-b.ifc', Buffer.from(text, 'latin1'));
    const asked = { path: 'structure-b.ifc', supersedes: import_id, branch: 'main' };
    await approved('import_ifc', asked);
    const view = await opened.view();
    expect(view.references()).toMatchObject([{ name: 'structure-b.ifc', elements: 9 }]);
    expect([view.named('C9').length, view.named('C1').length]).toEqual([1, 0]);
    await assertUnchangeable('main');
    expect((await opened.view('with/structure')).named('C1')).toHaveLength(1);
  });

  test('is undone as a whole, and its levels are free then', async () => {
    const { people } = opened;
    const { data } = await people.ask('get_history', { branch: 'with/structure', limit: 50 });
    const event = History.parse(data).events.find(({ type }) => type === 'model.imported');
    await approved('undo', { branch: 'with/structure', event_id: event?.event_id });
    const view = await opened.view('with/structure');
    expect([view.references(), view.count()]).toEqual([[], 6]);
    const level = { branch: 'with/structure', name: 'structure: Ground', elevation: 9000 };
    await people.done('create_level', level);
  });
});

test('an import whose elements belong to a reference now is neither revised nor undone', async () => {
  const { people, world } = opened;
  const branch = 'empty';
  await approved('import_ifc', { path: 'structure.ifc', branch });
  const { data } = await people.ask('get_history', { branch, limit: 5 });
  const first = History.parse(data).events.find(({ type }) => type === 'model.imported');
  const [supersedes] = /import_\w+/u.exec(JSON.stringify(first)) ?? [];
  const element_ids = [...(await opened.view(branch)).elements()].map(({ id }) => id);
  await approved('delete_elements', { branch, element_ids });
  const import_id = await opened.refer(branch);
  const text = structureFile().toString('latin1').replace("'C1'", "'C8'");
  world.write('structure-c.ifc', Buffer.from(text, 'latin1'));
  const revised = await people.ask('import_ifc', { path: 'structure-c.ifc', branch, supersedes });
  expect(revised.error).toMatchObject({
    name: 'REGENERATION_FAILED',
    message: expect.stringContaining(`it was part of the import \`${supersedes}\` before`),
  });
  const undone = await people.ask('undo', { branch, event_id: first?.event_id });
  expect(undone.success).toBe(false);
  expect((await opened.view(branch)).references()).toMatchObject([{ import_id, elements: 9 }]);
});
