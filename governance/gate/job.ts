/** @module job: runs bounded foreign work and leaves a record of every run on the ledger. */
import { Refusal, type ErrorName } from '../../schemas/errors.ts';
import { affectedIds, touchedIds } from '../../schemas/events.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { approvalRule } from '../approval/rule.ts';
import { maskSecrets } from '../audit/entry.ts';
import type { JobRefusal, ToolValue } from '../tool/define.ts';
import { refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { refused, succeeded } from './envelope.ts';

type JobValue<View> = Extract<ToolValue<View>, { readonly type: 'job' }>;

/**
 * Runs a job; its record is committed before its answer is given, also where that is a refusal. Refuses
 * EXTERNAL_FAILURE when it was cancelled and did not end in a refusal of its own.
 */
export async function runJob<View>(
  parts: GateParts<View>,
  call: GovernedCall<View> & { readonly tool: JobValue<View> },
): Promise<Outcome> {
  const { domain, directory, keeper, randomId, now, server } = parts;
  const { tool, own, shared, principal, agent, branch, signal, progress } = call;
  const context = { refuse: refuseFor(tool), branch, principal, signal, progress };
  const answer = await tool.run(own, domain.view(branch), context);
  if (signal.aborted && answer.refusal === undefined)
    throw new Refusal('EXTERNAL_FAILURE', 'the run was cancelled', 'call again to run it afresh');
  const caller = { principal, reasoning: shared.reasoning ?? null, timestamp: call.timestamp };
  const data = typeof answer.data === 'object' && answer.data !== null ? { ...answer.data } : {};
  const told = (event_id: string | null): Outcome => ({
    envelope:
      answer.refusal === undefined
        ? succeeded(caller, data, event_id, answer.warnings ?? [])
        : { ...refused(caller, refusalOf(tool, answer.refusal)), event_id },
    content: answer.content ?? [],
    recorded: event_id !== null,
  });
  // A step of a longer run: its own entry is record enough, the run's event comes with its end.
  if (answer.events.length === 0) return told(null);
  const workspace = directory.workspace();
  const affected = affectedIds(answer.events).size;
  const rule = approvalRule(
    answer.events,
    affected,
    agent.permissions.requires_approval,
    workspace.policy,
  );
  const reply = await keeper.submit({
    principal,
    arguments: maskSecrets(own, parts.salt),
    idempotency_key: null,
    plan: {
      v: 1,
      workspace_id: workspace.workspace_id,
      server,
      tool: tool.name,
      input: { ...own, branch },
      agent_id: principal.agent_id,
      user_id: principal.user_id,
      session_id: principal.session_id,
      reasoning: shared.reasoning ?? null,
      branch,
      operation_id: randomId(),
      events: answer.events.map((event) => ({ event_id: randomId(), ...event })),
      // A run is a new thing of its own: it must not exist yet, and it relies on nothing.
      touched: answer.events.flatMap(touchedIds).map((id) => ({ branch, id, version: 0 })),
      relied_on: [],
      branch_seq: null,
      affected,
      triggers: [...rule.triggers],
      approvers_required: rule.approvers_required,
      policy_digest: policyDigest({ permissions: agent.permissions, policy: workspace.policy }),
      data: {},
      warnings: [],
      nonce: randomId(),
      expires_at: new Date(now().getTime() + workspace.policy.approval_ttl_s * 1000).toISOString(),
    },
  });
  if (reply.status !== 'committed')
    throw new Refusal(
      'AUDIT_UNAVAILABLE',
      `the run could not be recorded (${reply.status}), so its result is withheld`,
      'call again',
    );
  return told(reply.event_id);
}

function refusalOf<View>(
  tool: JobValue<View>,
  { name, message, hint, data }: JobRefusal<ErrorName>,
): Refusal['body'] {
  return new Refusal(name, message, hint ?? tool.refusals[name] ?? '', data).body;
}
