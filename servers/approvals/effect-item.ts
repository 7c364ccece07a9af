/** @module effect-item: one element in the effect of a plan. */
import type { ElementRecord } from '../../schemas/events.ts';

/** One element that the plan creates, changes or deletes. */
export type EffectItem =
  | { readonly change: 'created'; readonly element: ElementRecord }
  | {
      readonly change: 'modified';
      readonly element: ElementRecord;
      readonly params: readonly {
        readonly name: string;
        readonly from: unknown;
        readonly to: unknown;
      }[];
    }
  | {
      readonly change: 'deleted';
      readonly element: ElementRecord;
      /** The element with which it is deleted, null if its deletion was requested. */
      readonly cascade_of: string | null;
    };

/** Name of a parameter whose value is stated as results show it, in addition to the stored one. */
export function drawnName(parameter: string): string {
  return `${parameter} as drawn`;
}
