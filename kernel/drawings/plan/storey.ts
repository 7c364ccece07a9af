/** @module storey: what a plan shows: what it cuts, what lies below the cut and what hangs above it. */
import type { PlanDefinition } from '../../../schemas/views.ts';
import type { Box3 } from '../../geometry/vector.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { ModelView } from '../../model/view.ts';

/** As much of a view as drawings ask. What it does not show is not in them. */
export type DrawnView = Pick<
  ModelView,
  | 'bounds'
  | 'count'
  | 'element'
  | 'elementOf'
  | 'elements'
  | 'elementsOf'
  | 'elementsOnLevel'
  | 'fineMesh'
  | 'footprint'
  | 'holes'
  | 'hostedBy'
  | 'inBox'
  | 'kinds'
  | 'levels'
  | 'measures'
  | 'mesh'
  | 'outline'
  | 'workspace'
>;

/** How far below its level a plan looks at what belongs to others, mm. */
const BELOW_MM = 600;
/** How far above the storey what hangs over it may begin, mm. */
const ABOVE_MM = 60;
/** What begins or ends this near the cut is not cut, mm. */
const NEAR_MM = 0.5;
const FAR_MM = 1e9;

export type Storey = {
  readonly level: ElementOf<'level'>;
  /** Height of the cut in the world, mm. */
  readonly cut: number;
  readonly cut_elements: readonly Element[];
  readonly below: readonly Element[];
  readonly above: readonly Element[];
  readonly rooms: readonly ElementOf<'room'>[];
  readonly grids: readonly ElementOf<'grid'>[];
};

/** What a plan shows; null when the view has no such level. */
export function storeyOf(plan: PlanDefinition, view: DrawnView): Storey | null {
  const level = view.elementOf(plan.level_id, 'level');
  if (level === undefined) return null;
  const { elevation, height } = level.params;
  const cut = elevation + plan.cut_height;
  const top = elevation + height;
  const own = new Set<string>();
  const found: Element[] = [];
  for (const element of view.elementsOnLevel(level.id)) {
    own.add(element.id);
    found.push(element);
  }
  for (const id of view.inBox(between(elevation - BELOW_MM, top + ABOVE_MM))) {
    const element = own.has(id) ? undefined : view.element(id);
    if (element !== undefined) found.push(element);
  }
  const parts = { cut_elements: newList(), below: newList(), above: newList() };
  for (const element of found) {
    const bounds = isMatter(element, view) ? view.bounds(element.id) : null;
    if (bounds === null) continue;
    const { min, max } = bounds;
    const isBelow = max.z <= cut + NEAR_MM;
    const reachesUp = own.has(element.id) || max.z > elevation - BELOW_MM;
    if (isBelow && reachesUp) parts.below.push(element);
    else if (!isBelow && min.z < cut - NEAR_MM) parts.cut_elements.push(element);
    else if (!isBelow && min.z < top + ABOVE_MM) parts.above.push(element);
  }
  const rooms = found.flatMap((element) =>
    element.kind === 'room' && own.has(element.id) ? [element] : [],
  );
  return { level, cut, ...parts, rooms, grids: gridsOf(level.id, view) };
}

function newList(): Element[] {
  return [];
}

/** Whether it has a body that is filled, and is not part of another. */
function isMatter(element: Element, view: DrawnView): boolean {
  const { body, fills } = view.kinds.of(element);
  return body !== 'none' && body.occupies === 'matter' && fills === 'none';
}

function gridsOf(level_id: string, view: DrawnView): readonly ElementOf<'grid'>[] {
  return [...view.elementsOf('grid')].filter(
    ({ params: { level_id: on } }) => on === null || on === level_id,
  );
}

function between(low: number, high: number): Box3 {
  return { min: { x: -FAR_MM, y: -FAR_MM, z: low }, max: { x: FAR_MM, y: FAR_MM, z: high } };
}
