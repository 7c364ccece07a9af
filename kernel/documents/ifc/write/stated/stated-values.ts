/** @module stated-values: values that the file of an import states, in the units and types of a new file. */
import type { IfcPlain } from '../../../../building/kinds/facets/ifc.ts';
import type { FileProperty, FileValue } from '../../../../building/model/file-source.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import type { Draft } from '../draft.ts';
import { type Ref, type StepValue, type Typed, typed } from '../step/step-value.ts';

/** Significant digits of a converted number. */
const DIGITS = 12;
/** Maximum length of an IfcLabel, characters. */
export const MAX_LABEL = 255;

/** From the units of the model to those of a new file: mm, m², m³, degrees. */
const IN_FILE: Readonly<Record<string, number>> = {
  LENGTHUNIT: 1,
  AREAUNIT: 1e-6,
  VOLUMEUNIT: 1e-9,
  PLANEANGLEUNIT: 1,
};
/** SI units that a new file states for the value, with their prefix. */
const SI: Readonly<Record<string, readonly [name: string, prefix: string | null]>> = {
  ELECTRICCURRENTUNIT: ['AMPERE', null],
  ELECTRICRESISTANCEUNIT: ['OHM', null],
  ELECTRICVOLTAGEUNIT: ['VOLT', null],
  ENERGYUNIT: ['JOULE', null],
  FORCEUNIT: ['NEWTON', null],
  FREQUENCYUNIT: ['HERTZ', null],
  ILLUMINANCEUNIT: ['LUX', null],
  LUMINOUSFLUXUNIT: ['LUMEN', null],
  LUMINOUSINTENSITYUNIT: ['CANDELA', null],
  MASSUNIT: ['GRAM', 'KILO'],
  POWERUNIT: ['WATT', null],
  PRESSUREUNIT: ['PASCAL', null],
  THERMODYNAMICTEMPERATUREUNIT: ['KELVIN', null],
  TIMEUNIT: ['SECOND', null],
};
/** Types whose values mean nothing without the unit of their file. */
const MEASURED = /^Ifc(?:Positive|NonNegative)?(?:Length|Area|Volume|PlaneAngle)Measure$/u;

/** How numbers of a property are written: the factor and offset, and the SI unit that they need; null if they cannot be. */
type Scaling = {
  readonly factor: number;
  readonly offset: number;
  readonly si: readonly [kind: string, name: string, prefix: string | null] | null;
};

function scalingOf({ type, scale }: FileProperty): Scaling | null {
  if (scale === null) {
    return type !== null && MEASURED.test(type) ? null : { factor: 1, offset: 0, si: null };
  }
  const { kind, factor, offset } = scale;
  const own = IN_FILE[kind];
  if (own !== undefined) return { factor: factor * own, offset: offset * own, si: null };
  const si = SI[kind];
  return si === undefined ? null : { factor, offset, si: [kind, ...si] };
}

/** A value in units of the model, as the standard sets take it; undefined for a value of another form. */
export function plainOf({ value, type, scale, form }: FileProperty): IfcPlain {
  if (typeof value === 'number') {
    if (scale === null) return type !== null && MEASURED.test(type) ? undefined : value;
    return rounded(value * scale.factor + scale.offset);
  }
  if (typeof value === 'boolean') return value;
  // An empty text says nothing about a standard property.
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (form !== 'IfcPropertyEnumeratedValue' || !Array.isArray(value)) return undefined;
  const words = value.filter((one: unknown) => typeof one === 'string');
  return words.length === 1 ? words[0] : words;
}

/** Writes a property of a set of the file; null if the schema of the new file cannot express it. */
export function writeStatedProperty(draft: Draft, property: FileProperty): Ref | null {
  const scaling = scalingOf(property);
  const { name: Name, value, form } = property;
  if (scaling === null || form === null || value === null) return null;
  const one = (given: FileValue): Typed | null =>
    typedOf(draft.schema, property.type, given, scaling);
  const Unit = unitOf(draft, scaling);
  switch (form) {
    case 'IfcPropertySingleValue': {
      const NominalValue = one(value);
      return NominalValue === null ? null : draft.file.add(form, { Name, NominalValue, ...Unit });
    }
    case 'IfcPropertyEnumeratedValue':
    case 'IfcPropertyListValue': {
      if (!Array.isArray(value)) return null;
      const values = value.flatMap((item: FileValue) => one(item) ?? []);
      if (values.length === 0 || values.length < value.length) return null;
      return form === 'IfcPropertyListValue'
        ? draft.file.add(form, { Name, ListValues: values, ...Unit })
        : draft.file.add(form, { Name, EnumerationValues: values });
    }
    case 'IfcPropertyBoundedValue': {
      if (typeof value !== 'object' || !('lower' in value)) return null;
      const [LowerBoundValue, UpperBoundValue] = [one(value.lower), one(value.upper)];
      if (LowerBoundValue === null && UpperBoundValue === null) return null;
      return draft.file.add(form, { Name, UpperBoundValue, LowerBoundValue, ...Unit });
    }
    default:
      return null;
  }
}

/** Writes a quantity of a set of the file; null if the schema of the new file cannot express it. */
export function writeStatedQuantity(draft: Draft, property: FileProperty): Ref | null {
  const scaling = scalingOf(property);
  const { name: Name, value, form } = property;
  if (scaling === null || form === null || typeof value !== 'number') return null;
  if (!/^IfcQuantity[A-Z]/u.test(form) || draft.schema.entity(form) === undefined) return null;
  const number = rounded(value * scaling.factor + scaling.offset);
  if (!(number >= 0)) return null;
  const attribute = `${form.replace(/^IfcQuantity/u, '')}Value`;
  return draft.file.add(form, { Name, [attribute]: number, ...unitOf(draft, scaling) });
}

/** The unit that a value states; nothing where it has the unit of the project. */
function unitOf(draft: Draft, { si }: Scaling): Readonly<Record<string, StepValue>> {
  if (si === null) return {};
  const [UnitType, Name, Prefix] = si;
  const { units, file } = draft;
  const known = units.get(UnitType);
  if (known !== undefined) return { Unit: known };
  const before = file.numberFrom(draft.numbersFor(`unit ${UnitType}`));
  const unit = file.later('IfcSIUnit');
  file.numberFrom(before);
  units.set(UnitType, unit);
  draft.unwritten.push(() => file.write(unit, { UnitType, Name, Prefix }));
  return { Unit: unit };
}

/** A value of its type, or of one that every schema has; null for a value that is unknown or no number of the type. */
function typedOf(
  schema: IfcSchema,
  type: string | null,
  value: FileValue,
  { factor, offset }: Scaling,
): Typed | null {
  const given = typeof value === 'number' ? rounded(value * factor + offset) : value;
  if (given === null || typeof given === 'object') return null;
  return typed(type !== null && accepts(schema, type, given) ? type : anyTypeOf(given), given);
}

function accepts(schema: IfcSchema, type: string, value: string | number | boolean): boolean {
  const simple = simpleOf(schema, type);
  if (typeof value === 'boolean') return simple === 'BOOLEAN' || simple === 'LOGICAL';
  if (typeof value === 'string') {
    return simple === 'STRING' && (type === 'IfcText' || value.length <= MAX_LABEL);
  }
  if (type.startsWith('IfcPositive') && !(value > 0)) return false;
  if (simple === 'INTEGER') return Number.isInteger(value);
  return simple === 'REAL' || simple === 'NUMBER';
}

/** A text of a file as an IfcLabel; null for an empty one. */
export function labelOf(text: string | null): string | null {
  return text === null || text === '' ? null : text.slice(0, MAX_LABEL).toWellFormed();
}

/** A type that every schema has. */
function anyTypeOf(value: string | number | boolean): string {
  if (typeof value === 'string') return value.length > MAX_LABEL ? 'IfcText' : 'IfcLabel';
  return typeof value === 'number' ? 'IfcReal' : 'IfcBoolean';
}

function simpleOf(schema: IfcSchema, name: string): string {
  let type = schema.type(name);
  while (type?.kind === 'defined') type = type.of;
  return type?.kind === 'simple' ? type.name : '';
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
