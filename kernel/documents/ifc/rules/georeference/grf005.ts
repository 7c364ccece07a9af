/** @module GRF005: the scale of a map conversion equals the ratio of project unit to map unit. */
import { systemOf } from '../../../../building/place/systems.ts';
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
            unchecked: `${named(row, model)}: the units of the map and of the project are unknown; the file does not state both, and no projected system known here has this EPSG code`,
          };
        }
        return Math.abs(measured - required) <= TOLERANCE * required
          ? null
          : { message: `${named(row, model)} has the scale ${measured}`, measured, required };
      },
    },
  ],
});

/** Number of map units in one project unit of length. Null if the file does not state it, not even by an EPSG code. */
function scaleOf(row: number, model: IfcModel): number | null {
  const system = model.ref(row, 'TargetCRS');
  const map = system === null ? null : mapUnitOf(system, model);
  const length = projectUnits(model).find(
    (one) => model.enumName(one, 'UnitType') === 'LENGTHUNIT',
  );
  const project = length === undefined ? null : siFactorOf(length, model);
  return map === null || project === null || map === 0 ? null : project / map;
}

/** Size of the unit of a coordinate reference system, m: of its own unit, else of the system with its EPSG code. */
function mapUnitOf(system: number, model: IfcModel): number | null {
  const unit = model.ref(system, 'MapUnit');
  if (unit !== null) return lengthOf(unit, model);
  const known = systemOf((model.text(system, 'Name') ?? '').trim().toUpperCase());
  return known === null || known.projection === null ? null : known.metres_per_unit;
}

/** Size of a map unit, m: of a conversion-based unit with a recommended name, the size that this name has. */
function lengthOf(unit: number, model: IfcModel): number | null {
  const name = model.isA(unit, 'IfcConversionBasedUnit') ? model.text(unit, 'Name') : null;
  const known = name === null ? undefined : CONVERSION_UNITS.get(name.toLowerCase());
  return known?.type === 'LENGTHUNIT' ? known.si : siFactorOf(unit, model);
}
