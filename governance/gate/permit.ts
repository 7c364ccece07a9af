/** @module permit: a run that needs an approval starts once per approval, when the agent repeats its call. */
import { digestOf } from '../../kernel/base/canonical/hash.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent, RunType, StoredEvent } from '../../schemas/events.ts';
import { requesterOf } from '../access/principal.ts';
import { maskCall, maskWhole } from '../audit/entry.ts';
import type { GovernedCall } from '../engine/call/governed-call.ts';
import { runPlan } from '../engine/call/plan-document.ts';
import type { PendingApproval } from '../tool/define.ts';
import type { GateParts } from './call/context.ts';

/** Maximum number of attempts of a call that conflicts with others over the same permit. */
const TRIES_MAX = 8;

/**
 * Uses the permit of this call and returns null; without a permit, returns the pending approval that a person must decide
 * first. Refuses APPROVAL_REJECTED within the cool-down of a rejection.
 *
 * A permit is an event that an approval commits. It is valid for one requester, one tool and exactly these arguments, as
 * long as an approval may be pending. The event `run.started` uses it up before the run starts, so one signature never
 * starts two runs, even if a process ends in between.
 */
export async function takePermit<View>(
  parts: GateParts<View>,
  call: GovernedCall<View>,
  run: RunType,
): Promise<PendingApproval | null> {
  const { own, branch, principal, tool } = call;
  const { agent_id, user_id } = principal;
  const about = { run, server: parts.server, tool: tool.name };
  const requester = agent_id ?? user_id;
  // The salt prevents guessing a short secret among the arguments from the digest.
  const salted = { ...about, requester, input: own, salt: parts.salt };
  const input_digest = digestOf({ profile: 'jcs', of: 'run/v1', ...salted });
  const id = `permit_${input_digest.slice(0, 32)}`;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const [last] = await parts.reader.eventsOfAggregate(id, branch, 1);
    const permitted = last !== undefined && mayStart(last, input_digest, parts);
    const event: PlannedEvent = {
      type: permitted ? 'run.started' : 'run.permitted',
      aggregate_id: id,
      payload: { ...about, input_digest },
    };
    const reply = await parts.timed('commit', () =>
      parts.keeper.submit({
        principal: requesterOf(principal),
        arguments: maskCall(own, parts.salt),
        idempotency_key: null,
        plan: runPlan(parts, call, {
          events: [event],
          input: maskWhole(own, parts.salt),
          write_set: [{ branch, id, version: last?.seq ?? 0 }],
          data: { permitted: about, next_step: NEXT },
        }),
      }),
    );
    switch (reply.status) {
      case 'committed':
        return null;
      case 'pending': {
        const { approval_id, expires_at, triggers, approvers_required, repeated } = reply;
        const approval = { expires_at, triggers, approvers_required, repeated };
        const data = { ...approval, run: about, next_step: NEXT };
        return { approval_id, approvers_required, warnings: [], data };
      }
      case 'refused': {
        const { name, message, hint, data } = reply.refusal;
        throw new Refusal(name, message, hint, data);
      }
      case 'conflict':
        await parts.directory.refresh();
        break;
      default:
        reply satisfies never;
    }
  }
  throw new Refusal(
    'VERSION_CONFLICT',
    `the permit for this call was used by another call in each of ${TRIES_MAX} attempts`,
    'call again',
  );
}

const NEXT = 'after the approval, repeat this call with the same arguments: it then runs once';

/** Whether an event is a permit that a person signed for exactly this input, neither used nor expired. */
function mayStart<View>(
  { type, approval_id, payload, at }: StoredEvent,
  input_digest: string,
  { directory, now }: GateParts<View>,
): boolean {
  const { policy } = directory.workspace();
  return (
    type === 'run.permitted' &&
    approval_id !== null &&
    payload.input_digest === input_digest &&
    now().getTime() < Date.parse(at) + policy.approval_ttl_s * 1000
  );
}
