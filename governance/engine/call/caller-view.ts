/** @module seen: the view that a tool gets, the whole one only where its agent may read all of it, and what may be said of it. */
import { digestOf } from '../../kernel/canonical/hash.ts';
import { Refusal } from '../../schemas/errors.ts';
import { type AgentRecord, Loss } from '../../schemas/governance.ts';
import { makerSight } from '../access/file-reading.ts';
import { assertReadable, readsBranch } from '../access/inside.ts';
import { principalOf } from '../access/principal.ts';
import { branchFault, insideScope, isPlaced } from '../access/scope.ts';
import type { Concealment, Sight } from '../tool/domain.ts';
import type { GateParts, GovernedCall } from './context.ts';

/**
 * The view as the agent may see it. INVARIANT: every tool, of whatever sort, works on what comes from here.
 *
 * @param branch the branch of the view; null for tools that are not about one
 */
export function seenBy<View>(
  { domain }: Pick<GateParts<View>, 'domain'>,
  agent: AgentRecord,
  whole: View,
  branch: string | null,
): View {
  const sight = sightOf(agent, branch);
  return sight === null ? whole : domain.restricted(whole, sight);
}

/**
 * The whole view of a branch. Refuses BRANCH_NOT_FOUND, listing the open branches that the agent may read; for a branch
 * outside READ as `assertReadable`.
 */
export function branchView<View>(
  { domain }: Pick<GateParts<View>, 'domain'>,
  agent: AgentRecord,
  branch: string,
): View {
  assertReadable(agent, branch);
  try {
    return domain.view(branch);
  } catch (error) {
    if (!(error instanceof Refusal) || error.body.name !== 'BRANCH_NOT_FOUND') throw error;
    const { message, hint, data } = error.body;
    const listed = Array.isArray(data['branches']) ? data['branches'] : [];
    const branches = listed.filter((name) => typeof name === 'string' && readsBranch(agent, name));
    throw new Refusal('BRANCH_NOT_FOUND', message, hint, { branch, branches });
  }
}

/** The whole view of the branch that events go to; a branch that is only being made has its parent's. */
export function planBase<View>(
  { domain }: Pick<GateParts<View>, 'domain'>,
  branch: string,
  parent: View,
): View {
  try {
    return domain.view(branch);
  } catch (error) {
    if (error instanceof Refusal && error.body.name === 'BRANCH_NOT_FOUND') return parent;
    throw error;
  }
}

/** What an agent may see when it works on a branch; null for everything. */
function sightOf(agent: AgentRecord, branch: string | null): Sight | null {
  const { READ } = agent.permissions.permissions;
  const { user_id, agent_id } = principalOf(agent, '');
  const who = {
    maker: makerSight({ user_id, agent_id }, READ),
    own: (by: { readonly user_id: string; readonly agent_id: string | null }) =>
      by.user_id === user_id && by.agent_id === agent_id,
  };
  const nothing = { ...who, key: 'nothing', place: () => false };
  if (READ === undefined) return { ...nothing, branch: () => false };
  const readable = (name: string): boolean => branchFault(READ, name) === null;
  if (branch !== null && !readable(branch)) return { ...nothing, branch: readable };
  const placed = isPlaced(READ);
  if (!placed && READ.branch_patterns === undefined) return null;
  return {
    ...who,
    key: digestOf(READ),
    place: placed ? (place) => insideScope(READ, place) : null,
    branch: readable,
  };
}

/**
 * What may be said of a branch to an agent that gave these texts itself, null where all of it may. Nothing of a branch that
 * is not open is hidden any more.
 */
export function concealmentOn<View>(
  parts: Pick<GateParts<View>, 'domain'>,
  agent: AgentRecord,
  branch: string,
  given: readonly string[] = [],
): Concealment | null {
  try {
    const whole = parts.domain.view(branch);
    return parts.domain.concealment(whole, seenBy(parts, agent, whole, branch), given);
  } catch (error) {
    if (error instanceof Refusal && error.body.name === 'BRANCH_NOT_FOUND') return null;
    throw error;
  }
}

/** What may be said to a call of the branch that it is about; null where all of it may. What it gave itself may be repeated. */
export function concealmentFor<View>(
  parts: Pick<GateParts<View>, 'domain'>,
  { agent, branch, own, shared }: Pick<GovernedCall<View>, 'agent' | 'branch' | 'own' | 'shared'>,
): Concealment | null {
  return concealmentOn(parts, agent, branch, givenTexts([own, shared]));
}

/** The first answer to a repeated call, without what its caller may not see any more. */
export function replayedOf<View>(
  parts: Pick<GateParts<View>, 'domain'>,
  call: Pick<GovernedCall<View>, 'agent' | 'branch' | 'own' | 'shared'>,
  {
    data,
    warnings,
  }: {
    readonly data: Readonly<Record<string, unknown>>;
    readonly warnings: readonly string[];
  },
): { readonly data: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] } {
  const concealment = concealmentFor(parts, call);
  if (concealment === null) return { data, warnings };
  const kept = concealment.data(data);
  return {
    data: typeof kept === 'object' && kept !== null ? { ...kept } : {},
    warnings: concealment.warnings(warnings),
  };
}

/** Losses of elements that the caller sees, without hidden ids and, where not all is seen, without earlier values. */
export function lossesSeen<View>(
  { domain }: Pick<GateParts<View>, 'domain'>,
  losses: readonly Loss[],
  { whole, seen }: { readonly whole: View; readonly seen: View },
): readonly Loss[] {
  const concealment = domain.concealment(whole, seen, []);
  return losses
    .filter(({ element_id }) => domain.version(seen, element_id) > 0)
    .map((loss) => {
      if (concealment === null || loss.loss !== 'value') return loss;
      const { given: _given, ...now } = loss;
      return Loss.parse(concealment.data(now));
    });
}

/** Texts that the caller gave, at any depth: what one says oneself may be repeated. */
export function givenTexts(value: unknown): readonly string[] {
  const texts: string[] = [];
  addTexts(value, texts);
  return texts;
}

/** One by one: a list of many is too long to be the arguments of a call. */
function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    texts.push(key);
    addTexts(item, texts);
  }
}

/** What `work` gives; its refusal is one that names nothing hidden. */
export async function concealing<T>(
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
