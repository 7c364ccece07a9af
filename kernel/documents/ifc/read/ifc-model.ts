/** @module ifc-model: access to the instances of an IFC file by the entities and attributes of its schema. */
import {
  type IfcAttribute,
  type IfcEntity,
  type IfcSchema,
  type IfcSchemaName,
  schemaOf,
} from '../schema/ifc-schema.ts';
import type { StepFile } from './step-file.ts';
import { OMITTED, type StepValue } from './step-value.ts';

/** The label of an instance in reports. */
export type InstanceLabel = {
  /** `#12`. */
  readonly entity: string;
  /** Spelled as in the schema; as in the file if the schema has no such entity. */
  readonly ifc_type: string;
  readonly guid: string | null;
  readonly name: string | null;
};

const NONE: readonly number[] = [];
/** Length of an instance, bytes, from which its single references are kept when its values are not. */
const LONG_BYTES = 4096;

/** Thrown when more values are read than `allow` permits. */
export class TooManyReads extends Error {}

/**
 * The schema by which a file is read: the one in FILE_SCHEMA, or the closest match; null if FILE_SCHEMA names no IFC
 * schema.
 */
export function schemaNameOf(file: StepFile): IfcSchemaName | null {
  const [identifier = ''] = file.schemas;
  if (identifier.startsWith('IFC4X3')) return 'IFC4X3';
  if (identifier.startsWith('IFC4')) return 'IFC4';
  return identifier.startsWith('IFC2X') ? 'IFC2X3' : null;
}

/** The instances that a model reads: those of a file, or entities that a model of this program states. */
export type Instances = Pick<
  StepFile,
  | 'count'
  | 'typeNames'
  | 'typeIndex'
  | 'typeName'
  | 'idOf'
  | 'rowOf'
  | 'values'
  | 'isRead'
  | 'parsed'
  | 'openOf'
  | 'limitOf'
> & {
  /** The text from which they are read; stated entities have none. */
  readonly bytes?: StepFile['bytes'];
  /** One argument of a row, where that takes less time than all of them. */
  readonly valueAt?: (row: number, position: number) => StepValue;
};

/**
 * A file read by a schema. An instance is identified by its row. Entities and attributes have the names of the schema.
 */
export class IfcModel<File extends Instances = StepFile> {
  readonly file: File;
  readonly schema: IfcSchema;
  readonly #entities: readonly (IfcEntity | undefined)[];
  readonly #positions = new Map<IfcEntity, ReadonlyMap<string, number>>();
  readonly #rows = new Map<string, readonly number[]>();
  readonly #inverses = new Map<string, ReadonlyMap<number, readonly number[]>>();
  readonly #isA = new Map<string, readonly boolean[]>();
  /** By row and attribute: relationships of very many objects would be parsed again for each of them. */
  readonly #longRefs = new Map<string, number | null>();
  #byType: readonly (readonly number[])[] | null = null;
  /** Inverses that lack relationships whose arguments cannot be read. */
  readonly #partialInverses = new Set<string>();
  #reads = 0;
  #maxReads = Infinity;
  #maxParsed = Infinity;
  #unread = 0;

  constructor(file: File, schema: IfcSchemaName) {
    this.file = file;
    this.schema = schemaOf(schema);
    this.#entities = file.typeNames.map((name) => this.schema.entity(name));
  }

  /**
   * Number of values read so far; each item of a list counts as one. It measures the cost of work independently of the
   * machine.
   */
  get reads(): number {
    return this.#reads;
  }

  /** Number of times that values or relationships were asked for, some of which cannot be read. */
  get unread(): number {
    return this.#unread;
  }

  /** Records that a fact of the file was asked for which cannot be read. */
  noteUnread(): void {
    this.#unread += 1;
  }

  /**
   * Limits the number of values that can be read from now on, and of those that can be parsed because they are not
   * cached; further reads throw `TooManyReads`.
   */
  allow(reads: number, parsed: number): void {
    this.#maxReads = this.#reads + reads;
    this.#maxParsed = this.file.parsed + parsed;
  }

  /** Counts other work of a rule, which is limited together with its reads. */
  spend(values: number): void {
    this.#read(values);
  }

  #read(values: number): void {
    this.#reads += values;
    if (this.#reads > this.#maxReads) throw new TooManyReads('too many values were read');
  }

  /** The entity of an instance; undefined if the schema does not define it. */
  entityOf(row: number): IfcEntity | undefined {
    return this.#entities[this.file.typeIndex(row)];
  }

  /** The type, spelled as in the schema. */
  typeOf(row: number): string {
    return this.entityOf(row)?.name ?? this.file.typeName(row);
  }

  /** Whether an instance is of a type or a subtype of it. */
  isA(row: number, type: string): boolean {
    return this.#isOfType(type)[this.file.typeIndex(row)] === true;
  }

  /** Rows of a type and its subtypes; within each type, in the order of the file. */
  rows(type: string): readonly number[] {
    const known = this.#rows.get(type);
    if (known !== undefined) return known;
    const isOfType = this.#isOfType(type);
    const rows = this.#rowsByType()
      .filter((_, index) => isOfType[index])
      .flat();
    this.#rows.set(type, rows);
    return rows;
  }

  /** Rows of a type without its subtypes. */
  exactly(type: string): readonly number[] {
    const index = this.file.typeNames.indexOf(type.toUpperCase());
    return this.#rowsByType()[index] ?? NONE;
  }

  /** Whether the entity of an instance has an attribute of this name. */
  has(row: number, attribute: string): boolean {
    return this.#position(row, attribute) >= 0;
  }

  /** The attribute of this name of the entity of an instance; null if it has none. */
  attribute(row: number, name: string): IfcAttribute | null {
    return this.entityOf(row)?.attributes[this.#position(row, name)] ?? null;
  }

  /** Arguments of an instance in their order. */
  values(row: number): readonly StepValue[] {
    const values = this.file.values(row);
    if (this.file.parsed > this.#maxParsed) throw new TooManyReads('too many values were parsed');
    if (values.length === 0 && !this.file.isRead(row)) this.#unread += 1;
    return values;
  }

  /** Value of an attribute; `OMITTED` if the instance does not have the attribute. */
  value(row: number, attribute: string): StepValue {
    const position = this.#position(row, attribute);
    const value = position < 0 ? OMITTED : this.#valueAt(row, position);
    this.#read(value.kind === 'list' ? 1 + value.items.length : 1);
    return value;
  }

  /** Whether an attribute is neither `$` nor `*`. */
  isGiven(row: number, attribute: string): boolean {
    const { kind } = this.value(row, attribute);
    return kind !== 'omitted' && kind !== 'derived';
  }

  /** Text of an attribute, which may be in a typed value; null if its value is not a text. */
  text(row: number, attribute: string): string | null {
    return textIn(this.value(row, attribute));
  }

  /** Name of an enumeration value in upper case; null if the attribute has no enumeration value. */
  enumName(row: number, attribute: string): string | null {
    const value = this.value(row, attribute);
    return value.kind === 'enum' ? value.value : null;
  }

  /** Number of an attribute, which may be in a typed value; null if its value is not a number. */
  number(row: number, attribute: string): number | null {
    return numberIn(this.value(row, attribute));
  }

  /** Row that an attribute refers to; null without a reference or if the instance does not exist. */
  ref(row: number, attribute: string): number | null {
    this.#read(1);
    if (this.file.limitOf(row) - this.file.openOf(row) < LONG_BYTES) {
      return this.#singleRef(row, attribute);
    }
    const key = `${row} ${attribute}`;
    const known = this.#longRefs.get(key);
    if (known !== undefined) return known;
    const found = this.#singleRef(row, attribute);
    if (this.file.isRead(row)) this.#longRefs.set(key, found);
    return found;
  }

  #singleRef(row: number, attribute: string): number | null {
    const position = this.#position(row, attribute);
    return position < 0 ? null : this.#refIn(this.#valueAt(row, position));
  }

  #valueAt(row: number, position: number): StepValue {
    const { file } = this;
    return file.valueAt === undefined
      ? (this.values(row)[position] ?? OMITTED)
      : file.valueAt(row, position);
  }

  /** Rows that an attribute refers to, including those in nested lists; references to missing instances are skipped. */
  refs(row: number, attribute: string): readonly number[] {
    const found: number[] = [];
    this.#addRefs(this.value(row, attribute), found);
    return found;
  }

  /** Rows that all arguments of an instance refer to. */
  allRefs(row: number): readonly number[] {
    const found: number[] = [];
    for (const value of this.values(row)) this.#addRefs(value, found);
    this.#read(1 + found.length);
    return found;
  }

  /** Instances of a type or its subtypes that refer to an instance in the given attribute. */
  referrers(row: number, type: string, attribute: string): readonly number[] {
    const key = `${type}.${attribute}`;
    const known = this.#inverses.get(key);
    const inverse = known ?? this.#inverse(type, attribute);
    if (known === undefined) this.#inverses.set(key, inverse);
    if (this.#partialInverses.has(key)) this.#unread += 1;
    const found = inverse.get(row) ?? NONE;
    this.#read(1 + found.length);
    return found;
  }

  /** The label of an instance in reports. */
  label(row: number): InstanceLabel {
    return {
      entity: `#${this.file.idOf(row)}`,
      ifc_type: this.typeOf(row),
      guid: this.#labelText(row, 'GlobalId'),
      name: this.#labelText(row, 'Name'),
    };
  }

  /** Text of an attribute for a label, which is no result of a rule. */
  #labelText(row: number, attribute: string): string | null {
    return textIn(this.file.values(row)[this.#position(row, attribute)] ?? OMITTED);
  }

  #position(row: number, attribute: string): number {
    const entity = this.entityOf(row);
    if (entity === undefined) return -1;
    const known = this.#positions.get(entity);
    const positions = known ?? new Map(entity.attributes.map(({ name }, index) => [name, index]));
    if (known === undefined) this.#positions.set(entity, positions);
    return positions.get(attribute) ?? -1;
  }

  #isOfType(type: string): readonly boolean[] {
    const known = this.#isA.get(type);
    if (known !== undefined) return known;
    const made = this.#entities.map(
      (entity) => entity !== undefined && this.schema.isA(entity.name, type),
    );
    this.#isA.set(type, made);
    return made;
  }

  #rowsByType(): readonly (readonly number[])[] {
    if (this.#byType !== null) return this.#byType;
    const byType = this.file.typeNames.map((): number[] => []);
    for (let row = 0; row < this.file.count; row += 1) byType[this.file.typeIndex(row)]?.push(row);
    this.#byType = byType;
    return byType;
  }

  #inverse(type: string, attribute: string): ReadonlyMap<number, readonly number[]> {
    const inverse = new Map<number, number[]>();
    const { unread } = this;
    for (const from of this.rows(type)) {
      for (const to of new Set(this.refs(from, attribute))) {
        const known = inverse.get(to);
        if (known === undefined) inverse.set(to, [from]);
        else known.push(from);
      }
    }
    if (this.#unread > unread) this.#partialInverses.add(`${type}.${attribute}`);
    this.#unread = unread;
    return inverse;
  }

  #refIn(value: StepValue): number | null {
    if (value.kind !== 'ref') return null;
    const row = this.file.rowOf(value.id);
    return row < 0 ? null : row;
  }

  #addRefs(value: StepValue, found: number[]): void {
    if (value.kind === 'ref') {
      const row = this.file.rowOf(value.id);
      if (row >= 0) found.push(row);
    } else if (value.kind === 'list') {
      for (const item of value.items) this.#addRefs(item, found);
    } else if (value.kind === 'typed') {
      this.#addRefs(value.value, found);
    }
  }
}

/** A model of a file, or of entities that are only stated. */
export type InstanceModel = IfcModel<Instances>;

/** The text of a value, typed or not; null for any other value. */
function textIn(value: StepValue): string | null {
  if (value.kind === 'typed') return textIn(value.value);
  return value.kind === 'text' ? value.value : null;
}

/** The number of a value, typed or not; null for any other value. */
export function numberIn(value: StepValue): number | null {
  if (value.kind === 'typed') return numberIn(value.value);
  return value.kind === 'integer' || value.kind === 'real' ? value.value : null;
}
