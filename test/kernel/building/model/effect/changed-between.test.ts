/** @module tests of the elements that look different in two states, against the comparison of all elements. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  changedBetween,
  type ChangedElements,
} from '../../../../../kernel/building/model/effect/changed-between.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { World } from '../../../../servers/building/world.ts';
import { created, deletes, fourWalls, modifies, Site } from '../build.ts';
import { HISTORY, livedThrough } from '../histories.ts';
import { Actions, fourWalledSite, play } from '../random-edits.ts';
import { compared } from './compared.ts';

test('the changes between any two moments are those of a comparison of all elements', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORY, fc.nat(10_000), async (moves, salt) => {
      const { world, ends } = await livedThrough(moves);
      await world.domain.catchUp();
      const branches = world.view.branches().map(({ name }) => name);
      for (const [i, end] of ends.entries()) {
        const branch = branches[(i + salt) % branches.length] ?? 'main';
        const other = ends[(i * 31 + salt) % ends.length] ?? end;
        const [before, after] = [
          await world.domain.past(branch, other),
          await world.domain.past(branch, end),
        ];
        expect(changedBetween({ before, after })).toEqual(compared(before, after));
      }
    }),
    { numRuns: 12 },
  );
});

test('walls, doors and rooms that follow several changes are those of a comparison of all elements', () => {
  const total = { created: 0, deleted: 0, modified: 0, followed: 0 };
  fc.assert(
    fc.property(Actions, Actions, (first, then) => {
      const site = fourWalledSite();
      play(site, 'main', first);
      const before = site.view();
      play(site, 'main', then);
      for (const [a, b] of [
        [before, site.view()],
        [site.view(), before],
      ] as const) {
        const changes = changedBetween({ before: a, after: b });
        expect(changes).toEqual(compared(a, b));
        total.created += changes.created.length;
        total.deleted += changes.deleted.length;
        total.modified += changes.modified.length;
        total.followed += changes.followed.length;
      }
    }),
    { numRuns: 100 },
  );
  expect(Math.min(...Object.values(total))).toBeGreaterThan(10);
});

function walled(): Site {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...fourWalls()]);
  return site;
}

function changesBy(site: Site, events: readonly PlannedEvent[]): ChangedElements {
  const before = site.view();
  site.commit('main', events);
  const changes = changedBetween({ before, after: site.view() });
  expect(changes).toEqual(compared(before, site.view()));
  return changes;
}

test('neighbours of a moved wall, rooms and doors follow', () => {
  const site = walled();
  site.commit('main', [created('room', 'R', { point: { x: 2000, y: 2000 } })]);
  site.commit('main', [created('door', 'D', { host_id: 'W3', offset: 1000 })]);
  const up = { start: { x: 5000, y: 4500 }, end: { x: 0, y: 4500 } };
  const changes = changesBy(site, [modifies(site.element('W3'), up)]);
  expect(changes).toMatchObject({ created: [], deleted: [], modified: ['W3'] });
  expect(changes.followed).toEqual(expect.arrayContaining(['D', 'R']));
});

test('elements of a type follow its thickness, and the colour of its material', () => {
  const site = walled();
  const layers = [{ material: 'Oak', thickness: 200, function: 'structure' as const }];
  site.commit('main', [
    created('material', 'M', { name: 'oak', colour: '#804020' }),
    created('material', 'N', { name: 'other', colour: '#804020' }),
    created('type', 'T', { for: 'wall', layers }),
    modifies(site.element('W1'), { type_id: 'T' }),
  ]);
  expect(changesBy(site, [modifies(site.element('M'), { colour: '#808080' })])).toEqual({
    created: [],
    deleted: [],
    modified: ['M'],
    followed: ['W1'],
  });
  expect(changesBy(site, [modifies(site.element('N'), { colour: '#808080' })]).followed).toEqual(
    [],
  );
  expect(changesBy(site, [deletes(site.element('M'))]).followed).toEqual(['W1']);
});

test('an element that was touched and not changed does not differ', () => {
  const site = walled();
  site.commit('main', [created('door', 'D', { host_id: 'W1', offset: 1000 })]);
  const hosted = { host_id: 'W1', hosted_id: 'D' };
  const changes = changesBy(site, [
    { type: 'element.hosted', aggregate_id: 'W1', payload: hosted },
  ]);
  expect(changes).toEqual({ created: [], deleted: [], modified: [], followed: [] });
});

test('the elements of a planned change are compared as well', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const [start, end] = [
    { x: 0, y: 0 },
    { x: 5000, y: 0 },
  ];
  const wall_id = await world.make('create_wall', { level_id, start, end });
  await world.make('create_wall', { level_id, start: end, end: { x: 5000, y: 4000 } });
  const events = [modifies(world.view.element(wall_id), { thickness: 300 })];
  using planned = await world.domain.planned('main', events);
  const changes = changedBetween({ before: planned.before, after: planned.view });
  expect(changes).toEqual(compared(planned.before, planned.view));
  expect([changes.modified, changes.followed.length]).toEqual([[wall_id], 1]);
});
