/** @module histories: random histories of a building: changes, forks, merges, and discarded branches. */
import * as fc from 'fast-check';

import { Refusal } from '../../../../schemas/errors.ts';
import type { StoredEvent } from '../../../../schemas/events.ts';
import { World } from '../../../servers/building/world.ts';
import { type Step, STEPS, withIds } from './plan/steps.ts';

const MOVES = ['step', 'fork', 'merge', 'discard', 'undo', 'restore'] as const;
type Move = { readonly what: (typeof MOVES)[number]; readonly step: Step };
/** A step on some branch, a fork, a merge, the end of a branch, or a return to an earlier state. */
const MOVE: fc.Arbitrary<Move> = fc.record({
  what: fc.constantFrom('step', 'step', 'step', 'step', 'step', ...MOVES),
  step: STEPS,
});
export const HISTORY = fc.array(fc.tuple(MOVE, fc.nat(1000)), { minLength: 10, maxLength: 40 });

async function make(world: World, { what, step }: Move, which: number): Promise<void> {
  const open = world.view.branches().filter(({ status }) => status === 'open');
  const branch = open[which % open.length]?.name ?? 'main';
  const source = open[(which + 1) % open.length]?.name ?? 'main';
  const known = world.log.all.length;
  switch (what) {
    case 'step':
      world.branch = branch;
      await world.do(step.tool, withIds(step, world));
      return;
    case 'fork':
      await world.do('create_branch', { name: `b${known}`, from: branch });
      return;
    case 'merge':
      await world.do('merge_branch', { source, target: branch });
      return;
    case 'undo': {
      const own = world.log.all.filter((event) => event.branch === branch);
      world.branch = branch;
      await world.do('undo', { event_id: own.at(-1)?.event_id });
      return;
    }
    case 'restore': {
      const own = world.log.all.filter((event) => event.branch === branch);
      world.branch = branch;
      await world.do('restore', { to_seq: own[which % own.length]?.seq });
      return;
    }
    case 'discard':
      await world.do('discard_branch', { name: branch });
      return;
    default:
      what satisfies never;
  }
}

type Lived = {
  readonly world: World;
  readonly events: readonly StoredEvent[];
  readonly ends: readonly number[];
};

/** Events of a random history, the ends of its operations, and the world in which it happened. */
export async function livedThrough(moves: readonly (readonly [Move, number])[]): Promise<Lived> {
  const world = await World.create();
  const ends: number[] = [];
  await world.do('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_level', { name: 'First', elevation: 3000 });
  for (const [move, which] of moves) {
    try {
      await make(world, move, which);
    } catch (error) {
      // Many random actions are invalid and are refused.
      if (!(error instanceof Refusal)) throw error;
    }
    world.branch = 'main';
    ends.push(world.log.all.length);
  }
  return { world, events: world.log.all, ends };
}
