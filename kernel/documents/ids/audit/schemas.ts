/** @module schemas: the entities of the IFC schemas by the names of IDS, for the audit. */
import { type IfcEntity, type IfcSchema, schemaOf } from '../../ifc/schema/ifc-schema.ts';
import { matcherOf } from '../check/matcher.ts';
import { ALIASES } from '../file/aliases.ts';
import type { Constraint, IdsSchema } from '../ids.ts';

/** An entity that objects can have, under the name that IDS gives it. */
export type NamedEntity = {
  /** Upper case; in IFC2X3 perhaps an entity that a type gives, such as `IFCAIRTERMINAL`. */
  readonly name: string;
  /** The entity of the occurrence. */
  readonly entity: IfcEntity;
  /** The entity of its type, if the schema has one. */
  readonly type: IfcEntity | null;
};

/** Number of constraints whose entities are kept. */
const MAX_KNOWN = 2000;

/** One schema, as the audit asks it. */
export class AuditSchema {
  readonly name: IdsSchema;
  readonly ifc: IfcSchema;
  readonly entities: readonly NamedEntity[];
  readonly #known = new Map<string, readonly NamedEntity[]>();

  constructor(name: IdsSchema) {
    this.name = name;
    this.ifc = schemaOf(name === 'IFC4X3_ADD2' ? 'IFC4X3' : name);
    this.entities = entitiesOf(this.ifc);
  }

  /** The entities whose names a constraint accepts. */
  accepted(constraint: Constraint): readonly NamedEntity[] {
    const key = keyOf(constraint);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { acceptsText } = matcherOf(constraint);
    const found = this.entities.filter(({ name }) => acceptsText(name));
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }
}

function keyOf(constraint: Constraint): string {
  const { place, ...rest } = constraint;
  return place.line < 0 ? '' : JSON.stringify(rest);
}

function entitiesOf(ifc: IfcSchema): readonly NamedEntity[] {
  const own = ifc.entityNames().flatMap((name) => {
    const entity = ifc.entity(name);
    if (entity === undefined) return [];
    const type = ifc.entity(`${name}Type`) ?? ifc.entity(`${name}Style`) ?? null;
    return [{ name: entity.keyword, entity, type }];
  });
  if (ifc.name !== 'IFC2X3') return own;
  const aliases = ALIASES.flatMap(({ name, occurrence, type }) => {
    const entity = ifc.entity(occurrence);
    return entity === undefined ? [] : [{ name, entity, type: ifc.entity(type) ?? null }];
  });
  return [...own, ...aliases];
}

const loaded = new Map<IdsSchema, AuditSchema>();

/** A schema, loaded on first use. */
export function auditSchema(name: IdsSchema): AuditSchema {
  const known = loaded.get(name) ?? new AuditSchema(name);
  loaded.set(name, known);
  return known;
}

/** Whether an entity is one of these or a subtype of one. */
export function isAny(entity: IfcEntity, supertypes: readonly string[], ifc: IfcSchema): boolean {
  return supertypes.some((one) => ifc.isA(entity.name, one));
}
