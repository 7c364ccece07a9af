/** @module stair warnings: stairs on which one cannot stand upright under a floor. */
import { at } from '../../geometry/indexed.ts';
import { headroomUnder } from '../../geometry/members/stair-headroom.ts';
import { HEADROOM_MM } from '../../geometry/members/stair-hole.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { stairBetween } from '../../kinds/stair-plan.ts';
import type { StateView } from '../state-view.ts';

/** Those named. */
const NAMED = 10;
/** What differs by less is the same, mm. */
const SAME_MM = 0.01;

/** Says on which stairs a change leaves less than 2,000 mm under a floor, where they had more before or are new. */
export function stairWarnings(
  { before, after }: { readonly before: StateView; readonly after: StateView },
  ids: readonly string[],
): readonly string[] {
  const said: string[] = [];
  for (const stair of stairsNear(after, ids)) {
    const low = lowestOver(after, stair);
    if (low === null || low.clear >= HEADROOM_MM - SAME_MM) continue;
    const known = before.elementOf(stair.id, 'stair');
    const was = known === undefined ? null : lowestOver(before, known);
    if (was !== null && was.clear <= low.clear + SAME_MM) continue;
    said.push(
      `stair \`${stair.id}\` has ${Math.floor(low.clear)} mm of headroom under floor \`${low.floor_id}\`, expected at least ${HEADROOM_MM} mm: \`cut_floor\` opens the floor above`,
    );
    if (said.length === NAMED) break;
  }
  return said;
}

/** Stairs that were named, and those that end on the level of anything else that was. */
function stairsNear(view: StateView, ids: readonly string[]): readonly ElementOf<'stair'>[] {
  const named = new Set(ids);
  const levels = new Set(ids.map((id) => view.levelOf(id)));
  return [...view.elementsOf('stair')].filter(
    ({ id, params }) =>
      named.has(id) || named.has(params.top_level_id) || levels.has(params.top_level_id),
  );
}

type Low = { readonly clear: number; readonly floor_id: string };

/** The lowest floor over a stair, null without one. */
function lowestOver(view: StateView, { params }: ElementOf<'stair'>): Low | null {
  const foot = view.elementOf(params.level_id, 'level')?.params.elevation;
  const top = view.elementOf(params.top_level_id, 'level')?.params.elevation;
  if (foot === undefined || top === undefined) return null;
  const made = stairBetween(params, foot, top);
  if (!made.ok) return null;
  const { min, max } = ringBounds(made.plan.footprint);
  const box = { min: { ...min, z: foot }, max: { ...max, z: top + HEADROOM_MM } };
  let lowest: Low | null = null;
  for (const id of view.inBox(box)) {
    if (view.elementOf(id, 'floor') === undefined) continue;
    for (const piece of view.pieces(id) ?? []) {
      if (piece.shape !== 'upright') continue;
      const [, , low, , , high] = piece.bounds;
      const ring = Array.from({ length: piece.ring.length / 2 }, (_, i) => ({
        x: at(piece.ring, 2 * i),
        y: at(piece.ring, 2 * i + 1),
      }));
      const clear = headroomUnder(made.plan, { ring, low, high });
      if (clear !== null && clear < (lowest?.clear ?? Infinity)) lowest = { clear, floor_id: id };
    }
  }
  return lowest;
}
