/** @module fire rating: the fire rating of an element, and the elements that fire screening could not evaluate. */
import type { PlanPoint, SpacePoint } from '../../../../schemas/units.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { fireRatingOf, statedBy } from '../../../building/kinds/shared/stated.ts';
import type { ModelView } from '../../../building/model/view.ts';

/** A group of elements that the screening could not evaluate, with their number and the reason. */
export type NotEvaluated = {
  readonly what: string;
  readonly count: number;
  readonly reason: string;
};

/** Whether elements of the kind can have a fire rating. */
export function canBeRated({ kind }: Element): boolean {
  return statedBy(kind).includes('fire_rating_min');
}

/** The fire rating of an element in minutes; null if it is not stated or cannot be read as minutes. */
export function statedRating(element: Element, view: ModelView): number | null {
  return fireRatingOf(element, view);
}

/** The fire rating of an element in minutes; 0 if it is unknown. */
export function ratingOf(element: Element, view: ModelView): number {
  return statedRating(element, view) ?? 0;
}

/** The rating in words: `is rated 30 min`, `has no rating`. */
export function ratedText(element: Element, view: ModelView): string {
  const stated = statedRating(element, view);
  return stated === null ? 'has no rating' : `is rated ${stated} min`;
}

/** A point on the axis of a wall, at the middle of its height. */
export function onWall(
  { params: { level_id, base_offset, height } }: ElementOf<'wall'>,
  { x, y }: PlanPoint,
  view: ModelView,
): SpacePoint {
  const foot = view.elementOf(level_id, 'level')?.params.elevation ?? 0;
  return { x: toGrid(x), y: toGrid(y), z: foot + base_offset + height / 2 };
}
