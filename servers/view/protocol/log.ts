/** @module log: what happened on a branch, newest first. */

/** One operation, or one refusal. */
export type LogRow = {
  readonly operation_id: string;
  /** Id of its last event, to show the model after it; null for a refusal. */
  readonly event: string | null;
  readonly seq: number | null;
  readonly at: string;
  readonly who: string;
  readonly is_agent: boolean;
  readonly session_id: string | null;
  readonly tool: string | null;
  readonly kind:
    | 'change'
    | 'import'
    | 'merge'
    | 'branch'
    | 'undo'
    | 'check'
    | 'export'
    | 'run'
    | 'refusal'
    | 'rejection';
  readonly text: string;
  readonly reasoning: string | null;
  readonly approval_id: string | null;
  readonly counts: {
    readonly created: number;
    readonly modified: number;
    readonly deleted: number;
  };
  /** Ids of the first elements that it created or modified and that still exist. */
  readonly elements: readonly string[];
  readonly undone: boolean;
};

export type LogAnswer = {
  readonly rows: readonly LogRow[];
  /** Give it as `before` for older rows; null at the end. */
  readonly next: string | null;
};

/** Marks of the slider. */
export type LogStep = {
  /** Id of the last event of the step. */
  readonly event: string;
  readonly seq: number | null;
  readonly at: string;
  readonly label: string;
  readonly operations: number;
};

export type StepsAnswer = {
  readonly by: 'event' | 'session' | 'day';
  /** Oldest first. */
  readonly steps: readonly LogStep[];
  /** Whether only the newest steps are listed. */
  readonly cut: boolean;
};
