/** @module approval-row.test: the effect of a plan in one line of a list. */
import { expect, test } from 'vitest';

import { summaryOf } from '../../../clients/plumbline/approvals/approval-row.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { created, make, modifies } from '../../kernel/building/model/build.ts';

const walls = ['W1', 'W2', 'W3', 'W4'].map((id) => make('wall', id, { name: `name of ${id}` }));
const made = walls.map(({ id, params }) => created('wall', id, params));
const level = make('level', 'L1', { name: 'Ground' });

/** The summary of a plan with these events, which affects this many elements. */
function summary(events: readonly PlannedEvent[], affected: number): string {
  return summaryOf({
    server: 'geometry',
    tool: 'apply_changes',
    branch: 'main',
    events: events.map((event, index) => ({ ...event, event_id: String(index) })),
    affected,
  });
}

const changesOf = (index: number): PlannedEvent[] => {
  const wall = walls[index];
  return wall === undefined ? [] : [modifies(wall, { height: 2500 })];
};

test.each<[string, readonly PlannedEvent[], number, string]>([
  [
    'three created elements by name, also if the plan then modifies one',
    [...made.slice(0, 3), ...changesOf(0)],
    3,
    '3 created (wall "name of W1", wall "name of W2", wall "name of W3")',
  ],
  [
    'more created elements by their number of each kind, also if the plan then modifies one',
    [created('level', level.id, level.params), ...made, ...changesOf(0)],
    5,
    '5 created (1 × level, 4 × wall)',
  ],
  [
    'modified elements of the model before created ones',
    [...made.slice(0, 3), ...changesOf(3)],
    4,
    '1 modified, 3 created (W4 height)',
  ],
])('names %s', (_, events, affected, words) => {
  expect(summary(events, affected)).toBe(`apply_changes on main: ${words}`);
});
