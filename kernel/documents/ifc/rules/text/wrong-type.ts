/** @module wrong-type: explains why a value does not have a schema type. */
import type { IfcModel } from '../../read/ifc-model.ts';
import type { StepValue } from '../../read/step-value.ts';
import type { IfcType } from '../../schema/ifc-type.ts';
import { inWords, shortId } from './value-words.ts';

const TRUTHS: Readonly<Record<string, readonly string[]>> = {
  BOOLEAN: ['T', 'F'],
  LOGICAL: ['T', 'F', 'U'],
};

/** What a value is checked with. */
type TypeCheck = {
  readonly model: IfcModel;
  /** Receives each integer in the place of a REAL, which is no reason: all readers read it, and some files have thousands. */
  readonly onInteger: () => void;
};

/** The reason why a value does not have a type, as a clause; null if it has the type, integers for reals apart. */
export function wrongType(value: StepValue, type: IfcType, check: TypeCheck): string | null {
  const { model } = check;
  switch (type.kind) {
    case 'aggregate':
      return wrongAggregate(value, type, check);
    case 'defined':
      return wrongType(value, type.of, check);
    case 'simple':
      return wrongSimple(value, type, check);
    case 'enumeration':
      if (value.kind !== 'enum') return `expected a value of ${type.name}, found ${inWords(value)}`;
      return type.values.has(value.value)
        ? null
        : `\`.${value.value.slice(0, 60)}.\` is not a value of ${type.name}`;
    case 'entity':
      return wrongReference(
        value,
        (row) => (model.isA(row, type.name) ? null : `expected ${type.name}`),
        model,
      );
    case 'select':
      return wrongSelect(value, type.name, check);
    default:
      return type satisfies never;
  }
}

type Aggregate = Extract<IfcType, { readonly kind: 'aggregate' }>;

function wrongAggregate(value: StepValue, type: Aggregate, check: TypeCheck): string | null {
  if (value.kind !== 'list') return `expected a list, found ${inWords(value)}`;
  const count = value.items.length;
  if (count < type.low) return `the list has ${count} items, expected at least ${type.low}`;
  const most = type.shape === 'ARRAY' && type.high !== null ? type.high - type.low + 1 : type.high;
  if (most !== null && count > most) return `the list has ${count} items, expected at most ${most}`;
  for (const item of value.items) {
    const wrong = wrongType(item, type.of, check);
    if (wrong !== null) return wrong;
  }
  return type.shape === 'SET' || type.unique ? repeated(value.items) : null;
}

/** The reason why a list has an item twice; null if it has none. */
function repeated(items: readonly StepValue[]): string | null {
  const seen = new Set<unknown>();
  for (const item of items) {
    const key = item.kind === 'ref' ? item.id : JSON.stringify(item);
    if (seen.has(key)) return `the list has ${inWords(item)} twice, expected each item once`;
    seen.add(key);
  }
  return null;
}

function wrongSimple(
  value: StepValue,
  { name, width, fixed }: Extract<IfcType, { readonly kind: 'simple' }>,
  { onInteger }: TypeCheck,
): string | null {
  if (name === 'REAL' && value.kind === 'integer') {
    onInteger();
    return null;
  }
  if (!isSimple(value, name)) return `expected ${name}, found ${inWords(value)}`;
  if (value.kind !== 'text' || width === null) return null;
  const { length } = value.value;
  if (fixed ? length === width : length <= width) return null;
  return `the text has ${length} characters, expected ${fixed ? '' : 'at most '}${width}`;
}

function isSimple(value: StepValue, name: string): boolean {
  switch (name) {
    case 'REAL':
      return value.kind === 'real';
    case 'NUMBER':
      return value.kind === 'real' || value.kind === 'integer';
    case 'INTEGER':
      return value.kind === 'integer';
    case 'STRING':
      return value.kind === 'text';
    case 'BINARY':
      return value.kind === 'binary';
    default:
      return value.kind === 'enum' && TRUTHS[name]?.includes(value.value) === true;
  }
}

function wrongReference(
  value: StepValue,
  wrong: (row: number) => string | null,
  model: IfcModel,
): string | null {
  if (value.kind !== 'ref') return `expected a reference, found ${inWords(value)}`;
  const row = model.file.rowOf(value.id);
  if (row < 0 ? model.file.isExternal(value.id) : model.file.isUntyped(row)) {
    model.noteUnread();
    return null;
  }
  if (row < 0) return `\`${shortId(value.id)}\` does not exist`;
  const reason = wrong(row);
  return reason === null ? null : `\`${shortId(value.id)}\` is ${model.typeOf(row)}, ${reason}`;
}

function wrongSelect(value: StepValue, select: string, check: TypeCheck): string | null {
  const { model } = check;
  const { schema } = model;
  if (value.kind === 'ref') {
    return wrongReference(
      value,
      (row) => (schema.inSelect(model.typeOf(row), select) ? null : `expected one of ${select}`),
      model,
    );
  }
  if (value.kind !== 'typed') return `expected one of ${select}, found ${inWords(value)}`;
  const type = schema.type(value.type);
  if (type === undefined || !schema.inSelect(type.kind === 'simple' ? '' : nameOf(type), select)) {
    return `\`${value.type.slice(0, 60)}\` is not one of ${select}`;
  }
  const wrong = wrongType(value.value, type, check);
  return wrong === null ? null : `in ${nameOf(type)} ${wrong}`;
}

function nameOf(type: IfcType): string {
  return type.kind === 'aggregate' ? '' : type.name;
}
