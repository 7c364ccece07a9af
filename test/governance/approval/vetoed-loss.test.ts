/** @module vetoed-loss.test: which losses two plans have in common. */
import { describe, expect, test } from 'vitest';

import { lossesOf, vetoedLosses } from '../../../governance/approval/vetoed-loss.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Loss } from '../../../schemas/governance.ts';
import {
  levelRecord,
  madeImport,
  revisionOf,
  undoneImport,
  wallRecord,
} from '../../made-import.ts';
import { created, deleted } from '../keeper/handlers/workspace.ts';

const IMPORT = madeImport([levelRecord('L', 'L'), wallRecord('W', 'L'), wallRecord('V', 'L')]);
const LATER = revisionOf(IMPORT, madeImport([levelRecord('L', 'L'), wallRecord('V', 'L')]));
const SAME = revisionOf(IMPORT, IMPORT);
const MANIFESTS = new Map([
  [IMPORT.event.payload.manifest.sha256, ['L', 'W', 'V']],
  [LATER.event.payload.manifest.sha256, ['L', 'V']],
]);
const plan = (
  events: readonly PlannedEvent[],
  losses: readonly Loss[] = [],
  branch = 'main',
): ReturnType<typeof lossesOf> =>
  lossesOf(
    {
      branch,
      losses: [...losses],
      events: events.map((event, index) => ({ event_id: `e${index}`, ...event })),
    },
    (sha256) => Promise.resolve(MANIFESTS.get(sha256) ?? []),
  );
const discards = (name: string): PlannedEvent => ({
  type: 'branch.discarded',
  aggregate_id: name,
  payload: { name },
});
const value = (element_id: string, parameter: string): Loss => {
  return { loss: 'value', element_id, parameter, was: 'x' };
};
const body = (element_id: string, after: number): Loss => {
  return { loss: 'body', element_id, kind: 'wall', measure: 'volume_mm3', before: 100, after };
};
const place = (element_id: string, outside_mm: number): Loss => {
  return { loss: 'place', element_id, kind: 'wall', outside_mm };
};
const NOTHING = plan([]);
const W = plan([deleted('W')]);

describe('losses that two plans have in common', () => {
  test.each<[string, ReturnType<typeof plan>, ReturnType<typeof plan>, readonly string[]]>([
    ['of the same deletion', W, W, ['W']],
    ['of a larger one', plan([deleted('W'), deleted('V')]), W, ['W']],
    ['of a part', W, plan([deleted('V'), deleted('W')]), ['W']],
    ['of another element', plan([deleted('V')]), W, []],
    ['of another branch', plan([deleted('W')], [], 'b'), W, []],
    ['of nothing', NOTHING, W, []],
    ['with nothing', W, NOTHING, []],
    ['of an element of an undone import', plan([undoneImport(IMPORT)]), W, ['W']],
    ['of an import', W, plan([undoneImport(IMPORT)]), ['W']],
    ['of an element that a revision lacks', plan([LATER.event]), W, ['W']],
    ['of an element that a revision has', plan([LATER.event]), plan([deleted('V')]), []],
    [
      'of an element that is deleted before a revision has it',
      plan([deleted('W'), SAME.event]),
      W,
      ['W'],
    ],
    [
      'of an element that a later revision creates again',
      plan([LATER.event, revisionOf(LATER, IMPORT).event]),
      W,
      [],
    ],
    ['of an element that an import creates again', plan([deleted('W'), IMPORT.event]), W, []],
    ['of an element that is created again', plan([deleted('W'), created('W')]), W, []],
    ['of an element that is created and deleted', plan([created('W'), deleted('W')]), W, []],
    [
      'of an element that is deleted, created and deleted',
      plan([deleted('W'), created('W'), deleted('W')]),
      W,
      ['W'],
    ],
    ['of a value of a deleted element', plan([], [value('W', 'name')]), W, ['W']],
    ['of an element with a rejected value', W, plan([], [value('W', 'name')]), ['W']],
    ['of the same value', plan([], [value('W', 'a')]), plan([], [value('W', 'a')]), ['W']],
    ['of two values', plan([], [value('W', 'a')]), plan([], [value('W', 'b')]), []],
    ['of an equal part of a body', plan([], [body('W', 10)]), plan([], [body('W', 10)]), ['W']],
    ['of a larger part of a body', plan([], [body('W', 9)]), plan([], [body('W', 10)]), ['W']],
    ['of a smaller part of a body', plan([], [body('W', 11)]), plan([], [body('W', 10)]), []],
    ['of an equally distant place', plan([], [place('W', 5)]), plan([], [place('W', 5)]), ['W']],
    ['of a closer place', plan([], [place('W', 4)]), plan([], [place('W', 5)]), []],
    ['of a body and a value', plan([], [body('W', 1)]), plan([], [value('W', 'a')]), []],
    ['of one branch', plan([discards('b')], [], 'b'), plan([discards('b')], [], 'b'), ['b']],
    ['of two branches', plan([discards('b')], [], 'b'), plan([discards('c')], [], 'c'), []],
    [
      'of a branch with a rejected deletion',
      plan([discards('b')], [], 'b'),
      plan([deleted('W')], [], 'b'),
      ['b'],
    ],
    [
      'of an element on a branch whose discarding was rejected',
      plan([deleted('W')], [], 'b'),
      plan([discards('b')], [], 'b'),
      ['W'],
    ],
    ['of an element elsewhere', W, plan([discards('b')], [], 'b'), []],
  ])('%s', async (_, own, vetoed, want) => {
    expect(vetoedLosses(await own, await vetoed)).toEqual(want);
  });
});
