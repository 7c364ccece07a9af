/** @module tests of units of measures: every number of a standard set has a unit, or is known to have none. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS, schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { unitOfMeasure } from '../../../../../kernel/documents/ifc/schema/measure-units.ts';
import { valueTypeOf } from '../../../../../kernel/documents/ifc/schema/standard-sets.ts';

test('every number of a standard set has a unit, or is known to have none', () => {
  const plain = new Set<string>();
  const units = new Map<string, string>();
  for (const name of IFC_SCHEMAS) {
    const schema = schemaOf(name);
    for (const template of schema.psets().values()) {
      for (const property of template.properties.values()) {
        const [type = ''] = property.types;
        if (valueTypeOf({ schema, template }, property) !== 'number') continue;
        const unit = unitOfMeasure(type);
        if (unit === null) plain.add(type);
        else units.set(type, unit);
      }
    }
  }
  expect([...plain].toSorted()).toEqual([
    'IfcCountMeasure',
    'IfcInteger',
    'IfcNormalisedRatioMeasure',
    'IfcNumericMeasure',
    'IfcPHMeasure',
    'IfcPositiveRatioMeasure',
    'IfcRatioMeasure',
    'IfcReal',
  ]);
  expect(Object.fromEntries(units)).toMatchObject({
    IfcNonNegativeLengthMeasure: 'mm',
    IfcPositivePlaneAngleMeasure: '°',
    IfcThermalConductivityMeasure: 'W/(m·K)',
  });
});
