/** @module step value: attribute values before they are encoded. */

/** A reference to an entity of the file. */
export type Ref = { readonly number: number; readonly entity: string };

/** Numbers from this on refer to entities that exist already, in a file that new entities are added to. */
export const EXISTING_FROM = 2 ** 40;

/** Whether an entity exists already. */
export function isExisting({ number }: Ref): boolean {
  return number >= EXISTING_FROM;
}

/** A value of a named type, as selects require it: `IFCLABEL('x')`. */
export type Typed = { readonly type: string; readonly value: string | number | boolean };

/**
 * A value of an attribute. The schema type of the attribute determines how texts, enumeration values and numbers are
 * encoded; null is written as `$`.
 */
export type StepValue = null | string | number | boolean | Ref | Typed | readonly StepValue[];

/** A value of a named type. */
export function typed(type: string, value: string | number | boolean): Typed {
  return { type, value };
}
