/** @module standard-sets: compares the owners of property and quantity sets with the applicability in the standard. */
import type { IfcModel } from '../../read/ifc-model.ts';
import type { QuantitySetTemplate } from '../../schema/ifc-sets.ts';
import { acrossRelations, typesOf } from '../relations.ts';

type StandardSet = Omit<QuantitySetTemplate, 'quantities'>;

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
export function isOwner(owner: number, set: StandardSet, model: IfcModel): boolean {
  const isType = model.isA(owner, 'IfcTypeObject');
  if (isType && isOfOccurrences(set)) return false;
  if (!isType && set.template_type.endsWith('TYPEDRIVENONLY')) return false;
  return candidatesOf(owner, model).some((candidate) =>
    set.applicable.some(
      ({ entity, predefined }) =>
        isOfEntity(candidate, entity, model) &&
        (predefined === null || predefinedOf(candidate, model).includes(predefined)),
    ),
  );
}

function isOfOccurrences({ template_type }: StandardSet): boolean {
  return template_type.endsWith('OCCURRENCEDRIVEN') || template_type.endsWith('PERFORMANCEDRIVEN');
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

/** The predefined type of an occurrence or type, in upper case; of an occurrence that states none, those of its types. */
function predefinedOf(row: number, model: IfcModel): readonly string[] {
  const own = ownPredefined(row, model);
  return own === null
    ? typesOf(row, model).flatMap((type) => ownPredefined(type, model) ?? [])
    : [own];
}

/** Attributes that name a type which is not in the enumeration: of occurrences, and of types. */
const USER_DEFINED = ['ObjectType', 'ElementType', 'ProcessType', 'ResourceType'] as const;

/** The predefined type that an instance states itself; null if it states none. */
function ownPredefined(row: number, model: IfcModel): string | null {
  const described = (): string | null => {
    const attribute = USER_DEFINED.find((one) => model.has(row, one));
    return attribute === undefined ? null : (model.text(row, attribute)?.toUpperCase() ?? null);
  };
  if (!model.has(row, 'PredefinedType')) return described();
  const value = model.enumName(row, 'PredefinedType');
  if (value === 'USERDEFINED') return described() ?? value;
  return value === 'NOTDEFINED' ? null : value;
}
