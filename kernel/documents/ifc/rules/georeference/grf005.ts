/** @module GRF005: the scale of a map conversion equals the ratio of project unit to map unit. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { projectUnits, siFactorOf } from '../../read/si-units.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { CONVERSION_UNITS } from '../properties/conversion-units.ts';

/**
 * Maximum relative error of a scale. Factors of units have seven or more digits in files; a digit that is wrong shows
 * from 2e-7 on.
 */
const TOLERANCE = 1e-7;

export const grf005 = defineIfcRule({
  id: 'GRF005',
  title: 'The scale of a map conversion is the ratio of the project unit to the map unit',
  group: 'georeference',
  clause: 'IfcMapConversion, Scale',
  severity: 'warning',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) => model.rows('IfcMapConversion'),
      faults: (row, model) => {
        const required = scaleOf(row, model);
        const measured = model.number(row, 'Scale') ?? 1;
        if (required === null) {
          return {
            unchecked: `${named(row, model)}: the file does not state the units of the map and of the project, and this check has no table of EPSG codes`,
          };
        }
        return Math.abs(measured - required) <= TOLERANCE * required
          ? null
          : { message: `${named(row, model)} has the scale ${measured}`, measured, required };
      },
    },
  ],
});

/** Number of map units in one project unit of length. Null if the file does not state it. */
function scaleOf(row: number, model: IfcModel): number | null {
  const system = model.ref(row, 'TargetCRS');
  const unit = system === null ? null : model.ref(system, 'MapUnit');
  const map = unit === null ? null : lengthOf(unit, model);
  const length = projectUnits(model).find(
    (one) => model.enumName(one, 'UnitType') === 'LENGTHUNIT',
  );
  const project = length === undefined ? null : siFactorOf(length, model);
  return map === null || project === null || map === 0 ? null : project / map;
}

/** Size of a map unit, m: of a conversion-based unit with a recommended name, the size that this name has. */
function lengthOf(unit: number, model: IfcModel): number | null {
  const name = model.isA(unit, 'IfcConversionBasedUnit') ? model.text(unit, 'Name') : null;
  const known = name === null ? undefined : CONVERSION_UNITS.get(name.toLowerCase());
  return known?.type === 'LENGTHUNIT' ? known.si : siFactorOf(unit, model);
}
