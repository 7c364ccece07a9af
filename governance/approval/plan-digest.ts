/** @module plan-digest: digests of a plan, of its effect and of the rules it was judged by. */
import { digestOf, sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import type { Json, PlannedEvent } from '../../schemas/events.ts';
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

/**
 * SHA-256 of the rules a plan was judged by: an approval holds only while they stay the same. Where checkpoints are kept,
 * and who is told of approvals, judges nothing.
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
 * The same for every plan of one requester that has the same effect on the same branch, whichever tool
 * plans it, in any order of events and with any ids for new elements. So a repeat finds the open approval, and a veto
 * holds for all of them.
 *
 * @throws {CanonicalJsonError} when a payload holds what JSON cannot carry
 */
export function effectKey(plan: EffectSource): string {
  const effects = plan.events.filter(isEffect).map(effectOf);
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

/**
 * What a plan does, change by change, to compare it with other plans: what is changed, with the value that it gets (null
 * where there is none). Whoever asks, on any branch, in any order and with any ids for new elements. New elements that
 * differ in nothing but their ids are one, and that a host holds something is part of what it holds.
 *
 * @throws {CanonicalJsonError} when a payload holds what JSON cannot carry
 */
export function effectParts(
  plan: Pick<PlanDocument, 'events'>,
): ReadonlyMap<string, string | null> {
  const created = createdIds(plan);
  const name = (id: string): string | undefined => (created.has(id) ? '$' : undefined);
  const text = (value: unknown): string => canonicalJson(renamed(value, name));
  const parts = new Map<string, string | null>();
  for (const event of plan.events) {
    const { type, aggregate_id, payload } = event;
    if (type === 'element.hosted' || !isEffect(event)) continue;
    if (type === 'element.modified') {
      for (const [parameter, to] of Object.entries(payload.updates)) {
        parts.set(text([type, aggregate_id, parameter]), text(to));
      }
    } else {
      parts.set(text(effectOf(event)), null);
    }
  }
  return parts;
}

/**
 * What a plan calls elements: by name, a text that is the same for every plan of the same effect that gives the name to
 * the same elements, whatever ids new ones have.
 *
 * @throws {CanonicalJsonError} when a payload holds what JSON cannot carry
 */
export function namesGiven({ events }: Pick<PlanDocument, 'events'>): ReadonlyMap<string, string> {
  const given = events.flatMap((event) => (event.type === 'name.given' ? [event.payload] : []));
  if (given.length === 0) return new Map();
  const labels = labelled(createdIds({ events }), events.filter(isEffect).map(effectOf));
  return new Map(
    given.map(({ name, elements }) => {
      const said = elements.map(({ part, id }) => canonicalJson([part, labels.get(id) ?? id]));
      return [name, canonicalJson(said.toSorted(compare))];
    }),
  );
}

/** Rounds of refinement: new elements are distinguished by their own events, by those of their neighbours, and so on. */
const ROUNDS = 3;

/** What something is called by who makes it is no effect: another name leads around no veto. */
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

/** New ids named by the effects in which they occur, not by their spelling or place (colour refinement of a graph). */
function labelled(
  ids: ReadonlySet<string>,
  effects: readonly unknown[],
): ReadonlyMap<string, string> {
  const about = new Map([...ids].map((id) => [id, new Array<unknown>()]));
  for (const effect of effects) {
    for (const id of mentioned(effect, ids)) about.get(id)?.push(effect);
  }
  let labels = new Map([...ids].map((id) => [id, '$']));
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = labels;
    labels = new Map(
      [...about].map(([id, effectsOfId]) => {
        const name = (other: string): string | undefined =>
          other === id ? '$self' : known.get(other);
        const forms = effectsOfId.map((effect) => canonicalJson(renamed(effect, name)));
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

/** What an event does, without what only records the state before it. */
function effectOf({ type, aggregate_id, payload }: PlannedEvent): Json {
  if (type === 'element.deleted') return [type, aggregate_id];
  if (type === 'element.modified') return [type, aggregate_id, payload.updates];
  if (type === 'elements.joined') {
    return [type, payload.element_ids.toSorted(compare), payload.join_type];
  }
  if (type === 'branch.merged') return [type, payload.source, payload.target];
  return [type, aggregate_id, payload];
}

/** A copy in which whole strings and keys for which `name` has a replacement are replaced. */
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
