/** @module storey: what a plan shows: what it cuts, what lies below the cut and what hangs above it. */
import type { PlanDefinition } from '../../../schemas/views.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { ModelView } from '../../model/view.ts';

/** As much of a view as drawings ask. What it does not show is not in them. */
export type DrawnView = Pick<
  ModelView,
  | 'bounds'
  | 'element'
  | 'elementOf'
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
  readonly cutElements: readonly Element[];
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
  const sorted = { cutElements: [], below: [], above: [] } as {
    readonly [part in 'cutElements' | 'below' | 'above']: Element[];
  };
  const rooms: ElementOf<'room'>[] = [];
  for (const element of found) {
    if (element.kind === 'room') {
      if (own.has(element.id)) rooms.push(element);
      continue;
    }
    const bounds = view.bounds(element.id);
    if (bounds === null) continue;
    const { min, max } = bounds;
    if (min.z < cut - NEAR_MM && max.z > cut + NEAR_MM) {
      sorted.cutElements.push(element);
    } else if (max.z <= cut + NEAR_MM) {
      if (own.has(element.id) || shownBelow(element, max.z, elevation)) sorted.below.push(element);
    } else if (min.z < top + ABOVE_MM) {
      sorted.above.push(element);
    }
  }
  const grids = gridsOf(level.id, view);
  return { level, cut, ...sorted, rooms, grids };
}

/** Of other levels, what reaches up to this one and is open to the sky or leads here. */
function shownBelow({ kind }: Element, top: number, elevation: number): boolean {
  return (kind === 'stair' || kind === 'ramp' || kind === 'roof') && top > elevation - BELOW_MM;
}

function gridsOf(level_id: string, view: DrawnView): readonly ElementOf<'grid'>[] {
  return [...view.elementsOf('grid')].filter(
    ({ params: { level_id: on } }) => on === null || on === level_id,
  );
}

function between(
  low: number,
  high: number,
): {
  readonly min: { x: number; y: number; z: number };
  readonly max: { x: number; y: number; z: number };
} {
  return { min: { x: -FAR_MM, y: -FAR_MM, z: low }, max: { x: FAR_MM, y: FAR_MM, z: high } };
}
