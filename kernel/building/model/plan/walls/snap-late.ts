/** @module snap late: moves ends of walls of a change onto walls that the same change creates after them. */
import { type ErrorName, Refusal } from '../../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { wallReach } from '../../../geometry/walls/wall-contacts.ts';
import { drawnEnds } from '../../../kinds/rules/location-line.ts';
import { widened } from '../../../kinds/shared/boxes.ts';
import { straightWall } from '../../../kinds/wall/straight-wall.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { checkElement } from '../check.ts';
import { completedPlan } from '../completed-plan.ts';
import { checkConsequences } from '../consequences.ts';
import { keptInPlace } from '../kept-in-place.ts';
import { modified } from '../planned.ts';
import { type DrawnEnds, type Snapped, snappedLate } from '../snap.ts';

/** A wall of the change: its ends as they were requested, and as they are after snapping. */
type NewWall = { readonly drawn: DrawnEnds; readonly placed: DrawnEnds };

type Moving = Pick<PlanContext<never>, 'snap_mm' | 'ids'>;

/**
 * The walls that a change has created so far, with the ends as they were requested. They make the place of an end
 * independent of whether its wall or the wall that it just misses is created first.
 */
export class NewWalls {
  readonly #walls = new Map<string, NewWall>();

  /** Adds the wall that a plan created, if the plan says how it was drawn. `view` contains the wall. */
  add({ events, drawn_ends }: Plan<unknown>, view: ModelView): void {
    if (drawn_ends === undefined) return;
    for (const { params, id } of createdWalls(events, view)) {
      this.#walls.set(id, { drawn: drawn_ends, placed: endsOf(params) });
    }
  }

  /**
   * The plans that move ends of the added walls onto walls that `events` created, as if they had been created after
   * them; each applies to the result of the previous one, the first to `view`, which contains the events. Ends that
   * were moved since, and ends whose move would break a rule, are not moved.
   */
  moves(
    events: readonly PlannedEvent[],
    view: ModelView,
    context: Moving,
  ): readonly Plan<unknown>[] {
    const fresh = createdWalls(events, view);
    const ids = new Set(fresh.map(({ id }) => id));
    const plans: Plan<unknown>[] = [];
    let now = view;
    for (const id of this.#near(fresh, view, context)) {
      const [own, known] = [now.elementOf(id, 'wall'), this.#walls.get(id)];
      if (own === undefined || known === undefined) continue;
      const late = snappedLate(own, { drawn: known.drawn, fresh: ids }, now, context);
      const done = late === null ? null : planOfMove(own, late, now, context);
      if (done === null) continue;
      now = done.after;
      plans.push(done.plan);
      const is = now.elementOf(id, 'wall') ?? own;
      this.#walls.set(id, { ...known, placed: endsOf(is.params) });
    }
    return plans;
  }

  /** Ids of the added walls near walls, except those whose ends were moved in another way. */
  #near(walls: readonly Wall[], view: ModelView, { snap_mm }: Moving): ReadonlySet<string> {
    if (this.#walls.size === 0) return new Set();
    const near = walls.flatMap((wall) => {
      const box = widened(wallReach(straightWall(wall)), snap_mm);
      return view.wallsNear(wall.params.level_id, box).filter(({ id }) => id !== wall.id);
    });
    const own = near.filter(({ id, params }) =>
      deepEqual(this.#walls.get(id)?.placed, endsOf(params)),
    );
    return new Set(own.map(({ id }) => id));
  }
}

function createdWalls(events: readonly PlannedEvent[], view: ModelView): readonly Wall[] {
  return events.flatMap(({ type, aggregate_id }) =>
    type === 'element.created' ? (view.elementOf(aggregate_id, 'wall') ?? []) : [],
  );
}

function endsOf(params: Wall['params']): DrawnEnds {
  const { start, end } = drawnEnds(params);
  return { start, end };
}

/** The plan to move ends of a wall, and the view after it; null if the move would break a rule. */
function planOfMove(
  before: Wall,
  { snapped, notes, wall_ids }: Snapped<Wall>,
  view: ModelView,
  { ids, snap_mm }: Moving,
): { readonly plan: Plan<unknown>; readonly after: ModelView } | null {
  const context = { ids, snap_mm, refuse };
  try {
    const { element, warnings } = checkElement(snapped, view, context);
    const stays = keptInPlace(before, element, view, context);
    const relies_on = checkConsequences(element, view, context, stays.fillings);
    const event = modified(before, element);
    const alone = {
      events: [...(event === null ? [] : [event]), ...stays.events],
      data: null,
      warnings: [...notes, ...warnings, ...stays.notes],
      relies_on: [...relies_on, ...wall_ids],
    };
    const plan = completedPlan(alone, view, ids);
    return { plan, after: view.apply(plan.events) };
  } catch (error) {
    // For example a door that no longer fits. The preview reports the gap that remains.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function refuse(code: ErrorName, message: string): never {
  throw new Refusal(code, message, 'move the end of the wall onto the other wall', {});
}
