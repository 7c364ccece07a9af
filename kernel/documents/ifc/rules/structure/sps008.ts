/** @module SPS008: spatial containers that should not have a shape of their own. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { type IfcFault, defineIfcRule, named } from '../ifc-rule.ts';

const FACILITIES = ['IfcBridge', 'IfcMarineFacility', 'IfcRailway', 'IfcRoad'] as const;

export const sps008 = defineIfcRule({
  id: 'SPS008',
  title: 'Storeys, sites and infrastructure have no shape of their own',
  group: 'structure',
  clause: 'IfcBuildingStorey, IfcSite: Product Geometric Representation',
  severity: 'warning',
  checks: [
    { of: (model) => model.rows('IfcBuildingStorey'), faults: withShape },
    {
      of: (model) => (model.schema.name === 'IFC2X3' ? [] : model.rows('IfcSite')),
      faults: withShape,
    },
    {
      of: (model) =>
        model.schema.name === 'IFC4X3' ? FACILITIES.flatMap((type) => model.rows(type)) : [],
      faults: withShape,
    },
  ],
});

function withShape(row: number, model: IfcModel): IfcFault | null {
  return model.isGiven(row, 'Representation')
    ? { message: `${named(row, model)} has a shape of its own` }
    : null;
}
