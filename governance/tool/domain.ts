/** @module domain: what the gate needs to know of the thing being governed, and nothing more. */
import type { PlannedEvent } from '../../schemas/events.ts';
import type { BoxMm } from '../../schemas/units.ts';

/** One thing that planned events create, change or delete, with everything a scope can ask about. */
export type Touch = {
  readonly id: string;
  readonly action: 'CREATE' | 'MODIFY' | 'DELETE';
  readonly kind: string;
  readonly category: string;
  /** Every level it stands on or reaches, before and after; a scope may name either id or name. */
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  /** Bounding boxes in millimetres, null where it has no body then. */
  readonly before: BoxMm | null;
  readonly after: BoxMm | null;
};

/** Where something is, as far as a scope can ask. */
export type Place = Pick<Touch, 'category' | 'levels'> & {
  /** Bounding box in millimetres, null where it has no body. */
  readonly box: BoxMm | null;
};

/** A changed element as the preview shows it. */
export type Change =
  | {
      readonly id: string;
      readonly change: 'created';
      readonly kind: string;
      readonly level_id: string | null;
      readonly params: Readonly<Record<string, unknown>>;
    }
  | {
      readonly id: string;
      readonly change: 'modified';
      readonly kind: string;
      readonly level_id: string | null;
      readonly params: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
    }
  | {
      readonly id: string;
      readonly change: 'deleted';
      readonly kind: string;
      readonly level_id: string | null;
      readonly name: string | null;
      readonly cascade_of: string | null;
    };

/** The effect of planned events on a view. */
export type Effect<View> = {
  readonly after: View;
  readonly touches: readonly Touch[];
  readonly changes: readonly Change[];
  /** What is moved along although no event names it: it counts, and must lie inside the scope, like what is touched. */
  readonly carried: readonly Touch[];
  /** Elements whose derived geometry must be made again, beside the touched ones. */
  readonly regenerated: readonly string[];
  /** What follows from the change and is worth saying: a room that is no longer enclosed. */
  readonly warnings: readonly string[];
};

/**
 * A reader's answer to whether anything was committed since it was last asked. It holds for the call that asked; what
 * two readers count cannot be compared.
 */
export type Asked = { readonly of: object; readonly counter: number };

/** The governed thing: for the building servers, the model behind the ledger. */
export interface Domain<View> {
  /**
   * A view of the branch caught up with the head of the ledger, as it is now or was when `asked`. Refuses
   * BRANCH_NOT_FOUND.
   */
  view(branch: string, asked?: Asked): View;
  /** The view without everything that `visible` does not let through: for questions only, never for plans. */
  restricted(view: View, visible: (place: Place) => boolean): View;
  /** Last branch_seq in the view; ids are derived from it. */
  branchSeq(view: View): number;
  /** Version of an element in the view (ledger seq of its last event), 0 when it is not there. */
  version(view: View, id: string): number;
  /** Applies planned events to a copy. Refuses REGENERATION_FAILED when the result does not hold together. */
  effect(view: View, events: readonly PlannedEvent[]): Effect<View>;
  /** After a commit: ids whose state in the caught-up model is not what was planned; empty when all is as promised. */
  readBack(branch: string, planned: View, events: readonly PlannedEvent[]): readonly string[];
}
