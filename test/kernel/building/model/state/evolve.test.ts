/** @module tests of evolve: the state after an event. */
import { expect, test } from 'vitest';

import { ModelFault } from '../../../../../kernel/building/model/state/model-fault.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { Site, created, deletes, fourWalls, make, modifies } from '../build.ts';

function siteWith(...events: readonly PlannedEvent[]): Site {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...events]);
  return site;
}

function faultOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ModelFault) return error.code;
    throw error;
  }
  return 'none';
}

test('a created element has the seq of its event as version', () => {
  const site = siteWith(created('wall', 'W1'));
  expect(site.element('W1')).toEqual(make('wall', 'W1'));
  expect(site.view().version('W1')).toBe(2);
  expect(site.view().count('wall')).toBe(1);
  expect(site.view().count()).toBe(2);
  expect(site.view().levelOf('W1')).toBe('L1');
});

test('a modification changes one parameter and the version', () => {
  const site = siteWith(created('wall', 'W1'));
  site.commit('main', [modifies(site.element('W1'), { height: 2500 })]);
  expect(site.element('W1')).toEqual(make('wall', 'W1', { height: 2500 }));
  expect(site.view().version('W1')).toBe(3);
});

test('a deleted element is gone, and its version remains for a later creation', () => {
  const site = siteWith(created('wall', 'W1'));
  site.commit('main', [deletes(site.element('W1'))]);
  expect(site.element('W1')).toBeUndefined();
  expect(site.view().version('W1')).toBe(3);
  expect(site.view().count('wall')).toBe(0);
  expect([...site.view().elementsOnLevel('L1')]).toEqual([]);
});

test('a hosted element changes the version of its host and is found by it, in order of offset', () => {
  const site = siteWith(
    created('wall', 'W1'),
    created('window', 'N1'),
    { type: 'element.hosted', aggregate_id: 'W1', payload: { host_id: 'W1', hosted_id: 'N1' } },
    created('door', 'D1'),
  );
  expect(site.view().version('W1')).toBe(4);
  expect(
    site
      .view()
      .hostedBy('W1')
      .map(({ id }) => id),
  ).toEqual(['D1', 'N1']);
  expect(site.view().levelOf('D1')).toBe('L1');
  expect(site.view().cascadeOf('W1')).toEqual([
    { id: 'W1', cascade_of: null },
    { id: 'D1', cascade_of: 'W1' },
    { id: 'N1', cascade_of: 'W1' },
  ]);
});

test('joined walls get the join type, and all their versions change', () => {
  const site = siteWith(...fourWalls());
  site.commit('main', [
    {
      type: 'elements.joined',
      aggregate_id: 'W1',
      payload: {
        element_ids: ['W1', 'W2'],
        join_type: 'butt',
        previous: { W1: 'auto', W2: 'auto' },
      },
    },
  ]);
  expect(site.view().elementOf('W2', 'wall')?.params.join_type).toBe('butt');
  expect([site.view().version('W1'), site.view().version('W2')]).toEqual([6, 6]);
});

test('events about no element change counters and the version of what they name', () => {
  const site = siteWith();
  site.commit('main', [{ type: 'tool.run', aggregate_id: 'run_1', payload: { any: 1 } }]);
  expect(site.view().branch_seq).toBe(2);
  expect(site.view().version('run_1')).toBe(2);
  expect(site.view().count()).toBe(1);
});

test('a deleted level also deletes the elements that stand and end on it', () => {
  const site = siteWith(
    created('level', 'L2', { elevation: 3000, name: 'Upper' }),
    created('stair', 'S1'),
    created('wall', 'W1', { level_id: 'L2' }),
    created('door', 'D1'),
  );
  expect(
    site
      .view()
      .cascadeOf('L2')
      .map(({ id }) => id),
  ).toEqual(['L2', 'S1', 'W1', 'D1']);
  expect(
    site
      .view()
      .levels()
      .map(({ id }) => id),
  ).toEqual(['L1', 'L2']);
});

test.each<[string, (site: Site) => PlannedEvent]>([
  ['created twice', () => created('wall', 'W1')],
  ['modified but missing', () => modifies(make('wall', 'W9'), { height: 1 })],
  ['deleted but missing', () => deletes(make('wall', 'W9'))],
  [
    'a previous value that was not there',
    () => modifies(make('wall', 'W1', { height: 1 }), { height: 2 }),
  ],
  ['a parameter that the kind does not have', () => modifies(make('wall', 'W1'), { sill: 2 })],
  ['deleted in another state', () => deletes(make('wall', 'W1', { height: 1 }))],
  [
    'an element under another id',
    () => ({
      type: 'element.created',
      aggregate_id: 'X',
      payload: { element: make('wall', 'W2') },
    }),
  ],
  [
    'a level as any element',
    () => ({
      type: 'element.created',
      aggregate_id: 'L9',
      payload: { element: make('level', 'L9') },
    }),
  ],
  [
    'hosted by another',
    () => ({
      type: 'element.hosted',
      aggregate_id: 'L1',
      payload: { host_id: 'L1', hosted_id: 'D1' },
    }),
  ],
])('a log with this event is inconsistent: %s', (_name, event) => {
  const site = siteWith(created('wall', 'W1'), created('door', 'D1'));
  const seq = site.model.lastSeq;
  expect(faultOf(() => site.commit('main', [event(site)]))).toBe('INCONSISTENT_EVENT');
  expect(site.model.lastSeq).toBe(seq);
});

test.each<[string, PlannedEvent]>([
  [
    'a wall without height',
    {
      type: 'element.created',
      aggregate_id: 'W2',
      payload: { element: { id: 'W2', kind: 'wall', params: { level_id: 'L1' } } },
    },
  ],
  [
    'an unknown kind',
    {
      type: 'element.created',
      aggregate_id: 'W2',
      payload: { element: { id: 'W2', kind: 'duct', params: {} } },
    },
  ],
  [
    'a text for a number',
    {
      type: 'element.modified',
      aggregate_id: 'W1',
      payload: { updates: { height: '1' }, previous: { height: 3000 } },
    },
  ],
])('an event that no writer produces is malformed: %s', (_name, event) => {
  const site = siteWith(created('wall', 'W1'));
  expect(faultOf(() => site.commit('main', [event]))).toBe('MALFORMED_EVENT');
});

test('an unknown type of event is a fault', () => {
  const event = { type: 'element.painted', aggregate_id: 'W1', payload: {} } as unknown;
  expect(faultOf(() => siteWith().commit('main', [event as PlannedEvent]))).toBe('UNKNOWN_EVENT');
});
