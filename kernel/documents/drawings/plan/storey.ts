/** @module storey: what a plan shows: what it cuts, what lies below the cut and what hangs above it. */
import type { PlanDefinition } from '../../../schemas/views.ts';
import type { Steps } from '../../findings/steps.ts';
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
  | 'grossMeasures'
  | 'holes'
  | 'hostedBy'
  | 'inBox'
  | 'kinds'
  | 'levels'
  | 'measures'
  | 'mesh'
  | 'named'
  | 'outline'
  | 'uncutMesh'
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
export function* storeyOf(plan: PlanDefinition, view: DrawnView): Steps<Storey | null> {
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
  const rooms = found.flatMap((element) => (element.kind === 'room' ? [element] : []));
  const parts = { cut_elements: newList(), below: newList(), above: newList() };
  const range = { low: Infinity, high: -Infinity };
  const sort = (element: Element): void => {
    const bounds = isMatter(element, view) ? view.bounds(element.id) : null;
    if (bounds === null) return;
    const { min, max } = bounds;
    range.low = Math.min(range.low, min.x);
    range.high = Math.max(range.high, max.x);
    const isBelow = max.z <= cut + NEAR_MM;
    const reachesUp = own.has(element.id) || max.z > elevation - BELOW_MM;
    if (isBelow && reachesUp) parts.below.push(element);
    else if (!isBelow && min.z < cut - NEAR_MM) parts.cut_elements.push(element);
    else if (!isBelow && min.z < top + ABOVE_MM) parts.above.push(element);
  };
  for (const [index, element] of found.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: found.length, doing: 'storey' };
    sort(element);
  }
  const others: string[] = [];
  const box = { low: elevation - BELOW_MM, high: top + ABOVE_MM };
  const strips = stripsOf(range, view.count());
  for (const [index, strip] of strips.entries()) {
    yield { done: index, total: strips.length, doing: 'other storeys' };
    others.push(...view.inBox(between(strip, box)).filter((id) => !own.has(id)));
  }
  const sorted = [...new Set(others)].toSorted((a, b) => (a < b ? -1 : 1));
  for (const [index, id] of sorted.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: sorted.length, doing: 'other storeys' };
    const element = view.element(id);
    if (element !== undefined) sort(element);
  }
  return { level, cut, ...parts, rooms, grids: gridsOf(level.id, view) };
}

/** Elements between two stops, and as many as a strip of the building has about. */
const STRIDE = 200;
const IN_STRIP = 1500;
const MOST_STRIPS = 64;

type Range = { readonly low: number; readonly high: number };

/** Strips across x in which others are looked for one after the other; the outer ones have no end. */
function stripsOf({ low, high }: Range, count: number): readonly Range[] {
  const strips = low < high ? Math.min(MOST_STRIPS, Math.ceil(count / IN_STRIP)) : 1;
  const at = (i: number): number =>
    i === 0 ? -FAR_MM : i === strips ? FAR_MM : low + ((high - low) * i) / strips;
  return Array.from({ length: strips }, (_, i) => ({ low: at(i), high: at(i + 1) }));
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

function between(x: Range, z: Range): Box3 {
  return { min: { x: x.low, y: -FAR_MM, z: z.low }, max: { x: x.high, y: FAR_MM, z: z.high } };
}
