/** @module placement: moves of products, whose placements others may share or be relative to. */
import { IDENTITY, type Matrix, product as times } from '../shape/matrix.ts';
import { type AxesEdit, axesMatrix, axesOfMatrix, changeAxes, inverseOf } from './axes3.ts';
import { changing, Owned } from './owned.ts';
import { PatchFault } from './patch-fault.ts';
import { ref } from './patch-value.ts';
import { dependantsOf } from './products.ts';
import type { Records } from './records.ts';

/** How a product is moved. */
export type PlacementOptions = {
  /** Whether products that are placed relative to it keep their places. Default: false, they move with it. */
  readonly keepChildren?: boolean;
};

/**
 * Changes the placement of a product relative to the one in PlacementRelTo, in units of the file. Returns whether this
 * changes it.
 * @throws {PatchFault} if the product has no local placement in space
 */
export function setPlacement(
  records: Records,
  product: number,
  edit: AxesEdit,
  { keepChildren = false }: PlacementOptions,
): boolean {
  return changing(records, () => {
    const shared = localPlacement(records, product);
    const { relative } = shared;
    const before = axesMatrix(records, relative);
    const row = ownPlacement(records, product, shared.row, keepChildren);
    if (!changeAxes(new Owned(records, [row, relative]), edit)) return false;
    if (!keepChildren) return true;
    const own = records.ref(row, 'RelativePlacement') ?? relative;
    const back = times(inverseOf(axesMatrix(records, own)), before);
    for (const child of records.usersIn(row, 'IfcLocalPlacement', 'PlacementRelTo')) {
      const nested = records.ref(child, 'RelativePlacement');
      if (nested === null || !records.isA(nested, 'IfcAxis2Placement3D')) {
        throw new PatchFault(`${records.label(child)} has no placement in space to keep`);
      }
      const place = axesOfMatrix(times(back, axesMatrix(records, nested)));
      changeAxes(new Owned(records, [child, nested]), place);
    }
    return true;
  });
}

/** Maximum number of placements that are relative to each other. */
const MAX_NESTED = 10_000;

/**
 * From the coordinates of a product to those of the file, in units of the file.
 * @throws {PatchFault} if it or what it is placed on has no local placement in space
 */
export function placementMatrix(records: Records, product: number): Matrix {
  const { row, relative } = localPlacement(records, product);
  return times(parentMatrix(records, row), axesMatrix(records, relative));
}

function parentMatrix(records: Records, placement: number): Matrix {
  let place = IDENTITY;
  let at = records.ref(placement, 'PlacementRelTo');
  for (let step = 0; at !== null; step += 1) {
    const relative = records.isA(at, 'IfcLocalPlacement')
      ? records.ref(at, 'RelativePlacement')
      : null;
    const isSpatial = relative !== null && records.isA(relative, 'IfcAxis2Placement3D');
    if (!isSpatial || step > MAX_NESTED) {
      throw new PatchFault(`${records.label(at)} is no local placement in space`);
    }
    place = times(axesMatrix(records, relative), place);
    at = records.ref(at, 'PlacementRelTo');
  }
  return place;
}

function localPlacement(
  records: Records,
  product: number,
): { readonly row: number; readonly relative: number } {
  const row = records.ref(product, 'ObjectPlacement');
  const isLocal = row !== null && records.isA(row, 'IfcLocalPlacement');
  const relative = isLocal ? records.ref(row, 'RelativePlacement') : null;
  if (row !== null && relative !== null && records.isA(relative, 'IfcAxis2Placement3D')) {
    return { row, relative };
  }
  const found = row === null ? 'no placement' : records.label(relative ?? row);
  throw new PatchFault(
    `${records.label(product)} has ${found}, expected IfcLocalPlacement with IfcAxis2Placement3D`,
  );
}

/** The placement of a product, copied if other products have it too. Its parts, openings and fillings are placed on the copy. */
function ownPlacement(
  records: Records,
  product: number,
  placement: number,
  keepChildren: boolean,
): number {
  const parts = new Set(dependantsOf(records, product, true));
  const isShared = records
    .usersIn(placement, 'IfcProduct', 'ObjectPlacement')
    .some((user) => user !== product && (keepChildren || !parts.has(user)));
  if (!isShared) return placement;
  const copy = records.copy(placement);
  records.set(product, 'ObjectPlacement', ref(copy));
  if (keepChildren) return copy;
  for (const part of parts) {
    const own = records.ref(part, 'ObjectPlacement');
    if (own === placement) records.set(part, 'ObjectPlacement', ref(copy));
    if (own === null || records.ref(own, 'PlacementRelTo') !== placement) continue;
    const isOthers = records
      .usersIn(own, 'IfcProduct', 'ObjectPlacement')
      .some((user) => !parts.has(user));
    const moved = isOthers ? records.copy(own) : own;
    if (isOthers) records.set(part, 'ObjectPlacement', ref(moved));
    records.set(moved, 'PlacementRelTo', ref(copy));
  }
  return copy;
}
