/** @module approvals: pending and decided approvals, as the terminal shows them. */
import type { ChangesAnswer } from './changes.ts';

/** An element that a plan itself creates, changes or deletes, not as a dependant. */
export type PlannedElement = {
  readonly change: 'created' | 'modified' | 'deleted';
  readonly id: string;
  /** Empty if it is unknown. */
  readonly kind: string;
  readonly name: string | null;
};

export type ApprovalRow = {
  readonly approval_id: string;
  readonly status: string;
  readonly requested_by: string;
  readonly tool: string;
  readonly branch: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly digest: string;
  /** Numbers of elements that its events name; empty for a restricted READ. */
  readonly summary: string;
  /** The first of its elements: deleted ones, then changed and created ones; none for a restricted READ. */
  readonly elements: readonly PlannedElement[];
  /** Number of elements like the first one. */
  readonly alike: number;
  readonly comments: number;
};

export type ApprovalsAnswer = {
  readonly rows: readonly ApprovalRow[];
  /** Whether there are older ones than these. */
  readonly more: boolean;
};

/** A mark that an approver set on an element or a place. */
export type MarkShown = {
  readonly text: string;
  readonly element_id: string | null;
  readonly at: { readonly x: number; readonly y: number; readonly z: number } | null;
};

export type ApprovalAnswer = {
  readonly approval: ApprovalRow;
  /** The digest that the page computed from the keeper's copy of the plan; equal to that of the approval, or the answer is refused. */
  readonly digest: string;
  readonly approvers_required: number;
  /** The requester's own reason, which nobody has verified. */
  readonly reasoning: string;
  /** The lines that the terminal shows. */
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  /** Clashes and violations that the plan adds and resolves; null if it was not checked. */
  readonly checks: {
    readonly added: readonly string[];
    readonly resolved: readonly string[];
    readonly text: readonly string[];
  } | null;
  readonly changes: ChangesAnswer;
  /**
   * Number of elements that the plan counts as changed indirectly. The list of changes can have more: a wall is trimmed at a
   * joint without another place. Null for a restricted READ.
   */
  readonly indirect: number | null;
  /** Why the plan can only be decided in a terminal, because the page does not show all of it; null if it does. */
  readonly terminal_only: string | null;
  /** Why the plan does not fit the branch any more; null if it fits. */
  readonly misfit: string | null;
  /**
   * The elements that the plan creates, changes or deletes by its signed events, also as dependants. The page shows each, or
   * withholds the decision. Those of imports are only counted.
   */
  readonly must_show: readonly {
    readonly id: string;
    /** Whether it has a shape before or after the plan. */
    readonly has_shape: boolean;
  }[];
  /** Elements that its imports create, or that their undo deletes; the list of changes has at least as many. */
  readonly imported: number;
  readonly decisions: readonly {
    readonly by: string;
    readonly verdict: string;
    readonly at: string;
    readonly reason: string | null;
    readonly marks: readonly MarkShown[];
  }[];
  readonly comments: readonly {
    readonly by: string;
    readonly at: string;
    readonly text: string;
    readonly marks: readonly MarkShown[];
  }[];
  /** Time of the server, for the countdown. */
  readonly now: string;
};
