/** @module branches, merges and undo: examples. */
import { expect, test } from 'vitest';

import {
  diffViews,
  mergeBranches,
} from '../../../../../kernel/building/model/branches/branches.ts';
import type { Merge } from '../../../../../kernel/building/model/branches/branches.ts';
import { inverseEvents } from '../../../../../kernel/building/model/branches/undo.ts';
import { Model } from '../../../../../kernel/building/model/model.ts';
import type { PlannedEvent, StoredEvent } from '../../../../../schemas/events.ts';
import { Site, created, deletes, fourWalls, modifies } from '../build.ts';

function forked(...events: readonly PlannedEvent[]): Site {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...fourWalls(), created('door', 'D1'), ...events]);
  site.fork('design/a');
  return site;
}

function merge(site: Site, source = 'design/a', target = 'main'): Merge {
  const base = site.model.mergeBase(source, target);
  if (base === null) throw new Error('no base');
  return mergeBranches(base, site.view(source), site.view(target));
}

const kinds = (merged: Merge): readonly unknown[] =>
  merged.conflicts.map(({ element_id, parameter, kind }) => [element_id, parameter, kind]);

test('a branch starts in the state of its parent and then develops independently', () => {
  const site = forked();
  site.commit('design/a', [modifies(site.element('W1'), { height: 2500 })]);
  site.commit('main', [
    created('wall', 'W9', { start: { x: 9000, y: 0 }, end: { x: 9000, y: 500 } }),
  ]);
  expect(site.view('design/a').elementOf('W1', 'wall')?.params.height).toBe(2500);
  expect(site.view().elementOf('W1', 'wall')?.params.height).toBe(3000);
  expect(site.view('design/a').element('W9')).toBeUndefined();
  expect(site.view('design/a').branchesWith('W9')).toEqual(['main']);
  expect(site.view('design/a').branchesWith('W8')).toEqual([]);
  // The refusal names another branch only for elements that are missing here.
  expect(site.view('design/a').branchesWith('W1')).toEqual([]);
  expect(site.model.branches()[0]).toMatchObject({ name: 'main', parent: null, from_seq: 0 });
  expect(site.view('design/a').branch_seq).toBe(2);
  // Inherited versions are those at the fork; own versions are those of the events of the branch.
  expect(site.view('design/a').version('W2')).toBe(3);
  expect(site.view('design/a').version('W1')).toBe(8);
});

test('a fork is exact even if its parent has moved on before the fork was stored', () => {
  const site = forked();
  const from_seq = site.model.lastSeq - 1;
  for (let i = 1; i <= 200; i++) {
    site.commit('main', [modifies(site.element('W1'), { height: 3000 + i })]);
  }
  const payload = { name: 'late', from: 'main', from_seq };
  site.commit('late', [{ type: 'branch.created', aggregate_id: 'late', payload }]);
  expect(site.view('late').elementOf('W1', 'wall')?.params.height).toBe(3000);
  const middle = { name: 'middle', from: 'main', from_seq: from_seq + 101 };
  site.commit('middle', [{ type: 'branch.created', aggregate_id: 'middle', payload: middle }]);
  expect(site.view('middle').elementOf('W1', 'wall')?.params.height).toBe(3100);
});

function missing(): never {
  throw new Error('nothing there');
}

test('a fork older than the kept states waits until the earlier events are supplied', () => {
  const run = (recalled: boolean): Site => {
    const events: StoredEvent[] = [];
    const site = new Site(new Model());
    const store = (branch: string, planned: readonly PlannedEvent[]): void => {
      events.push(...site.ledger.store(branch, planned));
      const next = events.slice(site.model.lastSeq);
      const lost = site.model.applyAll(next);
      if (lost === null) return;
      expect(lost).toEqual({ branch: 'main', seq: 10, after: 0 });
      expect(() => site.model.applyStored(next[0] ?? missing())).toThrow(/FORK_POINT_LOST/u);
      if (!recalled) return;
      expect(() => site.model.recall(lost, events.slice(1))).toThrow(/SEQUENCE_GAP/u);
      const rest = site.model.recall(lost, events.slice(0, 4));
      expect(rest).toEqual({ branch: 'main', seq: 10, after: 4 });
      expect(site.model.applyAll(next)).toEqual(rest);
      expect(site.model.recall(rest ?? missing(), events.slice(4, 400))).toBeNull();
      expect(site.model.applyAll(next)).toBeNull();
    };
    store('main', [created('level', 'L1'), created('wall', 'W1')]);
    let height = 3000;
    for (let i = 0; i < 9000; i++) {
      const payload = { updates: { height: height + 1 }, previous: { height } };
      store('main', [{ type: 'element.modified', aggregate_id: 'W1', payload }]);
      height += 1;
    }
    const payload = { name: 'old', from: 'main', from_seq: 10 };
    store('old', [{ type: 'branch.created', aggregate_id: 'old', payload }]);
    return site;
  };
  expect(run(true).view('old').elementOf('W1', 'wall')?.params.height).toBe(3008);
  expect(run(false).model.view('old')).toBeNull();
});

test('a discarded branch has no view', () => {
  const site = forked();
  const payload = { name: 'design/a' };
  site.commit('main', [{ type: 'branch.discarded', aggregate_id: 'design/a', payload }]);
  expect(site.model.view('design/a')).toBeNull();
  expect(site.model.branches().map(({ name, status }) => [name, status])).toEqual([
    ['main', 'open'],
    ['design/a', 'discarded'],
  ]);
});

test('the model refuses a gap, a repetition and an unknown branch', () => {
  const site = forked();
  const [last] = site.ledger.events.slice(-1);
  if (last === undefined) throw new Error('no event');
  expect(() => site.model.applyStored(last)).toThrow(/SEQUENCE_GAP/u);
  const next = { ...last, seq: last.seq + 1, branch: 'nowhere', type: 'tool.run' as const };
  expect(() => site.model.applyStored(next)).toThrow(/UNKNOWN_BRANCH/u);
  expect(() => site.model.applyStored({ ...next, branch: 'main', branch_seq: 99 })).toThrow(
    /SEQUENCE_GAP/u,
  );
});

test('the difference names created, modified and deleted elements', () => {
  const site = forked();
  site.commit('design/a', [
    modifies(site.element('W1'), { height: 2500 }),
    deletes(site.element('D1')),
    created('door', 'D2', { host_id: 'W2' }),
  ]);
  expect(diffViews(site.view(), site.view('design/a'))).toEqual([
    {
      id: 'W1',
      kind: 'wall',
      level_id: 'L1',
      change: 'modified',
      params: { height: { from: 3000, to: 2500 } },
    },
    { id: 'D1', kind: 'door', level_id: 'L1', change: 'deleted', name: null, cascade_of: null },
    expect.objectContaining({ id: 'D2', change: 'created', level_id: 'L1' }),
  ]);
});

test('a merge applies what only the source changed, parameter by parameter', () => {
  const site = forked();
  site.commit('design/a', [
    modifies(site.element('W1'), { height: 2500 }),
    created('wall', 'X1', { start: { x: 0, y: 9000 }, end: { x: 4000, y: 9000 } }),
    created('door', 'A1', { host_id: 'X1' }),
    deletes(site.element('W3')),
  ]);
  site.commit('main', [modifies(site.element('W1'), { thickness: 300 })]);
  const merged = merge(site);
  expect(merged.conflicts).toEqual([]);
  expect(merged.events.map(({ type, aggregate_id }) => [type, aggregate_id])).toEqual([
    ['branch.merged', 'main'],
    ['element.created', 'X1'],
    ['element.created', 'A1'],
    ['element.hosted', 'X1'],
    ['element.modified', 'W1'],
    ['element.deleted', 'W3'],
  ]);
  site.commit('main', merged.events);
  expect(site.view().elementOf('W1', 'wall')?.params).toMatchObject({
    height: 2500,
    thickness: 300,
  });
  expect(merge(site).events).toEqual([]);
  site.commit('design/a', [modifies(site.element('W1', 'design/a'), { height: 2600 })]);
  expect(merge(site).events.map(({ type }) => type)).toEqual(['branch.merged', 'element.modified']);
});

test.each<
  [string, (s: Site) => readonly PlannedEvent[], (s: Site) => readonly PlannedEvent[], unknown]
>([
  [
    'two values for a parameter',
    (s) => [modifies(s.element('W1'), { height: 2500 })],
    (s) => [modifies(s.element('W1'), { height: 2600 })],
    [['W1', 'height', 'modify_modify']],
  ],
  [
    'changed here, deleted there',
    (s) => [modifies(s.element('W3'), { height: 2500 })],
    (s) => [deletes(s.element('W3'))],
    [['W3', null, 'delete_modify']],
  ],
  [
    'deleted here, changed there',
    (s) => [deletes(s.element('W3'))],
    (s) => [modifies(s.element('W3'), { height: 2500 })],
    [['W3', null, 'delete_modify']],
  ],
  [
    'two elements of one id',
    () => [created('door', 'D9', { host_id: 'W2' })],
    () => [created('door', 'D9', { host_id: 'W3' })],
    [['D9', null, 'add_add']],
  ],
  [
    'a door here in a wall deleted there',
    () => [created('door', 'D9', { host_id: 'W3' })],
    (s) => [deletes(s.element('W3'))],
    [['D9', 'host_id', 'delete_modify']],
  ],
  [
    'a wall deleted here with a new door there',
    (s) => [deletes(s.element('W3'))],
    () => [created('door', 'D9', { host_id: 'W3' })],
    [['D9', 'host_id', 'delete_modify']],
  ],
])('a conflict is reported and nothing is merged: %s', (_name, source, target, expected) => {
  const site = forked();
  const [here, there] = [source(site), target(site)];
  site.commit('design/a', here);
  site.commit('main', there);
  const merged = merge(site);
  expect(kinds(merged)).toEqual(expected);
  expect(merged.events).toEqual([]);
});

test('the same change on both sides is not a conflict', () => {
  const site = forked();
  const change = [modifies(site.element('W1'), { height: 2500 }), deletes(site.element('D1'))];
  site.commit('design/a', change);
  site.commit('main', change);
  expect(merge(site)).toMatchObject({ events: [], conflicts: [] });
});

test('sibling branches merge over the point where they diverge', () => {
  const site = forked();
  site.fork('design/b');
  site.commit('design/a', [modifies(site.element('W1'), { height: 2500 })]);
  site.commit('design/b', [modifies(site.element('W2'), { height: 2400 })]);
  const merged = merge(site, 'design/a', 'design/b');
  expect(merged.events.map(({ aggregate_id }) => aggregate_id)).toEqual(['design/b', 'W1']);
});

test('an operation is undone, and later changes of other parameters are kept', () => {
  const site = forked();
  const operation = site.commit('main', [
    modifies(site.element('W1'), { height: 2500 }),
    deletes(site.element('D1')),
    created('wall', 'X1', { start: { x: 0, y: 9000 }, end: { x: 4000, y: 9000 } }),
  ]);
  site.commit('main', [modifies(site.element('W1'), { thickness: 150 })]);
  const inverse = inverseEvents(operation, site.view());
  if (!inverse.ok) throw new Error(inverse.reason);
  expect(inverse.events.map(({ type, aggregate_id }) => [type, aggregate_id])).toEqual([
    ['element.created', 'D1'],
    ['element.hosted', 'W1'],
    ['element.modified', 'W1'],
    ['element.deleted', 'X1'],
    ['event.reverted', operation[0]?.operation_id],
  ]);
  const undone = site.commit('main', inverse.events);
  expect(site.view().elementOf('W1', 'wall')?.params).toMatchObject({
    height: 3000,
    thickness: 150,
  });
  expect(site.element('X1')).toBeUndefined();
  const again = inverseEvents(undone, site.view());
  if (!again.ok) throw new Error(again.reason);
  site.commit('main', again.events);
  expect(site.view().elementOf('W1', 'wall')?.params.height).toBe(2500);
});

test.each<
  [string, (s: Site) => readonly PlannedEvent[], (s: Site) => readonly PlannedEvent[], RegExp]
>([
  [
    'changed again',
    (s) => [modifies(s.element('W1'), { height: 2500 })],
    (s) => [modifies(s.element('W1'), { height: 2600 })],
    /`height` of `W1` has been changed since/u,
  ],
  [
    'deleted since',
    (s) => [modifies(s.element('W3'), { height: 2500 })],
    (s) => [deletes(s.element('W3'))],
    /`W3` has been deleted since/u,
  ],
  [
    'made and then changed',
    () => [created('wall', 'X1', { start: { x: 0, y: 9000 }, end: { x: 4000, y: 9000 } })],
    (s) => [modifies(s.element('X1'), { height: 2600 })],
    /`X1` has been changed since/u,
  ],
  [
    'made and then used',
    () => [created('wall', 'X1', { start: { x: 0, y: 9000 }, end: { x: 4000, y: 9000 } })],
    () => [created('door', 'D9', { host_id: 'X1' })],
    /`D9` now depends on `X1`/u,
  ],
  [
    'deleted, and its host after it',
    (s) => [deletes(s.element('D1'))],
    (s) => [deletes(s.element('W1'))],
    /`W1`, which `D1` needs, has been deleted since/u,
  ],
  [
    'deleted, and the level on which it ended after it',
    (s) => [deletes(s.element('C1'))],
    (s) => [deletes(s.element('L2'))],
    /`L2`, which `C1` needs, has been deleted since/u,
  ],
])('an operation is not undone if something would be lost: %s', (_name, first, second, reason) => {
  const site = forked(
    created('level', 'L2', { name: 'First', elevation: 3000 }),
    created('column', 'C1', { top_level_id: 'L2' }),
  );
  const operation = site.commit('main', first(site));
  site.commit('main', second(site));
  const inverse = inverseEvents(operation, site.view());
  expect(inverse.ok ? 'ok' : inverse.reason).toMatch(reason);
});

test('an undo does not rely on elements that the operation left unchanged', () => {
  const site = new Site();
  const at = (y: number): object => ({ start: { x: 0, y }, end: { x: 4000, y } });
  site.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { elevation: 3000 }),
    created('wall', 'A', { level_id: 'L1', ...at(0) }),
    created('wall', 'B', { level_id: 'L2', ...at(0) }),
  ]);
  const size = site.ledger.events.length;
  const there = modifies(site.element('B'), { height: 2000 });
  const back = {
    type: 'element.modified',
    aggregate_id: 'B',
    payload: { updates: { height: 3000 }, previous: { height: 2000 } },
  } as const;
  site.commit('main', [modifies(site.element('A'), { height: 2500 }), there, back]);
  const inverse = inverseEvents(site.ledger.events.slice(size), site.view());
  if (!inverse.ok) throw new Error(inverse.reason);
  expect(inverse.events.map(({ aggregate_id }) => aggregate_id).slice(0, -1)).toEqual(['A']);
  expect(inverse.relies_on).toEqual(['L1']);
});

test.each([
  ['name', { name: 'Old' }, { name: 'New' }, { name: null }],
  ['fire_rating_min', { fire_rating_min: 30 }, { fire_rating_min: 60 }, { fire_rating_min: null }],
  ['name', { name: 'Old' }, { name: null }, { name: 'New' }],
])(
  'a value that one branch emptied and the other changed is a conflict: %s',
  (parameter, was, there, here) => {
    const site = forked(created('wall', 'W8', { start: { x: 0, y: 9000 }, ...was }));
    site.commit('design/a', [modifies(site.view('design/a').element('W8'), there)]);
    site.commit('main', [modifies(site.element('W8'), here)]);
    const merged = merge(site);
    expect(kinds(merged)).toEqual([['W8', parameter, 'modify_modify']]);
    expect(merged.events).toEqual([]);
    const value = (of: object): unknown => Object.values(of)[0];
    expect(merged.conflicts).toMatchObject([
      { base: value(was), source: value(there), target: value(here) },
    ]);
  },
);
