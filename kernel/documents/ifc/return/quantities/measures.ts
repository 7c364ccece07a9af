/** @module measures: numbers of the model in the units of a file. */
import { PatchFault } from '../../patch/patch-fault.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import { areaAndVolumeOf, unitsOf } from '../../shape/units.ts';
import type { Measures } from '../../write/step/encode.ts';
import type { FileFrame } from '../frame.ts';

/** Significant digits of converted areas, volumes and angles. */
const DIGITS = 12;
/** mm² per m², and mm³ per m³. */
const [SQUARE, CUBIC] = [1e6, 1e9];

type Of = { readonly model: IfcModel; readonly frame: FileFrame };

/** Conversions of lengths in mm, areas in m², volumes in m³ and angles in degrees, by the name of their type. */
export function measuresOf({ model, frame }: Of): Measures {
  const { area, volume } = areaAndVolumeOf(model);
  const { rad } = unitsOf(model);
  return new Map([
    ['IfcLengthMeasure', (mm: number) => frame.length(mm)],
    ['IfcAreaMeasure', (square: number) => short(square / area)],
    ['IfcVolumeMeasure', (cubic: number) => short(cubic / volume)],
    ['IfcPlaneAngleMeasure', (degrees: number) => short((degrees * Math.PI) / 180 / rad)],
  ]);
}

function short(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Divisors from the units of the model to those of `measuresOf`. */
const DIVISORS: ReadonlyMap<string, number> = new Map([
  ['IfcAreaMeasure', SQUARE],
  ['IfcVolumeMeasure', CUBIC],
]);

/**
 * Conversion of the numbers of properties: lengths in mm, areas in mm², volumes in mm³, angles in degrees, anything else
 * in SI units. It throws a `PatchFault` for a type that the file states in another unit.
 */
export function propertyNumbers(of: Of): (type: string, value: number) => number {
  const measures = measuresOf(of);
  const { model } = of;
  return (type, value) => {
    for (const name of basesOf(model.schema, type)) {
      const measure = measures.get(name);
      if (measure !== undefined) return measure(value / (DIVISORS.get(name) ?? 1));
    }
    const other = otherUnit(model, type);
    if (other === null) return value;
    throw new PatchFault(
      `numbers of \`${type}\` have the unit #${model.file.idOf(other)} in the file, expected SI units`,
    );
  };
}

/** A defined type and those that it is based on. */
function basesOf(schema: IfcSchema, name: string): readonly string[] {
  const found: string[] = [];
  let type = schema.type(name);
  while (type?.kind === 'defined') {
    found.push(type.name);
    type = type.of;
  }
  return found;
}

/** The unit of the project for a type, if it is not that of the SI. */
function otherUnit(model: IfcModel, type: string): number | null {
  const [, quantity] = /^Ifc(?:Positive|NonNegative)?(\w+)Measure$/u.exec(type) ?? [];
  if (quantity === undefined) return null;
  const kind = `${quantity.toUpperCase()}UNIT`;
  const [project] = model.rows('IfcProject');
  const assignment = project === undefined ? null : model.ref(project, 'UnitsInContext');
  const units = assignment === null ? [] : model.refs(assignment, 'Units');
  const unit = units.find((row) => model.enumName(row, 'UnitType') === kind);
  return unit === undefined || isSi(model, unit) ? null : unit;
}

function isSi(model: IfcModel, unit: number): boolean {
  if (model.isA(unit, 'IfcSIUnit')) {
    const expected = model.enumName(unit, 'Name') === 'GRAM' ? 'KILO' : null;
    const name = model.enumName(unit, 'Name');
    return model.enumName(unit, 'Prefix') === expected && name !== 'DEGREE_CELSIUS';
  }
  if (!model.isA(unit, 'IfcDerivedUnit')) return false;
  return model.refs(unit, 'Elements').every((element) => {
    const part = model.ref(element, 'Unit');
    return part !== null && model.isA(part, 'IfcSIUnit') && isSi(model, part);
  });
}
