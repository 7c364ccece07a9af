/** @module step-value: the kinds of arguments of an entity in a STEP file (ISO 10303-21). */
import type { InstanceId } from './instance-id.ts';

/** One argument as written in the file. Names of types are in upper case. */
export type StepValue =
  | { readonly kind: 'omitted' }
  | { readonly kind: 'derived' }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'real'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'enum'; readonly value: string }
  | { readonly kind: 'binary'; readonly value: string }
  | { readonly kind: 'ref'; readonly id: InstanceId }
  /** A constant or a value of another file, such as `#PI` or `@12` (edition 3). */
  | { readonly kind: 'constant'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly StepValue[] }
  | { readonly kind: 'typed'; readonly type: string; readonly value: StepValue };

/** `$` */
export const OMITTED: StepValue = { kind: 'omitted' };
/** `*` */
export const DERIVED: StepValue = { kind: 'derived' };
