/** @module step value: values of attributes before they are written. */

/** An entity of the file that others refer to. */
export type Ref = { readonly number: number; readonly entity: string };

/** A value of a named type, as selects want it: `IFCLABEL('x')`. */
export type Typed = { readonly type: string; readonly value: string | number | boolean };

/**
 * A value of an attribute. Texts, enumeration values and numbers are written as the schema's type of the attribute wants
 * them; null is `$`.
 */
export type StepValue = null | string | number | boolean | Ref | Typed | readonly StepValue[];

/** A value of a named type. */
export function typed(type: string, value: string | number | boolean): Typed {
  return { type, value };
}
