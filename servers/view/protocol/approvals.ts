/** @module approvals: pending and decided approvals, as the terminal shows them. */
import type { ChangesAnswer } from './changes.ts';

export type ApprovalRow = {
  readonly approval_id: string;
  readonly status: string;
  readonly requested_by: string;
  readonly tool: string;
  readonly branch: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly digest: string;
  readonly summary: string;
  readonly comments: number;
};

export type ApprovalsAnswer = { readonly rows: readonly ApprovalRow[] };

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
  /** Ids of all elements that the plan creates, changes or deletes, by its signed events: the page must show each. */
  readonly must_show: readonly string[];
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
