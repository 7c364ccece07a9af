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
  const created = plan.events.flatMap((event, index) =>
    event.type === 'element.created' || event.type === 'level.created'
      ? [{ id: event.aggregate_id, index }]
      : [],
  );
  // Numbered by what is created and not by its place, so that order does not matter.
  const anonymous = new Map(created.map(({ id }) => [id, '$']));
  const ordered = created
    .map(({ id, index }) => ({ id, form: canonicalJson(renamed(effects[index], anonymous)) }))
    .toSorted((a, b) => compare(a.form, b.form));
  const numbered = new Map(ordered.map(({ id }, index) => [id, `$${index}`]));
  return digestOf({
    profile: 'jcs',
    of: 'effect/v1',
    requester: plan.agent_id ?? plan.user_id,
    branch: plan.branch,
    effects: effects.map((effect) => canonicalJson(renamed(effect, numbered))).toSorted(compare),
  });
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

/** A copy in which whole strings and keys that are in `names` are replaced. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
