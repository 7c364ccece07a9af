/** @module plan: what planning a command takes and gives; it never writes. */
import type { PlannedEvent } from './events.ts';

/** Gives ids for what a plan creates: the same plan on the same view gives the same ids. */
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

/** A wait for others; null where none is due. */
export type Pause = () => Promise<void> | null;

/** What a plan may use beside its input and its view. */
export type PlanContext<Code extends string> = {
  readonly refuse: Refuse<Code>;
  readonly ids: IdSource;
  /** Wall ends that miss another wall by no more than this go onto it, mm. */
  readonly snap_mm: number;
  /** To be asked often in long work: lets other calls be answered where it has taken a while, and throws where this one was cancelled. */
  readonly pause: Pause;
};

/**
 * What a name stands for, as it was given: ids of elements by part (`''` is the name itself), null for one that is not
 * there any more or that the requester does not see.
 */
export type NamedElements = ReadonlyMap<string, string | null>;

/** What a name stands for that the requester gave in an earlier change on this branch; null where they gave no such name. */
export type NameLookup = (name: string) => Promise<NamedElements | null>;

/** What the plan of a whole call may use. */
export type CallContext<Code extends string> = PlanContext<Code> & {
  readonly named: NameLookup;
  /**
   * Refuses SCOPE_DENIED where the requester may not commit these events on that branch. A plan for another branch asks
   * this before it looks whether that branch exists.
   */
  readonly assertOnBranch: (branch: string, events: readonly PlannedEvent[]) => void;
};

/**
 * True when any other change of the branch must make a plan void (merge, deletion of a level); ids, where only one that
 * names one of them must: nothing may come to rest meanwhile on what is deleted.
 */
export type Exclusive = boolean | readonly string[];

/** What makes two plans void that are carried out as one. */
export function bothExclusive(a: Exclusive | undefined, b: Exclusive | undefined): Exclusive {
  if (a === true || b === true) return true;
  const ids = [
    ...(a === undefined || a === false ? [] : a),
    ...(b === undefined || b === false ? [] : b),
  ];
  return ids.length === 0 ? false : [...new Set(ids)];
}

/** What names stand for: by name, the ids of elements by part (`''` is the name itself). */
export type GivenNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What a command wants to happen: shown, approved and committed exactly so, or not at all. */
export type Plan<Data> = {
  readonly events: readonly PlannedEvent[];
  readonly data: Data;
  readonly warnings?: readonly string[];
  /** Elements whose unchanged state the plan relies on, beside those its events touch (host, level, siblings). */
  readonly relies_on?: readonly string[];
  /** New elements that are parts of ones that were there: they join what those belong to. */
  readonly joins?: readonly { readonly of: string; readonly id: string }[];
  readonly exclusive?: Exclusive;
  /** Id of the element that the plan is about, where it is not that of its first event. */
  readonly about?: string;
  /** Names by which its requester may refer to elements in later calls. */
  readonly names?: GivenNames;
  /** Branch the events are stored on where it is not the branch of the call (a new branch, a merge target). */
  readonly on_branch?: string;
};
