/** @module length-unit: the unit of length of a file. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { projectUnits, siFactorOf } from '../../read/si-units.ts';

/** Size of the unit of length of a project, mm; that of the metre if the file states none. */
export function millimetresPerUnit(model: IfcModel): number {
  const unit = projectUnits(model).find((one) => model.enumName(one, 'UnitType') === 'LENGTHUNIT');
  return ((unit === undefined ? null : siFactorOf(unit, model)) ?? 1) * 1000;
}
