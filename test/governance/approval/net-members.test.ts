/** @module tests of the net changes of members of sets: equal for all events with the same result. */
import { describe, expect, test } from 'vitest';

import { netMembers } from '../../../governance/approval/net-members.ts';
import { effectKey, effectParts } from '../../../governance/approval/plan-digest.ts';
import type { IdentifiedEvent, Json, MembersChange, ParamValues } from '../../../schemas/events.ts';

const ALL = ['c0', 'c1', 'c2', 'c3'];

function modified(
  updates: ParamValues,
  previous: ParamValues,
  members?: MembersChange,
): IdentifiedEvent {
  const payload = { updates, previous, ...(members === undefined ? {} : { members }) };
  return { event_id: 'e', type: 'element.modified', aggregate_id: 'G', payload };
}

function changed(added: readonly string[], removed: readonly string[]): IdentifiedEvent {
  const placed = (ids: readonly string[]) => ids.map((id, at) => ({ at, id }));
  return modified({}, {}, { added: placed(added), removed: placed(removed) });
}

function listed(to: readonly string[], from: readonly string[] = ALL): IdentifiedEvent {
  const rows = (ids: readonly string[]): Json => [[...ids]];
  return modified({ members: rows(to) }, { members: rows(from) });
}

const keyOf = (events: readonly IdentifiedEvent[]): string =>
  effectKey({ agent_id: 'robot', user_id: 'ann', branch: 'main', events: [...events] });
const partsOf = (events: readonly IdentifiedEvent[]) => [...effectParts({ events: [...events] })];

describe('events with the same result', () => {
  const one = [changed([], ['c0'])];
  test.each([
    ['the whole list', [listed(ALL.slice(1))]],
    ['a member removed and added', [changed(['c1'], ['c0', 'c1'])]],
    ['an empty change in addition', [...one, changed([], [])]],
    ['two changes', [changed([], ['c0', 'c1']), changed(['c1'], [])]],
    ['a list and its rest', [listed(['c2']), changed(['c1', 'c3'], [])]],
    ['a member that comes and goes', [changed(['x'], ['c0']), changed([], ['x'])]],
  ])('have the key of a plain change: %s', (_, events) => {
    expect(keyOf(events)).toBe(keyOf(one));
    expect(partsOf(events)).toEqual([['["element.modified","G","members","c0"]', 'removed']]);
    expect(netMembers(events).get('G')).toEqual({ added: [], removed: ['c0'] });
  });

  test('a name in the same event makes no difference to one in another event', () => {
    const name = modified({ name: 'S' }, { name: 'T' });
    const both = modified(
      { name: 'S' },
      { name: 'T' },
      { added: [], removed: [{ at: 0, id: 'c0' }] },
    );
    expect(keyOf([both])).toBe(keyOf([name, ...one]));
    expect(keyOf([both])).not.toBe(keyOf(one));
  });

  test('new members have the same key under any id and in any order', () => {
    const made = (id: string, name: string): IdentifiedEvent => ({
      event_id: 'e',
      type: 'element.created',
      aggregate_id: id,
      payload: { element: { id, kind: 'column', params: { name } } },
    });
    const first = [made('a', 'A'), made('b', 'B'), changed(['a', 'b'], [])];
    const other = [made('z', 'A'), made('y', 'B'), changed(['y', 'z'], [])];
    expect(keyOf(first)).toBe(keyOf(other));
    expect(keyOf([made('a', 'A'), made('b', 'B'), changed(['a'], [])])).not.toBe(keyOf(first));
  });
});

test('the parts of two changes of one set are all of them', () => {
  expect(partsOf([changed([], ['c0']), changed([], ['c1'])])).toEqual(
    partsOf([changed([], ['c0', 'c1'])]),
  );
  expect(keyOf([changed([], ['c0'])])).not.toBe(keyOf([changed([], ['c1'])]));
  expect(keyOf([changed([], ['c0'])])).not.toBe(keyOf([changed(['c0'], [])]));
});

test('the members of a group that is placed several times keep their order', () => {
  const rows = modified({ members: [['a'], ['b']] }, { members: [['b'], ['a']] });
  expect(netMembers([rows])).toEqual(new Map());
  expect(partsOf([rows])).toEqual([['["element.modified","G","members"]', '[["a"],["b"]]']]);
});
