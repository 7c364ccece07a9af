/** @module units: the units of length and plane angle of a file. */
import type { IfcModel } from '../read/ifc-model.ts';
import { siFactorOf } from '../read/si-units.ts';

/** The units of a file. */
export type Units = {
  /** Millimetres per unit of length. */
  readonly mm: number;
  /** Radians per unit of plane angle. */
  readonly rad: number;
  /** Name of the unit of length, such as `MILLIMETRE` or `FOOT`. */
  readonly name: string;
  /** What is missing or cannot be read; the SI unit without prefix is then used. */
  readonly faults: readonly string[];
};

/** Size of a unit in metres, square or cubic metres, or radians, and its name. */
type Size = { readonly size: number; readonly name: string };

/**
 * Units of the project; those of the first unit assignment if no project refers to one. SI units with prefixes and
 * conversion-based units (foot, inch, degree) are read.
 */
export function unitsOf(model: IfcModel): Units {
  const faults: string[] = [];
  const units = assignedUnits(model, faults);
  const length = sizeOf(model, units, { type: 'LENGTHUNIT', si: 'METRE' }, faults);
  const angle = sizeOf(model, units, { type: 'PLANEANGLEUNIT', si: 'RADIAN' }, faults);
  // 1000 · 0.001 is exact, and so are all prefixes and the inch: 1000 · 0.0254.
  return { mm: toMillimetres(length.size), rad: angle.size, name: length.name, faults };
}

/** Square metres and cubic metres per unit of area and of volume; 1 for a unit that is missing or cannot be read. */
export function areaAndVolumeOf(model: IfcModel): {
  readonly area: number;
  readonly volume: number;
} {
  const units = assignedUnits(model, []);
  const area = sizeOf(model, units, { type: 'AREAUNIT', si: 'SQUARE_METRE' }, []);
  const volume = sizeOf(model, units, { type: 'VOLUMEUNIT', si: 'CUBIC_METRE' }, []);
  return { area: area.size, volume: volume.size };
}

/** Millimetres, rounded to 15 digits so that 0.3048 m is 304.8 mm. */
function toMillimetres(metres: number): number {
  return Number((1000 * metres).toPrecision(15));
}

function assignedUnits(model: IfcModel, faults: string[]): readonly number[] {
  for (const project of model.rows('IfcProject')) {
    const assignment = model.ref(project, 'UnitsInContext');
    if (assignment !== null) return model.refs(assignment, 'Units');
  }
  const [first] = model.rows('IfcUnitAssignment');
  faults.push('expected an IfcProject that refers to units, found none');
  return first === undefined ? [] : model.refs(first, 'Units');
}

type Wanted = { readonly type: string; readonly si: string };

function sizeOf(
  model: IfcModel,
  units: readonly number[],
  { type, si }: Wanted,
  faults: string[],
): Size {
  const unit = units.find((row) => model.enumName(row, 'UnitType') === type);
  const size = unit === undefined ? null : unitSize(model, unit);
  if (size !== null && Number.isFinite(size.size) && size.size > 0) return size;
  faults.push(
    unit === undefined
      ? `expected a unit of type ${type}, found none; ${si} is used`
      : `the unit \`#${model.file.idOf(unit)}\` of type ${type} cannot be read; ${si} is used`,
  );
  return { size: 1, name: si };
}

/** The size and name of a unit; null if it cannot be read. */
function unitSize(model: IfcModel, row: number): Size | null {
  const size = siFactorOf(row, model);
  if (size === null) return null;
  const name = model.isA(row, 'IfcSIUnit')
    ? `${model.enumName(row, 'Prefix') ?? ''}${model.enumName(row, 'Name') ?? ''}`
    : (model.text(row, 'Name') ?? '').toUpperCase();
  return { size, name };
}
