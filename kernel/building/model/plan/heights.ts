/** @module heights: updates heights that depend on levels when a level or such an element changes. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { listed } from '../../../base/text/id-list.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { AnyElement, Storey } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import { level as levelKind } from '../../kinds/level/level.ts';
import {
  atLevels,
  followsLevel,
  hasHeightOfLevels,
  risesTo,
} from '../../kinds/rules/level-height.ts';
import type { ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { requireBuildable } from './check.ts';
import { checkConsequences, withElement } from './consequences.ts';
import type { Along } from './of-type.ts';
import { modified } from './planned.ts';

/**
 * Returns the element with exactly one height source: its level, a top level above, or its own
 * `height`. The source that was set last wins.
 */
export function withHeight(
  before: AnyElement,
  requested: AnyElement,
  name: string,
  view: ModelView,
): AnyElement {
  const rises = risesTo(requested) !== null;
  if (!rises && !followsLevel(requested)) return requested;
  if (name === 'height') {
    if (before.params['height'] === requested.params['height']) return requested;
    return withParams(requested, {
      ...(followsLevel(requested) ? { follows_level: false } : {}),
      ...(rises ? { top_level_id: null } : {}),
    });
  }
  const followed =
    rises && followsLevel(requested)
      ? withParams(
          requested,
          name === 'follows_level' ? { top_level_id: null } : { follows_level: false },
        )
      : requested;
  return atLevels(followed, (id) => view.elementOf(id, 'level'));
}

function withParams(element: AnyElement, params: AnyElement['params']): AnyElement {
  return { ...element, params: { ...element.params, ...params } };
}

/**
 * Updates the height of every element that stands on a changed level or rises to it, and checks all
 * rules of its kind.
 */
export function raisedAlong(
  before: AnyElement,
  after: AnyElement,
  view: ModelView,
  context: PlanContext<CheckCode>,
): Along {
  const events: PlannedEvent[] = [];
  const relies_on: string[] = [];
  if (!isOf(levelKind, before) || !isOf(levelKind, after)) return { events, relies_on, notes: [] };
  const higher = before.params.height !== after.params.height;
  const moved = before.params.elevation !== after.params.elevation;
  if (!higher && !moved) return { events, relies_on, notes: [] };
  const then = withElement(view, after);
  const levels = (id: string): Storey | undefined =>
    id === after.id ? after : view.elementOf(id, 'level');
  const rising = moved ? [...view.elementsOf('wall')].filter(isRisingTo(after.id)) : [];
  for (const element of new Set([...view.elementsOnLevel(after.id), ...rising])) {
    if (!hasHeightOfLevels(element)) continue;
    const event = modified(element, atLevels(element, levels));
    if (event === null) continue;
    const { element: raised } = view.kinds
      .of(element)
      .check(atLevels(element, levels), then, context);
    requireBuildable(raised, view, context);
    relies_on.push(...checkConsequences(raised, view, context));
    events.push(event);
  }
  const notes = events.length === 0 ? [] : [noteFor(events, after.id, higher)];
  return {
    events,
    relies_on,
    notes: [...notes, ...(higher ? leftLevels(before, after, view) : [])],
  };
}

type Level = ElementOf<'level'>;

/** Note that a level whose height changed no longer ends at the elevation of the level above it. */
function leftLevels(before: Level, after: Level, view: ModelView): readonly string[] {
  const ends = before.params.elevation + before.params.height;
  const above = view
    .levels()
    .find(({ id, params }) => id !== after.id && params.elevation === toGrid(ends));
  const over = toGrid(after.params.elevation + after.params.height - ends);
  if (above === undefined || over === 0) return [];
  const { name, elevation } = above.params;
  const how = over > 0 ? `${over} mm above the elevation` : `${-over} mm below the elevation`;
  return [
    `level \`${after.id}\` now ends ${how} of the next level \`${above.id}\` (${name}), ${elevation} mm: move that level with move_element if it should follow`,
  ];
}

function noteFor(events: readonly PlannedEvent[], level_id: string, higher: boolean): string {
  const which = listed(events.map(({ aggregate_id }) => aggregate_id));
  const { length } = events;
  if (!higher) {
    return length === 1
      ? `the height of wall ${which} follows level \`${level_id}\``
      : `the heights of ${length} walls follow level \`${level_id}\`: ${which}`;
  }
  return length === 1
    ? `1 element follows the height of level \`${level_id}\`: ${which}`
    : `${length} elements follow the height of level \`${level_id}\`: ${which}`;
}

function isRisingTo(level_id: string): (element: AnyElement) => boolean {
  return (element) => risesTo(element) === level_id;
}
