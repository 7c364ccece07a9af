/** @module command: plan, footprint, preview or commit, and read back; the heart of the gate. */
import { sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { Refusal } from '../../schemas/errors.ts';
import { touchedIds } from '../../schemas/events.ts';
import type { Expectation, PlanDocument, WorkspaceRecord } from '../../schemas/governance.ts';
import type { Plan } from '../../schemas/plan.ts';
import { assertNoFaults, branchFault, scopeFaults, sourceFaults } from '../access/scope.ts';
import { maskSecrets } from '../audit/entry.ts';
import {
  answeredBefore,
  idempotencyDigest,
  idempotencyScope,
  type KeptReply,
} from '../keeper/handlers-idempotency.ts';
import type { SubmitReply } from '../keeper/protocol.ts';
import type { CommandValue } from '../tool/define.ts';
import type { Effect } from '../tool/domain.ts';
import { refuseFor, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { succeeded } from './envelope.ts';
import { idSource } from './identifiers.ts';
import { planDocument } from './plan-document.ts';
import { previewData } from './preview.ts';

/** A plan loses to concurrent edits at most this often before the caller is told. */
const REPLAN_MAX = 8;

type CommandCall<View> = GovernedCall<View> & { readonly tool: CommandValue<View> };

/** A plan with its effect, ready to be shown or submitted. */
type Planned<View> = {
  readonly plan: Plan<unknown>;
  readonly effect: Effect<View>;
  readonly branch: string;
  readonly document: PlanDocument;
};

/** Runs a command: a preview when `dry_run`, else a commit or a pending approval. */
export async function runCommand<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
): Promise<Outcome> {
  const { policy } = parts.directory.workspace();
  const dryRun = call.shared.dry_run ?? policy.dry_run_default[call.principal.kind];
  return dryRun ? preview(parts, call) : commit(parts, call);
}

/** The effect of a command, shown and not committed. */
export async function preview<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
): Promise<Outcome> {
  const { effect, document } = await planned(parts, call);
  const { triggers, approvers_required } = document;
  const data = { ...document.data, ...previewData(effect, { triggers, approvers_required }) };
  const envelope = succeeded(callerOf(call), data, null, document.warnings);
  return { envelope: { ...envelope, dry_run: true }, content: [], recorded: false };
}

/** The arguments that a plan and an idempotency key stand for: the tool's own, and the branch. */
function inputOf(
  own: Readonly<Record<string, unknown>>,
  branch = 'main',
): Readonly<Record<string, unknown>> {
  return { ...own, branch };
}

/** The first answer to this idempotency key, looked up before planning: the effect may make a second plan impossible. */
async function answeredEarlier<View>(
  parts: GateParts<View>,
  { principal, shared, own, tool }: CommandCall<View>,
): Promise<KeptReply | null> {
  const key = shared.idempotency_key;
  if (key === undefined) return null;
  const input = inputOf(own, shared.branch);
  const digest = idempotencyDigest({ server: parts.server, tool: tool.name, input });
  const scope = idempotencyScope(principal);
  return answeredBefore(parts.reader, { scope, key, digest }, parts.now());
}

async function commit<View>(parts: GateParts<View>, call: CommandCall<View>): Promise<Outcome> {
  const earlier = await answeredEarlier(parts, call);
  if (earlier !== null) return settled(parts, call, null, earlier);
  let changed: readonly string[] = [];
  let { agent } = call;
  for (let attempt = 0; attempt < REPLAN_MAX; attempt += 1) {
    // A conflict means that the ledger has moved on: plan again on what is true now, by the rules of now.
    const current = await planned(parts, { ...call, agent });
    const reply = await parts.keeper.submit({
      principal: call.principal,
      plan: current.document,
      arguments: maskSecrets(call.own, parts.salt),
      idempotency_key: call.shared.idempotency_key ?? null,
    });
    if (reply.status !== 'conflict') return settled(parts, call, current, reply);
    changed = reply.changed;
    await parts.directory.refresh();
    agent = parts.directory.agent(agent.name) ?? agent;
  }
  throw new Refusal(
    'VERSION_CONFLICT',
    `others kept changing ${changed.map((id) => `\`${id}\``).join(', ')} while this was planned ${REPLAN_MAX} times`,
    'look at the current state, then call again',
    { changed },
  );
}

function settled<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
  current: Planned<View> | null,
  reply: Exclude<SubmitReply, { readonly status: 'conflict' }>,
): Outcome {
  switch (reply.status) {
    case 'refused': {
      const { name, message, hint, data } = reply.refusal;
      throw new Refusal(name, message, hint, data);
    }
    case 'pending': {
      const { approval_id, expires_at, triggers, approvers_required, repeated } = reply;
      const refusal = pendingRefusal(approval_id, {
        expires_at,
        triggers,
        approvers_required,
        repeated,
        ...(current === null ? {} : previewData(current.effect, { triggers, approvers_required })),
      });
      throw refusal;
    }
    case 'committed': {
      if (current !== null && !reply.replayed) readBack(parts, current, reply.last_seq);
      const envelope = succeeded(callerOf(call), reply.data, reply.event_id, reply.warnings);
      // A repeated answer has no entry of its own yet.
      return { envelope, content: [], recorded: !reply.replayed };
    }
    default:
      return reply satisfies never;
  }
}

/** The answer while people decide: not an error of the caller, and the same for every repeat. */
export function pendingRefusal(
  approval_id: string,
  data: Readonly<Record<string, unknown>>,
): Refusal {
  return new Refusal(
    'APPROVAL_PENDING',
    `a person must approve this first (\`${approval_id}\`); nothing was changed`,
    `call get_operation with approval_id \`${approval_id}\` and wait_s 25; a person decides with \`plumbline approvals show ${approval_id}\``,
    { approval_id, ...data },
  );
}

/** INVARIANT: success is reported only for what is read back from the committed state. */
function readBack<View>(parts: GateParts<View>, current: Planned<View>, lastSeq: number): void {
  const { branch, effect, plan } = current;
  const off = parts.domain.readBack(branch, effect.after, plan.events);
  if (off.length === 0) return;
  const now = parts.domain.view(branch);
  const lost = off.filter((id) => parts.domain.version(now, id) <= lastSeq);
  if (lost.length > 0) throw new Error(`committed, but read back differently: ${lost.join(', ')}`);
}

async function planned<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
): Promise<Planned<View>> {
  const { domain, directory } = parts;
  const view = domain.view(call.branch);
  const workspace = directory.workspace();
  const input = canonicalJson(call.own);
  const seed = [
    workspace.workspace_id,
    call.branch,
    domain.branchSeq(view),
    call.tool.name,
    sha256Hex(input),
  ].join('\n');
  const plan: Plan<Readonly<Record<string, unknown>>> = await planWith(call, view, seed);
  const branch = plan.on_branch ?? call.branch;
  const base = branch === call.branch ? view : viewOr(parts, branch, view);
  const effect = domain.effect(base, plan.events);
  assertInside(call, branch, { plan, effect });
  const document = documentOf(parts, call, { plan, effect, base, branch, workspace });
  assertLimits(call, document);
  return { plan, effect, branch, document };
}

async function planWith<View>(
  call: CommandCall<View>,
  view: View,
  seed: string,
): Promise<Plan<Readonly<Record<string, unknown>>>> {
  const context = { refuse: refuseFor(call.tool), ids: idSource(seed) };
  const plan = await call.tool.plan(call.own, view, context);
  if (plan.events.length === 0)
    throw new Refusal('NO_EFFECT', 'this would change nothing', 'look at the current state first');
  const { data } = plan;
  return { ...plan, data: typeof data === 'object' && data !== null ? { ...data } : {} };
}

/** The view of the branch that events go to; a branch that is only being made has its parent's. */
function viewOr<View>(parts: GateParts<View>, branch: string, parent: View): View {
  try {
    return parts.domain.view(branch);
  } catch (error) {
    if (error instanceof Refusal && error.body.name === 'BRANCH_NOT_FOUND') return parent;
    throw error;
  }
}

function assertInside<View>(
  { agent, tool }: CommandCall<View>,
  branch: string,
  { plan, effect }: Pick<Planned<View>, 'plan' | 'effect'>,
): void {
  const { permissions } = agent.permissions;
  const own = permissions[tool.action];
  const branchReason = own === undefined ? null : branchFault(own, branch);
  const faults = [
    ...(branchReason === null ? [] : [{ id: branch, action: tool.action, because: branchReason }]),
    ...sourceFaults(permissions, plan.events),
    ...scopeFaults(permissions, branch, [...effect.touches, ...effect.carried]),
  ];
  assertNoFaults(agent, faults);
}

function assertLimits<View>({ agent }: CommandCall<View>, document: PlanDocument): void {
  const limit = agent.permissions.max_elements_per_operation;
  if (document.affected <= limit) return;
  throw new Refusal(
    'ELEMENT_LIMIT_EXCEEDED',
    `this affects ${document.affected} elements, \`${agent.name}\` may affect ${limit} at once`,
    'split it into smaller operations, or ask the operator for a higher limit',
    { affected: document.affected, limit },
  );
}

function documentOf<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
  made: {
    readonly plan: Plan<Readonly<Record<string, unknown>>>;
    readonly effect: Effect<View>;
    readonly base: View;
    readonly branch: string;
    readonly workspace: WorkspaceRecord;
  },
): PlanDocument {
  const { plan, effect, base, branch, workspace } = made;
  const { domain } = parts;
  const version = (id: string): Expectation => ({ branch, id, version: domain.version(base, id) });
  const touched = [...new Set(plan.events.flatMap(touchedIds))];
  const relied = (plan.relies_on ?? []).filter((id) => !touched.includes(id));
  return planDocument(parts, call, {
    workspace,
    branch,
    input: inputOf(call.own, call.shared.branch),
    events: plan.events,
    touched: touched.map(version),
    relied_on: [...new Set(relied)].map(version),
    branch_seq: plan.exclusive === true ? { branch, branch_seq: domain.branchSeq(base) } : null,
    carried: effect.carried.length,
    data: plan.data,
    warnings: [...new Set([...(plan.warnings ?? []), ...effect.warnings])],
  });
}

function callerOf<View>({ principal, shared, timestamp }: GovernedCall<View>): {
  readonly principal: GovernedCall<View>['principal'];
  readonly reasoning: string | null;
  readonly timestamp: string;
} {
  return { principal, reasoning: shared.reasoning ?? null, timestamp };
}
