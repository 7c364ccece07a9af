/** @module fits: whether a value fits the type of its attribute. */
import type { IfcAttribute, IfcSchema } from '../schema/ifc-schema.ts';
import type { IfcType, SimpleName } from '../schema/ifc-type.ts';
import { PatchFault } from './patch-fault.ts';
import type { PatchValue } from './patch-value.ts';

/** What types are checked against: the schema, and the entity of a record, if the schema has it. */
export type TypeSource = {
  readonly schema: IfcSchema;
  readonly entityName: (row: number) => string | null;
};

const KINDS = {
  REAL: ['real'],
  NUMBER: ['real', 'integer'],
  INTEGER: ['integer'],
  STRING: ['text'],
  BOOLEAN: ['enum'],
  LOGICAL: ['enum'],
  BINARY: [],
} as const satisfies Record<SimpleName, readonly PatchValue['kind'][]>;

const EXPECTED = {
  REAL: 'a real number',
  NUMBER: 'a number',
  INTEGER: 'an integer',
  STRING: 'a text',
  BOOLEAN: '`T` or `F`',
  LOGICAL: '`T`, `F` or `U`',
  BINARY: 'no new binary value',
} as const satisfies Record<SimpleName, string>;

/**
 * Checks a value of an attribute.
 * @throws {PatchFault} if the value does not fit
 */
export function requireFit(
  source: TypeSource,
  attribute: IfcAttribute,
  value: PatchValue,
  label: string,
): void {
  const { name, optional, derived, type } = attribute;
  if (value.kind === 'omitted' && optional) return;
  if (value.kind === 'derived' && derived) return;
  const expected = derived ? '`*`' : misfit(source, type, value);
  if (expected !== null) {
    throw new PatchFault(`${label}.${name}: got ${shown(value)}, expected ${expected}`);
  }
}

/** What is expected in place of a value; null if the value fits. */
function misfit(source: TypeSource, type: IfcType, value: PatchValue): string | null {
  switch (type.kind) {
    case 'simple':
      return simpleMisfit(type, value);
    case 'defined':
      return misfit(source, type.of, value);
    case 'enumeration': {
      const fits = value.kind === 'enum' && type.values.has(value.value.toUpperCase());
      return fits ? null : `a value of ${type.name}`;
    }
    case 'entity': {
      const name = value.kind === 'ref' ? source.entityName(value.row) : null;
      const fits = name !== null && source.schema.isA(name, type.name);
      return fits ? null : `a reference to ${type.name}`;
    }
    case 'select':
      return fitsSelect(source, type.name, value) ? null : `a value of ${type.name}`;
    case 'aggregate':
      break;
  }
  return listMisfit(source, type, value);
}

function simpleMisfit(
  { name, width, fixed }: Extract<IfcType, { readonly kind: 'simple' }>,
  value: PatchValue,
): string | null {
  const kinds: readonly PatchValue['kind'][] = KINDS[name];
  if (!kinds.includes(value.kind)) return EXPECTED[name];
  if (value.kind === 'enum') {
    const letters = name === 'BOOLEAN' ? 'TF' : 'TFU';
    const isLetter = value.value.length === 1 && letters.includes(value.value.toUpperCase());
    return isLetter ? null : EXPECTED[name];
  }
  if (value.kind !== 'text' || width === null) return null;
  const length = Array.from(value.value).length;
  if (fixed) return length === width ? null : `a text of ${width} characters`;
  return length <= width ? null : `a text of at most ${width} characters`;
}

function fitsSelect(source: TypeSource, select: string, value: PatchValue): boolean {
  const { schema } = source;
  if (value.kind === 'ref') {
    const name = source.entityName(value.row);
    return name !== null && schema.inSelect(name, select);
  }
  if (value.kind !== 'typed') return false;
  const type = schema.type(value.type);
  if (type === undefined || type.kind === 'entity' || type.kind === 'select') return false;
  return schema.inSelect(value.type, select) && misfit(source, type, value.value) === null;
}

function listMisfit(
  source: TypeSource,
  { low, high, of }: Extract<IfcType, { readonly kind: 'aggregate' }>,
  value: PatchValue,
): string | null {
  if (value.kind !== 'list') return 'a list';
  const { length } = value.items;
  if (length < low || length > (high ?? Infinity)) {
    return high === null ? `at least ${low} items` : `${low} to ${high} items`;
  }
  for (const item of value.items) {
    const expected = misfit(source, of, item);
    if (expected !== null) return `${expected} for each item of the list`;
  }
  return null;
}

/** Maximum length of a text in a message, characters. */
const MAX_SHOWN = 60;

function shown(value: PatchValue): string {
  switch (value.kind) {
    case 'omitted':
      return '`$`';
    case 'derived':
      return '`*`';
    case 'text':
      return `the text \`${value.value.slice(0, MAX_SHOWN)}\``;
    case 'integer':
    case 'real':
      return `\`${value.value}\``;
    case 'enum':
      return `\`.${value.value.slice(0, MAX_SHOWN)}.\``;
    case 'ref':
      return 'a reference';
    case 'list':
      return `a list of ${value.items.length}`;
    case 'typed':
      break;
  }
  return `a value of \`${value.type.slice(0, MAX_SHOWN)}\``;
}
