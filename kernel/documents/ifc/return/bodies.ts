/** @module bodies: gives a product of the file the body and axis that its element has now. */
import { SAME_PLACE_MM } from '../../../building/geometry/tolerances.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { IfcShape } from '../../../building/kinds/facets/ifc.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import type { ExtrusionEdit } from '../patch/solids.ts';
import { IDENTITY, type Matrix, pointThrough, product as times } from '../shape/matrix.ts';
import { flat, isSamePlace, placeMatrix, relative } from './frame.ts';
import { type Motion, motionOf } from './motions.ts';
import { outlineEdit, outlineOf } from './outlines.ts';
import {
  addBrep,
  addExtrusion,
  addPolyline,
  cornersIn,
  type Extrusion,
  sectionFrame,
  type Target,
} from './solids.ts';

/** Largest sine of two directions that are parallel: 0.001 mm in 1 km. */
const PARALLEL = 1e-9;

/**
 * The shape of an element before and after an edit; `isNew`: nothing of the old body is kept. `style` gives new items,
 * by their rows, styles instead of those of the old ones.
 */
type BodyEdit = {
  readonly was: IfcShape;
  readonly is: IfcShape;
  readonly isNew?: boolean;
  readonly style?: ((rows: readonly number[]) => void) | null;
};

/**
 * Writes the body of a product from the shape of its element, and its axis if the file has one. The product stays where
 * it is placed; all records that need not change keep their bytes.
 * @throws {PatchFault} if the product has no body of its own, or its items cannot be written
 */
export function setBody(
  target: Target,
  product: number,
  { was, is: shape, isNew = false, style = null }: BodyEdit,
): void {
  const { patch, frame } = target;
  const body = representationOf(target, product, 'Body');
  if (body === null) throw new PatchFault('the product has no body of its own in the file');
  const place = frame.place(patch, product);
  const local = relative(place, placeMatrix(shape.place));
  const { items } = shape;
  const [first, another] = items;
  const [known, second] = patch.refs(body, 'Items');
  const isOne = another === undefined && second === undefined && !isNew;
  const motion = isNew ? null : motionOf(was, shape);
  if (second === undefined && known !== undefined && motion !== null) {
    if (moveExtrusion(target, { product, item: known }, motion)) return;
  }
  if (isOne && first?.item === 'extrusion' && known !== undefined) {
    if (changeExtrusion(target, { product, item: known }, { item: first, local })) return;
  }
  const rows = items.map((item) => {
    if (item.item === 'extrusion') return addExtrusion(target, item, local);
    if (item.is_open === true) throw new PatchFault('its surface is not closed');
    return addBrep(target, item.mesh, relative(place, IDENTITY));
  });
  const is_styled = style !== null;
  patch.setItems({ product, item: body }, { items: rows, type: typeOf(items), is_styled });
  style?.(rows);
}

function typeOf(items: IfcShape['items']): string {
  if (items.some(({ item }) => item === 'mesh')) return 'Brep';
  const isCut = items.some((item) => item.item === 'extrusion' && (item.cuts ?? []).length > 0);
  return isCut ? 'Clipping' : 'SweptSolid';
}

/** Moves an extrusion in its product, and makes it deeper; returns false if it is another item. */
function moveExtrusion(
  { patch, frame }: Target,
  place: { readonly product: number; readonly item: number },
  { matrix, deeper, axis }: Motion,
): boolean {
  const { item, product } = place;
  const position = patch.isA(item, 'IfcExtrudedAreaSolid') ? patch.ref(item, 'Position') : null;
  const depth = patch.value(item, 'Depth');
  // A depth against or oblique to the axis would not grow at the same end.
  const isAhead = deeper === 0 || isUpwards(patch, item);
  if (position === null || depth.kind !== 'real' || !isAhead) return false;
  const own = frame.matrixToMm(patch.axes(position));
  const world = frame.place(patch, product);
  const after = times(matrix, times(world, own));
  const sense = axis.x * after[2] + axis.y * after[6] + axis.z * after[10];
  if (deeper !== 0 && !(Math.abs(Math.abs(sense) - 1) <= PARALLEL)) return false;
  // An extrusion that runs the other way begins at the end that moves.
  const ahead = sense < 0 ? deeper : 0;
  const lift: Matrix = [1, 0, 0, ahead * axis.x, 0, 1, 0, ahead * axis.y, 0, 0, 1, ahead * axis.z];
  const moved = relative(world, times(lift, after));
  patch.setExtrusion(place, {
    ...(isSamePlace(moved, own) ? {} : { position: frame.axes(moved, own) }),
    ...(deeper === 0 ? {} : { depth: frame.length(frame.toMm(depth.value) + deeper) }),
  });
  return true;
}

/** Whether an extrusion runs along the axis of its position. */
function isUpwards(patch: Target['patch'], item: number): boolean {
  const direction = patch.ref(item, 'ExtrudedDirection');
  const [dx = 0, dy = 0, dz = 0] =
    direction === null ? [] : patch.numbers(direction, 'DirectionRatios');
  return dz > 0 && Math.hypot(dx, dy) <= PARALLEL * dz;
}

/** An item and where its element is in the coordinates of the product, mm. */
type Placed = { readonly item: Extrusion; readonly local: Matrix };

/** Changes an extrusion in place; returns false if it has another form or direction. */
function changeExtrusion(
  { patch, frame }: Target,
  place: { readonly product: number; readonly item: number },
  { item, local }: Placed,
): boolean {
  if ((item.cuts ?? []).length > 0 || !patch.isA(place.item, 'IfcExtrudedAreaSolid')) return false;
  // A profile of its own has the name of its section.
  if (item.section.kind === 'outline' && item.name !== undefined) return false;
  const profile = patch.ref(place.item, 'SweptArea');
  const before = profile === null ? null : outlineOf(patch, frame, profile);
  const position = patch.ref(place.item, 'Position');
  if (before === null || !isUpwards(patch, place.item) || position === null) return false;
  const old = frame.matrixToMm(patch.axes(position));
  const moved = relative(old, times(local, sectionFrame(item)));
  if (!(moved[10] > 0) || Math.hypot(moved[2], moved[6]) > PARALLEL) return false;
  const corners = cornersIn(item.section, moved);
  if (corners === null) return false;
  const height = moved[11];
  const edit: ExtrusionEdit = {
    ...outlineEdit(before, corners, frame),
    depth: depthOf(item, frame),
  };
  if (Math.abs(height) <= SAME_PLACE_MM) {
    patch.setExtrusion(place, edit);
  } else {
    const lifted = times(old, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, height]);
    patch.setExtrusion(place, { ...edit, position: frame.axes(lifted, old) });
  }
  return true;

  function depthOf({ depth }: Extrusion, { mm }: typeof frame): number {
    const stated = patch.value(place.item, 'Depth');
    const known = stated.kind === 'real' || stated.kind === 'integer' ? stated.value : NaN;
    return Math.abs(known * mm - depth) <= SAME_PLACE_MM ? known : frame.length(depth);
  }
}

/** Writes the axis of a product: points in the local frame of the element, mm. */
export function setAxis(
  target: Target,
  product: number,
  { place, axis }: { readonly place: IfcShape['place']; readonly axis: readonly Point2[] },
): void {
  const { patch, frame } = target;
  const row = representationOf(target, product, 'Axis');
  if (row === null) return;
  const local = relative(frame.place(patch, product), placeMatrix(place));
  const points = axis.map((point) => pointThrough(local, flat(point)));
  const [item, another] = patch.refs(row, 'Items');
  const isPolyline = item !== undefined && another === undefined && patch.isA(item, 'IfcPolyline');
  if (isPolyline && patch.refs(item, 'Points').length === points.length) {
    const [old] = patch.refs(item, 'Points');
    const dimensions = old === undefined ? 2 : patch.numbers(old, 'Coordinates').length;
    const coordinates = points.map(({ x, y, z }) =>
      frame.lengths(dimensions === 3 ? [x, y, z] : [x, y]),
    );
    patch.setCurve({ product, item }, coordinates);
    return;
  }
  const curve = addPolyline(target, points, false);
  patch.setItems({ product, item: row }, { items: [curve], type: 'Curve2D' });
}

/** The representation of a product with this identifier; null without one. */
export function representationOf({ patch }: Target, product: number, name: string): number | null {
  const shape = patch.ref(product, 'Representation');
  const all = shape === null ? [] : patch.refs(shape, 'Representations');
  const isNamed = (row: number): boolean => {
    const text = patch.value(row, 'RepresentationIdentifier');
    return text.kind === 'text' && text.value === name;
  };
  return all.find(isNamed) ?? null;
}
