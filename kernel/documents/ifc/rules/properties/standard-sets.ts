/** @module standard-sets: compares the owners of property and quantity sets with the applicability in the standard. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { acrossRelations, typesOf } from '../relations.ts';

/** Applicability of a standard set. */
export type AppliesTo = {
  readonly entities: readonly string[];
  readonly applies_to: string;
  readonly template_type: string;
};

/** Occurrences and types to which a set is assigned. */
export function ownersOf(row: number, model: IfcModel): readonly number[] {
  return [
    ...acrossRelations(row, model, [
      'IfcRelDefinesByProperties',
      'RelatingPropertyDefinition',
      'RelatedObjects',
    ]),
    ...model.referrers(row, 'IfcTypeObject', 'HasPropertySets'),
  ];
}

/** Whether the standard allows the owner of a set. */
export function isOwner(owner: number, set: AppliesTo, model: IfcModel): boolean {
  const isType = model.isA(owner, 'IfcTypeObject');
  if (isType && isOfOccurrences(set)) return false;
  if (!isType && set.template_type.endsWith('TYPEDRIVENONLY')) return false;
  const applicable = applicableTo(set);
  return candidatesOf(owner, model).some((candidate) =>
    applicable.some(
      ({ entity, predefined }) =>
        isOfEntity(candidate, entity, model) &&
        (predefined === null || isPredefinedAs(candidate, predefined, model)),
    ),
  );
}

function isOfOccurrences({ template_type }: AppliesTo): boolean {
  return template_type.endsWith('OCCURRENCEDRIVEN') || template_type.endsWith('PERFORMANCEDRIVEN');
}

type Applicable = { readonly entity: string; readonly predefined: string | null };

const applicableToSets = new WeakMap<AppliesTo, readonly Applicable[]>();

/** Parses `IfcFan/AXIAL,IfcFanType.PredefinedType=AXIAL`; falls back to the entities if the text names none. */
function applicableTo(set: AppliesTo): readonly Applicable[] {
  const known = applicableToSets.get(set);
  if (known !== undefined) return known;
  const parts = set.applies_to.split(/[,;\n]/u).map((part) => part.trim());
  const named = parts.filter((part) => part.startsWith('Ifc'));
  const applicable = (named.length > 0 ? named : set.entities).map((part) => {
    const [entity = '', predefined = ''] = part.split(/\.PredefinedType=|\//u);
    return { entity: entity.trim(), predefined: predefined === '' ? null : predefined.trim() };
  });
  applicableToSets.set(set, applicable);
  return applicable;
}

/** The owner and, in IFC2X3, its types: there the predefined type of most occurrences is stated only by their type. */
function candidatesOf(owner: number, model: IfcModel): readonly number[] {
  return model.schema.name === 'IFC2X3' ? [owner, ...typesOf(owner, model)] : [owner];
}

/** Also accepts the types of an entity: the tables of IFC4 name occurrences even if types are allowed too. */
function isOfEntity(row: number, entity: string, model: IfcModel): boolean {
  if (model.isA(row, entity)) return true;
  if (!model.isA(row, 'IfcTypeObject')) return false;
  return [`${entity}Type`, `${entity}Style`].some((type) => model.isA(row, type));
}

function isPredefinedAs(row: number, predefined: string, model: IfcModel): boolean {
  const own = model.enumName(row, 'PredefinedType');
  if (own !== null && own !== 'NOTDEFINED') {
    const description = model.text(row, 'ObjectType') ?? model.text(row, 'ElementType');
    return own === predefined || (own === 'USERDEFINED' && description === predefined);
  }
  return typesOf(row, model).some((type) => model.enumName(type, 'PredefinedType') === predefined);
}
