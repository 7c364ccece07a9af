/** @module products: what belongs to a product by the relations of a file. */
import { across, DECOMPOSING, reachedBy, type Relation } from './across.ts';
import { PatchFault } from './patch-fault.ts';
import type { Records } from './records.ts';

/** What is removed with a product. */
export type RemovalOptions = {
  /** Doors and windows in its openings. Default: kept, without an opening. */
  readonly fillings?: 'removed' | 'kept';
  /** The opening that it fills, if nothing else fills it. Default: removed, so that the wall closes. */
  readonly opening?: 'removed' | 'kept';
};

const OPENINGS: Relation = [
  'IfcRelVoidsElement',
  'RelatingBuildingElement',
  'RelatedOpeningElement',
];
const FILLINGS: Relation = [
  'IfcRelFillsElement',
  'RelatingOpeningElement',
  'RelatedBuildingElement',
];
const FILLED: Relation = ['IfcRelFillsElement', 'RelatedBuildingElement', 'RelatingOpeningElement'];
const HOSTS: Relation = ['IfcRelVoidsElement', 'RelatedOpeningElement', 'RelatingBuildingElement'];
/** Parts of a product with bodies of their own. */
const PIECES: readonly Relation[] = [
  ['IfcRelProjectsElement', 'RelatingElement', 'RelatedFeatureElement'],
  ...DECOMPOSING,
];
/** Parts of a product, which nothing else contains. */
const PARTS: readonly Relation[] = [
  OPENINGS,
  ...PIECES,
  ['IfcRelConnectsPortToElement', 'RelatedElement', 'RelatingPort'],
];
const CONTAINED: readonly Relation[] = [
  ['IfcRelContainedInSpatialStructure', 'RelatingStructure', 'RelatedElements'],
  ['IfcRelAggregates', 'RelatingObject', 'RelatedObjects'],
];

/** The walls or slabs that an opening cuts; for a filling, those that its opening cuts. */
export function hostsOf(records: Records, row: number): readonly number[] {
  const openings = records.isA(row, 'IfcFeatureElementSubtraction')
    ? [row]
    : across(records, row, [FILLED]);
  return openings.flatMap((opening) => across(records, opening, [HOSTS]));
}

/** The parts, openings and ports of a product, and those of these; with its fillings, if asked. */
export function dependantsOf(
  records: Records,
  product: number,
  withFillings: boolean,
): readonly number[] {
  return reachedBy(records, product, withFillings ? [...PARTS, FILLINGS] : PARTS);
}

/** The parts of a product that have bodies of their own, and the parts of these; without `except` and their parts. */
export function piecesOf(
  records: Records,
  product: number,
  except: (row: number) => boolean,
): readonly number[] {
  return reachedBy(records, product, PIECES, (row) => !except(row)).filter((row) =>
    records.isA(row, 'IfcProduct'),
  );
}

/**
 * A product, and the products that are removed with it: its parts, openings and ports, the opening that it fills, and
 * its fillings if asked.
 * @throws {PatchFault} for a record that is no product, or a spatial element that contains products
 */
export function removedWith(
  records: Records,
  product: number,
  { fillings = 'kept', opening = 'removed' }: RemovalOptions,
): readonly number[] {
  records.content(product);
  if (!records.isA(product, 'IfcProduct')) {
    throw new PatchFault(`got ${records.label(product)}, expected a product`);
  }
  if (isSpatial(records, product)) {
    const inside = across(records, product, CONTAINED);
    if (inside.length > 0) {
      throw new PatchFault(
        `${records.label(product)} contains ${inside.length} products, expected none`,
      );
    }
  }
  const found = [product, ...dependantsOf(records, product, fillings === 'removed')];
  const filled = opening === 'removed' ? across(records, product, [FILLED]) : [];
  const free = filled.filter((one) =>
    across(records, one, [FILLINGS]).every((filling) => found.includes(filling)),
  );
  return [...found, ...free.filter((one) => !found.includes(one))];
}

function isSpatial(records: Records, row: number): boolean {
  return records.isA(row, 'IfcSpatialStructureElement') || records.isA(row, 'IfcSpatialElement');
}
