/** @module SPS007: elements that may be contained in the spatial structure, and elements that may not. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { type IfcFault, defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations, containersOf, decomposes, wholesOf } from '../relations.ts';

export const sps007 = defineIfcRule({
  id: 'SPS007',
  title:
    'Only elements, grids and annotations are contained in the spatial structure, and all of them are',
  group: 'structure',
  clause: 'Spatial Containment',
  severity: 'error',
  checks: [
    { of: (model) => model.rows('IfcGrid'), faults: notContained },
    {
      of: (model) => model.rows('IfcAnnotation').filter((row) => !isOfAnnotation(row, model)),
      faults: notContained,
    },
    {
      of: (model) =>
        model
          .rows('IfcElement')
          .filter(
            (row) => !model.isA(row, 'IfcFeatureElement') && decomposes(row, model).length === 0,
          ),
      faults: notContained,
    },
    {
      of: (model) =>
        model
          .rows('IfcElement')
          .filter((row) => wholesOf(row, model).some((whole) => model.isA(whole, 'IfcElement'))),
      faults: (row, model) => contained(row, model, 'is part of another element'),
    },
    {
      of: (model) =>
        model
          .rows('IfcProduct')
          .filter(
            (row) =>
              mayBeContained(row, model) &&
              !['IfcElement', 'IfcGrid', 'IfcAnnotation'].some((type) => model.isA(row, type)),
          ),
      faults: (row, model) => contained(row, model, 'is not an element'),
    },
  ],
});

/**
 * Whether the schema allows the containment of an instance. Spatial elements lack the inverse attribute: a file that
 * contains one spatial element in another violates the schema, not this rule.
 */
function mayBeContained(row: number, model: IfcModel): boolean {
  return model.entityOf(row)?.inverses.some(({ name }) => name === 'ContainedInStructure') === true;
}

function isOfAnnotation(row: number, model: IfcModel): boolean {
  const hosts = acrossRelations(row, model, ['IfcRelNests', 'RelatedObjects', 'RelatingObject']);
  return hosts.some((host) => model.isA(host, 'IfcAnnotation'));
}

function notContained(row: number, model: IfcModel): IfcFault | null {
  return containersOf(row, model).some((one) => model.isA(one, 'IfcSpatialStructureElement'))
    ? null
    : {
        message: `${named(row, model)} is not contained in the spatial structure`,
        measured: null,
        required: 'IfcRelContainedInSpatialStructure',
      };
}

function contained(row: number, model: IfcModel, because: string): readonly IfcFault[] {
  return containersOf(row, model).map((container) => ({
    message: `${named(row, model)} ${because} and is contained in ${named(container, model)}`,
    measured: model.label(container).entity,
    required: null,
  }));
}
