/**
 * @module submit: submits the plan of a command to the keeper, and plans again after a conflict. The result is read
 * back before success is reported.
 */
import { Refusal } from '../../../schemas/errors.ts';
import { agentOf, requesterOf } from '../../access/principal.ts';
import { assertReachable } from '../../access/scope-assertions.ts';
import { maskCall } from '../../audit/entry.ts';
import { concealedAnswer, concealmentFor } from '../../engine/call/caller-view.ts';
import type { GovernedCall } from '../../engine/call/governed-call.ts';
import { inputOf } from '../../engine/command/document.ts';
import type { PlanReply } from '../../engine/protocol.ts';
import {
  storedAnswer,
  idempotencyDigest,
  idempotencyScope,
} from '../../keeper/handlers/idempotency.ts';
import type { StoredReply, SubmitReply } from '../../keeper/protocol/protocol.ts';
import type { ChangeChecks } from '../../tool/change-checks.ts';
import type { CommandValue } from '../../tool/define.ts';
import { callerOf, type GateWork, type Outcome } from '../call/context.ts';
import { successEnvelope } from '../call/envelope.ts';
import { pendingOutcome } from '../call/pending.ts';
import { pendingPreview } from './pending-preview.ts';
import { assertReadBack } from './read-back.ts';
import { dropBlobs, type SentBlobs, sendBlobs } from './send-blobs.ts';

/** Maximum number of attempts to plan when concurrent changes conflict. */
const PLANS_MAX = 8;

/** A call of a command, with the checks of its server that a caller can request. */
export type CommandCall<View> = GovernedCall<View> & {
  readonly tool: CommandValue<View>;
  readonly checks: ChangeChecks<View> | undefined;
};

type FinalReply = Exclude<SubmitReply, { readonly status: 'conflict' }>;

/** Commits a command or requests its approval. No refusal names anything hidden, including refusals of the keeper. */
export async function submitCommand<View>(
  parts: GateWork<View>,
  call: CommandCall<View>,
): Promise<Outcome> {
  try {
    return await submitPlan(parts, call);
  } catch (error) {
    throw concealmentFor(parts, call)?.refusal(error) ?? error;
  }
}

async function submitPlan<View>(parts: GateWork<View>, call: CommandCall<View>): Promise<Outcome> {
  const sent: SentBlobs = new Set();
  try {
    return await submitSending(parts, call, sent);
  } catch (error) {
    // What cannot be removed now is removed by the keeper after a day.
    await dropBlobs(parts, call, sent).catch(() => undefined);
    throw error;
  }
}

async function submitSending<View>(
  parts: GateWork<View>,
  call: CommandCall<View>,
  sent: SentBlobs,
): Promise<Outcome> {
  // INVARIANT: the branch is checked before the idempotency key, so no answer depends on whether the branch exists.
  assertReachable(call);
  const earlier = await earlierReply(parts, call);
  if (earlier !== null) return await outcomeOf(parts, call, null, earlier);
  let changed: readonly string[] = [];
  let { agent } = call;
  for (let attempt = 0; attempt < PLANS_MAX; attempt += 1) {
    // After a conflict the ledger has advanced: the plan is made again on the current state and by the current rules.
    const planned = await parts.timed('plan', () =>
      parts.engine('plan', { ...call, agent }, { show: null }),
    );
    await sendBlobs(parts, call, planned.blobs, sent);
    const reply = await parts.timed('commit', () =>
      parts.keeper.submit({
        principal: requesterOf(call.principal),
        plan: planned.document,
        arguments: maskCall(call.own, parts.salt),
        idempotency_key: call.shared.idempotency_key ?? null,
      }),
    );
    if (reply.status !== 'conflict') return await outcomeOf(parts, call, planned, reply);
    changed = reply.changed;
    await parts.directory.refresh();
    await parts.domain.catchUp();
    agent = agentOf(parts.directory, call.principal) ?? agent;
  }
  throw new Refusal(
    'VERSION_CONFLICT',
    `others kept changing ${changed.map((id) => `\`${id}\``).join(', ')} while this was planned ${PLANS_MAX} times`,
    'look at the current state, then call again',
    { changed },
  );
}

/**
 * The first reply to the idempotency key of a call; null if there is none. It is looked up before planning, since the
 * effect of the first call may make a second plan impossible.
 */
async function earlierReply<View>(
  parts: GateWork<View>,
  call: CommandCall<View>,
): Promise<StoredReply | null> {
  const { principal, shared, tool, checks } = call;
  const key = shared.idempotency_key;
  if (key === undefined) return null;
  const checkNames = checks === undefined ? [] : (shared.check ?? []);
  const digest = idempotencyDigest({
    server: parts.server,
    tool: tool.name,
    input: inputOf(call),
    checks: Object.fromEntries(checkNames.map((name) => [name, null])),
  });
  const scope = idempotencyScope(principal);
  return storedAnswer(parts.reader, { scope, key, digest }, parts.now());
}

/** The outcome of a reply; `planned` is null for the repeated reply to an idempotency key. */
async function outcomeOf<View>(
  parts: GateWork<View>,
  call: CommandCall<View>,
  planned: PlanReply | null,
  reply: FinalReply,
): Promise<Outcome> {
  switch (reply.status) {
    case 'refused': {
      const { name, message, hint, data } = reply.refusal;
      throw new Refusal(name, message, hint, data);
    }
    case 'pending': {
      const { approval_id, expires_at, triggers, approvers_required, repeated } = reply;
      const preview = await pendingPreview(parts, call, approval_id, planned);
      return pendingOutcome(parts, call, {
        approval_id,
        approvers_required,
        warnings: preview.warnings,
        data: { expires_at, triggers, approvers_required, repeated, ...preview.data },
        planned: preview.planned,
      });
    }
    case 'committed': {
      if (planned !== null && !reply.replayed) await assertReadBack(parts, planned, reply.last_seq);
      const concealment = reply.replayed ? concealmentFor(parts, call) : null;
      const { data, warnings } = concealedAnswer(concealment, reply);
      const envelope = successEnvelope(callerOf(call), data, reply.event_id, warnings);
      // The keeper writes no audit entry for a repeated answer.
      return { envelope, content: [], recorded: !reply.replayed };
    }
    default:
      return reply satisfies never;
  }
}
