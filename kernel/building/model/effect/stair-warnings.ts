/** @module stair warnings: stairs without standing headroom under a floor or roof. */
import { at } from '../../geometry/indexed.ts';
import { headroomUnder } from '../../geometry/members/stair-headroom.ts';
import { HEADROOM_MM } from '../../geometry/members/stair-hole.ts';
import type { StairPlan } from '../../geometry/members/stair.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { floor } from '../../kinds/floor/floor.ts';
import { isSloping } from '../../kinds/floor/slope.ts';
import { roof } from '../../kinds/roof/roof.ts';
import { stairBetween, stairEnds } from '../../kinds/stair/stair-plan.ts';
import type { StateView } from '../state-view.ts';
import { headroomUnderRoof, headroomUnderSlope } from './roof-headroom.ts';

/** Maximum number of listed stairs. */
const MAX_NAMED = 10;
/** Smaller differences of headroom are ignored, mm. */
const SAME_MM = 0.01;

/**
 * Warns of stairs that have less than 2,000 mm of headroom under a floor or roof after a change, if they are new or had
 * more before.
 */
export function stairWarnings(
  { before, after }: { readonly before: StateView; readonly after: StateView },
  ids: readonly string[],
): readonly string[] {
  const warnings: string[] = [];
  for (const stair of stairsNear(after, ids)) {
    const low = lowestOver(after, stair);
    if (low === null || low.clear >= HEADROOM_MM - SAME_MM) continue;
    const known = before.elementOf(stair.id, 'stair');
    const was = known === undefined ? null : lowestOver(before, known);
    if (was !== null && was.clear <= low.clear + SAME_MM) continue;
    warnings.push(
      `stair \`${stair.id}\` has ${Math.floor(low.clear)} mm of headroom under ${low.kind} \`${low.id}\`, expected at least ${HEADROOM_MM} mm: ${adviceOn(stair, low)}`,
    );
    if (warnings.length === MAX_NAMED) break;
  }
  return warnings;
}

/** Advice on how to get more headroom. */
function adviceOn({ params }: ElementOf<'stair'>, { kind, slopes }: Low): string {
  if (slopes) return `end the stair where the ${kind} is higher`;
  return params.cut_floor === true
    ? 'enlarge the opening in that floor, or move the stair'
    : '`cut_floor` opens the floor above';
}

/**
 * Named stairs, stairs that end on the level of any other named element, and stairs under named roofs and sloping floors.
 */
function stairsNear(view: StateView, ids: readonly string[]): readonly ElementOf<'stair'>[] {
  const named = new Set(ids);
  const levels = new Set(ids.map((id) => view.levelOf(id)));
  const roofs = ids.flatMap((id) => {
    const box = slopesOver(id, view) ? view.bounds(id) : null;
    return box === null ? [] : [box];
  });
  return [...view.elementsOf('stair')].filter(({ id, params }) => {
    if (named.has(id) || named.has(params.top_level_id) || levels.has(params.top_level_id)) {
      return true;
    }
    const box = roofs.length === 0 ? null : view.bounds(id);
    return box !== null && roofs.some((covered) => planBoxIntersects(covered, box));
  });
}

/** Whether an element is a roof or a sloping floor. */
function slopesOver(id: string, view: StateView): boolean {
  const own = view.elementOf(id, floor.kind);
  return own === undefined ? view.elementOf(id, roof.kind) !== undefined : isSloping(own.params);
}

type Low = {
  readonly clear: number;
  readonly kind: typeof floor.kind | typeof roof.kind;
  readonly id: string;
  readonly slopes: boolean;
};

/** The lowest floor or roof over a stair; null if there is none. */
function lowestOver(view: StateView, { params }: ElementOf<'stair'>): Low | null {
  const base = view.elementOf(params.level_id, 'level')?.params.elevation;
  const top = view.elementOf(params.top_level_id, 'level')?.params.elevation;
  if (base === undefined || top === undefined) return null;
  const made = stairBetween(params, base, top);
  if (!made.ok) return null;
  const { foot, head } = stairEnds(params, base, top);
  const { min, max } = ringBounds(made.plan.footprint);
  const box = { min: { ...min, z: foot }, max: { ...max, z: head + HEADROOM_MM } };
  let lowest: Low | null = null;
  for (const id of view.inBox(box)) {
    const over = view.elementOf(id, roof.kind);
    const kind = over === undefined ? floor.kind : roof.kind;
    const clear =
      over === undefined
        ? headroomUnderFloor(made.plan, id, view)
        : headroomUnderRoof(made.plan, over, view);
    if (clear !== null && clear < (lowest?.clear ?? Infinity)) {
      lowest = { clear, kind, id, slopes: slopesOver(id, view) };
    }
  }
  return lowest;
}

/**
 * Minimum headroom under the underside of a floor; null for any other element and for a floor that is not over the stair.
 */
function headroomUnderFloor(plan: StairPlan, id: string, view: StateView): number | null {
  const element = view.elementOf(id, floor.kind);
  if (element === undefined) return null;
  if (isSloping(element.params)) return headroomUnderSlope(plan, element, view);
  let least: number | null = null;
  for (const piece of view.pieces(id) ?? []) {
    if (piece.shape !== 'upright') continue;
    const [, , low, , , high] = piece.bounds;
    const ring = Array.from({ length: piece.ring.length / 2 }, (_, i) => ({
      x: at(piece.ring, 2 * i),
      y: at(piece.ring, 2 * i + 1),
    }));
    const clear = headroomUnder(plan, { ring, low, high });
    if (clear !== null) least = Math.min(least ?? Infinity, clear);
  }
  return least;
}
