/** @module relations: instances that are connected through relationships. */
import type { IfcModel } from '../read/ifc-model.ts';

/** Instances at the `far` end of the relationships of this type that refer to an instance in the attribute `near`. */
export function acrossRelations(
  row: number,
  model: IfcModel,
  [type, near, far]: readonly [type: string, near: string, far: string],
): readonly number[] {
  return model.referrers(row, type, near).flatMap((relation) => model.refs(relation, far));
}

/** Relationships that make an instance a part of a whole; in IFC2X3 these include nesting. */
export function decomposes(row: number, model: IfcModel): readonly number[] {
  const type = model.schema.name === 'IFC2X3' ? 'IfcRelDecomposes' : 'IfcRelAggregates';
  return model.referrers(row, type, 'RelatedObjects');
}

/** Relationships that make instances parts of an instance; in IFC2X3 these include nesting. */
export function decomposedInto(row: number, model: IfcModel): readonly number[] {
  const type = model.schema.name === 'IFC2X3' ? 'IfcRelDecomposes' : 'IfcRelAggregates';
  return model.referrers(row, type, 'RelatingObject');
}

/** The wholes that an instance is a part of. */
export function wholesOf(row: number, model: IfcModel): readonly number[] {
  return acrossRelations(row, model, ['IfcRelAggregates', 'RelatedObjects', 'RelatingObject']);
}

/** Parts of an instance. */
export function partsOf(row: number, model: IfcModel): readonly number[] {
  return acrossRelations(row, model, ['IfcRelAggregates', 'RelatingObject', 'RelatedObjects']);
}

/** Spatial elements that contain an instance. */
export function containersOf(row: number, model: IfcModel): readonly number[] {
  return acrossRelations(row, model, [
    'IfcRelContainedInSpatialStructure',
    'RelatedElements',
    'RelatingStructure',
  ]);
}

/** Types of an occurrence. */
export function typesOf(row: number, model: IfcModel): readonly number[] {
  return acrossRelations(row, model, ['IfcRelDefinesByType', 'RelatedObjects', 'RelatingType']);
}

/** Shape representations of a product. */
export function representationsOf(row: number, model: IfcModel): readonly number[] {
  const shape = model.ref(row, 'Representation');
  return shape === null ? [] : model.refs(shape, 'Representations');
}
