/** @module tests of the changes that a caller with a restricted READ scope sees, against a comparison of all elements. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import { BranchView } from '../../../kernel/building/view/branch-view.ts';
import { shownChanges, type SeenState } from '../../../kernel/building/view/shown-changes.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PermissionScope } from '../../../schemas/permissions.ts';
import { created, deletes, modifies } from '../../kernel/building/model/build.ts';
import { compared } from '../../kernel/building/model/effect/compared.ts';
import { HISTORY, livedThrough } from '../../kernel/building/model/histories.ts';
import { World } from './world.ts';

const SCOPES: readonly PermissionScope[] = [
  { levels: ['Ground', 'a'] },
  { categories: ['Walls', 'Rooms', 'Groups'] },
  { regions: [{ min: { x: -1500, y: -1500, z: -1e5 }, max: { x: 4000, y: 4000, z: 1e5 } }] },
];

/** A moment as a caller with this scope sees it; null sees everything. */
async function seenAt(
  world: World,
  seq: number,
  scope: PermissionScope | null,
): Promise<SeenState> {
  const who = { key: JSON.stringify(scope), maker: 'm', own: () => false, branch: () => true };
  const sight =
    scope === null
      ? null
      : { ...who, place: (place: Parameters<typeof insideScope>[1]) => insideScope(scope, place) };
  const { whole, view } = await world.domain.pastCallerView('main', seq, sight);
  if (!(whole instanceof BranchView)) throw new Error('expected the whole branch');
  return { whole, view };
}

test('the changes that a restricted caller sees are those of a comparison of all that it sees', async () => {
  const total = { created: 0, deleted: 0, modified: 0, followed: 0 };
  await fc.assert(
    fc.asyncProperty(HISTORY, fc.nat(10_000), async (moves, salt) => {
      const { world, ends } = await livedThrough(moves);
      await world.domain.catchUp();
      for (const [i, end] of ends.entries()) {
        const other = ends[(i * 31 + salt) % ends.length] ?? end;
        const scope = SCOPES[(i + salt) % SCOPES.length] ?? null;
        const [before, after] = [
          await seenAt(world, other, scope),
          await seenAt(world, end, scope),
        ];
        const changes = shownChanges({ before, after });
        expect(changes).toEqual(compared(before.view, after.view));
        total.created += changes.created.length;
        total.deleted += changes.deleted.length;
        total.modified += changes.modified.length;
        total.followed += changes.followed.length;
      }
    }),
    { numRuns: 12 },
  );
  expect(Math.min(total.created, total.deleted)).toBeGreaterThan(10);
});

/** Two storeys with a wall each, and a group over both. */
async function storeys(): Promise<World> {
  const world = await World.create();
  await commit(
    world,
    created('level', 'L1', { name: 'Ground' }),
    created('level', 'L2', { name: 'First', elevation: 3000 }),
    created('wall', 'W1'),
    created('door', 'D1', { host_id: 'W1', offset: 500 }),
    created('wall', 'W2', { level_id: 'L2' }),
    created('column', 'C1'),
    created('group', 'G1', { members: [['C1']] }),
  );
  return world;
}
async function commit(world: World, ...events: readonly PlannedEvent[]): Promise<void> {
  world.log.append('main', `o${world.log.all.length}`, events);
  await world.domain.catchUp();
}
async function changesBy(
  scope: PermissionScope | null,
  events: (world: World) => readonly PlannedEvent[],
): Promise<unknown> {
  const world = await storeys();
  const seen = (): SeenState => {
    const whole = world.view;
    if (!(whole instanceof BranchView)) throw new Error('expected the whole branch');
    const place = (one: Parameters<typeof insideScope>[1]): boolean =>
      insideScope(scope ?? {}, one);
    const sight = { key: 'k', maker: 'm', own: () => false, branch: () => true, place };
    return { whole, view: world.domain.callerView(whole, scope === null ? null : sight).view };
  };
  const before = seen();
  await commit(world, ...events(world));
  const after = seen();
  const changes = shownChanges({ before, after });
  expect(changes).toEqual(compared(before.view, after.view));
  return changes;
}
const NONE = { created: [], deleted: [], modified: [], followed: [] };

test('a renamed level comes into the sight of a scope by name, or leaves it, with its elements and groups', async () => {
  const ground = { levels: ['Ground'] };
  const away = await changesBy(ground, ({ view }) => [modifies(view.element('L1'), { name: 'X' })]);
  expect(away).toEqual({ ...NONE, deleted: ['C1', 'D1', 'G1', 'L1', 'W1'] });
  const swapped = await changesBy(ground, ({ view }) => [
    modifies(view.element('L1'), { name: 'X' }),
    modifies(view.element('L2'), { name: 'Ground' }),
  ]);
  expect(swapped).toEqual({
    ...NONE,
    created: ['L2', 'W2'],
    deleted: ['C1', 'D1', 'G1', 'L1', 'W1'],
  });
});

test('hidden changes are in no list, and an element that moves out of sight is gone', async () => {
  const ground = { levels: ['Ground'] };
  const hidden = await changesBy(ground, ({ view }) => [
    modifies(view.element('W2'), { height: 2000 }),
    created('column', 'C2', { level_id: 'L2' }),
  ]);
  expect(hidden).toEqual(NONE);
  const moved = await changesBy(ground, ({ view }) => [
    modifies(view.element('C1'), { level_id: 'L2' }),
  ]);
  expect(moved).toEqual({ ...NONE, deleted: ['C1', 'G1'] });
});

test('a caller that sees everything gets all changes', async () => {
  const changes = await changesBy(null, ({ view }) => [
    modifies(view.element('W1'), { thickness: 300 }),
    deletes(view.element('W2')),
  ]);
  expect(changes).toEqual({ ...NONE, deleted: ['W2'], modified: ['W1'], followed: ['D1'] });
});
