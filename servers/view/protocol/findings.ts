/** @module findings: runs of checks and their findings. */

/** Numbers of findings by severity. */
export type SeverityCounts = {
  readonly error: number;
  readonly warning: number;
  readonly advisory: number;
};
export type FindingSeverity = keyof SeverityCounts;

export type RunRow = {
  readonly run_id: string;
  /** The tool that checked, such as `clash_detection`. */
  readonly check: string;
  /** Its arguments on one line; empty without any. */
  readonly about: string;
  /** The branch that was checked; another one for runs before this branch was forked. */
  readonly branch: string;
  readonly at: string;
  readonly who: string;
  readonly is_agent: boolean;
  /** Number of findings; greater than the sum of `counts` if the run did not keep all. */
  readonly findings: number;
  readonly counts: SeverityCounts;
  /** Compared with the run of the same check with the same arguments before; null without one among the searched runs. */
  readonly compared: {
    readonly run_id: string;
    readonly added: number;
    readonly resolved: number;
    readonly remaining: number;
  } | null;
};

/** Newest first. */
export type RunsAnswer = {
  readonly rows: readonly RunRow[];
  /** Whether there may be earlier runs. */
  readonly is_cut: boolean;
};

export type FindingRow = {
  readonly finding_id: string;
  /** The run that has it: for a resolved finding the run with which this one was compared. */
  readonly run_id: string;
  readonly rule: string;
  /** Title of the rule; null if the finding has none. */
  readonly title: string | null;
  readonly severity: FindingSeverity;
  readonly text: string;
  /** How to fix it. */
  readonly hint: string | null;
  /** Standard and clause of the rule. */
  readonly clause: string | null;
  readonly element_ids: readonly string[];
  /** Those of `element_ids` that the branch no longer has; none for a check of a file, whose elements are not of the branch. */
  readonly gone: readonly string[];
  /** Those of `element_ids` that were changed after the run; none for a restricted READ, because hidden changes would count. */
  readonly changed: readonly string[];
  readonly level_id: string | null;
  /** Place in mm; null if it has none. */
  readonly at: readonly [number, number, number] | null;
  readonly state: 'new' | 'remains' | 'resolved';
};

export type RunAnswer = {
  /** `compared`: with the run that was asked for. */
  readonly run: RunRow;
  /** Whether the run checked a file instead of the branch. */
  readonly of_file: boolean;
  /** The findings of the run in its order, then those that are resolved. */
  readonly findings: readonly FindingRow[];
};
