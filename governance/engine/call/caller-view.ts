/** @module caller-view: restricts a branch, answers and refusals to what a caller may see. */
import { digestOf } from '../../../kernel/base/canonical/hash.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { type AgentRecord, Loss, type Mark } from '../../../schemas/governance.ts';
import type { Concealment, Sight } from '../../../schemas/sight.ts';
import { isTopicKey } from '../../../schemas/topics/topics.ts';
import { makerSight } from '../../access/file-reading.ts';
import { principalOf } from '../../access/principal.ts';
import { assertReadable, readsBranch } from '../../access/scope-assertions.ts';
import { branchFault, insideAt, insideScope, isPlaced } from '../../access/scope.ts';
import type { CallerView, Change, Domain } from '../../tool/domain.ts';
import type { GovernedCall } from './governed-call.ts';

type DomainOnly<View> = { readonly domain: Domain<View> };
type CallTexts<View> = Pick<GovernedCall<View>, 'agent' | 'branch' | 'own' | 'shared'>;

/** An answer to a caller. */
type AnswerTexts = { readonly data: unknown; readonly warnings?: readonly string[] };

/** An answer without hidden elements. */
export type ConcealedAnswer = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/**
 * The view as the agent sees it. INVARIANT: every tool, whether query, command or job, works on a view from here.
 *
 * @param branch the branch of the view; null for tools that are not about a branch
 */
export function callerView<View>(
  { domain }: DomainOnly<View>,
  agent: AgentRecord,
  whole: View,
  branch: string | null,
): CallerView<View> {
  return domain.callerView(whole, sightOf(agent, branch));
}

/**
 * The whole view of a branch. Refuses BRANCH_NOT_FOUND with the open branches that the agent may read; a branch outside
 * READ is refused as by `assertReadable`.
 */
export function wholeBranch<View>(
  { domain }: DomainOnly<View>,
  agent: AgentRecord,
  branch: string,
): View {
  assertReadable(agent, branch);
  try {
    return domain.view(branch);
  } catch (error) {
    if (!isBranchNotFound(error)) throw error;
    const { message, hint, data } = error.body;
    const listed = Array.isArray(data['branches']) ? data['branches'] : [];
    const branches = listed.filter((name) => typeof name === 'string' && readsBranch(agent, name));
    throw new Refusal('BRANCH_NOT_FOUND', message, hint, { branch, branches });
  }
}

/** The whole view of the branch that planned events go to; for a branch that they create, that of its parent. */
export function targetBranch<View>(
  { domain }: DomainOnly<View>,
  branch: string,
  parent: View,
): View {
  try {
    return domain.view(branch);
  } catch (error) {
    if (isBranchNotFound(error)) return parent;
    throw error;
  }
}

function isBranchNotFound(error: unknown): error is Refusal {
  return error instanceof Refusal && error.body.name === 'BRANCH_NOT_FOUND';
}

/** The restriction of an agent's view of a branch; null if it sees everything. */
export function sightOf(agent: AgentRecord, branch: string | null): Sight | null {
  const { READ } = agent.permissions.permissions;
  const { user_id, agent_id } = principalOf(agent, '');
  const who = {
    maker: makerSight({ user_id, agent_id }, READ),
    own: (by: { readonly user_id: string; readonly agent_id: string | null }) =>
      by.user_id === user_id && by.agent_id === agent_id,
  };
  const nothing = { ...who, key: 'nothing', place: () => false, limits: { categories: [] } };
  if (READ === undefined) return { ...nothing, branch: () => false };
  const readable = (name: string): boolean => branchFault(READ, name) === null;
  if (branch !== null && !readable(branch)) return { ...nothing, branch: readable };
  const placed = isPlaced(READ);
  if (!placed && READ.branch_patterns === undefined) return null;
  return {
    ...who,
    key: digestOf(READ),
    place: placed ? (place) => insideScope(READ, place) : null,
    limits: READ,
    branch: readable,
    hides_branches: READ.branch_patterns !== undefined,
  };
}

/**
 * Returns how to remove hidden elements from texts about a branch; null if the agent sees everything. Nothing is hidden
 * on a branch that is no longer open.
 *
 * @param given texts that the agent gave itself, which may be repeated
 */
export function concealmentOn<View>(
  parts: DomainOnly<View>,
  agent: AgentRecord,
  branch: string,
  given: readonly string[] = [],
): Concealment | null {
  return openView(parts, agent, branch)?.concealment(given) ?? null;
}

/** The place of a plan: its branch and events. */
export type PlanPlace = { readonly branch: string; readonly events: readonly PlannedEvent[] };

/**
 * Whether an agent may see a mark on a plan: its element and level, as the branch is now, and its place. An element that the
 * branch does not have is seen if the plan creates it, because only its own requester asks about it. No mark is seen on a
 * branch that is no longer open.
 */
export function marksSeenOn<View>(
  parts: DomainOnly<View>,
  agent: AgentRecord,
  { branch, events }: PlanPlace,
): (mark: Mark) => boolean {
  const { READ } = agent.permissions.permissions;
  if (READ === undefined || branchFault(READ, branch) !== null) return () => false;
  const on = openView(parts, agent, branch);
  if (on === null) return () => false;
  const exists = parts.domain.versions(on.whole).of;
  const version = parts.domain.versions(on.view).of;
  const created = new Set(
    events.flatMap(({ type, aggregate_id }) =>
      type === 'element.created' || type === 'level.created' ? [aggregate_id] : [],
    ),
  );
  const sees = (id: string): boolean => (exists(id) > 0 ? version(id) > 0 : created.has(id));
  return ({ element_id, at, level_id }) =>
    [element_id, level_id].every((id) => id === undefined || sees(id)) &&
    (at === undefined || insideAt(READ, at, level_id !== undefined));
}

/** The view of a branch; null if it is not open. */
function openView<View>(
  parts: DomainOnly<View>,
  agent: AgentRecord,
  branch: string,
): CallerView<View> | null {
  try {
    return callerView(parts, agent, parts.domain.view(branch), branch);
  } catch (error) {
    if (isBranchNotFound(error)) return null;
    throw error;
  }
}

/**
 * Returns how to remove hidden elements from an answer to a call about its branch; null if its agent sees everything.
 */
export function concealmentFor<View>(
  parts: DomainOnly<View>,
  { agent, branch, own, shared }: CallTexts<View>,
): Concealment | null {
  return concealmentOn(parts, agent, branch, givenTexts([own, shared]));
}

/** An answer without hidden elements. */
export function concealedAnswer(
  concealment: Concealment | null,
  { data, warnings = [] }: AnswerTexts,
): ConcealedAnswer {
  const visible = concealment === null ? data : concealment.data(data);
  return {
    data: typeof visible === 'object' && visible !== null ? { ...visible } : {},
    warnings: concealment === null ? warnings : concealment.warnings(warnings),
  };
}

/** Runs the work so that its refusals name nothing hidden. */
export async function concealRefusals<T>(
  concealment: Concealment | null,
  work: () => Promise<T> | T,
): Promise<T> {
  if (concealment === null) return await work();
  try {
    return await work();
  } catch (error) {
    throw concealment.refusal(error);
  }
}

/**
 * Losses of elements that the caller sees, without hidden ids. A restricted view also omits earlier values. A value that
 * the changes of the effect show in words, such as a stored mesh, is stated by these.
 */
export function visibleLosses<View>(
  { domain }: DomainOnly<View>,
  losses: readonly Loss[],
  { on, changes }: { readonly on: CallerView<View>; readonly changes: readonly Change[] },
): readonly Loss[] {
  const concealment = on.concealment([]);
  const { of: versionOf } = domain.versions(on.view);
  const changed = new Map(losses.length === 0 ? [] : changes.map((change) => [change.id, change]));
  return losses
    .filter(({ element_id }) => versionOf(element_id) > 0 || isTopicKey(element_id))
    .map((loss) => inWords(loss, changed))
    .map((loss) => {
      if (concealment === null || loss.loss !== 'value') return loss;
      const { given: _given, ...now } = loss;
      return Loss.parse(concealment.data(now));
    });
}

/** The loss with the value that its change shows, if the lost one is a list or an object and that is none. */
function inWords(loss: Loss, changed: ReadonlyMap<string, Change>): Loss {
  if (loss.loss !== 'value' || typeof loss.was !== 'object') return loss;
  const change = changed.get(loss.element_id);
  const shown = change?.change === 'modified' ? change.params[loss.parameter]?.from : undefined;
  return typeof shown === 'string' || typeof shown === 'number' ? { ...loss, was: shown } : loss;
}

/** Texts that the caller gave, at any depth: answers may repeat them even where they are hidden ids. */
export function givenTexts(value: unknown): readonly string[] {
  const texts: string[] = [];
  addTexts(value, texts);
  return texts;
}

/** Pushes texts one by one, because a long list exceeds the argument limit of one call. */
function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    texts.push(key);
    addTexts(item, texts);
  }
}
