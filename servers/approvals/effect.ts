/** @module effect: the effect of a plan, read from its planned events and its branch. */
import {
  type NetMembers,
  netMembers,
  otherUpdates,
} from '../../governance/approval/net-members.ts';
import type { ElementResult } from '../../kernel/building/model/effect/results.ts';
import type { BranchReader } from '../../kernel/building/model/projection/branch-reader.ts';
import type {
  Projection,
  ProjectionOptions,
} from '../../kernel/building/model/projection/open-projection.ts';
import type { PlanOutcome } from '../../kernel/building/model/projection/plan-outcome.ts';
import type { ProjectedView } from '../../kernel/building/model/projection/projected-view.ts';
import {
  affectedIds,
  importedCount,
  isExchange,
  manifestsOf,
  revertedCount,
} from '../../schemas/element-changes.ts';
import { isAboutElements } from '../../schemas/event-checks.ts';
import type {
  ElementRecord,
  ParamValues,
  PlannedEvent,
  PlannedEventOf,
} from '../../schemas/events.ts';
import type { PlanDocument } from '../../schemas/governance.ts';
import { drawnName, type EffectItem } from './effect-item.ts';
import { type ImportScorecard, scorecardsOf } from './import-scorecard.ts';
import { type RevisionCounts, revisionItems, withItems } from './revision-items.ts';

/** The whole effect. */
export type Effect = {
  readonly before: ProjectedView;
  readonly after: ProjectedView;
  readonly items: readonly EffectItem[];
  /** Elements that its imports create, as they are after it; empty if there are more than `IMPORTED_SHOWN`. */
  readonly imported: readonly ElementRecord[];
  /** Numbers of elements that a plan with a revision of an import changes; null for any other plan, whose events state them. */
  readonly revised: RevisionCounts | null;
  /** Elements that it deletes by undoing or revising their import, as they are before it; empty if there are more. */
  readonly undone: readonly ElementRecord[];
  /** What became of the products of the files that it imports. */
  readonly scorecards: readonly ImportScorecard[];
  /** Events that change no element, and imports: branches, merges, exports, runs. */
  readonly others: readonly PlannedEvent[];
  /** Elements that change place or extent although no event names them. */
  readonly carried: readonly ElementRecord[];
  /** Measures of bodies before and after, and movements. */
  readonly results: readonly ElementResult[];
  /** Content lost with each branch that the plan discards. */
  readonly given_up: readonly LostItems[];
  readonly scope: EffectScope;
  /** Reasons why executing the plan may have a different effect from the one shown. */
  readonly notes: readonly string[];
};

/** Content lost with a discarded branch: what was created, changed or deleted on it but not on its parent. */
export type LostItems = {
  readonly branch: string;
  readonly parent: string;
  /** The current state of the parent, and the branch. */
  readonly before: ProjectedView;
  readonly after: ProjectedView;
  readonly items: readonly EffectItem[];
};

/**
 * Location of the effect: names of levels, elements by category, and extent in plan (mm); null if nothing has a
 * location.
 */
export type EffectScope = {
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  readonly categories: Readonly<Record<string, number>>;
  readonly extent: {
    readonly min: { readonly x: number; readonly y: number };
    readonly max: { readonly x: number; readonly y: number };
  } | null;
};

/** Maximum number of imported elements that are located and drawn: more take too long, and are only counted. */
const IMPORTED_SHOWN = 5000;

/** The parts of a plan that determine its effect. */
type Planned = Pick<PlanDocument, 'branch' | 'events'>;

/**
 * Computes the effect of a plan on its branch from the ledger. For an executed plan, `until` is the seq before its
 * execution.
 */
export async function effectOf(
  reader: BranchReader,
  { branch, events }: Planned,
  options: ProjectionOptions = {},
): Promise<Effect> {
  // Imported here because only commands that show a plan need the model.
  const { openProjection } =
    await import('../../kernel/building/model/projection/open-projection.ts');
  const projection = await openProjection(reader, branch, options);
  return await effectOn(projection, reader, events, options);
}

/** Computes the effect of events on a branch in the given state. `options` are those of other branches that it reads. */
export async function effectOn(
  { view, left_out }: Projection,
  reader: BranchReader,
  events: readonly PlannedEvent[],
  options: ProjectionOptions = {},
): Promise<Effect> {
  const { planOutcome } = await import('../../kernel/building/model/projection/plan-outcome.ts');
  const { provideManifests } = await import('../../kernel/building/model/state/manifests.ts');
  await provideManifests(view.source.state.keys.manifests, events, reader);
  const { before, after, carried, results, drawn, misfit } = await planOutcome(view, events);
  const { items: stored, others } = itemsOf(events, before, after);
  const revised = misfit === null ? revisionItems(events, before, after) : null;
  const named = stored.filter(({ element }) => revised?.ids.has(element.id) !== true);
  const items = [...named, ...(revised?.items ?? [])].map((item) => withDrawn(item, drawn));
  const given_up = await lostBranches(reader, events, options);
  const notes = [
    ...(misfit === null
      ? []
      : [`the plan no longer fits the branch; the content of the plan is shown: ${misfit}`]),
    ...(left_out[0] === undefined
      ? []
      : [
          `${left_out.length} events of the branch cannot be applied and are omitted: ${left_out[0].message}`,
        ]),
  ];
  const moving = carried.flatMap((id) => before.model.element(id) ?? []);
  const imported = misfit === null ? elementsBy(events, after, before) : [];
  const undone = misfit === null ? elementsBy(events, before, after) : [];
  const changed = items.map(({ element }) => element);
  const own = { elements: [...changed, ...imported, ...undone, ...moving], before, after };
  const lost = given_up.map((given) => ({
    ...given,
    elements: given.items.map(({ element }) => element),
  }));
  const scope = scopeOf([own, ...lost]);
  return {
    before,
    after,
    items,
    imported,
    revised: revised === null ? null : withItems(revised, named),
    undone,
    scorecards: await scorecardsOf(reader, events),
    others,
    carried: moving,
    results,
    given_up,
    scope,
    notes,
  };
}

/** The elements of manifests that only the first view has and no other event names, if there are not too many. */
function elementsBy(
  events: readonly PlannedEvent[],
  { source, model }: ProjectedView,
  other: ProjectedView,
): readonly ElementRecord[] {
  if (importedCount(events) + revertedCount(events) > IMPORTED_SHOWN) return [];
  const { manifests, kinds } = source.state.keys;
  const named = affectedIds(events);
  const ids = events
    .filter((event) => !isExchange(event))
    .flatMap(manifestsOf)
    .filter((sha256) => manifests.has(sha256))
    .flatMap((sha256) => manifests.elements(sha256, kinds).map(({ id }) => id));
  return [...new Set(ids)].flatMap((id) =>
    named.has(id) || other.model.element(id) !== undefined ? [] : (model.element(id) ?? []),
  );
}

/**
 * A changed element with the values that results show (the ends of a wall drawn by a face), in addition to the stored
 * and signed values: both follow from the same events.
 */
function withDrawn(item: EffectItem, drawn: PlanOutcome['drawn']): EffectItem {
  const found = drawn.get(item.element.id);
  if (item.change !== 'modified' || found === undefined) return item;
  // The members of a set are named already.
  const isNamed = item.params.some(({ name }) => name === 'members');
  const shown = Object.entries(found).filter(([name]) => name !== 'members' || !isNamed);
  const params = shown.map(([name, { from, to }]) => ({ name: drawnName(name), from, to }));
  return { ...item, params: [...params, ...item.params] };
}

/** The content lost with the branches that the events discard. */
async function lostBranches(
  reader: BranchReader,
  events: readonly PlannedEvent[],
  options: ProjectionOptions,
): Promise<readonly LostItems[]> {
  const { givenUpWith } = await import('../../kernel/building/model/projection/given-up.ts');
  const lost: LostItems[] = [];
  for (const event of events) {
    if (event.type !== 'branch.discarded') continue;
    const given = await givenUpWith(reader, event.payload.name, options);
    if (given === null) continue;
    const { branch, parent, without: before, with: after } = given;
    lost.push({ branch, parent, before, after, ...itemsOf(given.events, before, after) });
  }
  return lost;
}

/** The elements that events create, change and delete, and the events that concern no element. */
function itemsOf(
  events: readonly PlannedEvent[],
  before: ProjectedView,
  after: ProjectedView,
): Pick<Effect, 'items' | 'others'> {
  const items = new Map<string, EffectItem>();
  const replaced: EffectItem[] = [];
  const others: PlannedEvent[] = [];
  for (const event of events) {
    const earlier = items.get(event.aggregate_id);
    const changed = itemOf(event, before, after, earlier);
    if (changed === null) {
      others.push(event);
    } else if (changed !== 'part') {
      if (earlier?.change === 'deleted') replaced.push(earlier);
      items.set(event.aggregate_id, changed);
    }
  }
  // An element that is deleted and re-created under the same id is two items: the old content is lost.
  const lost = replaced.filter(({ element }) => items.get(element.id)?.change !== 'deleted');
  const net = netMembers(events);
  const all = [...items.values()].map((item) => withMembers(item, net.get(item.element.id)));
  return { items: [...lost, ...all], others };
}

/** The item of an event; `part` if the event belongs to another item, null if it concerns no element. */
function itemOf(
  event: PlannedEvent,
  before: ProjectedView,
  after: ProjectedView,
  earlier: EffectItem | undefined,
): EffectItem | 'part' | null {
  if (!isAboutElements(event)) return null;
  switch (event.type) {
    case 'level.created':
    case 'element.created':
      return {
        change: 'created',
        element: after.model.element(event.aggregate_id) ?? event.payload.element,
      };
    case 'element.deleted': {
      const { element, cascade_of } = event.payload;
      return {
        change: 'deleted',
        element: before.model.element(event.aggregate_id) ?? element,
        cascade_of,
      };
    }
    case 'element.modified':
      return earlier?.change === 'created'
        ? 'part'
        : (modifiedItem(event, before, earlier) ?? importedItem(event, after));
    case 'element.hosted':
      return 'part';
    case 'elements.joined':
    case 'model.imported':
    case 'import.reverted':
      return null;
    default:
      return event satisfies never;
  }
}

/** An element that an import of the plan creates, with the values that the plan then gives it. */
function importedItem({ aggregate_id }: PlannedEvent, { model }: ProjectedView): EffectItem | null {
  const element = model.element(aggregate_id);
  return element === undefined ? null : { change: 'created', element };
}

/** Most ids of members that are listed; the others are counted. */
const MEMBERS_LISTED = 10;

/** A changed set with the members that all events of the plan together add and remove, in words. */
function withMembers(item: EffectItem, net: NetMembers | undefined): EffectItem {
  if (item.change !== 'modified' || net === undefined) return item;
  if (net.added.length + net.removed.length === 0) return item;
  const { members }: ParamValues = item.element.params;
  const [only]: readonly unknown[] = Array.isArray(members) ? members : [];
  const count = Array.isArray(only) ? only.length : 0;
  const to = [
    `${count - net.removed.length + net.added.length} members`,
    ...memberWords('removed', net.removed),
    ...memberWords('added', net.added),
  ];
  const param = { name: 'members', from: `${count} members`, to: to.join('; ') };
  return { ...item, params: [...item.params, param] };
}

function memberWords(what: string, members: readonly string[]): readonly string[] {
  if (members.length === 0) return [];
  const more = members.length - MEMBERS_LISTED;
  const listed = members.slice(0, MEMBERS_LISTED).join(', ');
  return [`${what}: ${listed}${more > 0 ? ` and ${more} more` : ''}`];
}

function modifiedItem(
  event: PlannedEventOf<'element.modified'>,
  before: ProjectedView,
  earlier: EffectItem | undefined,
): EffectItem | null {
  const element = before.model.element(event.aggregate_id);
  if (element === undefined) return null;
  const old: ParamValues = element.params;
  const params = new Map(
    earlier?.change === 'modified' ? earlier.params.map((param) => [param.name, param]) : [],
  );
  for (const [name, to] of Object.entries(otherUpdates(event))) {
    params.set(name, { name, from: old[name], to });
  }
  return { change: 'modified', element, params: [...params.values()] };
}

/** Elements, with the states before and after. */
type ElementStates = Pick<Effect, 'before' | 'after'> & {
  readonly elements: readonly ElementRecord[];
};

function scopeOf(all: readonly ElementStates[]): EffectScope {
  const levels = new Map<string, string>();
  const categories: Record<string, number> = {};
  let extent: EffectScope['extent'] = null;
  for (const { elements, before, after } of all) {
    for (const view of [before, after]) view.model.prepareWalls(elements.map(({ id }) => id));
    for (const element of elements) {
      // An unknown kind has no category; its name is used.
      const category = before.model.kinds.find(element.kind)?.category ?? element.kind;
      categories[category] = (categories[category] ?? 0) + 1;
      for (const view of [before, after]) {
        const level = view.storeyOf(element.id);
        if (level !== null) levels.set(level, levelName(level, before, after));
        extent = union(extent, view.extent(element.id));
      }
    }
  }
  return { levels: [...levels].map(([id, name]) => ({ id, name })), categories, extent };
}

type Extent = EffectScope['extent'];

function union(a: Extent, b: Extent): Extent {
  if (a === null || b === null) return a ?? b;
  return {
    min: { x: Math.min(a.min.x, b.min.x), y: Math.min(a.min.y, b.min.y) },
    max: { x: Math.max(a.max.x, b.max.x), y: Math.max(a.max.y, b.max.y) },
  };
}

/** Name of a level after the plan, before it if the plan deletes the level, else its id. */
function levelName(id: string, before: ProjectedView, after: ProjectedView): string {
  const level = after.model.elementOf(id, 'level') ?? before.model.elementOf(id, 'level');
  return level?.params.name ?? id;
}
