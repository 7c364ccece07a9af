/** @module what a plan would do, as an approver is shown it, from events alone. */
import { describe, expect, test } from 'vitest';

import { effectOf } from '../../clients/plumbline/approvals/effect.ts';
import {
  branchState,
  type EventLike,
  type EventSource,
} from '../../clients/plumbline/approvals/model-state.ts';
import { planPicture } from '../../clients/plumbline/approvals/plan-picture.ts';

const level = { id: 'l', kind: 'level', params: { name: 'Ground', elevation: 0 } };
const wall = (id: string, y: number) => ({
  id,
  kind: 'wall',
  params: { level_id: 'l', start: { x: 0, y }, end: { x: 4000, y }, thickness: 200, height: 3000 },
});
const door = {
  id: 'd',
  kind: 'door',
  params: { host_id: 'w', offset: 1000, width: 900, height: 2100 },
};

const created = (element: { readonly id: string; readonly kind: string }): EventLike => ({
  type: element.kind === 'level' ? 'level.created' : 'element.created',
  aggregate_id: element.id,
  payload: { element },
});
const modified = (id: string, updates: Record<string, unknown>): EventLike => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates, previous: {} },
});
const deleted = (
  element: { readonly id: string },
  cascade_of: string | null = null,
): EventLike => ({
  type: 'element.deleted',
  aggregate_id: element.id,
  payload: { element, cascade_of },
});

/** A ledger of events on branches; `forks`: from which branch and after which seq. */
function ledger(
  events: readonly (EventLike & { readonly branch: string })[],
  forks: Readonly<Record<string, { readonly parent: string; readonly from_seq: number }>> = {},
): EventSource {
  const stored = events.map((event, index) => ({ ...event, seq: index + 1 }));
  return {
    eventsAfter: (seq, limit) => stored.filter((event) => event.seq > seq).slice(0, limit),
    branchHead: (branch) => forks[branch] ?? { parent: null, from_seq: 0 },
  };
}

const on = (branch: string, event: EventLike) => ({ ...event, branch });
const plan = (events: readonly EventLike[]) => ({
  events: events.map((event, index) => ({
    ...event,
    event_id: String(index),
    payload: { ...event.payload },
  })),
});

describe('the state of a branch', () => {
  const source = ledger(
    [
      on('main', created(level)),
      on('main', created(wall('w', 0))),
      on('a', modified('w', { height: 2000 })),
      on('main', modified('w', { height: 9999 })),
      on('main', created(wall('late', 0))),
      on('b', created(door)),
      on('a', deleted(wall('w', 0))),
    ],
    { a: { parent: 'main', from_seq: 2 }, b: { parent: 'a', from_seq: 3 } },
  );

  test('is that of its parent at the fork, and what has happened on it since', () => {
    expect([...branchState(source, 'main').keys()]).toEqual(['l', 'w', 'late']);
    expect(branchState(source, 'main').get('w')?.params['height']).toBe(9999);
    expect([...branchState(source, 'a').keys()]).toEqual(['l']);
    expect([...branchState(source, 'b').keys()]).toEqual(['l', 'w', 'd']);
    expect(branchState(source, 'b').get('w')?.params['height']).toBe(2000);
  });
});

describe('the effect of a plan', () => {
  const before = branchState(
    ledger(
      [created(level), created(wall('w', 0)), created(door)].map((event) => on('main', event)),
    ),
    'main',
  );

  test('changes of one element are one item, with the first value and the last', () => {
    const { items } = effectOf(
      plan([
        modified('w', { height: 2000, thickness: 150 }),
        modified('w', { height: 2500, name: 'A' }),
      ]),
      before,
    );
    expect(items).toMatchObject([
      {
        change: 'modified',
        params: [
          { name: 'height', from: 3000, to: 2500 },
          { name: 'thickness', from: 200, to: 150 },
          { name: 'name', to: 'A' },
        ],
      },
    ]);
  });

  test('what is created and then changed is created as it will be', () => {
    const { items } = effectOf(
      plan([created(wall('n', 5000)), modified('n', { height: 2500 })]),
      before,
    );
    expect(items).toMatchObject([{ change: 'created', element: { params: { height: 2500 } } }]);
  });

  test('extent covers where things were and where they will be', () => {
    const { scope } = effectOf(
      plan([modified('w', { start: { x: 0, y: 1000 }, end: { x: 4000, y: 1000 } })]),
      before,
    );
    expect(scope).toEqual({
      levels: [{ id: 'l', name: 'Ground' }],
      categories: { Walls: 1 },
      extent: { min: { x: 0, y: -100 }, max: { x: 4000, y: 1100 } },
    });
  });

  test('a deletion still has its place after it has happened', () => {
    const events = [deleted(door, 'w'), deleted(wall('w', 0))];
    const gone = effectOf(plan(events), before).after;
    expect(effectOf(plan(events), gone).scope.levels).toEqual([{ id: 'l', name: 'Ground' }]);
  });

  test('events of branches change no element and are shown as they are', () => {
    const merge = { type: 'branch.merged', aggregate_id: 'main', payload: { source: 'a' } };
    expect(effectOf(plan([merge]), before)).toMatchObject({
      items: [],
      others: [merge],
      scope: { extent: null },
    });
  });

  test('a picture can be made of any of them', () => {
    for (const events of [
      [],
      [deleted(wall('w', 0))],
      [created({ ...wall('n', 1), kind: 'spaceship' })],
      [created({ id: 'x', kind: 'wall' })],
    ]) {
      const svg = planPicture(effectOf(plan(events), before), { title: '<t>', subtitle: '&' });
      expect(svg).toContain('&lt;t&gt;');
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});
