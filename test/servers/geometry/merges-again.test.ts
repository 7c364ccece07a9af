/** @module tests of merges after undone and restored ones: they bring the same changes again. */
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';

import { Refusal } from '../../../schemas/errors.ts';
import { type Step, STEPS, withIds } from '../../kernel/building/model/plan/steps.ts';
import { withWall, World } from '../building/world.ts';

let world: World;
let wall_id: string;

/** Changes the height of the wall on a branch; returns the seq of the last event. */
async function raise(branch: string, value: number): Promise<number> {
  world.branch = branch;
  await world.do('modify_parameter', { element_id: wall_id, parameter_name: 'height', value });
  world.branch = 'main';
  return world.log.all.length;
}
const height = (branch: string): unknown =>
  world.domain.view(branch).elementOf(wall_id, 'wall')?.params.height;
const undoLast = async (): Promise<unknown> =>
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
const merge = async (): Promise<unknown> => await world.do('merge_branch', { source: 'b' });
const refusalOf = async (source: string, target: string): Promise<string> =>
  (await world.refusal('merge_branch', { source, target })).name;

beforeEach(async () => {
  ({ world, wall_id } = await withWall());
  await world.do('create_branch', { name: 'b' });
  await raise('b', 2600);
});

test('an undone merge is merged again, and its undo is not', async () => {
  await merge();
  expect(await refusalOf('b', 'main')).toBe('NO_EFFECT');
  await undoLast();
  expect(height('main')).toBe(3000);
  // The undo is no change for the source, which keeps its own.
  expect(await refusalOf('main', 'b')).toBe('NO_EFFECT');
  await merge();
  expect(height('main')).toBe(2600);
  await undoLast();
  await raise('b', 2700);
  await merge();
  expect(height('main')).toBe(2700);
});

test('an undo of the undo makes it a merge again, so that later changes of the target are kept', async () => {
  await merge();
  await undoLast();
  await undoLast();
  expect(height('main')).toBe(2600);
  await raise('main', 2900);
  expect(await refusalOf('b', 'main')).toBe('NO_EFFECT');
});

test('a restore to before a merge takes it back, and a restore to after it does not', async () => {
  const before = await raise('main', 3000 + 1).then(async () => await raise('main', 3000));
  await merge();
  const after = world.log.all.length;
  await raise('main', 2900);
  await world.do('restore', { to_seq: after });
  expect(await refusalOf('b', 'main')).toBe('NO_EFFECT');
  await world.do('restore', { to_seq: before });
  await merge();
  expect(height('main')).toBe(2600);
  await world.do('restore', { to_seq: before });
  await world.do('restore', { to_seq: after });
  expect(await refusalOf('b', 'main')).toBe('NO_EFFECT');
});

test('an undone merge stays undone if a later merge of the two branches counts', async () => {
  await merge();
  const merged = world.log.all.at(-1)?.event_id;
  const name = { element_id: wall_id, parameter_name: 'name', value: 'A' };
  await world.do('modify_parameter', name);
  await world.do('merge_branch', { source: 'main', target: 'b' });
  await world.do('undo', { event_id: merged });
  expect(height('main')).toBe(3000);
  expect(await refusalOf('b', 'main')).toBe('NO_EFFECT');
});

/** Makes a call on a branch; whether it was not refused. */
async function isDone(
  place: World,
  branch: string,
  tool: string,
  input: Record<string, unknown>,
): Promise<boolean> {
  place.branch = branch;
  try {
    await place.do(tool, input);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  } finally {
    place.branch = 'main';
  }
}

const elementsOf = (place: World): readonly unknown[] =>
  [...place.view.elements()].toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('law: after the undo of a merge, or a restore to before it, the merge has the same result again', async () => {
  let merges = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(STEPS, fc.constantFrom('main', 'b', 'b')), { minLength: 3, maxLength: 14 }),
      fc.constantFrom('undo', 'restore'),
      async (steps: readonly (readonly [Step, string])[], back) => {
        const place = await World.create();
        await place.do('create_level', { name: 'Ground', elevation: 0 });
        await place.do('create_wall', {
          level_id: [...place.view.elementsOf('level')][0]?.id,
          start: { x: 0, y: 0 },
          end: { x: 3000, y: 0 },
        });
        await place.do('create_branch', { name: 'b' });
        for (const [step, branch] of steps) {
          place.branch = branch;
          await isDone(place, branch, step.tool, withIds(step, place));
        }
        const before = elementsOf(place);
        const to_seq = place.log.all.findLast((event) => event.branch === 'main')?.seq;
        if (!(await isDone(place, 'main', 'merge_branch', { source: 'b' }))) return;
        merges += 1;
        const merged = elementsOf(place);
        const event_id = place.log.all.at(-1)?.event_id;
        await place.do(back, back === 'undo' ? { event_id } : { to_seq });
        expect(elementsOf(place)).toEqual(before);
        await place.do('merge_branch', { source: 'b' });
        expect(elementsOf(place)).toEqual(merged);
      },
    ),
    { numRuns: 60 },
  );
  expect(merges).toBeGreaterThan(20);
});
