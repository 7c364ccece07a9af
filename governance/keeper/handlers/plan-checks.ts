/** @module plan-checks: checks that a plan is well formed and based on the current state. */
import { branchSkeleton } from '../../../kernel/base/text/branch-skeleton.ts';
import type { BranchHead, LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { isExchange } from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import {
  INDEX_IDS,
  leavesModel,
  touchedIds,
  type EventType,
  type EventPayloads,
  type PlannedEventOf,
} from '../../../schemas/events.ts';
import type { Expectation, PlanDocument } from '../../../schemas/governance.ts';
import { nameFault } from './limits/planned-names.ts';

/** Events about branches, history and checks: their aggregate is not an element, and other checks order them. */
const WITHOUT_VERSION: ReadonlySet<EventType> = new Set([
  'branch.created',
  'branch.discarded',
  'branch.merged',
  'branch.restored',
  'event.reverted',
  'validation.run',
  'clash.excluded',
  'name.given',
  'schedule.generated',
  'export.created',
]);

/** Refuses INVALID_ARGUMENT when the plan does not state the version of everything that its events touch. */
export function assertVersionsStated(plan: PlanDocument): void {
  const stated = new Set(
    plan.touched.filter(({ branch }) => branch === plan.branch).map(({ id }) => id),
  );
  for (const event of plan.events) {
    if (WITHOUT_VERSION.has(event.type)) continue;
    for (const id of touchedIds(event)) {
      if (INDEX_IDS.has(id)) continue;
      if (!stated.has(id)) throw badPlan(`the plan states no expected version of \`${id}\``);
    }
  }
}

/** The refusal of a plan that no gate produces. */
export function badPlan(message: string): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    message,
    'plan the call again with this version of the tools',
  );
}

/** Longest name of a new branch, in characters. */
const BRANCH_NAME_MAX = 100;

/**
 * The head of the plan's branch; null when the plan itself creates the branch.
 * Refuses BRANCH_NOT_FOUND and BRANCH_EXISTS, also for the source of a merge, and INVALID_ARGUMENT for a new name that is
 * too long. Names that pass are short or on the log, so that they can be compared with the patterns of permissions.
 */
export async function planBranch(read: LedgerRead, plan: PlanDocument): Promise<BranchHead | null> {
  for (const { type, payload } of plan.events) {
    if (type === 'branch.merged') await openBranch(read, payload.source);
  }
  const head = await read.branchHead(plan.branch);
  const created = plan.events.find((event) => event.type === 'branch.created');
  if (created === undefined) {
    if (head?.status === 'open') return head;
    throw noBranch(plan.branch);
  }
  if (head !== null) {
    throw new Refusal(
      'BRANCH_EXISTS',
      `the branch \`${plan.branch}\` already exists`,
      'choose another name',
    );
  }
  if (plan.branch.length > BRANCH_NAME_MAX) {
    throw badPlan(
      `the branch name has ${plan.branch.length} characters; expected at most ${BRANCH_NAME_MAX}`,
    );
  }
  const look = branchSkeleton(plan.branch);
  if ((await read.branches()).some(({ branch }) => branchSkeleton(branch) === look)) {
    throw new Refusal(
      'BRANCH_EXISTS',
      `\`${plan.branch}\` is too similar to the name of another branch`,
      'choose another name',
      { branch: plan.branch },
    );
  }
  const { name, from, from_seq } = created.payload;
  if (name !== plan.branch || created.aggregate_id !== name || created !== plan.events[0]) {
    throw badPlan('`branch.created` must come first and name the branch of the plan');
  }
  if (plan.events.filter(({ type }) => type === 'branch.created').length > 1) {
    throw badPlan('the plan creates its branch twice');
  }
  const parent = await openBranch(read, from);
  await assertSeq(read, from_seq, parent.from_seq, 'the fork point');
  return null;
}

function noBranch(branch: string): Refusal {
  return new Refusal(
    'BRANCH_NOT_FOUND',
    `no open branch \`${branch}\``,
    'use an open branch, such as `main`',
    {
      branch,
    },
  );
}

async function openBranch(read: LedgerRead, name: string): Promise<BranchHead> {
  const head = await read.branchHead(name);
  if (head?.status === 'open') return head;
  throw noBranch(name);
}

/** Refuses INVALID_ARGUMENT for a seq that is not in the log, or at which the branch did not exist. */
async function assertSeq(read: LedgerRead, seq: number, min: number, what: string): Promise<void> {
  const known = await read.headSeq();
  if (seq >= min && seq <= known) return;
  throw badPlan(`${what} is \`${seq}\`; expected a seq from ${min} to ${known}`);
}

/** Refuses a merge other than of another open branch into the branch of the plan, at states that are in the log. */
async function assertMerges(
  read: LedgerRead,
  branch: string,
  { source, target, source_seq, target_seq }: EventPayloads['branch.merged'],
): Promise<void> {
  if (target !== branch || source === target) {
    throw badPlan(`a plan on \`${branch}\` cannot merge \`${source}\` into \`${target}\``);
  }
  const from = await openBranch(read, source);
  const into = await openBranch(read, target);
  await assertSeq(read, source_seq, from.from_seq, `the state of \`${source}\``);
  await assertSeq(read, target_seq, into.from_seq, `the state of \`${target}\``);
}

/** Refuses a return of a branch to another moment than that after one of its own events. */
async function assertRestores(
  read: LedgerRead,
  { branch }: PlanDocument,
  { aggregate_id, payload: { to_seq } }: PlannedEventOf<'branch.restored'>,
): Promise<void> {
  if (aggregate_id !== branch) {
    throw badPlan(`a plan on \`${branch}\` cannot restore \`${aggregate_id}\``);
  }
  const [event] = to_seq < 1 ? [] : await read.eventsAfter(to_seq - 1, 1);
  if (event?.seq === to_seq && event.branch === branch) return;
  throw badPlan(`\`${branch}\` has no event with the seq \`${to_seq}\`; expected one of its own`);
}

/**
 * Refuses a plan with an invalid name, merge, restore or repeated event id, and one that discards `main` or a branch that is not
 * open. The store itself refuses event ids that the ledger already has.
 */
export async function assertAppendable(read: LedgerRead, plan: PlanDocument): Promise<void> {
  const fault = nameFault(plan);
  if (fault !== null) throw badPlan(fault);
  const ids = new Set<string>();
  for (const event of plan.events) {
    const { type, payload, event_id } = event;
    if (ids.has(event_id)) throw badPlan(`the plan uses the event id \`${event_id}\` twice`);
    ids.add(event_id);
    if (event.type === 'branch.restored') await assertRestores(read, plan, event);
    if (type === 'branch.merged') await assertMerges(read, plan.branch, payload);
    if (type !== 'branch.discarded') continue;
    const { name } = payload;
    if ((await openBranch(read, name)).branch === 'main') throw noBranch(name);
  }
}

/** Ids whose state has changed since the plan was made, in the plan's order. */
export async function changedSince(
  read: LedgerRead,
  plan: PlanDocument,
): Promise<readonly string[]> {
  return (await comparedVersions(read, plan)).changed;
}

/** The result of comparing the versions of a plan with the log. */
export type ComparedVersions = {
  /** Ids whose state has changed since the plan was made, in the plan's order. */
  readonly changed: readonly string[];
  /** Ids that no event of the plan's own branch has written. */
  readonly unwritten: ReadonlySet<string>;
};

/** Compares every version that a plan states with the log. */
export async function comparedVersions(
  read: LedgerRead,
  plan: PlanDocument,
): Promise<ComparedVersions> {
  const unversioned = new Set(
    plan.events.filter(({ type }) => WITHOUT_VERSION.has(type)).map((event) => event.aggregate_id),
  );
  const heads = new Map<string, BranchHead | null>();
  const changed = new Set<string>();
  const unwritten = new Set<string>();
  const { touched: writeSet, relied_on: readSet } = plan;
  for (const expected of [...writeSet, ...readSet]) {
    const { branch, id, version } = expected;
    if (version === 0 && unversioned.has(id)) continue;
    if (!heads.has(branch)) heads.set(branch, await read.branchHead(branch));
    const current = await read.versionAt(branch, id);
    if (current === null && branch === plan.branch) unwritten.add(id);
    const from_seq = heads.get(branch)?.from_seq ?? plannedFork(plan, branch);
    if (await isCurrent(read, expected, current, from_seq)) continue;
    if (!(await endsUnfinished(read, plan, expected))) changed.add(id);
  }
  for (const id of await changedBranch(read, plan)) changed.add(id);
  return { changed: [...changed], unwritten };
}

/** Ledger seq at which a plan forks the branch that it creates; 0 for any other branch. */
function plannedFork({ events: [first] }: PlanDocument, branch: string): number {
  return first?.type === 'branch.created' && first.payload.name === branch
    ? first.payload.from_seq
    : 0;
}

/** Maximum number of events since a plan was made that are searched for changes with which it conflicts. */
const SEARCHED_MAX = 1000;

/**
 * Conflicting changes of a branch that must not change: the branch, or the ids that later events name. Runs and files
 * that were generated meanwhile do not conflict.
 */
async function changedBranch(
  read: LedgerRead,
  { branch_seq: expected }: PlanDocument,
): Promise<readonly string[]> {
  if (expected === null) return [];
  const { branch, branch_seq, naming } = expected;
  const head = await read.branchHead(branch);
  const since = (head?.branch_seq ?? 0) - branch_seq;
  if (since === 0) return [];
  if (since < 0 || since > SEARCHED_MAX) return [branch];
  const later = await read.eventsOfBranch(branch, branch_seq, SEARCHED_MAX);
  const events = later.filter((event) => !leavesModel(event));
  if (naming === undefined) return events.length === 0 ? [] : [branch];
  const texts = new Set(events.flatMap(({ payload }) => textsIn(payload)));
  return naming.filter((id) => texts.has(id));
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)];
}

/** Whether the plan reports the end of a run that the log records as unfinished (`assertRuns` checks the requester). */
async function endsUnfinished(
  read: LedgerRead,
  plan: PlanDocument,
  { branch, id, version }: Expectation,
): Promise<boolean> {
  if (version !== 0 || branch !== plan.branch) return false;
  const own = plan.events.filter(({ aggregate_id }) => aggregate_id === id);
  const [last] = await read.eventsOfAggregate(id, branch, 1);
  return last?.type === 'run.unfinished' && own.length === 1 && own[0]?.type === 'tool.run';
}

/** Whether an expected version is current: that of the branch's row or, without a row, one from before the fork. */
async function isCurrent(
  read: LedgerRead,
  { branch, id, version }: Expectation,
  current: number | null,
  from_seq: number,
): Promise<boolean> {
  if (current === null) return version <= from_seq;
  if (current === version) return true;
  if (version !== 0) return false;
  // A deleted element does not exist either, so that an undo can create it again.
  const [last] = await read.eventsOfAggregate(id, branch, 1);
  if (last?.seq === current && last.type === 'element.deleted') return true;
  const [touching] = await read.eventsTouching(id, branch, current, 1);
  return (
    touching?.type === 'import.reverted' && !isExchange(touching) && touching.aggregate_id !== id
  );
}
