/** @module stated file: the entities that a model states, as instances that can be read like those of a file. */
import type { Instances } from '../../ifc/read/ifc-model.ts';
import type { InstanceId } from '../../ifc/read/instance-id.ts';
import { DERIVED, OMITTED, type StepValue } from '../../ifc/read/step-value.ts';
import type { IfcEntity, IfcSchema } from '../../ifc/schema/ifc-schema.ts';
import type { IfcType } from '../../ifc/schema/ifc-type.ts';
import {
  type StatedEntities,
  type StatedEntity,
  statedValue,
} from '../../ifc/write/step/stated-entities.ts';
import type { StepValue as Written, Typed } from '../../ifc/write/step/step-value.ts';

/** Stated entities as instances; rows are in the order in which they were stated. */
export class StatedFile implements Instances {
  readonly count: number;
  readonly typeNames: readonly string[];
  /** Values are not parsed: they are those that the model states. */
  readonly parsed = 0;
  readonly #schema: IfcSchema;
  readonly #entities: readonly StatedEntity[];
  readonly #numbers: readonly number[];
  readonly #types: Uint16Array;
  /** Row of each line number, plus 1; 0 for a number without entity. */
  readonly #rows: Uint32Array;

  constructor(schema: IfcSchema, { all, numbers }: Pick<StatedEntities, 'all' | 'numbers'>) {
    const names = new Map<string, number>();
    this.#schema = schema;
    this.#entities = all;
    this.#numbers = numbers;
    const largest = numbers.reduce((most, number) => Math.max(most, number), 0);
    this.#rows = new Uint32Array(largest + 1);
    for (const [row, number] of numbers.entries()) this.#rows[number] = row + 1;
    this.#types = Uint16Array.from(all, ({ entity: { keyword } }) => {
      const index = names.get(keyword) ?? names.size;
      names.set(keyword, index);
      return index;
    });
    this.count = all.length;
    this.typeNames = [...names.keys()];
  }

  /** The entity of a row as it was stated; undefined without one. */
  statedAt(row: number): StatedEntity | undefined {
    return this.#entities[row];
  }

  typeIndex(row: number): number {
    return this.#types[row] ?? -1;
  }

  typeName(row: number): string {
    return this.#entities[row]?.entity.keyword ?? '';
  }

  idOf(row: number): InstanceId {
    return this.#numbers[row] ?? 0;
  }

  rowOf(id: InstanceId): number {
    return typeof id === 'number' ? (this.#rows[id] ?? 0) - 1 : -1;
  }

  isRead(): boolean {
    return true;
  }

  openOf(): number {
    return 0;
  }

  limitOf(): number {
    return 0;
  }

  /** The arguments as a reader of the file finds them. */
  values(row: number): readonly StepValue[] {
    const one = this.#entities[row];
    return one?.entity.attributes.map((attribute) => this.#valueOf(one, attribute)) ?? [];
  }

  /** One argument, which is not kept: most are asked at most once. */
  valueAt(row: number, position: number): StepValue {
    const one = this.#entities[row];
    const attribute = one?.entity.attributes[position];
    return one === undefined || attribute === undefined ? OMITTED : this.#valueOf(one, attribute);
  }

  #valueOf(one: StatedEntity, attribute: IfcEntity['attributes'][number]): StepValue {
    return attribute.derived ? DERIVED : this.#read(statedValue(one, attribute), attribute.type);
  }

  #read(value: Written, type: IfcType): StepValue {
    if (value === null) return OMITTED;
    if (isList(value)) {
      // The list of an angle in degrees, minutes and seconds is a defined type.
      const own = baseType(type);
      const of = own.kind === 'aggregate' ? own.of : type;
      return { kind: 'list', items: value.map((one) => this.#read(one, of)) };
    }
    if (typeof value !== 'object') return plainValue(value, type);
    if (!isTyped(value)) return { kind: 'ref', id: value.number };
    const inner = this.#schema.type(value.type);
    const own = inner === undefined ? type : inner;
    return { kind: 'typed', type: value.type.toUpperCase(), value: plainValue(value.value, own) };
  }
}

function plainValue(value: string | number | boolean, type: IfcType): StepValue {
  if (typeof value === 'boolean') return { kind: 'enum', value: value ? 'T' : 'F' };
  if (typeof value === 'number') {
    const kind = simpleName(type) === 'INTEGER' ? 'integer' : 'real';
    return { kind, value: value === 0 ? 0 : value };
  }
  if (type.kind === 'enumeration') return { kind: 'enum', value };
  const name = simpleName(type);
  return name === 'BINARY'
    ? { kind: 'binary', value }
    : { kind: 'text', value: value.toWellFormed() };
}

/** The type that a defined type is based on. */
function baseType(type: IfcType): IfcType {
  let at = type;
  while (at.kind === 'defined') at = at.of;
  return at;
}

function simpleName(type: IfcType): string {
  const at = baseType(type);
  return at.kind === 'simple' ? at.name : '';
}

function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}

function isTyped(value: Exclude<Written, null | string | number | boolean>): value is Typed {
  return 'type' in value;
}
