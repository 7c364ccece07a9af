/** @module effect: what a plan would do, read from its own planned events and the present state of the branch. */
import * as z from 'zod';

import { CATEGORY_OF } from '../../../schemas/elements.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import {
  carriedElement,
  type EventLike,
  evolved,
  levelOf,
  type ModelState,
  type ShownElement,
  textParam,
  updatesOf,
} from './model-state.ts';
import { placesOf } from './places.ts';

/** One element that the plan creates, changes or deletes. */
export type EffectItem =
  | { readonly change: 'created'; readonly element: ShownElement }
  | {
      readonly change: 'modified';
      readonly element: ShownElement;
      readonly params: readonly {
        readonly name: string;
        readonly from: unknown;
        readonly to: unknown;
      }[];
    }
  | {
      readonly change: 'deleted';
      readonly element: ShownElement;
      /** The element that takes it along, null when it was asked for. */
      readonly cascade_of: string | null;
    };

/** The whole effect. */
export type Effect = {
  readonly before: ModelState;
  readonly after: ModelState;
  readonly items: readonly EffectItem[];
  /** Events that change no element: branches, merges, exports, runs. */
  readonly others: readonly EventLike[];
  readonly scope: EffectScope;
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

const Cascade = z.object({ cascade_of: z.string().nullable() });

/** The effect of a plan on the state it would meet now. */
export function effectOf(plan: Pick<PlanDocument, 'events'>, before: ModelState): Effect {
  const after = evolved(before, plan.events);
  const items = new Map<string, EffectItem>();
  const others: EventLike[] = [];
  for (const event of plan.events) {
    const changed = itemOf(event, before, after, items.get(event.aggregate_id));
    if (changed === null) others.push(event);
    else if (changed !== 'part') items.set(event.aggregate_id, changed);
  }
  const list = [...items.values()];
  return { before, after, items: list, others, scope: scopeOf(list, before, after) };
}

/** `part`: the event belongs to another item. */
function itemOf(
  event: EventLike,
  before: ModelState,
  after: ModelState,
  earlier: EffectItem | undefined,
): EffectItem | 'part' | null {
  switch (event.type) {
    case 'level.created':
    case 'element.created': {
      const element = after.get(event.aggregate_id) ?? carriedElement(event);
      return element === null ? null : { change: 'created', element };
    }
    case 'element.deleted': {
      const element = before.get(event.aggregate_id) ?? carriedElement(event);
      const read = Cascade.safeParse(event.payload);
      const cascade_of = read.success ? read.data.cascade_of : null;
      return element === null ? null : { change: 'deleted', element, cascade_of };
    }
    case 'element.modified':
      return earlier?.change === 'created' ? 'part' : modifiedItem(event, before, earlier);
    case 'element.hosted':
      return 'part';
    default:
      return null;
  }
}

function modifiedItem(
  event: EventLike,
  before: ModelState,
  earlier: EffectItem | undefined,
): EffectItem | null {
  const element = before.get(event.aggregate_id);
  const updates = updatesOf(event);
  if (element === undefined || updates === null) return null;
  const params = new Map(
    earlier?.change === 'modified' ? earlier.params.map((param) => [param.name, param]) : [],
  );
  for (const [name, to] of Object.entries(updates))
    params.set(name, { name, from: element.params[name], to });
  return { change: 'modified', element, params: [...params.values()] };
}

function scopeOf(items: readonly EffectItem[], before: ModelState, after: ModelState): EffectScope {
  const levels = new Map<string, string>();
  const categories: Record<string, number> = {};
  const xs: number[] = [];
  const ys: number[] = [];
  for (const { element, change } of items) {
    const category = categoryOf(element.kind);
    categories[category] = (categories[category] ?? 0) + 1;
    for (const state of [before, after]) {
      // What was deleted meanwhile is not in the state any more, but the plan carries it.
      const carried = change === 'deleted' && state === before ? element : undefined;
      const shown = state.get(element.id) ?? carried;
      if (shown === undefined) continue;
      const level = levelOf(state, shown);
      if (level !== null) levels.set(level, nameOfLevel(level, before, after));
      for (const { x, y } of placesOf(shown, state)) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  return {
    levels: [...levels].map(([id, name]) => ({ id, name })),
    categories,
    extent: extentOf(xs, ys),
  };
}

function extentOf(xs: readonly number[], ys: readonly number[]): EffectScope['extent'] {
  if (xs.length === 0) return null;
  return { min: { x: least(xs), y: least(ys) }, max: { x: most(xs), y: most(ys) } };
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b));
}

function nameOfLevel(id: string, before: ModelState, after: ModelState): string {
  const level = after.get(id) ?? before.get(id);
  return (level === undefined ? null : textParam(level, 'name')) ?? id;
}

/** Category of a kind as permissions name it; the kind itself where it is new to this program. */
function categoryOf(kind: string): string {
  const categories: Readonly<Record<string, string>> = CATEGORY_OF;
  return categories[kind] ?? kind;
}
