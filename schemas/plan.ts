/** @module plan: inputs and result of planning a command; planning never writes. */
import type { PlannedEvent } from './events.ts';
import type { Principal } from './governance.ts';
import type { PlanPoint } from './units.ts';

/** Generates ids for new elements; the same plan on the same view yields the same ids. */
export type IdSource = {
  /** A fresh id like `wall_4k2m9x7q1d8s`. */
  readonly next: (kind: string) => string;
};

/** Ends the plan with a refusal from the tool's own list. `message` is lower-case, with user input in backticks. */
export type Refuse<Code extends string> = (
  code: Code,
  message: string,
  data?: Readonly<Record<string, unknown>>,
) => never;

/** The context of a plan, in addition to its input and its view. */
export type PlanContext<Code extends string> = {
  readonly refuse: Refuse<Code>;
  readonly ids: IdSource;
  /** Wall ends within this distance (mm) of another wall snap onto it. */
  readonly snap_mm: number;
};

/**
 * The elements to which a name was assigned: ids by part (`''` is the name itself); null for an element that no longer
 * exists or that the requester may not read.
 */
export type NamedElements = ReadonlyMap<string, string | null>;

/** Looks up the elements of a name that the requester assigned in an earlier change on this branch; null for an unknown name. */
export type NameLookup = (name: string) => Promise<NamedElements | null>;

/** The context of the plan of a whole call. */
export type CallContext<Code extends string> = PlanContext<Code> & {
  readonly named: NameLookup;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /**
   * Refuses SCOPE_DENIED if the requester may not commit these events on that branch. A plan for another branch calls this
   * before it checks whether that branch exists.
   */
  readonly assertOnBranch: (branch: string, events: readonly PlannedEvent[]) => void;
};

/**
 * The concurrent changes to the branch that invalidate a plan. True: any change (merge, deletion of a level). Ids: changes
 * that name one of them, because nothing may be placed on an element that is being deleted.
 */
export type Exclusive = boolean | readonly string[];

/** The changes that invalidate the combination of two plans. */
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

/** Content that events of a plan name by its digest. It is stored before the events, and never part of a plan document. */
export type PlanBlob = { readonly sha256: string; readonly content: Uint8Array };

/** The planned effect of a command; it is shown, approved and committed exactly as planned, or not at all. */
export type Plan<Data> = {
  readonly events: readonly PlannedEvent[];
  readonly data: Data;
  readonly warnings?: readonly string[];
  /** Elements that must not change meanwhile, in addition to those that its events touch (host, level, siblings). */
  readonly relies_on?: readonly string[];
  /** New elements that are parts of existing ones and join their groups. */
  readonly joins?: readonly { readonly of: string; readonly id: string }[];
  readonly exclusive?: Exclusive;
  /** Id of the element that the plan concerns, if it is not that of its first event. */
  readonly about?: string;
  /** Ends of the new wall as they were requested, mm: a composed change moves them onto walls that it creates later. */
  readonly drawn_ends?: { readonly start: PlanPoint; readonly end: PlanPoint };
  /** Names by which its requester may refer to elements in later calls. */
  readonly names?: GivenNames;
  /** Branch of the events, if it is not the branch of the call (a new branch, a merge target). */
  readonly on_branch?: string;
  /** Contents that its events name. */
  readonly blobs?: readonly PlanBlob[];
};
