/** @module file-values: values of a file in the form of IDS, numbers in SI units. */
import { toSi, type Units } from '../../ifc/facts/units.ts';
import type { InstanceModel } from '../../ifc/read/ifc-model.ts';
import type { StepValue } from '../../ifc/read/step-value.ts';
import type { IfcType, SimpleName } from '../../ifc/schema/ifc-type.ts';
import type { IdsValue, TypedValue } from '../ids-model.ts';

/** What a type of values is based on, and how its numbers become SI units. */
type TypeInfo = {
  /** Upper case. */
  readonly dataType: string;
  /** Null for enumerations, selects and references. */
  readonly simple: SimpleName | null;
  readonly factor: number;
  readonly offset: number;
};

const EMPTY: IdsValue = { kind: 'empty' };
const LIST: IdsValue = { kind: 'list' };
const OBJECT: IdsValue = { kind: 'object' };
const UNKNOWN: IdsValue = { kind: 'unknown' };
const TRUE: IdsValue = { kind: 'boolean', value: true };
const FALSE: IdsValue = { kind: 'boolean', value: false };
/** Longest text that is compared, characters: longer ones are cut, and equal no shorter text. */
const MAX_TEXT = 65_536;

/** Reads the values of one file. */
export class FileValues {
  readonly #model: InstanceModel;
  readonly #units: Units;
  readonly #infos = new Map<string, TypeInfo>();

  constructor(model: InstanceModel, units: Units) {
    this.#model = model;
    this.#units = units;
  }

  /**
   * A value with its type, such as `IFCLENGTHMEASURE(3.)`; null if it is omitted. `unit` is the row of a unit that replaces
   * the one of the project.
   */
  typed(value: StepValue, unit: number | null): TypedValue | null {
    if (value.kind === 'typed') return this.#ofType(value.value, value.type, unit);
    const found = this.plain(value, null);
    return found === null ? null : { value: found, dataType: '' };
  }

  /** A value of a known type, such as `LengthValue` of a quantity; null if it is omitted. */
  #ofType(value: StepValue, dataType: string, unit: number | null): TypedValue | null {
    const info = this.#info(dataType);
    const found = this.#scaled(value, info, unit);
    return found === null ? null : { value: found, dataType: info.dataType };
  }

  /** As `typed`, for a value whose type the file does not write. */
  measured(value: StepValue, dataType: string, unit: number | null): TypedValue | null {
    return value.kind === 'typed' ? this.typed(value, unit) : this.#ofType(value, dataType, unit);
  }

  /** An attribute of a declared type; null if it is omitted or derived. */
  plain(value: StepValue, declared: IfcType | null): IdsValue | null {
    if (value.kind === 'typed') return this.typed(value, null)?.value ?? null;
    const info =
      declared !== null && declared.kind !== 'aggregate' && declared.kind !== 'simple'
        ? this.#info(declared.name)
        : null;
    const simple = declared?.kind === 'simple' ? declared.name : null;
    return this.#scaled(value, info ?? { dataType: '', simple, factor: 1, offset: 0 }, null);
  }

  #scaled(value: StepValue, info: TypeInfo, unit: number | null): IdsValue | null {
    switch (value.kind) {
      case 'omitted':
      case 'derived':
        return null;
      case 'text':
        return textValue(value.value);
      case 'binary':
        return { kind: 'text', value: value.value };
      case 'enum':
        return enumValue(value.value, info.simple);
      case 'integer':
      case 'real':
        return this.#number(value.value, { written: value.kind, info, unit });
      case 'list':
        return value.items.length === 0 ? EMPTY : LIST;
      case 'typed':
        return this.typed(value, unit)?.value ?? null;
      case 'ref':
      case 'constant':
        return OBJECT;
      default:
        return value satisfies never;
    }
  }

  #number(
    value: number,
    of: {
      readonly written: 'integer' | 'real';
      readonly info: TypeInfo;
      readonly unit: number | null;
    },
  ): IdsValue {
    const { simple } = of.info;
    const isInteger =
      simple === 'INTEGER' ||
      (of.written === 'integer' && simple !== 'REAL' && simple !== 'NUMBER');
    if (isInteger) return { kind: 'integer', value };
    const own = of.unit === null ? null : this.#units.of(of.unit);
    const { factor, offset } = own === null ? of.info : toSi(own);
    return { kind: 'real', value: value * factor + offset };
  }

  #info(name: string): TypeInfo {
    const known = this.#infos.get(name);
    if (known !== undefined) return known;
    const type = this.#model.schema.type(name);
    const spelled = type !== undefined && 'name' in type ? type.name : name;
    const unit = this.#units.ofType(spelled);
    const scale = unit === null ? { factor: 1, offset: 0 } : toSi(unit);
    const made = { dataType: name.toUpperCase(), simple: simpleOf(type), ...scale };
    this.#infos.set(name, made);
    return made;
  }
}

/** The simple type on which a type is based. */
function simpleOf(type: IfcType | undefined): SimpleName | null {
  let at = type;
  while (at?.kind === 'defined') at = at.of;
  return at?.kind === 'simple' ? at.name : null;
}

function textValue(text: string): IdsValue {
  if (text === '') return EMPTY;
  return { kind: 'text', value: text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text };
}

function enumValue(name: string, simple: SimpleName | null): IdsValue {
  if (simple !== 'BOOLEAN' && simple !== 'LOGICAL') return { kind: 'text', value: name };
  if (name === 'T') return TRUE;
  return name === 'F' ? FALSE : UNKNOWN;
}
