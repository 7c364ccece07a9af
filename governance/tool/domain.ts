/** @module domain: what the gate needs of the records that it governs, and nothing more. */
import type { Steps } from '../../kernel/findings/steps.ts';
import type { RefusalBody } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';
import type { IdSource, NameLookup, Pause, Plan } from '../../schemas/plan.ts';
import type { BoxMm } from '../../schemas/units.ts';
import type { InputSchema } from './define.ts';

/** A level as a scope may name it. */
export type ScopeLevel = {
  readonly id: string;
  /** The name by which a scope may mean it; null where that name means another level, or the level is only being made. */
  readonly meant: string | null;
  /** What refusals call it; null where the caller does not see it. */
  readonly shown: string | null;
};

/** One thing that planned events create, change or delete, with everything a scope can restrict. */
export type Touch = {
  readonly id: string;
  readonly action: 'CREATE' | 'MODIFY' | 'DELETE';
  readonly kind: string;
  readonly category: string;
  /** Every level it stands on or reaches, before and after; of a group those of its elements. */
  readonly levels: readonly ScopeLevel[];
  /** Bounding boxes in millimetres, none where it has no body then; of a group those of its elements. */
  readonly before: readonly BoxMm[];
  readonly after: readonly BoxMm[];
  /** Whether it must lie inside the scope; of a group to which only its elements do something it is enough that the action is permitted on the branch. */
  readonly scoped: boolean;
};

/** Where something is, as far as a scope can restrict places. */
export type Place = Pick<Touch, 'category' | 'levels'> & {
  /** Bounding boxes in millimetres, none where it has no body; of a group those of its elements. */
  readonly boxes: readonly BoxMm[];
  /** From where to where it reaches in height, for what lies nowhere in plan: a level. Millimetres. */
  readonly heights?: { readonly low: number; readonly high: number };
};

/** What a caller may see; everything else is hidden. */
export type Sight = {
  /** The same for all who see by the same permission: what one of them was told may be told to another. */
  readonly key: string;
  /** The same for one principal as long as its READ is the same: what it made of other files is its own. */
  readonly maker: string;
  /** Whether this principal did something: what others run is not told. */
  readonly own: (by: { readonly user_id: string; readonly agent_id: string | null }) => boolean;
  /** Whether something at this place is seen; null for every place. */
  readonly place: ((place: Place) => boolean) | null;
  /** Whether this branch may be read. */
  readonly branch: (branch: string) => boolean;
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

/** What becomes of one element that is there after a change; only what differs is told. */
export type ElementResult = {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  /** `follows`: it changes although nobody asked for it: no event names it, or one that says what its levels or its type make of it. */
  readonly change: 'created' | 'modified' | 'follows';
  /** The way that the whole of it goes, mm. */
  readonly moved?: { readonly x: number; readonly y: number; readonly z: number };
} & {
  /** Before and after; only `to` of what is made. */
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
  /** What is moved along although no event names it: it counts, and must lie inside the scope, like what is touched. */
  readonly carried: readonly Touch[];
  /** Elements whose derived geometry must be made again, beside the touched ones. */
  readonly regenerated: readonly string[];
  /** What becomes of bodies and places, the most telling first; made when it is asked for. */
  readonly results: () => Steps<readonly ElementResult[]>;
  /** The place of the change before and after as PNG, null where nothing of it has a place in plan; drawn when it is asked for. */
  readonly picture: (pause: Pause) => Promise<Uint8Array | null>;
  /** Consequences of the change for the caller: a room that is no longer enclosed. */
  readonly warnings: readonly string[];
  /** Warnings of the change with names beside the ids of what the caller sees. */
  readonly named: (warnings: readonly string[]) => readonly string[];
};

/** What is left of answers and refusals for a caller who does not see everything. */
export type Concealment = {
  /** The error, or a refusal that names nothing where it names something hidden. */
  readonly refusal: (error: unknown) => unknown;
  /** The value with null in place of each hidden id. */
  readonly data: (value: unknown) => unknown;
  /** The warnings; those that name something hidden become one that names nothing. */
  readonly warnings: (warnings: readonly string[]) => readonly string[];
};

/** An event of the log that cannot be applied, and why: nothing after it is known. */
export type UnappliedEvent = {
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
  readonly why: string;
};

/** What planned events are applied to. */
export type Applied<View> = {
  readonly before: View;
  /** `before` as the caller may have it. */
  readonly seen: View;
  readonly events: readonly PlannedEvent[];
};

/** Who calls: an agent, or a person who works without one. */
export type Requester = { readonly agent_id: string | null; readonly user_id: string };

/** The governed thing: for the building servers, the model behind the ledger. */
export interface Domain<View> {
  /** Reads what was committed since it was last called; the store may be far away. */
  catchUp(): Promise<void>;
  /** The event at which the last `catchUp` stopped; null when all of the log was applied. */
  unapplied(): UnappliedEvent | null;
  /** The whole branch as of the last `catchUp`. Refuses BRANCH_NOT_FOUND. */
  view(branch: string): View;
  /** As much of a whole view as is seen: what a tool of this caller works on, whatever sort of tool it is. */
  restricted(view: View, sight: Sight): View;
  /**
   * What is left of what a tool says for who has `seen` of the whole view; null where that is all of it. Hidden ids that
   * are in `given` may be said: the caller has said them first.
   */
  concealment(whole: View, seen: View, given: readonly string[]): Concealment | null;
  /** What `$name` is on the branch of a view to who gave the name there in an earlier change. */
  named(view: View, who: Requester): NameLookup;
  /**
   * The arguments of a call, with what names something in place of an id replaced by the id that it means to who sees
   * the view. Refuses a name that means nothing there, or several things.
   */
  meant(
    input: InputSchema,
    given: Readonly<Record<string, unknown>>,
    seen: { readonly view: View; readonly named: NameLookup },
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Other arguments in which a call that was refused may hold, the likeliest first: whoever asks tries them. Nothing that
   * the view does not show is in them.
   */
  corrections(
    refused: {
      readonly input: InputSchema;
      readonly own: Readonly<Record<string, unknown>>;
      readonly refusal: RefusalBody;
    },
    view: View,
  ): Iterable<Readonly<Record<string, unknown>>>;
  /** Last branch_seq in the view; ids are derived from it where all of the view is seen. */
  branchSeq(view: View): number;
  /** Version of an element in the view (ledger seq of its last event), 0 when it is not there. */
  version(view: View, id: string): number;
  /**
   * The plan with what else happens where it is carried out on the whole view: what is alike stays alike. Refuses
   * SCOPE_DENIED where that is outside of what the caller has `seen`.
   */
  completed<P extends Plan<unknown>>(
    plan: P,
    on: { whole: View; seen: View },
    ids: IdSource,
  ): Steps<P>;
  /**
   * Applies planned events to a copy of the whole view. Refuses REGENERATION_FAILED when the result does not hold
   * together. `seen` is the view as the caller may have it: nothing outside of it is named in what comes back or is
   * refused, and what would change something outside of it is refused with SCOPE_DENIED.
   */
  effect(view: View, events: readonly PlannedEvent[], seen: View): Steps<Effect<View>>;
  /**
   * What an effect takes of what stays: of bodies, and of places in the building. A place is judged by the building that
   * the caller sees.
   */
  losses(applied: Applied<View>, effect: Effect<View>, pause: Pause): Promise<readonly Loss[]>;
  /** After a commit and `catchUp`: ids whose state is not what was planned; empty when all is as promised. */
  readBack(branch: string, planned: View, events: readonly PlannedEvent[]): readonly string[];
}
