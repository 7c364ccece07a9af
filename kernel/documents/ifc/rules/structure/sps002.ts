/** @module SPS002: the allowed composition of the spatial structure. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { partsOf, wholesOf } from '../relations.ts';

/** Allowed wholes of each part: buildingSMART ifc-gherkin-rules, spatial_CompositionTable.csv (MIT). */
const COMPOSITION: Readonly<Record<string, readonly string[]>> = {
  IfcBridgePart: ['IfcBridge', 'IfcBridgePart'],
  IfcBridge: ['IfcProject', 'IfcSite', 'IfcBridge'],
  IfcBuilding: ['IfcProject', 'IfcSite', 'IfcBuilding'],
  IfcBuildingStorey: ['IfcBuilding', 'IfcBuildingStorey'],
  IfcExternalSpatialElement: ['IfcProject', 'IfcSite', 'IfcExternalSpatialElement'],
  IfcFacilityPartCommon: ['IfcFacility', 'IfcFacilityPartCommon'],
  IfcFacility: ['IfcProject', 'IfcSite', 'IfcFacility'],
  IfcMarineFacility: ['IfcProject', 'IfcSite', 'IfcMarineFacility'],
  IfcMarinePart: ['IfcMarineFacility', 'IfcMarinePart'],
  IfcRailwayPart: ['IfcRailway', 'IfcRailwayPart'],
  IfcRailway: ['IfcProject', 'IfcSite', 'IfcRailway'],
  IfcRoadPart: ['IfcRoad', 'IfcRoadPart'],
  IfcRoad: ['IfcProject', 'IfcSite', 'IfcRoad'],
  IfcSite: ['IfcProject', 'IfcSite'],
  IfcSpace: [
    'IfcProject',
    'IfcSite',
    'IfcBuilding',
    'IfcBuildingStorey',
    'IfcSpace',
    'IfcFacility',
    'IfcBridge',
    'IfcMarineFacility',
    'IfcRailway',
    'IfcRoad',
    'IfcFacilityPartCommon',
    'IfcBridgePart',
    'IfcMarinePart',
    'IfcRailwayPart',
    'IfcRoadPart',
  ],
  IfcAlignment: ['IfcProject'],
};

export const sps002 = defineIfcRule({
  id: 'SPS002',
  title: 'Spatial elements are parts of allowed wholes',
  group: 'structure',
  clause: 'Spatial Composition',
  severity: 'error',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) => model.rows('IfcSpatialElement'),
      faults: (row, model) => {
        const required = COMPOSITION[model.typeOf(row)];
        if (required === undefined) return null;
        const wholes = wholesOf(row, model);
        if (wholes.length === 0) {
          const message = `${named(row, model)} is not part of anything`;
          return { message, measured: null, required: required.join(', ') };
        }
        return wholes
          .filter((whole) => !required.some((type) => model.isA(whole, type)))
          .map((whole) => ({
            message: `${named(row, model)} is part of ${named(whole, model)}`,
            measured: model.typeOf(whole),
            required: required.join(', '),
          }));
      },
    },
    {
      of: (model) => model.rows('IfcProject'),
      faults: (row, model) =>
        partsOf(row, model)
          .filter((part) => !isPartOfProject(part, model))
          .map((part) => ({
            row: part,
            message: `${named(part, model)} is part of the project`,
            measured: model.typeOf(part),
            required: 'a spatial element',
          })),
    },
  ],
});

function isPartOfProject(part: number, model: IfcModel): boolean {
  return Object.entries(COMPOSITION).some(
    ([type, wholes]) => wholes.includes('IfcProject') && model.isA(part, type),
  );
}
