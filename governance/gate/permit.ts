/** @module permit: a run that needs an approval happens once for each signature, when the agent repeats its call. */
import { digestOf } from '../../kernel/canonical/hash.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent, RunType, StoredEvent } from '../../schemas/events.ts';
import { requesterOf } from '../access/principal.ts';
import { maskCall, maskWhole } from '../audit/entry.ts';
import type { PendingApproval } from '../tool/define.ts';
import type { GateParts, GovernedCall } from './context.ts';
import { runPlan } from './plan-document.ts';

/** A call that conflicts with others over the same permit is tried again at most this often. */
const TRIES_MAX = 8;

/**
 * Takes the permit of this call, so that no other run has it: null when it is taken, else what a person must approve
 * first. Refuses APPROVAL_REJECTED within the cool-down of a rejection.
 *
 * A permit is an event that an approval carries out. It is for one requester, one tool and exactly these arguments,
 * holds as long as an approval may wait, and `run.started` after it uses it up: before the run, so that one signature
 * never runs anything twice, whichever process ends in between.
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
  // With the salt, so that a short secret among the arguments cannot be guessed from it.
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
        const waits = { expires_at, triggers, approvers_required, repeated };
        const data = { ...waits, run: about, next_step: NEXT };
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
    'others kept taking what was permitted for this call',
    'call again',
  );
}

const NEXT = 'once it is approved, repeat this call with the same arguments: it runs then, once';

/** Whether an event is a permit that a person signed for exactly this input, not used up and not too old. */
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
