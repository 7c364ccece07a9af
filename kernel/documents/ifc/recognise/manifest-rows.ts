/** @module manifest-rows: a recognised file as the rows of a manifest. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { IMPORT_LIMITS, type ManifestRow } from '../../../../schemas/imports.ts';
import { MODEL_LIMIT_MM } from '../../../../schemas/units.ts';
import { canonicalJson } from '../../../base/canonical/json.ts';
import { compareRows } from '../../../base/manifest/row-order.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Box3 } from '../../../building/geometry/vector.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { InstanceId } from '../read/instance-id.ts';
import { ifcClass } from './classes.ts';
import type { Recognised, Recognition } from './recognise.ts';

/** Maximum lengths of texts of a row, characters; longer ones are cut. */
const [MAX_TEXT, MAX_SHORT_TEXT] = [2000, 100];
/** Maximum size of the parameters of an element as canonical JSON, characters; leaves room for the rest of its line. */
const MAX_ELEMENT_CHARS = IMPORT_LIMITS.line_bytes / 8;

/** A row that no product stands for, such as the only level of a file without storeys. */
const ADDED = {
  box: null,
  guid: null,
  mesh: null,
  name: null,
  outcome: 'parametric',
  part_of: null,
  proof: null,
  reason: null,
  record: 0,
  tag: null,
} as const;

/**
 * The rows of a recognised file, in the order of manifests: one for each product, and one for each element that no
 * product stands for. Of several products with one element, one has it, and the others are parts of it.
 */
export function manifestRowsOf(
  { levels, products, unnamed, others }: Recognition,
  { file }: Pick<IfcModel, 'file'>,
): readonly ManifestRow[] {
  const owners = ownersOf(products);
  const rows: ManifestRow[] = [];
  const records = new Set<number>();
  for (const [done, one] of products.entries()) {
    checkpoint({ done, total: products.length, doing: 'writing the manifest' });
    const number = recordOf(file.idOf(one.product.row), one.product.row);
    const record = records.has(number) ? Number.MAX_SAFE_INTEGER - one.product.row : number;
    records.add(record);
    rows.push(rowOf(one, record, owners));
  }
  for (const { row, element } of levels) {
    if (row === null) rows.push({ ...ADDED, element, entity: 'IfcBuildingStorey' });
  }
  for (const { row, entity, guid, name, element } of others) {
    const record = row === null ? 0 : recordOf(file.idOf(row), row);
    const about = { entity: entity.slice(0, MAX_SHORT_TEXT), guid: cut(guid, MAX_SHORT_TEXT) };
    rows.push({ ...ADDED, ...about, element, name: cut(name, MAX_TEXT), record });
  }
  for (const element of unnamed) rows.push({ ...ADDED, element, entity: 'IfcOpeningElement' });
  return rows.toSorted(compareRows);
}

/**
 * The number of a product. A number that another product has, or that is too large for exact arithmetic, is replaced by
 * one from the largest exact number down, so that each product has a row.
 */
function recordOf(id: InstanceId, row: number): number {
  return typeof id === 'number' ? id : Number.MAX_SAFE_INTEGER - row;
}

/** By id of an element, the product whose row has it. */
export function ownersOf(products: readonly Recognised[]): ReadonlyMap<string, Recognised> {
  const owners = new Map<string, Recognised>();
  const byRow = new Map(products.map((one) => [one.product.row, one.element?.id ?? null]));
  const isOf = (one: Recognised): boolean =>
    isPart(one) || (one.product.whole !== null && byRow.get(one.product.whole) === one.element?.id);
  for (const one of products) {
    if (one.element === null) continue;
    const known = owners.get(one.element.id);
    if (known === undefined || (isOf(known) && !isOf(one))) owners.set(one.element.id, one);
  }
  return owners;
}

function isPart({ product }: Recognised): boolean {
  return ifcClass(product.class).is_part;
}

function rowOf(
  one: Recognised,
  record: number,
  owners: ReadonlyMap<string, Recognised>,
): ManifestRow {
  const { product, outcome, reason, element, proof, body, box } = one;
  const about = {
    entity: product.entity.slice(0, MAX_SHORT_TEXT),
    guid: cut(product.guid, MAX_SHORT_TEXT),
    mesh: body === null ? null : { length: body.place.length, offset: body.place.offset },
    name: cut(product.name, MAX_TEXT),
    record,
    tag: cut(product.tag, MAX_TEXT),
  };
  if (element !== null && isTooLong(element)) {
    const why = 'its parameters are too long';
    return { ...about, ...NOTHING, mesh: null, outcome: 'refused', reason: why };
  }
  const isOwner = element !== null && owners.get(element.id) === one;
  return {
    ...about,
    box: box === null ? null : boxOf(box),
    element: isOwner ? element : null,
    outcome,
    part_of: element === null || isOwner ? null : element.id,
    proof: proof === null ? null : { box_mm: proof.box_mm, volume: proof.volume },
    reason: cut(reason, MAX_TEXT),
  };
}

const NOTHING = { box: null, element: null, part_of: null, proof: null } as const;

/** Whether the row of an element would be too long, so that the import refuses it. */
export function isTooLong(element: ElementRecord): boolean {
  return canonicalJson(element).length > MAX_ELEMENT_CHARS;
}

/** The text without the halves of pairs, which JSON in UTF-8 cannot have. */
function cut(text: string | null, length: number): string | null {
  return text?.slice(0, length).toWellFormed() ?? null;
}

/** The box; null if it is outside of the limits of models. */
function boxOf({ min, max }: Box3): ManifestRow['box'] {
  const all = [min, max].flatMap(({ x, y, z }) => [x, y, z]);
  if (!all.every((value) => Math.abs(value) <= MODEL_LIMIT_MM)) return null;
  return {
    min: { x: min.x, y: min.y, z: min.z },
    max: { x: max.x, y: max.y, z: max.z },
  };
}
