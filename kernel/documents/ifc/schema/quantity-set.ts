/** @module quantity set: the standard quantity set of an entity, and the units of its quantities. */
import type { IfcSchema } from './ifc-schema.ts';
import type { QuantitySetTemplate } from './ifc-sets.ts';

/** Value attribute of each quantity entity, and the divisor from mm, mm² or mm³ to the unit of a file: mm, m², m³. */
export const QUANTITY_VALUES: ReadonlyMap<string, readonly [attribute: string, unit: number]> =
  new Map([
    ['IfcQuantityLength', ['LengthValue', 1]],
    ['IfcQuantityArea', ['AreaValue', 1e6]],
    ['IfcQuantityVolume', ['VolumeValue', 1e9]],
  ]);

const KNOWN = new WeakMap<IfcSchema, Map<string, QuantitySetTemplate | null>>();

/** The quantity set of the entity itself, else the set of its nearest supertype that has one; null without one. */
export function quantitySetOf(schema: IfcSchema, entity: string): QuantitySetTemplate | null {
  const known = KNOWN.get(schema) ?? new Map<string, QuantitySetTemplate | null>();
  KNOWN.set(schema, known);
  const found = known.get(entity);
  if (found !== undefined) return found;
  const made = findSet(schema, entity);
  known.set(entity, made);
  return made;
}

function findSet(schema: IfcSchema, entity: string): QuantitySetTemplate | null {
  const all = [...schema.qtos().values()];
  let above = schema.entity(entity) ?? null;
  while (above !== null) {
    const { name } = above;
    const set = all.find(({ applicable }) =>
      applicable.some(({ entity: one, predefined }) => one === name && predefined === null),
    );
    if (set !== undefined) return set;
    above = above.supertype;
  }
  return null;
}
