/** @module outer-faces: the areas of outer and inner walls of storeys, openings included. */
import { signedArea, pointInRing } from '../../building/geometry/plan/polygon.ts';
import { SAME_PLACE_MM } from '../../building/geometry/tolerances.ts';
import type { Point2 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../building/model/view.ts';
import { type Measured, notComputed } from './figure.ts';
import { isEntity, named, type StoreyAreas } from './storey-areas.ts';

/** Length of an outline without walls that is reported, mm: shorter ones are rounding. */
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
    const faces: Face[] = [];
    for (const id of outer_ids) {
      const wall = view.element(id);
      const height = wall === undefined ? null : meanHeight(wall, view);
      if (height === null) return notComputed(`the height of ${named([id])} is unknown`);
      for (const edge of edgesOf(view.footprint(id)?.ring ?? [])) faces.push({ edge, height });
      ids.push(id);
    }
    let bare = 0;
    for (const edge of outline.flatMap(edgesOf)) {
      const { area, missing } = coveredBy(edge, faces);
      value += area;
      bare += missing;
    }
    if (bare > MISSING_MM) {
      return notComputed(
        `${Math.round(bare)} mm of the outline of the storey \`${level.params.name}\` are no face of an outer wall`,
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

/** A side of the outline of a wall, with the mean height of the wall. */
type Face = { readonly edge: Edge; readonly height: number };

/** The area of the faces along an edge, the highest one where several overlap, mm², and the length without a face, mm. */
export function coveredBy(
  [p, q]: Edge,
  faces: readonly Face[],
): { readonly area: number; readonly missing: number } {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  if (length === 0) return { area: 0, missing: 0 };
  const [x, y] = [(q.x - p.x) / length, (q.y - p.y) / length];
  const along = (at: Point2): number => (at.x - p.x) * x + (at.y - p.y) * y;
  const off = (at: Point2): number => Math.abs((at.x - p.x) * y - (at.y - p.y) * x);
  const spans = faces.flatMap(({ edge: [a, b], height }) => {
    if (off(a) > SAME_PLACE_MM || off(b) > SAME_PLACE_MM) return [];
    const from = Math.max(0, Math.min(along(a), along(b)));
    const to = Math.min(length, Math.max(along(a), along(b)));
    return to > from ? [{ from, to, height }] : [];
  });
  const cuts = [0, length, ...spans.flatMap(({ from, to }) => [from, to])].toSorted(
    (a, b) => a - b,
  );
  let [area, missing] = [0, 0];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1] ?? length;
    if (to === from) continue;
    const over = spans.filter((span) => span.from <= from && span.to >= to);
    const height = over.reduce((most, span) => Math.max(most, span.height), 0);
    area += (to - from) * height;
    if (over.length === 0) missing += to - from;
  }
  return { area, missing };
}
