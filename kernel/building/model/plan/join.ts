/** @module join: join types of walls that meet. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { listed } from '../../../base/text/id-list.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireKind } from '../../kinds/rules/lookup.ts';
import type { JOIN_TYPES } from '../../kinds/wall/params.ts';
import type { Wall } from '../../kinds/wall/wall.ts';
import { wall } from '../../kinds/wall/wall.ts';
import type { ModelView } from '../view.ts';
import { modified } from './planned.ts';

export type JoinCode = ElementCode | 'INVALID_ARGUMENT' | 'NO_EFFECT';

/** Plans the join type of walls. Refuses elements that are not walls, and a wall that meets none of the others. */
export function planJoin(
  input: {
    readonly element_ids: readonly string[];
    readonly join_type: (typeof JOIN_TYPES)[number];
  },
  view: ModelView,
  context: PlanContext<JoinCode>,
): Plan<{ readonly element_ids: string[]; readonly join_type: string }> {
  const ids = [...new Set(input.element_ids)];
  const [first] = ids;
  if (first === undefined || ids.length < 2) {
    return context.refuse('INVALID_ARGUMENT', 'expected at least 2 different walls to join');
  }
  const walls = ids.map((id) => requireKind(view, id, wall, context));
  for (const id of ids) {
    const met = new Set(view.joinedWalls(id));
    if (!ids.some((other) => other !== id && met.has(other))) {
      context.refuse('INVALID_ARGUMENT', `wall \`${id}\` meets none of the other walls`, {
        element_id: id,
        meets: [...met].slice(0, 10),
      });
    }
  }
  const previous = Object.fromEntries(walls.map(({ id, params }) => [id, params.join_type]));
  const through = input.join_type === 'butt' ? runningThrough(walls) : null;
  const newJoinType = (id: string): string =>
    id === through?.before.id ? through.after.params.join_type : input.join_type;
  if (walls.every(({ id, params }) => params.join_type === newJoinType(id))) {
    context.refuse(
      'NO_EFFECT',
      through === null
        ? `all ${ids.length} walls already have join type \`${input.join_type}\``
        : `wall \`${first}\` already runs through, and the others stop at it`,
    );
  }
  return {
    events: [
      {
        type: 'elements.joined',
        aggregate_id: first,
        payload: { element_ids: ids, join_type: input.join_type, previous },
      },
      ...(through === null ? [] : [through.event]),
    ],
    data: { element_ids: ids, join_type: input.join_type },
    warnings:
      through === null
        ? []
        : [
            `wall \`${first}\` runs through, ${ids.length - 1} others stop at it`,
            ...unnamedWarnings(ids, view),
          ],
  };
}

/**
 * If more than two walls end at a point, one runs through only if all others are butted. Warns about
 * unnamed walls, which keep the joint mitred.
 */
function unnamedWarnings(ids: readonly string[], view: ModelView): readonly string[] {
  const [first = ''] = ids;
  const joins = view.footprint(first)?.joins ?? [];
  return (['start', 'end'] as const).flatMap((end) => {
    const there = joins.filter(
      (join) => join.end === end && join.kind !== 'tee' && join.kind !== 'pinned',
    );
    const met = there.flatMap((join) => join.with).filter((id) => view.element(id) !== undefined);
    const others = met.filter((id) => view.elementOf(id, 'wall')?.params.join_type !== 'butt');
    const missing = [...new Set(others)].filter((id) => !ids.includes(id));
    if (missing.length === 0 || met.length < 2) return [];
    return [
      `at the ${end} of wall \`${first}\` more than two walls end, and are mitred until all of them are named: also ${listed(missing)}`,
    ];
  });
}

/**
 * The first wall with the join type that lets it run through: at a corner of two walls, the wall
 * without `butt` runs through.
 */
function runningThrough([before]: readonly Wall[]): Through | null {
  if (before === undefined) return null;
  const { join_type } = before.params;
  const is = join_type === 'butt' || join_type === 'none' ? 'auto' : join_type;
  const marked: Wall = { ...before, params: { ...before.params, join_type: 'butt' } };
  const after: Wall = { ...before, params: { ...before.params, join_type: is } };
  const event = modified(marked, after);
  return event === null ? null : { before, after, event };
}

type Through = { readonly before: Wall; readonly after: Wall; readonly event: PlannedEvent };
