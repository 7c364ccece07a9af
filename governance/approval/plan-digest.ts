/** @module plan-digest: digests of a plan, of its effect and of the rules that judged it. */
import { compareText } from '../../kernel/base/canonical/deep-equal.ts';
import { digestOf, sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import type { Json, PlannedEvent } from '../../schemas/events.ts';
import type { PlanDocument } from '../../schemas/governance.ts';
import type { AgentPermissions, WorkspacePolicy } from '../../schemas/permissions.ts';
import { type NetMembers, netMembers, otherUpdates } from './net-members.ts';

/** A plan as exact text and the SHA-256 of that text. */
export type SealedPlan = { readonly text: string; readonly digest: string };

/**
 * The canonical text (profile `jcs`) of a plan and its SHA-256 as 64 hex digits.
 *
 * @throws {CanonicalJsonError} when the plan contains a value that JSON cannot represent
 */
export function sealPlan(plan: PlanDocument): SealedPlan {
  const text = canonicalJson(plan);
  return { text, digest: sha256Hex(text) };
}

/** SHA-256 of the canonical text of a plan. */
export function planDigest(plan: PlanDocument): string {
  return sealPlan(plan).digest;
}

/**
 * SHA-256 of the rules that judged a plan: its approval is valid only while they stay the same. The witness and the webhook
 * of the policy are excluded, because they do not affect the judgement.
 */
export function policyDigest(rules: {
  readonly permissions: AgentPermissions;
  readonly policy: WorkspacePolicy;
}): string {
  const { witness: _witness, approval_webhook: _webhook, ...policy } = rules.policy;
  return digestOf({ profile: 'jcs', of: 'policy/v1', permissions: rules.permissions, policy });
}

type EffectSource = Pick<PlanDocument, 'agent_id' | 'user_id' | 'branch' | 'events'>;

/**
 * Key that is equal for all plans of one requester with the same effect on the same branch, for any tool, any order of
 * events and any ids of new elements. A repeated request therefore finds the open approval, and a veto applies to all of
 * them.
 *
 * @throws {CanonicalJsonError} when a payload contains a value that JSON cannot represent
 */
export function effectKey(plan: EffectSource): string {
  const effects = effectsOf(plan.events);
  const labels = labelsOf(createdIds(plan), effects);
  return digestOf({
    profile: 'jcs',
    of: 'effect/v1',
    requester: plan.agent_id ?? plan.user_id,
    branch: plan.branch,
    effects: effects
      .map((effect) => canonicalJson(withNames(effect, (id) => labels.get(id))))
      .toSorted(compareText),
  });
}

/**
 * The changes of a plan, for comparison with other plans: the changed item mapped to its new value (null when it has none).
 * Independent of requester, branch, order and ids of new elements. New elements that differ only in their ids are one
 * change, and hosting belongs to the hosted element.
 *
 * @throws {CanonicalJsonError} when a payload contains a value that JSON cannot represent
 */
export function effectParts(
  plan: Pick<PlanDocument, 'events'>,
): ReadonlyMap<string, string | null> {
  const created = createdIds(plan);
  const name = (id: string): string | undefined => (created.has(id) ? '$' : undefined);
  const text = (value: unknown): string => canonicalJson(withNames(value, name));
  const parts = new Map<string, string | null>();
  for (const event of plan.events) {
    const { type, aggregate_id } = event;
    if (type === 'element.hosted' || !isEffect(event)) continue;
    if (event.type === 'element.modified') {
      for (const [parameter, to] of Object.entries(otherUpdates(event))) {
        parts.set(text([type, aggregate_id, parameter]), text(to));
      }
    } else {
      parts.set(text(effectOf(event)), null);
    }
  }
  for (const [type, id, members, change, member] of memberEffects(plan.events)) {
    parts.set(text([type, id, members, member]), change);
  }
  return parts;
}

/**
 * The names that a plan assigns: each name mapped to a text that is equal for all plans of the same effect that assign it
 * to the same elements, for any ids of new elements.
 *
 * @throws {CanonicalJsonError} when a payload contains a value that JSON cannot represent
 */
export function assignedNames({
  events,
}: Pick<PlanDocument, 'events'>): ReadonlyMap<string, string> {
  const given = events.flatMap((event) => (event.type === 'name.given' ? [event.payload] : []));
  if (given.length === 0) return new Map();
  const labels = labelsOf(createdIds({ events }), effectsOf(events));
  return new Map(
    given.map(({ name, elements }) => {
      const parts = elements.map(({ part, id }) => canonicalJson([part, labels.get(id) ?? id]));
      return [name, canonicalJson(parts.toSorted(compareText))];
    }),
  );
}

/** Rounds of refinement: new elements are distinguished by their own events, by those of their neighbours, and so on. */
const ROUNDS = 3;

/** Names are not part of the effect, so that another name does not circumvent a veto. */
function isEffect({ type }: PlannedEvent): boolean {
  return type !== 'name.given';
}

function createdIds({ events }: Pick<EffectSource, 'events'>): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, aggregate_id }) =>
      type === 'element.created' || type === 'level.created' ? [aggregate_id] : [],
    ),
  );
}

/** Labels of new ids, derived from the effects that mention them and not from spelling or position (colour refinement of a graph). */
function labelsOf(
  ids: ReadonlySet<string>,
  effects: readonly unknown[],
): ReadonlyMap<string, string> {
  const about = new Map([...ids].map((id) => [id, new Array<unknown>()]));
  for (const effect of effects) {
    for (const id of idsIn(effect, ids)) about.get(id)?.push(effect);
  }
  let labels = new Map([...ids].map((id) => [id, '$']));
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = labels;
    labels = new Map(
      [...about].map(([id, effectsOfId]) => {
        const name = (other: string): string | undefined =>
          other === id ? '$self' : known.get(other);
        const forms = effectsOfId.map((effect) => canonicalJson(withNames(effect, name)));
        return [id, `$${digestOf(forms.toSorted(compareText))}`];
      }),
    );
  }
  return labels;
}

/** The ids that occur in a value as whole strings or keys. */
function idsIn(
  value: unknown,
  ids: ReadonlySet<string>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (typeof value === 'string') {
    if (ids.has(value)) found.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) idsIn(item, ids, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      idsIn(key, ids, found);
      idsIn(item, ids, found);
    }
  }
  return found;
}

/** The effects of the events: one for each event, and one for each member that a set has only before or only after them. */
function effectsOf(events: readonly PlannedEvent[]): readonly Json[] {
  const own = events.flatMap((event) => {
    if (!isEffect(event)) return [];
    if (event.type !== 'element.modified') return [effectOf(event)];
    const updates = otherUpdates(event);
    return Object.keys(updates).length === 0 ? [] : [[event.type, event.aggregate_id, updates]];
  });
  return [...own, ...memberEffects(events)];
}

type OtherEvent = Exclude<PlannedEvent, { readonly type: 'element.modified' }>;

type MemberEffect = readonly [
  type: 'element.modified',
  id: string,
  parameter: 'members',
  change: keyof NetMembers,
  member: string,
];

function memberEffects(events: readonly PlannedEvent[]): readonly MemberEffect[] {
  return [...netMembers(events)].flatMap(([id, net]) =>
    (['added', 'removed'] as const).flatMap((change) =>
      net[change].map((member) => ['element.modified', id, 'members', change, member] as const),
    ),
  );
}

/** The effect of an event other than a modification, without fields that only record the state before it. */
function effectOf({ type, aggregate_id, payload }: OtherEvent): Json {
  if (type === 'element.deleted') return [type, aggregate_id];
  if (type === 'elements.joined') {
    return [type, payload.element_ids.toSorted(compareText), payload.join_type];
  }
  if (type === 'branch.merged') return [type, payload.source, payload.target];
  // The id and the name of an import do not matter, so that others do not circumvent a veto.
  if (type === 'model.imported') {
    const revised = payload.supersedes === null ? [] : [payload.supersedes.manifest.sha256];
    return [type, payload.file.sha256, payload.manifest.sha256, ...revised];
  }
  return [type, aggregate_id, payload];
}

/** A copy in which whole strings and keys for which `name` has a replacement are replaced. */
function withNames(value: unknown, name: (id: string) => string | undefined): unknown {
  if (typeof value === 'string') return name(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withNames(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [name(key) ?? key, withNames(item, name)]),
  );
}
