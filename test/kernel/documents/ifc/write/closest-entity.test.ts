/** @module tests of the entities of imported bodies in each schema. */
import { expect, test } from 'vitest';

import { schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { closestEntity } from '../../../../../kernel/documents/ifc/write/closest-entity.ts';

test.each([
  ['IfcWallStandardCase', ...Array<string>(3).fill('IfcWallStandardCase')],
  ['IfcFurniture', 'IfcFurnishingElement', 'IfcFurniture', 'IfcFurniture'],
  ['IfcPipeSegment', 'IfcFlowSegment', 'IfcPipeSegment', 'IfcPipeSegment'],
  ['IfcChimney', 'IfcBuildingElementProxy', 'IfcChimney', 'IfcChimney'],
  ['IfcSpace', 'IfcSpace', 'IfcSpace', 'IfcSpace'],
  ['IfcSite', 'IfcBuildingElementProxy', 'IfcGeographicElement', 'IfcGeographicElement'],
  // Void features are no elements of a storey, and a bar needs its diameter in IFC2X3.
  ['IfcOpeningElement', ...Array<string>(3).fill('IfcBuildingElementProxy')],
  ['IfcReinforcingBar', 'IfcBuildingElementProxy', 'IfcReinforcingBar', 'IfcReinforcingBar'],
  ['IfcAnnotation', ...Array<string>(3).fill('IfcBuildingElementProxy')],
  ['IfcOfNoSchema', ...Array<string>(3).fill('IfcBuildingElementProxy')],
])('an imported %s is %s in IFC2X3, %s in IFC4 and %s in IFC4X3', (wanted, ...expected) => {
  const found = (['IFC2X3', 'IFC4', 'IFC4X3'] as const).map((name) =>
    closestEntity(schemaOf(name), wanted),
  );
  expect(found).toEqual(expected);
});
