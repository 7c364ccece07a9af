/** @module property sets: the set of a product in which a standard property is written, by the tables of its schema. */
import type { FilePatch } from '../../patch/patch.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import { applicabilityOf } from '../../schema/ifc-sets.ts';
import { appliesTo, type Owner } from '../../schema/owner.ts';
import { isStandardName } from '../../schema/standard-sets.ts';

/** A set, or why a property is in none, as the rest of a sentence. */
type SetChoice = { readonly set: string } | { readonly why: string };

/** A property of an element. */
type Named = { readonly set: string; readonly name: string };

/** The common set of an entity, such as `Pset_BeamCommon`. */
const COMMON = /^Pset_\w+Common$/u;
/** Attributes that name a predefined type which is not in the enumeration. */
const USER_DEFINED = ['ObjectType', 'ElementType'] as const;

/**
 * The set in which a property of an object or type of the file is written: one that states it already; else that set, if
 * the standard has the property for the entity; else, for a common set, the one of the entity: a beam may be an IfcMember
 * with `Pset_MemberCommon`. Sets of other names belong to their authors and fit any entity.
 */
export function setFor(patch: FilePatch, row: number, { set, name }: Named): SetChoice {
  if (!isStandardName(set)) return { set };
  const { schema } = patch;
  const owners = ownersOf(patch, row);
  const sets = [set, ...(COMMON.test(set) ? commonSetsOf(schema, owners) : [])];
  const stating = sets.find((one) => patch.hasProperty(row, one, name));
  if (stating !== undefined) return { set: stating };
  const isFor = (one: string): boolean => {
    const template = schema.psets().get(one);
    return template !== undefined && owners.some((owner) => appliesTo(template, owner, schema));
  };
  const found = sets.find((one) => isFor(one) && schema.psets().get(one)?.properties.has(name));
  if (found !== undefined) return { set: found };
  const template = schema.psets().get(set);
  if (template === undefined) return { why: `${schema.name} has no set \`${set}\`` };
  const own = sets.find(isFor);
  if (own !== undefined) return { why: `\`${own}\` of ${schema.name} has no \`${name}\`` };
  const expected = applicabilityOf(template);
  return { why: `\`${set}\` is for ${expected}, the file has an ${patch.typeName(row)}` };
}

/** The common sets of entities and their supertypes, the closest one first. */
function commonSetsOf(schema: IfcSchema, owners: readonly Owner[]): readonly string[] {
  const sets: string[] = [];
  for (const { entity } of owners) {
    let at = schema.entity(entity) ?? null;
    for (; at !== null; at = at.supertype) sets.push(`Pset_${at.name.replace(/^Ifc/u, '')}Common`);
  }
  return sets;
}

/**
 * What a set can belong to: the entity of the record; that of the occurrences of a type; in IFC2X3 also those of the types
 * of an object, because only they state its predefined type.
 */
function ownersOf(patch: FilePatch, row: number): readonly Owner[] {
  const types = patch
    .users(row)
    .filter((user) => patch.isA(user, 'IfcRelDefinesByType'))
    .flatMap((user) => patch.ref(user, 'RelatingType') ?? [])
    .filter((type) => type !== row);
  const stated = [row, ...types].map((one) => predefinedOf(patch, one));
  const predefined = stated.find((one) => one !== null) ?? null;
  const entity = patch.typeName(row);
  const isType = patch.isA(row, 'IfcTypeObject');
  const occurrence = isType ? entity.replace(/(?:Type|Style)$/u, '') : entity;
  const names = new Set([entity, ...(patch.schema.entity(occurrence) ? [occurrence] : [])]);
  const owners = [...names].map((name): Owner => ({ entity: name, predefined }));
  if (patch.schema.name !== 'IFC2X3') return owners;
  return [...owners, ...types.map((type) => ({ entity: patch.typeName(type), predefined }))];
}

/** The predefined type that a record states, in upper case; null if it states none. */
function predefinedOf(patch: FilePatch, row: number): string | null {
  const value = patch.value(row, 'PredefinedType');
  if (value.kind !== 'enum' || value.value === 'NOTDEFINED') return null;
  if (value.value !== 'USERDEFINED') return value.value;
  for (const attribute of USER_DEFINED) {
    const text = patch.value(row, attribute);
    if (text.kind === 'text') return text.value.toUpperCase();
  }
  return null;
}
