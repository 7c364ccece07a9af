/** @module veto.test: a rejected change is vetoed whatever its events say of how it comes about. */
import { expect, it } from 'vitest';

import type { PlannedEvent } from '../../../../schemas/events.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import { created, modified, outcome, person, ROBOT, Workspace } from './workspace.ts';

const careful = {
  ...ROBOT,
  permissions: AgentPermissions.parse({
    permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
    requires_approval: ['element.modified'],
  }),
};

it.each([
  ['the same change as an undo', 2, 'APPROVAL_REJECTED'],
  ['another change as an undo', 3, 'pending'],
])('after a rejection %s: %s mm is %s', async (_, length, want) => {
  await using ws = await Workspace.found({ agent: careful });
  const ann = person('ann');
  await ws.addApprover(ann);
  const plan = await ws.plan([created('w0')], { from: careful });
  await ws.send(plan, null, careful);
  const held = await ws.hold([modified('w0', 2)], { from: careful });
  await ws.decide(held, ann, { verdict: 'reject', reason: 'keep it' });
  const reverted: PlannedEvent = {
    type: 'event.reverted',
    aggregate_id: plan.operation_id,
    payload: { event_id: plan.events[0]?.event_id ?? '', operation_id: plan.operation_id },
  };
  const events = [modified('w0', length), reverted];
  expect(outcome(await ws.submit(events, { from: careful, tool: 'undo' }))).toBe(want);
  expect(await ws.verify()).toMatchObject({ ok: true });
});
