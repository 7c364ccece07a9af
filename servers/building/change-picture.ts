/** @module change-picture: the picture of a change, and warnings about its surroundings. */
import { glanceWarnings } from '../../kernel/building/model/effect/glance/glance.ts';
import { nearMissWarnings } from '../../kernel/building/model/effect/near-misses.ts';
import { resultsOf } from '../../kernel/building/model/effect/results.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** The views before and after a change. */
export type Sides = { readonly before: BuildingView; readonly after: BuildingView };

/** A PNG of the place of a change before and after it; null if nothing in it is drawn in plan. The renderer is imported lazily. */
export async function changePicture(
  sides: Sides,
  [named, regenerated]: readonly [named: readonly string[], regenerated: readonly string[]],
): Promise<Uint8Array | null> {
  const { changePng } = await import('../../kernel/documents/picture/plan/change-plan.ts');
  const results = resultsOf(sides, named, regenerated);
  return changePng(sides, named, results);
}

/**
 * Warnings about the surroundings of the elements that the events name, computed on the caller's views; without elements
 * of reference models, which nobody here can correct.
 */
export function nearbyWarnings(sides: Sides, named: readonly string[]): readonly string[] {
  const ids = new Set(named.filter((id) => sides.after.referenceOf(id) === null));
  const near = nearMissWarnings(sides, ids);
  return [...near, ...glanceWarnings(sides, ids)];
}
