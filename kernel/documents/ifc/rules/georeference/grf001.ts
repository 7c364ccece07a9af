/** @module GRF001: all contexts share one coordinate operation. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const grf001 = defineIfcRule({
  id: 'GRF001',
  title: 'All geometric contexts have the same coordinate operation, or none has one',
  group: 'georeference',
  clause: 'IfcGeometricRepresentationContext, HasCoordinateOperation',
  severity: 'error',
  schemas: ['IFC4X3'],
  checks: [
    {
      of: (model) => {
        const contexts = model.exactly('IfcGeometricRepresentationContext');
        return contexts.some((row) => operationOf(row, model) !== 'none') ? contexts : [];
      },
      faults: (row, model) => {
        const [first = row] = model.exactly('IfcGeometricRepresentationContext');
        return operationOf(row, model) === operationOf(first, model)
          ? null
          : {
              message: `${named(row, model)} has a different coordinate operation from ${named(first, model)}`,
            };
      },
    },
  ],
});

/** The coordinate operations of a context as text, without their source. */
function operationOf(row: number, model: IfcModel): string {
  const operations = model
    .referrers(row, 'IfcCoordinateOperation', 'SourceCRS')
    .map((one) => `${model.typeOf(one)}${JSON.stringify(model.values(one).slice(1))}`);
  return operations.length === 0 ? 'none' : operations.toSorted().join(';');
}
