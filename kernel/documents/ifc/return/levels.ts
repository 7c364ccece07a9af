/** @module levels: moves storeys of a file, and compares the bodies that move with them. */
import { SAME_PLACE_MM } from '../../../building/geometry/tolerances.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { IfcItem, IfcShape } from '../../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { real } from '../patch/patch-value.ts';
import { IDENTITY, type Matrix, product as times } from '../shape/matrix.ts';
import { relative } from './frame.ts';
import { moveTo } from './places.ts';
import type { Target } from './solids.ts';

/**
 * Places a storey at a height over its place before the edits (`was`), mm, with all that is placed on it, and states its
 * elevation.
 */
export function raiseStorey(
  target: Target,
  storey: number,
  { was, height }: { readonly was: Matrix; readonly height: number },
): void {
  const { patch, frame } = target;
  moveTo(target, storey, times([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, height], was));
  const stated = patch.value(storey, 'Elevation');
  if (height === 0 || (stated.kind !== 'real' && stated.kind !== 'integer')) return;
  patch.setAttribute(storey, 'Elevation', real(frame.length(frame.toMm(stated.value) + height)));
}

/** Whether the height of a level is the distance to the next higher one, which a file states with their elevations. */
export function isImpliedHeight({ params }: ElementOf<'level'>, view: ModelView): boolean {
  const { elevation, height } = params;
  const above = view.levels().map((level) => level.params.elevation - elevation);
  const rises = above.filter((rise) => rise > SAME_PLACE_MM);
  return rises.length > 0 && Math.abs(Math.min(...rises) - height) <= SAME_PLACE_MM;
}

/** How far a product was moved with what it is placed on, mm in the model; null if it was not. `was`: its place before. */
export function displacementOf(
  { patch, frame }: Target,
  product: number,
  was: Matrix,
): Point3 | null {
  const moved = times(frame.place(patch, product), relative(was, IDENTITY));
  const [x, y, z] = [moved[3], moved[7], moved[11]];
  return Math.hypot(x, y, z) <= SAME_PLACE_MM ? null : { x, y, z };
}

/** A shape that was moved. */
export function displaced(shape: IfcShape, by: Point3): IfcShape {
  const { origin, x } = shape.place;
  const place = { origin: { x: origin.x + by.x, y: origin.y + by.y, z: origin.z + by.z }, x };
  return { ...shape, place, items: shape.items.map((item) => movedItem(item, by)) };
}

/** Meshes have coordinates of the model; extrusions are in the frame of the shape. */
function movedItem(item: IfcItem, { x, y, z }: Point3): IfcItem {
  if (item.item !== 'mesh') return item;
  const step = [x, y, z];
  const positions = item.mesh.positions.map((value, i) => value + (step[i % 3] ?? 0));
  return { ...item, mesh: { ...item.mesh, positions } };
}

/** Whether two shapes are equal up to the grid. */
export function isSameShape(a: IfcShape, b: IfcShape): boolean {
  return isNear(a.place, b.place) && isNear(a.items, b.items);
}

function isNear(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= SAME_PLACE_MM / 2;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return (
    left.length === right.size && left.every(([name, value]) => isNear(value, right.get(name)))
  );
}
