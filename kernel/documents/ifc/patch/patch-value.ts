/** @module patch-value: values of attributes that an edit writes, and their text in a STEP file (ISO 10303-21). */
import { stepInteger, stepReal, stepText } from '../write/step/step-text.ts';
import { PatchFault } from './patch-fault.ts';

/** A value of an attribute. A record is identified by its row; rows of added records follow those of the file. */
export type PatchValue =
  | { readonly kind: 'omitted' }
  | { readonly kind: 'derived' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'real'; readonly value: number }
  | { readonly kind: 'enum'; readonly value: string }
  | { readonly kind: 'ref'; readonly row: number }
  | { readonly kind: 'list'; readonly items: readonly PatchValue[] }
  | { readonly kind: 'typed'; readonly type: string; readonly value: PatchValue };

/** `$` */
export const NO_VALUE: PatchValue = { kind: 'omitted' };
/** `*` */
export const DERIVED_VALUE: PatchValue = { kind: 'derived' };

export function text(value: string): PatchValue {
  return { kind: 'text', value };
}

export function integer(value: number): PatchValue {
  return { kind: 'integer', value };
}

export function real(value: number): PatchValue {
  return { kind: 'real', value };
}

/** An enumeration value such as `MODIFIED`; `T` and `F` are those of a boolean. */
export function enumeration(value: string): PatchValue {
  return { kind: 'enum', value };
}

export function ref(row: number): PatchValue {
  return { kind: 'ref', row };
}

export function list(items: readonly PatchValue[]): PatchValue {
  return { kind: 'list', items };
}

export function refs(rows: readonly number[]): PatchValue {
  return list(rows.map((row) => ref(row)));
}

export function reals(values: readonly number[]): PatchValue {
  return list(values.map((value) => real(value)));
}

/** A value of a named type, as selects require it: `IFCLABEL('x')`. */
export function typed(type: string, value: PatchValue): PatchValue {
  return { kind: 'typed', type, value };
}

/**
 * The text of a value. `idOf` returns the digits after `#` of a record.
 * @throws {PatchFault} for a number that is not finite
 */
export function encodedValue(value: PatchValue, idOf: (row: number) => string): string {
  switch (value.kind) {
    case 'omitted':
      return '$';
    case 'derived':
      return '*';
    case 'text':
      return stepText(value.value);
    case 'integer':
      if (!Number.isSafeInteger(value.value)) {
        throw new PatchFault(`got \`${value.value}\`, expected an integer`);
      }
      return stepInteger(value.value);
    case 'real':
      if (!Number.isFinite(value.value)) {
        throw new PatchFault(`got \`${value.value}\`, expected a finite number`);
      }
      return stepReal(value.value);
    case 'enum':
      return `.${value.value.toUpperCase()}.`;
    case 'ref':
      return `#${idOf(value.row)}`;
    case 'list':
      return `(${value.items.map((item) => encodedValue(item, idOf)).join(',')})`;
    case 'typed':
      break;
  }
  return `${value.type.toUpperCase()}(${encodedValue(value.value, idOf)})`;
}
