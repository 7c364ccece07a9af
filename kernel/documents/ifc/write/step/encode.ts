/** @module encode: checks a value against its schema type and encodes it as STEP text. */
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import type { IfcType } from '../../schema/ifc-type.ts';
import { IfcFault } from '../ifc-fault.ts';
import { stepInteger, stepReal, stepText } from './step-text.ts';
import type { Ref, StepValue, Typed } from './step-value.ts';

/**
 * Encodes a value of one type.
 * @throws {IfcFault} if the value does not fit the type.
 */
export type Encoder = (value: StepValue) => string;

/** Conversions of numbers to the units of a file, by the name of their defined type, such as IfcLengthMeasure. */
export type Measures = ReadonlyMap<string, (value: number) => number>;

/** Encoders of the types of a schema, created on first use. */
export class Encoders {
  readonly #schema: IfcSchema;
  readonly #refer: (ref: Ref) => void;
  readonly #measures: Measures;
  readonly #isText: boolean;
  readonly #known = new Map<IfcType, Encoder>();
  readonly #typed = new Map<string, Encoder>();
  /** Encoders with text, for lists whose values must differ. */
  readonly #withText: Encoders;

  /**
   * `refer` is called with each reference. Without text, the encoders only check values and return empty texts.
   */
  constructor(
    schema: IfcSchema,
    refer: (ref: Ref) => void,
    { measures, isText = true }: { readonly measures: Measures; readonly isText?: boolean },
  ) {
    this.#schema = schema;
    this.#refer = refer;
    this.#measures = measures;
    this.#isText = isText;
    this.#withText = isText ? this : new Encoders(schema, refer, { measures });
  }

  /** The encoder of a type. */
  of(type: IfcType): Encoder {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const made = this.#make(type);
    this.#known.set(type, made);
    return made;
  }

  #make(type: IfcType): Encoder {
    switch (type.kind) {
      case 'simple':
        return this.#isText ? simple(type) : checked(type);
      case 'defined':
        return this.#measured(type.name, this.of(type.of));
      case 'enumeration':
        return (value) => {
          if (typeof value !== 'string' || !type.values.has(value)) {
            throw mismatch(type.name, value);
          }
          return this.#isText ? `.${value}.` : '';
        };
      case 'entity':
        return this.#references(type.name, (entity) => this.#schema.isA(entity, type.name));
      case 'select':
        return this.#select(type.name);
      case 'aggregate':
        return this.#aggregate(type);
      default:
        return type satisfies never;
    }
  }

  /** A length that is based on another type of length is converted once, by that type. */
  #measured(name: string, encode: Encoder): Encoder {
    const measure = this.#measures.get(name);
    if (measure === undefined) return encode;
    return (value) => encode(typeof value === 'number' ? measure(value) : value);
  }

  #references(name: string, fits: (entity: string) => boolean): (value: StepValue) => string {
    const verdicts = new Map<string, boolean>();
    return (value) => {
      if (!isRef(value)) throw mismatch(name, value);
      let verdict = verdicts.get(value.entity);
      if (verdict === undefined) {
        verdict = fits(value.entity);
        verdicts.set(value.entity, verdict);
      }
      if (!verdict) throw mismatch(name, value);
      this.#refer(value);
      return this.#isText ? `#${value.number}` : '';
    };
  }

  #select(name: string): Encoder {
    const reference = this.#references(name, (entity) => this.#schema.inSelect(entity, name));
    const keywords = new Map<string, string>();
    return (value) => {
      if (!isTyped(value)) return reference(value);
      let keyword = keywords.get(value.type);
      if (keyword === undefined) {
        if (!this.#schema.inSelect(value.type, name)) throw mismatch(name, value);
        keyword = value.type.toUpperCase();
        keywords.set(value.type, keyword);
      }
      const text = this.#ofTyped(value);
      return this.#isText ? `${keyword}(${text})` : '';
    };
  }

  #ofTyped({ type, value }: Typed): string {
    const known = this.#typed.get(type);
    if (known !== undefined) return known(value);
    const found = this.#schema.type(type);
    if (found?.kind !== 'defined') throw new IfcFault(`\`${type}\` is not a defined type`);
    const encoder = this.of(found);
    this.#typed.set(type, encoder);
    return encoder(value);
  }

  #aggregate({ low, high, unique, shape, of }: IfcType & { kind: 'aggregate' }): Encoder {
    const distinct = unique || shape === 'SET';
    const inner = this.of(of);
    const texts = distinct ? this.#withText.of(of) : inner;
    return (value) => {
      if (!isList(value) || value.length < low || (high !== null && value.length > high)) {
        const size = isList(value) ? `${value.length} values` : textOf(value);
        throw new IfcFault(`expected ${shape} [${low}:${high ?? '?'}], found ${size}`);
      }
      let text = '(';
      const seen = distinct && value.length > 1 ? new Set<string>() : null;
      for (let i = 0; i < value.length; i++) {
        const one = (seen === null ? inner : texts)(value[i] ?? null);
        if (seen?.has(one) === true) throw new IfcFault(`${one} is not unique`);
        seen?.add(one);
        if (this.#isText) text += i === 0 ? one : `,${one}`;
      }
      return this.#isText ? `${text})` : '';
    };
  }
}

function simple({ name, width, fixed }: IfcType & { kind: 'simple' }): Encoder {
  switch (name) {
    case 'STRING':
      return (value) => {
        if (typeof value !== 'string') throw mismatch(name, value);
        if (width !== null && (value.length > width || (fixed && value.length !== width))) {
          throw new IfcFault(
            `the text has ${value.length} characters; expected ${fixed ? '' : 'at most '}${width}`,
          );
        }
        return stepText(value);
      };
    case 'REAL':
    case 'NUMBER':
      return (value) => {
        if (typeof value !== 'number') throw mismatch(name, value);
        return stepReal(value);
      };
    case 'INTEGER':
      return (value) => {
        if (typeof value !== 'number') throw mismatch(name, value);
        return stepInteger(value);
      };
    case 'BOOLEAN':
    case 'LOGICAL':
      return (value) => {
        if (typeof value !== 'boolean') throw mismatch(name, value);
        return value ? '.T.' : '.F.';
      };
    case 'BINARY':
      return (value) => {
        if (typeof value !== 'string' || !/^[0-3][0-9A-F]*$/u.test(value)) {
          throw mismatch(name, value);
        }
        return `"${value}"`;
      };
    default:
      return name satisfies never;
  }
}

/** The check of a simple type: as its encoder, without the text of valid numbers and texts. */
function checked(type: IfcType & { kind: 'simple' }): Encoder {
  const encode = simple(type);
  const { name, width, fixed } = type;
  const isReal = name === 'REAL' || name === 'NUMBER';
  const longest = name !== 'STRING' || fixed ? -1 : (width ?? Infinity);
  return (value) => {
    const isValid =
      typeof value === 'string'
        ? value.length <= longest
        : isReal && typeof value === 'number' && Number.isFinite(value);
    return isValid ? '' : encode(value);
  };
}

function isList(value: StepValue): value is readonly StepValue[] {
  return Array.isArray(value);
}

function isRef(value: StepValue): value is Ref {
  return typeof value === 'object' && value !== null && 'number' in value;
}

function isTyped(value: StepValue): value is Typed {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function mismatch(type: string, value: StepValue): IfcFault {
  return new IfcFault(`${textOf(value)} was given; expected ${type}`);
}

/** Describes a value in a message. */
function textOf(value: StepValue): string {
  if (isRef(value)) return `#${value.number} of ${value.entity}`;
  if (isTyped(value)) return `${value.type} \`${value.value}\``;
  if (isList(value)) return `${value.length} values`;
  return value === null ? 'nothing' : `\`${value}\``;
}
