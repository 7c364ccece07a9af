/** @module plan-digest: what a plan, its effect and the rules it was judged by come down to as one digest each. */
import { digestOf, sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import type { PlanDocument } from '../../schemas/governance.ts';
import type { AgentPermissions, WorkspacePolicy } from '../../schemas/permissions.ts';

/** A plan as exact text and the SHA-256 of that text. */
export type SealedPlan = { readonly text: string; readonly digest: string };

/**
 * The canonical text (profile `jcs`) of a plan and its SHA-256 as 64 hex digits.
 *
 * @throws {CanonicalJsonError} when the plan holds what JSON cannot carry
 */
export function sealPlan(plan: PlanDocument): SealedPlan {
  const text = canonicalJson(plan);
  return { text, digest: sha256Hex(text) };
}

/** SHA-256 of the canonical text of a plan. */
export function planDigest(plan: PlanDocument): string {
  return sealPlan(plan).digest;
}

/** SHA-256 of the rules a plan was judged by: an approval holds only while they stay the same. */
export function policyDigest(rules: {
  readonly permissions: AgentPermissions;
  readonly policy: WorkspacePolicy;
}): string {
  return digestOf({ profile: 'jcs', of: 'policy/v1', ...rules });
}

type EffectSource = Pick<PlanDocument, 'agent_id' | 'user_id' | 'branch' | 'events'>;

/**
 * The same for every plan of one requester that has the same effect on the same branch, whatever tool asks for it, in
 * whatever order, with whatever ids for new elements. A repeat so finds the open approval, and a veto holds for all.
 *
 * @throws {CanonicalJsonError} when a payload holds what JSON cannot carry
 */
export function effectKey(plan: EffectSource): string {
  const effects = plan.events.map(effectOf);
  const labels = labelled(createdIds(plan), effects);
  return digestOf({
    profile: 'jcs',
    of: 'effect/v1',
    requester: plan.agent_id ?? plan.user_id,
    branch: plan.branch,
    effects: effects
      .map((effect) => canonicalJson(renamed(effect, (id) => labels.get(id))))
      .toSorted(compare),
  });
}

/** How far a new element is told from its like by what is said of it, of what it is joined to, and so on. */
const ROUNDS = 3;

function createdIds({ events }: EffectSource): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, aggregate_id }) =>
      type === 'element.created' || type === 'level.created' ? [aggregate_id] : [],
    ),
  );
}

/** New ids by what the effects say of them, and not by their spelling or place (colour refinement of a graph). */
function labelled(
  ids: ReadonlySet<string>,
  effects: readonly unknown[],
): ReadonlyMap<string, string> {
  const about = new Map([...ids].map((id) => [id, new Array<unknown>()]));
  for (const effect of effects)
    for (const id of mentioned(effect, ids)) about.get(id)?.push(effect);
  let labels = new Map([...ids].map((id) => [id, '$']));
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = labels;
    labels = new Map(
      [...about].map(([id, said]) => {
        const name = (other: string): string | undefined =>
          other === id ? '$self' : known.get(other);
        const forms = said.map((effect) => canonicalJson(renamed(effect, name)));
        return [id, `$${digestOf(forms.toSorted(compare))}`];
      }),
    );
  }
  return labels;
}

/** Which of the ids stand in a value as whole strings or keys. */
function mentioned(
  value: unknown,
  ids: ReadonlySet<string>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (typeof value === 'string') {
    if (ids.has(value)) found.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) mentioned(item, ids, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      mentioned(key, ids, found);
      mentioned(item, ids, found);
    }
  }
  return found;
}

/** What an event does, without what only tells how things stood before it. */
function effectOf({ type, aggregate_id, payload }: PlanDocument['events'][number]): unknown {
  switch (type) {
    case 'element.deleted':
      return [type, aggregate_id];
    case 'element.modified':
      return [type, aggregate_id, payload['updates'] ?? null];
    case 'elements.joined': {
      const ids = payload['element_ids'];
      const sorted = Array.isArray(ids) ? ids.map(String).toSorted(compare) : [];
      return [type, sorted, payload['join_type'] ?? null];
    }
    case 'branch.merged':
      return [type, payload['source'] ?? null, payload['target'] ?? null];
    default:
      return [type, aggregate_id, payload];
  }
}

/** A copy in which whole strings and keys that `name` knows are replaced. */
function renamed(value: unknown, name: (id: string) => string | undefined): unknown {
  if (typeof value === 'string') return name(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [name(key) ?? key, renamed(item, name)]),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
