/** @module domain: the interface through which the gate reads, changes and checks the records that it governs. */
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';
import type { IdSource, NameLookup, Plan, PlanBlob } from '../../schemas/plan.ts';
import type { Concealment, ScopeLevel, Sight } from '../../schemas/sight.ts';
import type { BoxMm } from '../../schemas/units.ts';
import type { InputSchema } from './define.ts';

/** One thing that planned events create, change or delete, with everything a scope can restrict. */
export type Touch = {
  readonly id: string;
  readonly action: 'CREATE' | 'MODIFY' | 'DELETE';
  readonly kind: string;
  readonly category: string;
  /** Every level that it is on or reaches, before and after; for a group, those of its elements. */
  readonly levels: readonly ScopeLevel[];
  /** Bounding boxes in millimetres, empty if it has no body; for a group, those of its elements. */
  readonly before: readonly BoxMm[];
  readonly after: readonly BoxMm[];
  /** Whether it must be inside the scope. A group of which only elements change needs no more than the action on the branch. */
  readonly scoped: boolean;
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
      /** Absent if it has none. */
      readonly name?: string;
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

/** The differences of one element that exists after a change. */
export type ElementResult = {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  /** `follows`: a consequence that was not requested. No event names the element, or only one that its levels or type require. */
  readonly change: 'created' | 'modified' | 'follows';
  /** Displacement of the whole element, mm. */
  readonly moved?: { readonly x: number; readonly y: number; readonly z: number };
} & {
  /** Before and after; only `to` for a created element. */
  readonly [measure in 'length_mm' | 'area_mm2' | 'volume_mm3']?: {
    readonly from?: number;
    readonly to: number;
  };
};

/** The effect of planned events on a view. */
export type Effect<View> = {
  readonly after: View;
  readonly touches: readonly Touch[];
  readonly changes: readonly Change[];
  /** Elements that also move although no event names them. They count and must be inside the scope like `touches`. */
  readonly carried: readonly Touch[];
  /** Further elements whose derived geometry must be regenerated. */
  readonly regenerated: readonly string[];
  /** Changes of bodies and places, the most important first; computed on request. */
  readonly results: () => readonly ElementResult[];
  /** A PNG of the place before and after; null if nothing in the change is drawn in plan. Drawn on request. */
  readonly picture: () => Promise<Uint8Array | null>;
  /**
   * The losses of remaining elements: parts of bodies, and places in the building as the caller sees it.
   * Computed on request.
   */
  readonly losses: () => Promise<readonly Loss[]>;
  /** The state of each affected element after the events, by id, as plain data; null for a deleted element. */
  readonly expected: () => Readonly<Record<string, unknown>>;
  /** Consequences of the change for the caller, such as a room that is no longer enclosed. */
  readonly warnings: readonly string[];
  /** The warnings with names next to the ids of elements that the caller sees. */
  readonly withNames: (warnings: readonly string[]) => readonly string[];
};

/** An event of the log that cannot be applied, and the reason. No later event is applied either. */
export type UnappliedEvent = {
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
  readonly why: string;
};

/** Planned events and the view that they are applied to. */
export type Applied<View> = {
  readonly before: View;
  /** The part of `before` that the caller sees. */
  readonly seen: View;
  readonly events: readonly PlannedEvent[];
};

/** The caller: an agent, or a person who works without one. */
export type Requester = { readonly agent_id: string | null; readonly user_id: string };

/** A branch as one caller sees it. Tools work on `view`; permission is judged on `whole`. */
export type CallerView<View> = {
  readonly whole: View;
  /** What the caller sees: `whole` itself if that is everything. */
  readonly view: View;
  /**
   * Removes hidden elements from what is returned to the caller; null if it sees everything. Hidden ids in `given` may be
   * repeated, since the caller gave them.
   */
  readonly concealment: (given: readonly string[]) => Concealment | null;
  /** Looks up the `$name`s that a requester gave on this branch in earlier changes. */
  readonly names: (requester: Requester) => NameLookup;
  /**
   * The arguments of a call with every name that is used in place of an id replaced by that id. Refuses a name that
   * refers to nothing that the caller sees, or to several things.
   */
  readonly resolve: (
    input: InputSchema,
    given: Readonly<Record<string, unknown>>,
    names: NameLookup,
  ) => Promise<Readonly<Record<string, unknown>>>;
};

/** Positions in a view. */
export type Versions = {
  /** Last branch_seq; ids of new elements are derived from it for callers that see everything. */
  readonly branch_seq: number;
  /** The ledger seq of the last event of an element, 0 if the view does not contain it. */
  readonly of: (id: string) => number;
};

/** The governed records; for the building servers, the model behind the ledger. */
export interface Domain<View> {
  /** Applies what was committed since the last call; the store may be on another machine. */
  catchUp(): Promise<void>;
  /** The event at which the last `catchUp` stopped; null if the whole log was applied. */
  unapplied(): UnappliedEvent | null;
  /** The whole branch as of the last `catchUp`. Refuses BRANCH_NOT_FOUND. */
  view(branch: string): View;
  /** The whole view as a caller with this sight sees it; null for a caller that sees everything. */
  callerView(whole: View, sight: Sight | null): CallerView<View>;
  versions(view: View): Versions;
  /**
   * The plan with the changes that it also requires on the whole view, such as those of other placements of a group.
   * Refuses SCOPE_DENIED if one of them is hidden from the caller.
   */
  complete<P extends Plan<unknown>>(plan: P, on: CallerView<View>, ids: IdSource): P;
  /**
   * Makes the elements of planned imports known to `complete` and `effect` until the result is disposed of. Their
   * manifests are among the blobs, or in the store. Does nothing for other events.
   */
  openImports(events: readonly PlannedEvent[], blobs?: readonly PlanBlob[]): Promise<Disposable>;
  /**
   * Applies planned events to a copy of the whole view. Refuses REGENERATION_FAILED if the result is inconsistent, and
   * SCOPE_DENIED if something hidden from the caller would change. Neither the effect nor a refusal names anything hidden.
   */
  effect(on: CallerView<View>, events: readonly PlannedEvent[]): Effect<View>;
  /** After a commit and `catchUp`: the ids whose state differs from the expected one; empty if there are none. */
  readBack(branch: string, expected: Readonly<Record<string, unknown>>): readonly string[];
}
