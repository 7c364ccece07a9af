/** @module laws of restore over random calls: every earlier state comes back exactly. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Model } from '../../../kernel/building/model/model.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type Step, STEPS, withIds } from '../../kernel/building/model/plan/steps.ts';
import { World } from '../building/world.ts';

/** Elements of a branch by id, in the order of their ids. */
function elementsOf(world: World): readonly unknown[] {
  return [...world.view.elements()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Makes a call; the name of its refusal, or null. */
async function ended(world: World, tool: string, input: Record<string, unknown>): Promise<unknown> {
  try {
    await world.do(tool, input);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.body.name;
    throw error;
  }
}

/** A state of the branch, and the ledger seqs after which it was so. */
type Moment = { readonly seqs: readonly number[]; readonly elements: readonly unknown[] };

/** The states after each call that was not refused. */
async function played(world: World, steps: readonly Step[]): Promise<readonly Moment[]> {
  const moments: Moment[] = [];
  for (const [tool, input] of [
    ['create_level', { name: 'Ground', elevation: 0 }],
    ['create_level', { name: 'First', elevation: 3000 }],
  ] as const) {
    await world.do(tool, input);
  }
  for (const step of steps) {
    const last = world.log.all.length;
    if ((await ended(world, step.tool, withIds(step, world))) !== null) continue;
    const seqs = world.log.all.slice(last).map(({ seq }) => seq);
    moments.push({ seqs, elements: elementsOf(world) });
  }
  return moments;
}

test('a restore gives exactly the elements of that moment, a second one nothing, and its undo what was before', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEPS, { minLength: 5, maxLength: 25 }),
      fc.nat(1000),
      fc.nat(1000),
      async (steps, which, within) => {
        const world = await World.create();
        const moments = await played(world, steps);
        const moment = moments[which % Math.max(1, moments.length)];
        if (moment === undefined) return;
        const to_seq = moment.seqs[within % moment.seqs.length] ?? 0;
        const before = elementsOf(world);
        const isSame = JSON.stringify(before) === JSON.stringify(moment.elements);
        expect(await ended(world, 'restore', { to_seq })).toBe(isSame ? 'NO_EFFECT' : null);
        expect(elementsOf(world)).toEqual(moment.elements);
        if (isSame) return;
        changed += 1;
        expect(await ended(world, 'restore', { to_seq })).toBe('NO_EFFECT');
        const event_id = world.log.all.at(-1)?.event_id;
        expect(await ended(world, 'undo', { event_id })).toBe(null);
        expect(elementsOf(world)).toEqual(before);
        const replayed = new Model({});
        replayed.applyAll(world.log.all);
        expect([...(replayed.view('main')?.elements() ?? [])]).toEqual([...world.view.elements()]);
      },
    ),
    { numRuns: 60 },
  );
  expect(changed).toBeGreaterThan(30);
});
