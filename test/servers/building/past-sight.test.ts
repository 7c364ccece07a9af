/** @module tests of earlier moments for callers with a restricted READ scope: what is or was hidden leaves no trace. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PermissionScope } from '../../../schemas/permissions.ts';
import type { Sight } from '../../../schemas/sight.ts';
import { created, deletes, modifies } from '../../kernel/building/model/build.ts';
import { answersOf } from './past-answers.ts';
import { World } from './world.ts';

function sightOf(scope: PermissionScope, branch: Sight['branch'] = () => true): Sight {
  const key = JSON.stringify(scope);
  return { key, maker: key, own: () => false, branch, place: (place) => insideScope(scope, place) };
}

/** Sees levels by their names; walls below y = 50 m. */
const SIGHTS: readonly Sight[] = [
  sightOf({ levels: ['Lower', 'Third'] }),
  sightOf({
    regions: [{ min: { x: -1e7, y: -1e4, z: -1e5 }, max: { x: 1e7, y: 50_000, z: 2500 } }],
  }),
];

/**
 * Walls by what becomes of them: `seen` ones stay in scope until they are deleted; `hidden` ones are never in scope; `moved` ones
 * leave it, after which only one twin changes them; `renamed` ones are on a level that loses its name and that only one twin
 * has walls on; `passing` ones are in scope for a time in one twin and are hidden when they are deleted.
 */
const KINDS_OF_WALLS = ['seen', 'hidden', 'moved', 'renamed', 'passing'] as const;
type Which = (typeof KINDS_OF_WALLS)[number];
const Do = fc.record({
  which: fc.constantFrom('seen', 'seen', ...KINDS_OF_WALLS),
  n: fc.nat(3),
  action: fc.constantFrom('make', 'make', 'change', 'leave', 'delete'),
});
type Do = { readonly which: Which; readonly n: number; readonly action: string };

const OUT = 60_000;
const LEVEL: Readonly<Record<Which, string>> = {
  seen: 'L1',
  hidden: 'L2',
  moved: 'L1',
  renamed: 'L3',
  passing: 'L1',
};

/** One twin: the log of a world with ids of events that do not depend on hidden ones. */
class Twin {
  readonly world: World;
  readonly hasHidden: boolean;
  readonly known: string[] = [];
  /** Ledger seq after each call. */
  readonly ends: number[] = [];

  constructor(world: World, hasHidden: boolean) {
    this.world = world;
    this.hasHidden = hasHidden;
  }

  /** Commits in both twins, or in the one with hidden changes; ids of events follow the calls. */
  async commit(isShared: boolean, events: readonly PlannedEvent[]): Promise<void> {
    const call = this.ends.length;
    if (isShared || this.hasHidden) {
      const named = events.map((event, i) => Object.assign({ event_id: `e${call}.${i}` }, event));
      this.world.log.append('main', `o${call}`, named);
      if (isShared) this.known.push(...named.map(({ event_id }) => event_id));
      await this.world.domain.catchUp();
    }
    this.ends.push(this.world.log.all.length);
  }

  async run({ which, n, action }: Do): Promise<void> {
    const id = `${which}_${n}`;
    const wall = this.world.view.elementOf(id, 'wall');
    const isOut = wall !== undefined && wall.params.start.y > 50_000;
    const y = n * 10_000 + (which === 'hidden' ? OUT : 0);
    const x = KINDS_OF_WALLS.indexOf(which) * 20_000;
    const isShared = which === 'seen' || (which === 'moved' && !isOut);
    if (action === 'make') {
      // Only its first life: a wall that left is not made again in scope.
      const isNew = wall === undefined && !this.world.log.all.some((e) => e.aggregate_id === id);
      const ends = { start: { x, y }, end: { x: x + 5000, y } };
      const events = isNew ? [created('wall', id, { level_id: LEVEL[which], ...ends })] : [];
      await this.commit(isShared, events);
    } else if (action === 'change') {
      const height = 2000 + (this.world.log.all.length % 7) * 100;
      const seen = 2000 + (this.known.length % 7) * 100;
      const to = { height: isShared ? seen : height };
      await this.commit(isShared, wall === undefined ? [] : [modifies(wall, to)]);
    } else if (action === 'leave') {
      await this.leave(which, n);
    } else {
      const isGone = which === 'seen' || which === 'hidden' || which === 'renamed' || isOut;
      await this.commit(isShared, wall === undefined || !isGone ? [] : [deletes(wall)]);
    }
  }

  /** Moves a wall out of every scope. */
  async leave(which: Which, n: number): Promise<void> {
    const wall = this.world.view.elementOf(`${which}_${n}`, 'wall');
    const isOut = wall !== undefined && wall.params.start.y > 50_000;
    const moves = which === 'moved' || which === 'passing';
    if (wall === undefined || isOut || !moves) return await this.commit(which === 'moved', []);
    const { start, end } = wall.params;
    const up = { start: { ...start, y: start.y + OUT }, end: { ...end, y: end.y + OUT } };
    await this.commit(which === 'moved', [modifies(wall, { level_id: 'L2', ...up })]);
  }

  async live(doings: readonly Do[], renamed_at: number): Promise<void> {
    await this.commit(true, [created('level', 'L1', { name: 'Lower' })]);
    await this.commit(true, [created('level', 'L2', { name: 'Upper', elevation: 3000 })]);
    await this.commit(true, [created('level', 'L3', { name: 'Third', elevation: 6000 })]);
    for (const [i, doing] of doings.entries()) {
      if (i === renamed_at % doings.length) {
        await this.commit(true, [modifies(this.world.view.element('L3'), { name: 'Attic' })]);
      }
      await this.run(doing);
    }
    // What is to leave the scope has left it in the end.
    for (const which of ['moved', 'passing'] as const) {
      for (const n of [0, 1, 2, 3]) await this.leave(which, n);
    }
  }
}

/** What a restricted caller gets of a moment. */
async function shownOf(view: BuildingView): Promise<unknown> {
  const history = await view.history({ element_id: null, limit: 1000 });
  const answers = JSON.stringify(answersOf(view), (key, value: unknown) =>
    key === 'about' ? undefined : value,
  );
  const ids = [...view.elements()].map(({ id }) => id);
  return {
    answers,
    shapes: ids.map((id) => [id, view.bounds(id), view.levelOf(id), view.mesh(id)]),
    position: view.position(view.seq),
    history: history.map(({ seq: _seq, branch_seq: _branch_seq, ...event }) => event),
  };
}

test('twin logs that differ only in what is or became hidden give the same moments', async () => {
  const found = { deleted: 0, moments: 0, hidden: 0, deletions: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(Do, { minLength: 40, maxLength: 80 }),
      fc.nat(1000),
      async (doings, renamed_at) => {
        const [plain, full] = [
          new Twin(await World.create(), false),
          new Twin(await World.create(), true),
        ];
        for (const twin of [plain, full]) await twin.live(doings, renamed_at);
        expect(full.known).toEqual(plain.known);
        const ids = full.world.log.all.map(({ event_id }) => event_id);
        const deletions = new Set(
          full.world.log.all.flatMap(({ type, event_id }) =>
            type === 'element.deleted' ? [event_id] : [],
          ),
        );
        expect(full.ends).toHaveLength(plain.ends.length);
        for (const sight of SIGHTS) {
          const at = async ({ world: { domain } }: Twin, seq: number): Promise<string> => {
            const now = domain.callerView(domain.view('main'), sight).view;
            const { view } = await domain.pastCallerView('main', seq, sight);
            const lost = [...view.elements()].filter(({ id }) => now.element(id) === undefined);
            found.deleted += lost.length;
            for (const { id } of lost) expect(id).toMatch(/^seen_/);
            return JSON.stringify(await shownOf(view));
          };
          for (const [call, seq] of plain.ends.entries()) {
            expect(await at(full, full.ends[call] ?? 0)).toBe(await at(plain, seq));
          }
          const momentOf = async (
            { world: { domain } }: Twin,
            id: string,
          ): Promise<number | null> => {
            const { view } = await domain.pastCallerView('main', domain.lastSeq, sight);
            return await domain.momentOfEvent(view, id);
          };
          for (const id of ids) {
            const [a, b] = [await momentOf(plain, id), await momentOf(full, id)];
            expect(b === null).toBe(a === null);
            found[b === null ? 'hidden' : 'moments'] += 1;
            if (b !== null && deletions.has(id)) found.deletions += 1;
          }
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(Math.min(found.deleted, found.moments, found.hidden, found.deletions)).toBeGreaterThan(20);
});

test('a deleted level is in scope by its name until another level has the name', async () => {
  const world = await World.create();
  const commit = async (...events: readonly PlannedEvent[]): Promise<number> => {
    world.log.append('main', `o${world.log.all.length}`, events);
    await world.domain.catchUp();
    return world.log.all.length;
  };
  const then = await commit(created('level', 'L1', { name: 'Lower' }), created('wall', 'W1'));
  await commit(deletes(world.view.element('W1')));
  await commit(deletes(world.view.element('L1')));
  const sight = sightOf({ levels: ['Lower'] });
  const shown = async (): Promise<readonly string[]> => {
    const { view } = await world.domain.pastCallerView('main', then, sight);
    return [...view.elements()].map(({ id }) => id);
  };
  expect(await shown()).toEqual(['L1', 'W1']);
  await commit(created('level', 'L9', { name: 'Lower', elevation: 9000 }));
  expect(await shown()).toEqual([]);
});

test('what is visible of a moment does not depend on the moments that were asked for before', async () => {
  const shownIn = async (order: readonly number[]): Promise<readonly unknown[]> => {
    const world = await World.create();
    const commit = async (...events: readonly PlannedEvent[]): Promise<void> => {
      world.log.append('main', `o${world.log.all.length}`, events);
      await world.domain.catchUp();
    };
    await commit(created('level', 'L1', { name: 'Lower' }), created('wall', 'W1'));
    await commit(created('level', 'L9', { name: 'Ninth', elevation: 9000 }));
    await commit(modifies(world.view.element('W1'), { level_id: 'L9' }));
    await commit(deletes(world.view.element('W1')));
    await commit(deletes(world.view.element('L9')));
    const sight = sightOf({ levels: ['Lower', 'Ninth'] });
    const shown: [number, string][] = [];
    for (const seq of order) {
      const { view } = await world.domain.pastCallerView('main', seq, sight);
      shown.push([seq, [...view.elements()].map(({ id }) => id).join(' ')]);
    }
    return shown.toSorted(([a], [b]) => a - b);
  };
  const expected = [
    [2, 'L1 W1'],
    [3, 'L1 W1 L9'],
    [4, 'L1 W1 L9'],
    [5, 'L1 L9'],
    [6, 'L1'],
  ];
  expect(await shownIn([2, 3, 4, 5, 6])).toEqual(expected);
  expect(await shownIn([6, 5, 4, 3, 2])).toEqual(expected);
});

test('refuses a moment of a parent that the caller may not read', async () => {
  const world = await World.create();
  await world.do('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_branch', { name: 'design/a', from: 'main' });
  const sight = sightOf({}, (branch) => branch !== 'main');
  const last = world.log.all.length;
  const { view } = await world.domain.pastCallerView('design/a', last, sight);
  expect(view.count()).toBe(1);
  const refused = await world.domain
    .pastCallerView('design/a', 0, sight)
    .catch((error: unknown) => (error instanceof Refusal ? error.body.message : error));
  expect(refused).toBe('you may not see branch `design/a` before it was created');
});

test('the log has deletions of elements that were in sight', async () => {
  const world = await World.create();
  const commit = async (...events: readonly PlannedEvent[]): Promise<void> => {
    world.log.append('main', `o${world.log.all.length}`, events);
    await world.domain.catchUp();
  };
  await commit(created('level', 'L1', { name: 'Lower' }), created('wall', 'W1'));
  await commit(created('level', 'L2', { name: 'Upper', elevation: 3000 }));
  await commit(created('wall', 'W2', { level_id: 'L2' }));
  await commit(deletes(world.view.element('W1')));
  await commit(deletes(world.view.element('W2')));
  const logOf = async (seq: number): Promise<readonly string[]> => {
    const sight = sightOf({ levels: ['Lower'] });
    const { view } = await world.domain.pastCallerView('main', seq, sight);
    const events = await view.history({ element_id: null, limit: 10 });
    return events.map(
      ({ type, aggregate_id, reasoning }) => `${type} ${aggregate_id} ${reasoning}`,
    );
  };
  const before = ['element.created W1 because', 'level.created L1 because'];
  expect(await logOf(6)).toEqual(['element.deleted W1 because', ...before]);
  expect(await logOf(5)).toEqual(['element.deleted W1 because', ...before]);
  expect(await logOf(4)).toEqual(before);
  // It exists again where it is hidden.
  await commit(created('wall', 'W1', { level_id: 'L2' }));
  expect(await logOf(5)).toEqual(['level.created L1 null']);
});

test('the moment of an event is the end of its operation', async () => {
  const world = await World.create();
  world.log.append('main', 'o1', [created('level', 'L1'), created('wall', 'W1')]);
  world.log.append('main', 'o2', [created('wall', 'W2', { start: { x: 0, y: 9000 } })]);
  await world.domain.catchUp();
  const { domain, view } = world;
  const moments = ['event-1', 'event-2', 'event-3', 'event-4'].map(
    async (id) => await domain.momentOfEvent(view, id),
  );
  expect(await Promise.all(moments)).toEqual([2, 2, 3, null]);
  const past = await domain.past('main', 2);
  expect(await domain.momentOfEvent(past, 'event-3')).toBeNull();
});
