/** @module units: the units of values in a file: their labels, and factors to the units of the model. */
import type { InstanceModel } from '../read/ifc-model.ts';
import { MAX_UNIT_DEPTH, prefixFactor, projectUnits } from '../read/si-units.ts';

/** A unit: its label, its kind (`LENGTHUNIT`), and the value in the model, which is `factor` × value + `offset`. */
export type Unit = {
  readonly label: string;
  readonly kind: string;
  readonly factor: number;
  readonly offset: number;
};

/** Maximum number of units in a derived unit. */
const MAX_PARTS = 16;

const PREFIX_LABELS: Readonly<Record<string, string>> = {
  EXA: 'E',
  PETA: 'P',
  TERA: 'T',
  GIGA: 'G',
  MEGA: 'M',
  KILO: 'k',
  HECTO: 'h',
  DECA: 'da',
  DECI: 'd',
  CENTI: 'c',
  MILLI: 'm',
  MICRO: 'µ',
  NANO: 'n',
  PICO: 'p',
  FEMTO: 'f',
  ATTO: 'a',
};

const SI_LABELS: Readonly<Record<string, string>> = {
  AMPERE: 'A',
  BECQUEREL: 'Bq',
  CANDELA: 'cd',
  COULOMB: 'C',
  CUBIC_METRE: 'm³',
  DEGREE_CELSIUS: '°C',
  FARAD: 'F',
  GRAM: 'g',
  GRAY: 'Gy',
  HENRY: 'H',
  HERTZ: 'Hz',
  JOULE: 'J',
  KELVIN: 'K',
  LUMEN: 'lm',
  LUX: 'lx',
  METRE: 'm',
  MOLE: 'mol',
  NEWTON: 'N',
  OHM: 'Ω',
  PASCAL: 'Pa',
  RADIAN: 'rad',
  SECOND: 's',
  SIEMENS: 'S',
  SIEVERT: 'Sv',
  SQUARE_METRE: 'm²',
  STERADIAN: 'sr',
  TESLA: 'T',
  VOLT: 'V',
  WATT: 'W',
  WEBER: 'Wb',
};

/** Units of the model for one SI unit: mm, mm², mm³ and degrees; all others are SI units. */
const PER_SI: Readonly<Record<string, number>> = {
  LENGTHUNIT: 1e3,
  AREAUNIT: 1e6,
  VOLUMEUNIT: 1e9,
  PLANEANGLEUNIT: 180 / Math.PI,
};
const KELVIN_OF_CELSIUS = 273.15;

/** Factor and offset from values in a unit to SI units: metres, square metres, cubic metres, radians, kilograms, kelvins. */
export function toSi({ kind, factor, offset }: Unit): {
  readonly factor: number;
  readonly offset: number;
} {
  return { factor: factor / (PER_SI[kind] ?? 1), offset };
}

/** The units of one file. */
export class Units {
  readonly #model: InstanceModel;
  readonly #known = new Map<number, Unit | null>();
  #project: ReadonlyMap<string, number> | null = null;

  constructor(model: InstanceModel) {
    this.#model = model;
  }

  /** The unit of a row; null if it is no unit that can be read. */
  of(row: number): Unit | null {
    const known = this.#known.get(row);
    if (known !== undefined) return known;
    const made = this.#made(row, 0);
    this.#known.set(row, made);
    return made;
  }

  /** The unit of the project for values of a type such as `IfcPositiveLengthMeasure`; null without one. */
  ofType(type: string): Unit | null {
    const measure = /^Ifc(?:Positive|NonNegative)?(\w+)Measure$/u.exec(type)?.[1];
    if (measure === undefined) return null;
    this.#project ??= this.#ofProject();
    const row = this.#project.get(`${measure.toUpperCase()}UNIT`);
    return row === undefined ? null : this.of(row);
  }

  #ofProject(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const row of projectUnits(this.#model)) {
      const kind = this.#model.enumName(row, 'UnitType');
      if (kind !== null && !found.has(kind)) found.set(kind, row);
    }
    return found;
  }

  #made(row: number, depth: number): Unit | null {
    const si = this.#inSi(row, depth);
    if (si === null) return null;
    const per = PER_SI[si.kind] ?? 1;
    return { ...si, factor: si.factor * per };
  }

  /** The unit with its size in SI units. */
  #inSi(row: number, depth: number): Unit | null {
    const model = this.#model;
    if (depth > MAX_UNIT_DEPTH) return null;
    if (model.isA(row, 'IfcMonetaryUnit')) {
      const label = model.enumName(row, 'Currency') ?? model.text(row, 'Currency');
      return label === null ? null : { label, kind: 'MONETARYUNIT', factor: 1, offset: 0 };
    }
    const kind = model.enumName(row, 'UnitType') ?? '';
    if (model.isA(row, 'IfcSIUnit')) return this.#si(row, kind);
    if (model.isA(row, 'IfcConversionBasedUnit')) return this.#converted(row, kind, depth);
    return model.isA(row, 'IfcDerivedUnit') ? this.#derived(row, kind, depth) : null;
  }

  #si(row: number, kind: string): Unit | null {
    const name = this.#model.enumName(row, 'Name') ?? '';
    const prefix = this.#model.enumName(row, 'Prefix');
    const label = `${PREFIX_LABELS[prefix ?? ''] ?? ''}${SI_LABELS[name] ?? name}`;
    // The SI unit of mass is the kilogram.
    const size = prefixFactor(prefix, name);
    if (size === null) return null;
    const factor = size * (name === 'GRAM' ? 1e-3 : 1);
    return { label, kind, factor, offset: name === 'DEGREE_CELSIUS' ? KELVIN_OF_CELSIUS : 0 };
  }

  #converted(row: number, kind: string, depth: number): Unit | null {
    const model = this.#model;
    const label = model.text(row, 'Name');
    const measure = model.ref(row, 'ConversionFactor');
    const component = measure === null ? null : model.ref(measure, 'UnitComponent');
    const value = measure === null ? null : model.number(measure, 'ValueComponent');
    const base = component === null ? null : this.#inSi(component, depth + 1);
    if (label === null || value === null || base === null) return null;
    return { label, kind, factor: value * base.factor, offset: 0 };
  }

  #derived(row: number, kind: string, depth: number): Unit | null {
    const model = this.#model;
    const labels: string[] = [];
    let factor = 1;
    for (const part of model.refs(row, 'Elements').slice(0, MAX_PARTS)) {
      const unit = model.ref(part, 'Unit');
      const exponent = model.number(part, 'Exponent');
      // Each has several parts, so that it counts twice.
      const base = unit === null ? null : this.#inSi(unit, depth + 2);
      if (base === null || exponent === null) return null;
      labels.push(exponent === 1 ? base.label : `${base.label}^${exponent}`);
      factor *= base.factor ** exponent;
    }
    return labels.length === 0 ? null : { label: labels.join('·'), kind, factor, offset: 0 };
  }
}
