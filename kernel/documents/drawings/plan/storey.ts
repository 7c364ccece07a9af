/** @module storey: the elements in a plan, grouped into those that it cuts, those below the cut and those above it. */
import type { PlanDefinition } from '../../../../schemas/views.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Box3 } from '../../../building/geometry/vector.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { occupancyOf } from '../../../building/kinds/facets/per-element.ts';
import type { ModelView } from '../../../building/model/view.ts';

/** Depth below its level to which a plan shows elements of other levels, mm. */
const BELOW_MM = 600;
/** Maximum height above the top of the storey at which a shown element may start, mm. */
const ABOVE_MM = 60;
/** Tolerance, mm: an element that starts or ends this close to the cut is not cut. */
const NEAR_MM = 0.5;
/** Coordinate beyond any building, mm. */
const FAR_MM = 1e9;

/** The content of a plan, grouped by position relative to the cut. */
export type Storey = {
  readonly level: ElementOf<'level'>;
  /** Height of the cut in the world, mm. */
  readonly cut: number;
  readonly cut_elements: readonly Element[];
  readonly below: readonly Element[];
  readonly above: readonly Element[];
  /** Elements of the level that are drawn as symbols, such as furniture; they are in none of the lists above. */
  readonly symbols: readonly Element[];
  /** Elements of other models than that of the level, such as references; they are in none of the lists above. */
  readonly underlay: {
    readonly cut_elements: readonly Element[];
    readonly below: readonly Element[];
  };
  /** Elements of the level without a body that are drawn as lines, such as room separation lines. */
  readonly lines: readonly Element[];
  readonly rooms: readonly ElementOf<'room'>[];
  readonly grids: readonly ElementOf<'grid'>[];
};

/** The content of a plan; null if the view has no such level. */
export function storeyOf(plan: PlanDefinition, view: ModelView): Storey | null {
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
  const lines = found.filter((element) => isLine(element, view));
  const parts = { cut_elements: newList(), below: newList(), above: newList(), symbols: newList() };
  const underlay = { cut_elements: newList(), below: newList(), above: newList() };
  const model = view.referenceOf(level.id)?.import_id;
  const range = { low: Infinity, high: -Infinity };
  const sort = (element: Element): void => {
    const drawn = drawnAs(element, view);
    const bounds = drawn === 'nothing' ? null : view.bounds(element.id);
    if (bounds === null) return;
    const { min, max } = bounds;
    const isOwn = view.referenceOf(element.id)?.import_id === model;
    const into = isOwn ? parts : underlay;
    range.low = Math.min(range.low, min.x);
    range.high = Math.max(range.high, max.x);
    if (drawn === 'marks') {
      if (own.has(element.id)) parts.symbols.push(element);
      return;
    }
    const isBelow = max.z <= cut + NEAR_MM;
    const reachesUp = own.has(element.id) || max.z > elevation - BELOW_MM;
    if (isBelow && reachesUp) into.below.push(element);
    else if (!isBelow && min.z < cut - NEAR_MM) into.cut_elements.push(element);
    else if (!isBelow && min.z < top + ABOVE_MM) into.above.push(element);
  };
  for (const [index, element] of found.entries()) {
    if (index % STRIDE === 0) checkpoint({ done: index, total: found.length, doing: 'storey' });
    sort(element);
  }
  const others: string[] = [];
  const box = { low: elevation - BELOW_MM, high: top + ABOVE_MM };
  const strips = stripsOf(range, found.length);
  for (const [index, strip] of strips.entries()) {
    checkpoint({ done: index, total: strips.length, doing: 'other storeys' });
    others.push(...view.inBox(between(strip, box)).filter((id) => !own.has(id)));
  }
  const sorted = [...new Set(others)].toSorted((a, b) => (a < b ? -1 : 1));
  for (const [index, id] of sorted.entries()) {
    if (index % STRIDE === 0) {
      checkpoint({ done: index, total: sorted.length, doing: 'other storeys' });
    }
    const element = view.element(id);
    if (element !== undefined) sort(element);
  }
  return { level, cut, ...parts, underlay, lines, rooms, grids: gridsOf(level.id, view) };
}

/** Number of elements between two checkpoints. */
const STRIDE = 200;
/** Approximate number of elements in a strip of the building. */
const ELEMENTS_PER_STRIP = 1500;
/** Maximum number of strips. */
const MAX_STRIPS = 64;

type Range = { readonly low: number; readonly high: number };

/** Strips, by the number of elements of the storey, across the x axis that are searched one after the other; the outer ones are unbounded. */
function stripsOf({ low, high }: Range, count: number): readonly Range[] {
  const strips = low < high ? Math.min(MAX_STRIPS, Math.ceil(count / ELEMENTS_PER_STRIP)) : 1;
  const at = (i: number): number =>
    i === 0 ? -FAR_MM : i === strips ? FAR_MM : low + ((high - low) * i) / strips;
  return Array.from({ length: strips }, (_, i) => ({ low: at(i), high: at(i + 1) }));
}

function newList(): Element[] {
  return [];
}

/**
 * How plans draw an element: by its body, by its marks, or not at all. Spaces are not drawn; doors, windows and
 * openings are drawn with their host.
 */
function drawnAs(element: Element, view: ModelView): 'body' | 'marks' | 'nothing' {
  const { fills, symbol } = view.kinds.of(element);
  if (occupancyOf(element, view.kinds) !== 'matter' || fills !== 'none') return 'nothing';
  return symbol === 'none' ? 'body' : symbol.plans;
}

/** Whether plans draw an element without a body by its marks. */
function isLine(element: Element, view: ModelView): boolean {
  const { body, symbol } = view.kinds.of(element);
  return body === 'none' && symbol !== 'none' && symbol.plans === 'marks';
}

function gridsOf(level_id: string, view: ModelView): readonly ElementOf<'grid'>[] {
  const model = view.referenceOf(level_id)?.import_id;
  return [...view.elementsOf('grid')].filter(
    ({ id, params: { level_id: on } }) =>
      (on === null && view.referenceOf(id)?.import_id === model) || on === level_id,
  );
}

function between(x: Range, z: Range): Box3 {
  return { min: { x: x.low, y: -FAR_MM, z: z.low }, max: { x: x.high, y: FAR_MM, z: z.high } };
}
