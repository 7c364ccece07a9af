/** @module command: plan, footprint, preview or commit, and read back; the heart of the gate. */
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { inTurns } from '../../kernel/findings/steps.ts';
import { type ErrorName, Refusal, type RefusalBody } from '../../schemas/errors.ts';
import { touchedIds } from '../../schemas/events.ts';
import type { Expectation, Loss, PlanDocument, WorkspaceRecord } from '../../schemas/governance.ts';
import { SNAP_DEFAULT } from '../../schemas/permissions.ts';
import type { CallContext, Pause, Plan } from '../../schemas/plan.ts';
import { assertInside, assertLimit, assertOnBranch, assertReachable } from '../access/inside.ts';
import { agentOf, requesterOf } from '../access/principal.ts';
import { assertApplied } from '../access/unapplied.ts';
import { emptiedIn } from '../approval/emptied.ts';
import { valueLosses } from '../approval/given-before.ts';
import { planData } from '../approval/plan-data.ts';
import { maskCall } from '../audit/entry.ts';
import {
  answeredBefore,
  idempotencyDigest,
  idempotencyScope,
  type StoredReply,
} from '../keeper/handlers/idempotency.ts';
import type { SubmitReply } from '../keeper/protocol/protocol.ts';
import type { ChangeChecks } from '../tool/change-checks.ts';
import type { CommandValue, ExtraContent } from '../tool/define.ts';
import type { Applied, Concealment, Effect } from '../tool/domain.ts';
import { withSuggestion } from '../tool/edits.ts';
import {
  callerOf,
  ownerOf,
  refuseFor,
  type GateParts,
  type GovernedCall,
  type Outcome,
} from './context.ts';
import { succeeded } from './envelope.ts';
import { idSource, seedOf } from './identifiers.ts';
import { pendingOutcome } from './pending.ts';
import { nameEvents, planDocument } from './plan-document.ts';
import { previewData, previewedOf } from './preview.ts';
import {
  branchView,
  concealing,
  concealmentFor,
  givenTexts,
  lossesSeen,
  planBase,
  replayedOf,
  seenBy,
} from './seen.ts';
import { waitingPreview, type Shown } from './waiting-preview.ts';

/** A plan that conflicts with concurrent edits is made again at most this often. */
const REPLAN_MAX = 8;

type CommandCall<View> = GovernedCall<View> & {
  readonly tool: CommandValue<View>;
  readonly checks: ChangeChecks<View> | undefined;
};

/** A plan with its effect, ready to be shown or submitted. */
type Planned<View> = Shown<View> & {
  readonly plan: Plan<unknown>;
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

/** The effect of a command, shown and not committed; `cursor` as in the diff of the page before. */
export async function preview<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
  {
    cursor,
    picture = false,
  }: { readonly cursor?: string | undefined; readonly picture?: boolean } = {},
): Promise<Outcome> {
  const { effect, losses, branch_seq, ...made } = await parts.timed('plan', () =>
    inTurn(parts, call),
  );
  const by = { agent: call.agent, workspace: parts.directory.workspace() };
  const document = await parts.limitHour(made.document, by, parts.now());
  const previewed = await parts.turns.planned(ownerOf(call), (pause) => previewedOf(effect, pause));
  const place = { cursor, branch_seq, dry_run: true };
  const shown = previewData(previewed, { ...document, losses }, place);
  const data = { ...planData(document), ...shown.data };
  const png = picture
    ? await parts.turns.planned(ownerOf(call), (pause) => effect.picture(pause))
    : null;
  const content = png === null ? [] : [pictureContent(png)];
  const blank =
    picture && png === null ? ['nothing of this has a place in plan: there is no picture'] : [];
  const warnings = [...document.warnings, ...shown.warnings, ...blank];
  const envelope = succeeded(callerOf(call), data, null, warnings);
  return { envelope: { ...envelope, dry_run: true }, content, recorded: false };
}

function pictureContent(png: Uint8Array): ExtraContent {
  return { type: 'image', data: Buffer.from(png).toString('base64'), mimeType: 'image/png' };
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
  { principal, shared, own, tool, checks }: CommandCall<View>,
): Promise<StoredReply | null> {
  const key = shared.idempotency_key;
  if (key === undefined) return null;
  const input = inputOf(own, shared.branch);
  const named = checks === undefined ? [] : (shared.check ?? []);
  const digest = idempotencyDigest({
    server: parts.server,
    tool: tool.name,
    input,
    checks: Object.fromEntries(named.map((name) => [name, null])),
  });
  const scope = idempotencyScope(principal);
  return answeredBefore(parts.reader, { scope, key, digest }, parts.now());
}

/** Commits; what is refused on the way, by the keeper too, names nothing hidden. */
async function commit<View>(parts: GateParts<View>, call: CommandCall<View>): Promise<Outcome> {
  try {
    return await submitted(parts, call);
  } catch (error) {
    throw concealmentFor(parts, call)?.refusal(error) ?? error;
  }
}

async function submitted<View>(parts: GateParts<View>, call: CommandCall<View>): Promise<Outcome> {
  assertReachable(call);
  const earlier = await answeredEarlier(parts, call);
  if (earlier !== null) return await settled(parts, call, null, earlier);
  let changed: readonly string[] = [];
  let { agent } = call;
  for (let attempt = 0; attempt < REPLAN_MAX; attempt += 1) {
    // A conflict means that the ledger has moved on: plan again on what is true now, by the rules of now.
    const current = await parts.timed('plan', () => inTurn(parts, { ...call, agent }));
    const reply = await parts.timed('commit', () =>
      parts.keeper.submit({
        principal: requesterOf(call.principal),
        plan: current.document,
        arguments: maskCall(call.own, parts.salt),
        idempotency_key: call.shared.idempotency_key ?? null,
      }),
    );
    if (reply.status !== 'conflict') return await settled(parts, call, current, reply);
    changed = reply.changed;
    await parts.directory.refresh();
    await parts.domain.catchUp();
    agent = agentOf(parts.directory, call.principal) ?? agent;
  }
  throw new Refusal(
    'VERSION_CONFLICT',
    `others kept changing ${changed.map((id) => `\`${id}\``).join(', ')} while this was planned ${REPLAN_MAX} times`,
    'look at the current state, then call again',
    { changed },
  );
}

async function settled<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
  current: Planned<View> | null,
  reply: Exclude<SubmitReply, { readonly status: 'conflict' }>,
): Promise<Outcome> {
  switch (reply.status) {
    case 'refused': {
      const { name, message, hint, data } = reply.refusal;
      throw new Refusal(name, message, hint, data);
    }
    case 'pending': {
      const { approval_id, expires_at, triggers, approvers_required, repeated } = reply;
      const shown = await waitingPreview(parts, call, approval_id, current);
      return pendingOutcome(parts, call, {
        approval_id,
        approvers_required,
        warnings: shown.warnings,
        data: { expires_at, triggers, approvers_required, repeated, ...shown.data },
      });
    }
    case 'committed': {
      if (current !== null && !reply.replayed) await readBack(parts, current, reply.last_seq);
      const { data, warnings } = reply.replayed ? replayedOf(parts, call, reply) : reply;
      const envelope = succeeded(callerOf(call), data, reply.event_id, warnings);
      // A repeated answer has no entry of its own yet.
      return { envelope, content: [], recorded: !reply.replayed };
    }
    default:
      return reply satisfies never;
  }
}

/** INVARIANT: success is reported only for what is read back from the committed state. */
async function readBack<View>(
  parts: GateParts<View>,
  current: Planned<View>,
  lastSeq: number,
): Promise<void> {
  const { branch, effect, plan } = current;
  await parts.domain.catchUp();
  const off = parts.domain.readBack(branch, effect.after, plan.events);
  if (off.length === 0) return;
  const now = parts.domain.view(branch);
  const differing = off.filter((id) => parts.domain.version(now, id) <= lastSeq);
  if (differing.length > 0) {
    throw new Error(`committed, but read back differently: ${differing.join(', ')}`);
  }
}

/** Planned between other calls, until it is cancelled. */
async function inTurn<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
): Promise<Planned<View>> {
  return await parts.turns.planned(ownerOf(call), (pause) => planned(parts, call, pause));
}

async function planned<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
  pause: Pause,
): Promise<Planned<View>> {
  assertApplied(parts.domain, call.agent);
  const { domain, directory } = parts;
  assertReachable(call);
  const view = branchView(parts, call.agent, call.branch);
  const seen = seenBy(parts, call.agent, view, call.branch);
  const workspace = directory.workspace();
  const seed = seedOf({
    workspace_id: workspace.workspace_id,
    branch: call.branch,
    from: seen === view ? domain.branchSeq(view) : call.principal,
    tool: call.tool.name,
    input: canonicalJson(call.own),
  });
  const isTaken = (id: string): boolean => domain.version(view, id) > 0;
  const concealment = domain.concealment(view, seen, givenTexts([call.own, call.shared]));
  const asked = concealed(
    concealment,
    await concealing(concealment, () => {
      const named = domain.named(seen, call.principal);
      const planOf = async (given: CommandCall<View>['own']): ReturnType<typeof planWith> => {
        const own = await domain.meant(call.tool.input, given, { view: seen, named });
        return await planWith({ ...call, own }, seen, {
          ids: idSource(seed, isTaken),
          workspace,
          pause,
          named,
        });
      };
      return orSuggested(parts, call, { seen, planOf });
    }),
  );
  const branch = asked.on_branch ?? call.branch;
  const base = branch === call.branch ? view : planBase(parts, branch, view);
  const seenBase = base === view ? seen : seenBy(parts, call.agent, base, branch);
  const along = idSource(`${seed}\nalong`, (id) => isTaken(id) || domain.version(base, id) > 0);
  const sides = { whole: base, seen: seenBase };
  const plan = await inTurns(domain.completed(asked, sides, along), pause);
  const effect = await inTurns(domain.effect(base, plan.events, seenBase), pause);
  assertInside(call, branch, { events: plan.events, effect });
  const applied = { before: base, seen: seenBase, events: plan.events };
  const emptied = await valueLosses(parts.reader, branch, emptiedIn(plan.events));
  const losses = [...emptied, ...(await domain.losses(applied, effect, pause))];
  const made = { plan, effect, losses, base, branch, workspace };
  const unchecked = documentOf(parts, call, made);
  assertLimit(call, unchecked);
  const checks = await checksOf(call, applied, effect);
  const document = checks === null ? unchecked : { ...unchecked, checks };
  // A position counts what is hidden, too.
  const position = seenBase === base ? domain.branchSeq(base) : 0;
  const shown = { effect, losses: lossesSeen(parts, losses, sides), branch_seq: position };
  return { ...shown, ...(checks === null ? {} : { checks }), plan, branch, document };
}

/** What the checks that the caller asked for say of the change; null where it asked for none. */
async function checksOf<View>(
  { checks, shared, signal, progress }: CommandCall<View>,
  applied: Applied<View>,
  effect: Effect<View>,
): Promise<NonNullable<PlanDocument['checks']> | null> {
  const names = shared.check ?? [];
  if (checks === undefined || names.length === 0) return null;
  return { ...(await checks.run(applied, effect, { names, signal, progress })) };
}

/** The plan without what its caller may not see. */
function concealed(
  concealment: Concealment | null,
  plan: Plan<Readonly<Record<string, unknown>>>,
): Plan<Readonly<Record<string, unknown>>> {
  if (concealment === null) return plan;
  const data = concealment.data(plan.data);
  return {
    ...plan,
    data: typeof data === 'object' && data !== null ? { ...data } : {},
    warnings: concealment.warnings(plan.warnings ?? []),
  };
}

/** The plan of a call; its refusal says what to change of the arguments, where something near them would hold. */
async function orSuggested<View, P>(
  { domain }: GateParts<View>,
  { tool: { input }, own }: CommandCall<View>,
  {
    seen,
    planOf,
  }: { readonly seen: View; readonly planOf: (own: CommandCall<View>['own']) => Promise<P> },
): Promise<P> {
  try {
    return await planOf(own);
  } catch (error) {
    if (!(error instanceof Refusal) || error.body.data['suggested'] !== undefined) throw error;
    const candidates = (given: typeof own, refusal: RefusalBody): Iterable<typeof own> =>
      domain.corrections({ input, own: given, refusal }, seen);
    throw await withSuggestion(error, { own, candidates }, planOf);
  }
}

async function planWith<View>(
  call: CommandCall<View>,
  view: View,
  {
    workspace,
    ...context
  }: { readonly workspace: WorkspaceRecord } & Pick<
    CallContext<ErrorName>,
    'ids' | 'pause' | 'named'
  >,
): Promise<Plan<Readonly<Record<string, unknown>>>> {
  const { snap_mm = SNAP_DEFAULT } = workspace.policy;
  const plan = await call.tool.plan(call.own, view, {
    refuse: refuseFor(call.tool),
    assertOnBranch: (branch, events) => assertOnBranch(call, branch, events),
    snap_mm,
    ...context,
  });
  if (plan.events.length === 0) {
    throw new Refusal('NO_EFFECT', 'this would change nothing', 'look at the current state first');
  }
  const { data } = plan;
  return { ...plan, data: typeof data === 'object' && data !== null ? { ...data } : {} };
}

function documentOf<View>(
  parts: GateParts<View>,
  call: CommandCall<View>,
  made: {
    readonly plan: Plan<Readonly<Record<string, unknown>>>;
    readonly effect: Effect<View>;
    readonly losses: readonly Loss[];
    readonly base: View;
    readonly branch: string;
    readonly workspace: WorkspaceRecord;
  },
): PlanDocument {
  const { plan, effect, losses, base, branch, workspace } = made;
  const { domain } = parts;
  const version = (id: string): Expectation => ({ branch, id, version: domain.version(base, id) });
  const writeSet = [...new Set(plan.events.flatMap(touchedIds))];
  const readSet = (plan.relies_on ?? []).filter((id) => !writeSet.includes(id));
  return planDocument(parts, call, {
    workspace,
    branch,
    input: inputOf(call.own, call.shared.branch),
    events: [...plan.events, ...nameEvents(plan, call.principal)],
    write_set: writeSet.map(version),
    read_set: [...new Set(readSet)].map(version),
    branch_seq: unchanged(plan, branch, domain.branchSeq(base)),
    carried: effect.carried.length,
    losses,
    data: plan.data,
    warnings: [...new Set(effect.named([...(plan.warnings ?? []), ...effect.warnings]))],
  });
}

/** Where the plan needs the branch as it is, or at least that no change since then names one of some ids. */
function unchanged(
  { exclusive = false }: Plan<unknown>,
  branch: string,
  branch_seq: number,
): PlanDocument['branch_seq'] {
  if (exclusive === false) return null;
  return { branch, branch_seq, ...(exclusive === true ? {} : { naming: [...exclusive] }) };
}
