/** @module outer-faces: the areas of outer and inner walls of storeys, openings included. */
import { signedArea, pointInRing } from '../../building/geometry/plan/polygon.ts';
import { SAME_PLACE_MM } from '../../building/geometry/tolerances.ts';
import type { Point2 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../building/model/view.ts';
import { type Measured, notComputed } from './figure.ts';
import { isEntity, named, type StoreyAreas } from './storey-areas.ts';

/** Outer faces without a wall that are reported, mm: shorter ones are rounding. */
const MISSING_MM = 1;

/** A quantity of a standard set of IFC; null without one, and of a faulty element. */
export function quantityOf(element: Element, name: string, view: ModelView): number | null {
  const { ifc } = view.kinds.of(element);
  if (!isIfcProduct(ifc)) return null;
  try {
    const value = ifc.quantities(element, view)[name];
    return typeof value === 'number' && value >= 0 ? value : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The length of the outer faces of the outer walls times the mean height of each wall, mm². */
export function outerWallArea(storeys: readonly StoreyAreas[], view: ModelView): Measured {
  const [unknown] = storeys.flatMap(({ because }) => because ?? []);
  if (unknown !== undefined) return notComputed(unknown);
  const ids: string[] = [];
  let value = 0;
  for (const { level, outline, outer_ids } of storeys) {
    const sides = outline.flatMap(edgesOf);
    let rest = sides.reduce((sum, [a, b]) => sum + Math.hypot(b.x - a.x, b.y - a.y), 0);
    for (const id of outer_ids) {
      const wall = view.element(id);
      const height = wall === undefined ? null : meanHeight(wall, view);
      if (height === null) return notComputed(`the height of ${named([id])} is unknown`);
      const length = sharedLength(edgesOf(view.footprint(id)?.ring ?? []), sides);
      rest -= length;
      value += length * height;
      ids.push(id);
    }
    if (Math.abs(rest) > MISSING_MM) {
      return notComputed(
        `outer faces of the storey \`${level.params.name}\` belong to no wall, or to several`,
      );
    }
  }
  return { value, element_ids: ids, because: null };
}

/** One side of each wall within the outer walls, mm²; walls without a side area are reported. */
export function innerWallArea(storeys: readonly StoreyAreas[], view: ModelView): Measured {
  const ids: string[] = [];
  const unknown: string[] = [];
  let value = 0;
  for (const { level, outline, outer_ids } of storeys) {
    const outer = new Set(outer_ids);
    for (const wall of view.elementsOnLevel(level.id)) {
      if (outer.has(wall.id) || !isEntity(wall, view, ['IfcWall'])) continue;
      const box = view.bounds(wall.id);
      if (box === null) continue;
      const middle = { x: (box.min.x + box.max.x) / 2, y: (box.min.y + box.max.y) / 2 };
      if (!outline.some((ring) => signedArea(ring) > 0 && pointInRing(middle, ring))) continue;
      const side = quantityOf(wall, 'GrossSideArea', view);
      if (side === null) unknown.push(wall.id);
      value += side ?? 0;
      ids.push(wall.id);
    }
  }
  const because = unknown.length === 0 ? null : `the areas of ${named(unknown)} are unknown`;
  return { value, element_ids: ids, because };
}

function meanHeight(wall: Element, view: ModelView): number | null {
  const side = quantityOf(wall, 'GrossSideArea', view);
  const length = quantityOf(wall, 'Length', view);
  return side === null || length === null || length === 0 ? null : side / length;
}

type Edge = readonly [Point2, Point2];

function edgesOf(ring: readonly Point2[]): readonly Edge[] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point] as const);
}

/** The length that edges have in common. */
function sharedLength(some: readonly Edge[], others: readonly Edge[]): number {
  let sum = 0;
  for (const [a, b] of some) {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) continue;
    const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
    for (const [p, q] of others) {
      const off = (at: Point2): number => Math.abs((at.x - a.x) * y - (at.y - a.y) * x);
      if (off(p) > SAME_PLACE_MM || off(q) > SAME_PLACE_MM) continue;
      const along = (at: Point2): number => (at.x - a.x) * x + (at.y - a.y) * y;
      const [from, to] = [Math.min(along(p), along(q)), Math.max(along(p), along(q))];
      sum += Math.max(0, Math.min(length, to) - Math.max(0, from));
    }
  }
  return sum;
}
