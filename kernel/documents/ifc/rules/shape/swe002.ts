/** @module SWE002: derived profiles are not mirrored. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { numbersIn } from '../geometry/points.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';

const TAPERED = ['IfcExtrudedAreaSolidTapered', 'IfcRevolvedAreaSolidTapered'] as const;

export const swe002 = defineIfcRule({
  id: 'SWE002',
  title: 'Derived profiles are not mirrored, and tapered solids use no mirrored profile',
  group: 'shape',
  clause: 'IfcDerivedProfileDef, IfcMirroredProfileDef',
  severity: 'error',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) => model.exactly('IfcDerivedProfileDef'),
      faults: (row, model) => (mirrors(row, model) ? fault(row, model) : null),
    },
    {
      of: (model) =>
        TAPERED.flatMap((type) => model.rows(type)).flatMap((row) =>
          ['SweptArea', 'EndSweptArea'].flatMap((attribute) => {
            const profile = model.ref(row, attribute);
            return profile !== null && model.isA(profile, 'IfcDerivedProfileDef') ? [profile] : [];
          }),
        ),
      faults: (row, model) =>
        model.isA(row, 'IfcMirroredProfileDef') || mirrors(row, model) ? fault(row, model) : null,
    },
  ],
});

function fault(row: number, model: IfcModel): IfcFault {
  return {
    message: `${named(row, model)} is mirrored`,
    measured: 'mirrored',
    required: 'not mirrored',
  };
}

/** Whether the determinant of the operator's axes or of its scales is negative. */
function mirrors(row: number, model: IfcModel): boolean {
  const operator = model.ref(row, 'Operator');
  if (operator === null) return false;
  const scale = model.number(operator, 'Scale') ?? 1;
  const across = model.number(operator, 'Scale2') ?? scale;
  const [first, second] = ['Axis1', 'Axis2'].map((name) => model.ref(operator, name));
  if (scale * across < 0) return true;
  if (first === null || first === undefined || second === null || second === undefined) {
    return false;
  }
  const [ax = 0, ay = 0] = numbersIn(model.value(first, 'DirectionRatios'));
  const [bx = 0, by = 0] = numbersIn(model.value(second, 'DirectionRatios'));
  return ax * by - ay * bx < 0;
}
