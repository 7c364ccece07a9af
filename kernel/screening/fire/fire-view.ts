/** @module fire view: what fire screening asks of a branch, and the rating of an element. */
import type { PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import { fireRatingOf, statedBy } from '../../kinds/stated.ts';
import type { ModelView } from '../../model/view.ts';

export type FireView = ModelView;

/** What the screening could not judge, with how many there are. */
export type NotEvaluated = {
  readonly what: string;
  readonly count: number;
  readonly reason: string;
};

/** Whether elements of the kind can state a rating. */
export function canBeRated({ kind }: Element): boolean {
  return statedBy(kind).includes('fire_rating_min');
}

/** Minutes that an element states; null where it states none. */
export function statedRating(element: Element, view: FireView): number | null {
  return fireRatingOf(element, view);
}

/** Minutes that can be counted on: 0 where none are stated. */
export function ratingOf(element: Element, view: FireView): number {
  return statedRating(element, view) ?? 0;
}

/** `is rated 30 min`, `has no rating`. */
export function ratedText(element: Element, view: FireView): string {
  const stated = statedRating(element, view);
  return stated === null ? 'has no rating' : `is rated ${stated} min`;
}

/** A place on the axis of a wall, at the middle of its height. */
export function onWall(
  { params: { level_id, base_offset, height } }: ElementOf<'wall'>,
  { x, y }: PlanPoint,
  view: FireView,
): SpacePoint {
  const foot = view.elementOf(level_id, 'level')?.params.elevation ?? 0;
  return { x: toGrid(x), y: toGrid(y), z: foot + base_offset + height / 2 };
}
