/** @module solids: edits of the shape of one product, with copies of what others share. */
import { type AxesEdit, changeAxes } from './axes3.ts';
import { followTo } from './followers.ts';
import { changePoints, changeProfile, type Coordinates, type ProfileEdit } from './outline.ts';
import { own, pathTo } from './own.ts';
import { changing, Owned } from './owned.ts';
import { PatchFault } from './patch-fault.ts';
import { NO_VALUE, type PatchValue, real, reals, ref, refs, text } from './patch-value.ts';
import type { PatchValues, Records } from './records.ts';
import { dropItem } from './text/lists.ts';

/** What changes of an IfcExtrudedAreaSolid, in units of the file; undefined leaves it. */
export type ExtrusionEdit = ProfileEdit & {
  readonly depth?: number;
  readonly position?: AxesEdit;
};

/** An item of the shape of a product. */
export type ItemPlace = { readonly product: number; readonly item: number };

/**
 * Changes an extrusion in the shape of a product. Returns whether this changes it.
 * @throws {PatchFault} if the item is no extrusion of the product, or has no such sizes
 */
export function setExtrusion(records: Records, place: ItemPlace, edit: ExtrusionEdit): boolean {
  const { product, item } = place;
  if (!records.isA(item, 'IfcExtrudedAreaSolid')) {
    throw new PatchFault(`got ${records.label(item)}, expected IfcExtrudedAreaSolid`);
  }
  if (edit.depth !== undefined && !(edit.depth > 0)) {
    throw new PatchFault(`got a depth of \`${edit.depth}\`, expected one above 0`);
  }
  return changing(records, () => {
    const solid = new Owned(records, pathTo(records, product, item));
    const isDeeper = solid.setNumber('Depth', edit.depth);
    const isMoved = edit.position !== undefined && changePosition(solid, edit.position);
    const isOther = changing(records, () => changeProfile(solid, 'SweptArea', edit));
    return isOther || isDeeper || isMoved;
  });
}

function changePosition(solid: Owned, edit: AxesEdit): boolean {
  const { records } = solid;
  return changing(records, () => {
    const position = solid.child('Position');
    if (position !== null) return changeAxes(position, edit);
    const Location = ref(
      records.add('IfcCartesianPoint', { Coordinates: reals(edit.location ?? [0, 0, 0]) }),
    );
    const added = records.add('IfcAxis2Placement3D', { Location });
    solid.set('Position', ref(added));
    changeAxes(new Owned(records, [solid.row, added]), edit);
    return true;
  });
}

/**
 * Changes the points of a polyline in the shape of a product, such as that of an Axis. Returns whether this changes it.
 * @throws {PatchFault} if the curve is no polyline of the product
 */
export function setCurve(
  records: Records,
  { product, item }: ItemPlace,
  points: readonly Coordinates[],
): boolean {
  return changing(records, () =>
    changePoints(new Owned(records, pathTo(records, product, item)), points, false),
  );
}

/** A bounding box: its corner with the least coordinates, and its sizes, in units of the file. */
export type BoxEdit = { readonly corner: Coordinates; readonly sizes: Coordinates };

/**
 * Changes an IfcBoundingBox in the shape of a product. Returns whether this changes it.
 * @throws {PatchFault} if the item is no bounding box of the product
 */
export function setBox(
  records: Records,
  { product, item }: ItemPlace,
  { corner, sizes }: BoxEdit,
): boolean {
  if (!records.isA(item, 'IfcBoundingBox')) {
    throw new PatchFault(`got ${records.label(item)}, expected IfcBoundingBox`);
  }
  return changing(records, () => {
    const box = new Owned(records, pathTo(records, product, item));
    const changes = [
      box.setPoint('Corner', corner),
      ...['XDim', 'YDim', 'ZDim'].map((name, i) => box.setNumber(name, sizes[i])),
    ];
    return changes.includes(true);
  });
}

/** How a mapped shape is scaled: factors along the axes of its mapping, and a new origin of the mapping. */
export type ScaleEdit = {
  readonly factors: readonly [x: number, y: number, z: number];
  readonly origin?: Coordinates;
};

const OPERATOR = 'IfcCartesianTransformationOperator3D';

/**
 * Scales an IfcMappedItem of one product; the shape that is mapped stays as it is for others. Returns whether this
 * changes it.
 * @throws {PatchFault} if the item is no mapped item of the product, or a factor is not positive
 */
export function scaleMapped(records: Records, place: ItemPlace, edit: ScaleEdit): boolean {
  const { product, item } = place;
  if (!records.isA(item, 'IfcMappedItem')) {
    throw new PatchFault(`got ${records.label(item)}, expected IfcMappedItem`);
  }
  const bad = edit.factors.find((factor) => !(factor > 0 && Number.isFinite(factor)));
  if (bad !== undefined) throw new PatchFault(`got a factor of \`${bad}\`, expected one above 0`);
  return changing(records, () => {
    const target = records.ref(item, 'MappingTarget');
    if (target === null || !records.isA(target, OPERATOR)) {
      throw new PatchFault(`${records.label(item)} has no mapping in space`);
    }
    const [first, second, third] = edit.factors;
    const one = records.number(target, 'Scale') ?? 1;
    const scales = {
      Scale: one * first,
      Scale2: (records.number(target, 'Scale2') ?? one) * second,
      Scale3: (records.number(target, 'Scale3') ?? one) * third,
    };
    const mapped = new Owned(records, pathTo(records, product, item));
    if (records.isA(target, `${OPERATOR}nonUniform`)) {
      return rescale(new Owned(records, [mapped.row, target]), scales, edit.origin);
    }
    const isSame = edit.factors.every((factor) => factor === 1);
    if (isSame && edit.origin === undefined) return false;
    const operator = records.add(`${OPERATOR}nonUniform`, {
      ...references(records, target, ['Axis1', 'Axis2', 'LocalOrigin', 'Axis3']),
      ...Object.fromEntries(Object.entries(scales).map(([name, scale]) => [name, real(scale)])),
    });
    mapped.set('MappingTarget', ref(operator));
    new Owned(records, [mapped.row, operator]).setPoint('LocalOrigin', edit.origin);
    return true;
  });
}

function rescale(
  operator: Owned,
  scales: { readonly [attribute: string]: number },
  origin: Coordinates | undefined,
): boolean {
  const changes = [
    ...Object.entries(scales).map(([name, scale]) => operator.setNumber(name, scale)),
    operator.setPoint('LocalOrigin', origin),
  ];
  return changes.includes(true);
}

function references(records: Records, row: number, names: readonly string[]): PatchValues {
  const entries = names.map((name): [string, PatchValue] => {
    const to = records.ref(row, name);
    return [name, to === null ? NO_VALUE : ref(to)];
  });
  return Object.fromEntries(entries);
}

/**
 * Removes a representation of a product, and its whole shape if none is left.
 * @throws {PatchFault} if the product has no such representation
 */
export function removeRepresentation(
  records: Records,
  product: number,
  representation: number,
): void {
  const path = pathTo(records, product, representation);
  const shape = path[1] ?? -1;
  if (path.length !== 3) {
    throw new PatchFault(
      `${records.label(representation)} is no representation of ${records.label(product)}`,
    );
  }
  if (records.refs(shape, 'Representations').length === 1) {
    records.set(product, 'Representation', NO_VALUE);
    return;
  }
  const mine = new Owned(records, [product, shape]);
  dropItem(records, mine.row, 'Representations', representation);
}

/**
 * The items of a representation, and its RepresentationType, such as `SweptSolid`. `is_styled`: whether they have
 * styles of their own. Default: they get those of the first old item.
 */
export type ItemsEdit = {
  readonly items: readonly number[];
  readonly type: string;
  readonly is_styled?: boolean;
};

/**
 * Replaces the items of a representation of a product. The new ones get the layers of the first old one, and its styles.
 * @throws {PatchFault} if the product has no such representation, or without items
 */
export function setItems(
  records: Records,
  { product, item }: ItemPlace,
  { items, type, is_styled: isStyled = false }: ItemsEdit,
): void {
  if (items.length === 0) throw new PatchFault('got no items, expected at least one');
  const row = own(records, pathTo(records, product, item)).at(-1) ?? -1;
  const [old] = records.refs(row, 'Items');
  if (old !== undefined) {
    for (const one of items) if (one !== old) followTo(records, old, one, !isStyled);
  }
  records.set(row, 'Items', refs(items));
  records.set(row, 'RepresentationType', text(type));
}
