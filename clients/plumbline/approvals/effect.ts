/** @module effect: what a plan would do, read from its own planned events and the branch that it would meet. */
import type { ElementResult } from '../../../kernel/model/effect/results.ts';
import type { BranchReader } from '../../../kernel/model/projection/branch-reader.ts';
import type { ProjectionOptions } from '../../../kernel/model/projection/open-projection.ts';
import type { PlanOutcome } from '../../../kernel/model/projection/plan-outcome.ts';
import type { ProjectedView } from '../../../kernel/model/projection/projected-view.ts';
import { isAboutElements } from '../../../schemas/event-checks.ts';
import type {
  ElementRecord,
  ParamValues,
  PlannedEvent,
  PlannedEventOf,
} from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';

/** One element that the plan creates, changes or deletes. */
export type EffectItem =
  | { readonly change: 'created'; readonly element: ElementRecord }
  | {
      readonly change: 'modified';
      readonly element: ElementRecord;
      readonly params: readonly {
        readonly name: string;
        readonly from: unknown;
        readonly to: unknown;
      }[];
    }
  | {
      readonly change: 'deleted';
      readonly element: ElementRecord;
      /** The element that takes it along, null when it was asked for. */
      readonly cascade_of: string | null;
    };

/** The whole effect. */
export type Effect = {
  readonly before: ProjectedView;
  readonly after: ProjectedView;
  readonly items: readonly EffectItem[];
  /** Events that change no element: branches, merges, exports, runs. */
  readonly others: readonly PlannedEvent[];
  /** What changes place or extent although no event names it. */
  readonly carried: readonly ElementRecord[];
  /** What becomes of bodies and places: measures before and after, what goes elsewhere. */
  readonly results: readonly ElementResult[];
  /** What is lost with each branch that the plan gives up. */
  readonly given_up: readonly GivenUpItems[];
  readonly scope: EffectScope;
  /** Why what is shown may not be what would come of the plan; empty where nothing stands against it. */
  readonly notes: readonly string[];
};

/** What only a branch has that is given up: made, changed and deleted on it, and on its parent not. */
export type GivenUpItems = {
  readonly branch: string;
  readonly parent: string;
  /** The parent as it is, and the branch. */
  readonly before: ProjectedView;
  readonly after: ProjectedView;
  readonly items: readonly EffectItem[];
};

/** Where the effect is: names of levels, elements by category, extent in plan (mm), null when nothing has a place. */
export type EffectScope = {
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  readonly categories: Readonly<Record<string, number>>;
  readonly extent: {
    readonly min: { readonly x: number; readonly y: number };
    readonly max: { readonly x: number; readonly y: number };
  } | null;
};

/** A plan, as far as its effect goes. */
type Planned = Pick<PlanDocument, 'branch' | 'events'>;

/**
 * The effect of a plan on its branch as the ledger has it, `until` the seq before the plan was carried out where that
 * has happened.
 */
export async function effectOf(
  reader: BranchReader,
  { branch, events }: Planned,
  options: ProjectionOptions = {},
): Promise<Effect> {
  // The model is loaded by those few commands that show a plan.
  const { openProjection } = await import('../../../kernel/model/projection/open-projection.ts');
  const { planOutcome } = await import('../../../kernel/model/projection/plan-outcome.ts');
  const { view, left_out } = await openProjection(reader, branch, options);
  const { before, after, carried, results, drawn, misfit } = await planOutcome(view, events);
  const { items: stored, others } = itemsOf(events, before, after);
  const items = stored.map((item) => withDrawn(item, drawn));
  const given_up = await givenUpBy(reader, events, options);
  const notes = [
    ...(misfit === null
      ? []
      : [`the plan does not fit the branch any more, what it carries is shown: ${misfit}`]),
    ...(left_out[0] === undefined
      ? []
      : [
          `${left_out.length} events of the branch fit no model and are left out: ${left_out[0].message}`,
        ]),
  ];
  const moving = carried.flatMap((id) => before.model.element(id) ?? []);
  const own = { elements: [...items.map(({ element }) => element), ...moving], before, after };
  const lost = given_up.map((given) => ({
    ...given,
    elements: given.items.map(({ element }) => element),
  }));
  const scope = scopeOf([own, ...lost]);
  return { before, after, items, others, carried: moving, results, given_up, scope, notes };
}

/**
 * A changed element with what answers show otherwise than it is stored (the ends of a wall that was drawn by a face),
 * beside what is stored and signed: both follow from the same events.
 */
function withDrawn(item: EffectItem, drawn: PlanOutcome['drawn']): EffectItem {
  const found = drawn.get(item.element.id);
  if (item.change !== 'modified' || found === undefined) return item;
  const params = Object.entries(found).map(([name, { from, to }]) => ({
    name: `${name} as drawn`,
    from,
    to,
  }));
  return { ...item, params: [...params, ...item.params] };
}

/** What is lost with the branches that the events give up. */
async function givenUpBy(
  reader: BranchReader,
  events: readonly PlannedEvent[],
  options: ProjectionOptions,
): Promise<readonly GivenUpItems[]> {
  const { givenUpWith } = await import('../../../kernel/model/projection/given-up.ts');
  const lost: GivenUpItems[] = [];
  for (const event of events) {
    if (event.type !== 'branch.discarded') continue;
    const given = await givenUpWith(reader, event.payload.name, options);
    if (given === null) continue;
    const { branch, parent, without: before, with: after } = given;
    lost.push({ branch, parent, before, after, ...itemsOf(given.events, before, after) });
  }
  return lost;
}

/** The elements that events create, change and delete, and the events that are about no element. */
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
  // What is deleted and then made under the same id is two items: what there was is lost.
  const lost = replaced.filter(({ element }) => items.get(element.id)?.change !== 'deleted');
  return { items: [...lost, ...items.values()], others };
}

/** `part`: the event belongs to another item. */
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
      return earlier?.change === 'created' ? 'part' : modifiedItem(event, before, earlier);
    case 'element.hosted':
      return 'part';
    case 'elements.joined':
      return null;
    default:
      return event satisfies never;
  }
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
  for (const [name, to] of Object.entries(event.payload.updates)) {
    params.set(name, { name, from: old[name], to });
  }
  return { change: 'modified', element, params: [...params.values()] };
}

/** Elements, and the two sides on which they stand. */
type Standing = Pick<Effect, 'before' | 'after'> & { readonly elements: readonly ElementRecord[] };

function scopeOf(all: readonly Standing[]): EffectScope {
  const levels = new Map<string, string>();
  const categories: Record<string, number> = {};
  let extent: EffectScope['extent'] = null;
  for (const { elements, before, after } of all) {
    for (const view of [before, after]) view.model.prepareWalls(elements.map(({ id }) => id));
    for (const element of elements) {
      // The kind itself where it is new to this program.
      const category = before.model.kinds.find(element.kind)?.category ?? element.kind;
      categories[category] = (categories[category] ?? 0) + 1;
      for (const view of [before, after]) {
        const level = view.storeyOf(element.id);
        if (level !== null) levels.set(level, levelName(level, before, after));
        extent = around(extent, view.extent(element.id));
      }
    }
  }
  return { levels: [...levels].map(([id, name]) => ({ id, name })), categories, extent };
}

type Extent = EffectScope['extent'];

function around(a: Extent, b: Extent): Extent {
  if (a === null || b === null) return a ?? b;
  return {
    min: { x: Math.min(a.min.x, b.min.x), y: Math.min(a.min.y, b.min.y) },
    max: { x: Math.max(a.max.x, b.max.x), y: Math.max(a.max.y, b.max.y) },
  };
}

/** Name of a level as the plan leaves it, as it was where the plan deletes it, its id where it is in neither. */
export function levelName(id: string, before: ProjectedView, after: ProjectedView): string {
  const level = after.model.elementOf(id, 'level') ?? before.model.elementOf(id, 'level');
  return level?.params.name ?? id;
}
