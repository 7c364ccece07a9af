/** @module tests of vetoes on changes of the members of a set: any events with the same result are vetoed, too. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { MembersChange, ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import { created, outcome, person, ROBOT, Workspace } from './workspace.ts';

const IDS = ['c0', 'c1', 'c2', 'c3'];
const AT = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false };
const careful = {
  ...ROBOT,
  permissions: AgentPermissions.parse({
    permissions: { READ: {}, CREATE: {}, MODIFY: {} },
    requires_approval: ['element.modified'],
  }),
};

function modified(
  updates: ParamValues,
  previous: ParamValues,
  members?: MembersChange,
): PlannedEvent {
  const payload = { updates, previous, ...(members === undefined ? {} : { members }) };
  return { type: 'element.modified', aggregate_id: 'G', payload };
}

const PLAIN = modified({}, {}, { added: [], removed: [{ at: 0, id: 'c0' }] });
const NOTHING = modified({}, {}, { added: [], removed: [] });
const PADDED = {
  added: [{ at: 0, id: 'c1' }],
  removed: [
    { at: 0, id: 'c0' },
    { at: 1, id: 'c1' },
  ],
};

let ws: Workspace;
beforeEach(async () => {
  ws = await Workspace.found({ agent: careful });
  const params = { name: 'Set', members: [IDS], placements: [AT] };
  const set: PlannedEvent = {
    type: 'element.created',
    aggregate_id: 'G',
    payload: { element: { id: 'G', kind: 'group', params } },
  };
  await ws.submit([...IDS.map((id) => created(id)), set], { from: careful });
});
afterEach(() => ws[Symbol.asyncDispose]());

test('a vetoed change of members is vetoed in every form, and another one is not', async () => {
  const ann = person('ann');
  await ws.addApprover(ann);
  const held = await ws.hold([PLAIN], { from: careful });
  await ws.decide(held, ann, { verdict: 'reject', reason: 'keep it' });
  const forms = [
    [PLAIN],
    [modified({ members: [IDS.slice(1)] }, { members: [IDS] })],
    [modified({}, {}, PADDED)],
    [PLAIN, NOTHING],
  ];
  for (const events of forms) {
    expect(outcome(await ws.submit(events, { from: careful }))).toBe('APPROVAL_REJECTED');
  }
  const other = modified({}, {}, { added: [], removed: [{ at: 1, id: 'c1' }] });
  expect(outcome(await ws.submit([other], { from: careful }))).toBe('pending');
});
