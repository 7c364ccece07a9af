/** @module laws of planning: an accepted plan can be built, replayed and undone. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Model } from '../../../../../kernel/building/model/model.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import { World } from '../../../../servers/building/world.ts';
import { type Step, STEPS, withIds } from './steps.ts';

async function run(steps: readonly Step[]): Promise<{ world: World; accepted: number }> {
  const world = await World.create();
  await world.do('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_level', { name: 'First', elevation: 3000 });
  let accepted = 0;
  for (const one of steps) {
    const input = withIds(one, world);
    const refused = await world.plan(one.tool, input).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error.body.name;
        throw error;
      },
    );
    if (refused !== null) continue;
    // INVARIANT: a plan without a refusal is executed without one.
    await world.do(one.tool, input);
    accepted += 1;
  }
  return { world, accepted };
}

describe('an accepted plan', () => {
  it('an accepted plan never fails to regenerate, is read back as planned, and replays to the same model', async () => {
    let total = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { world, accepted } = await run(steps);
        total += accepted;
        const replayed = new Model({});
        replayed.applyAll(world.log.all);
        expect([...(replayed.view('main')?.elements() ?? [])]).toEqual([...world.view.elements()]);
      }),
      { numRuns: 60, seed: 20_260_101 },
    );
    expect(total).toBeGreaterThan(100);
  });
  it('accepted plans, undone newest first, leave an empty model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 3, maxLength: 15 }), async (steps) => {
        const { world } = await run(steps);
        for (const { event_id } of operations(world).toReversed()) {
          await world.do('undo', { event_id });
        }
        expect([...world.view.elements()]).toEqual([]);
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

function operations(world: World): { event_id: string }[] {
  const first = new Map<string, { event_id: string }>();
  for (const event of world.log.all) {
    if (!first.has(event.operation_id)) first.set(event.operation_id, event);
  }
  return [...first.values()];
}
