/** @module plan: inputs and result of planning a command, which never writes. */
import type { PlannedEvent } from './events.ts';

/** Ids for new elements; the same plan on the same view yields the same ids. */
export type IdSource = {
  /** A fresh id like `wall_4k2m9x7q1d8s`. */
  readonly next: (kind: string) => string;
};

/** Ends the plan with a refusal from the tool's own list. `message` lower-case, user input in backticks. */
export type Refuse<Code extends string> = (
  code: Code,
  message: string,
  data?: Readonly<Record<string, unknown>>,
) => never;

/** What a plan may use in addition to its input and its view. */
export type PlanContext<Code extends string> = {
  readonly refuse: Refuse<Code>;
  readonly ids: IdSource;
  /** Wall ends within this distance (mm) of another wall snap onto it. */
  readonly snap_mm: number;
};

/**
 * The elements of a name, as it was given: ids by part (`''` is the name itself), null for an element that no longer exists
 * or that the requester may not read.
 */
export type NamedElements = ReadonlyMap<string, string | null>;

/** The elements of a name that the requester gave in an earlier change on this branch; null for an unknown name. */
export type NameLookup = (name: string) => Promise<NamedElements | null>;

/** What the plan of a whole call may use. */
export type CallContext<Code extends string> = PlanContext<Code> & {
  readonly named: NameLookup;
  /**
   * Refuses SCOPE_DENIED if the requester may not commit these events on that branch. A plan for another branch calls this
   * before it checks whether that branch exists.
   */
  readonly assertOnBranch: (branch: string, events: readonly PlannedEvent[]) => void;
};

/**
 * Which concurrent changes of the branch make a plan void: true for any change (merge, deletion of a level); ids for changes
 * that name one of them, because nothing may be placed on an element that is being deleted.
 */
export type Exclusive = boolean | readonly string[];

/** The changes that make the combination of two plans void. */
export function bothExclusive(a: Exclusive | undefined, b: Exclusive | undefined): Exclusive {
  if (a === true || b === true) return true;
  const ids = [
    ...(a === undefined || a === false ? [] : a),
    ...(b === undefined || b === false ? [] : b),
  ];
  return ids.length === 0 ? false : [...new Set(ids)];
}

/** Names of elements: by name, the ids of elements by part (`''` is the name itself). */
export type GivenNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The intended effect of a command, which is shown, approved and committed exactly as planned, or not at all. */
export type Plan<Data> = {
  readonly events: readonly PlannedEvent[];
  readonly data: Data;
  readonly warnings?: readonly string[];
  /** Elements that must not change meanwhile, in addition to those that its events touch (host, level, siblings). */
  readonly relies_on?: readonly string[];
  /** New elements that are parts of existing ones: they join the groups of those. */
  readonly joins?: readonly { readonly of: string; readonly id: string }[];
  readonly exclusive?: Exclusive;
  /** Id of the element that the plan is about, if it is not that of its first event. */
  readonly about?: string;
  /** Names by which its requester may refer to elements in later calls. */
  readonly names?: GivenNames;
  /** Branch of the events, if it is not the branch of the call (a new branch, a merge target). */
  readonly on_branch?: string;
};
