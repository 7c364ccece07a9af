/** @module findings: runs of checks and their findings. */

export type RunRow = {
  readonly run_id: string;
  readonly check: string;
  readonly at: string;
  readonly who: string;
  readonly findings: number;
  /** Compared with the run of the same check before; null for the first one. */
  readonly compared: {
    readonly added: number;
    readonly resolved: number;
    readonly remaining: number;
  } | null;
};

export type RunsAnswer = { readonly rows: readonly RunRow[] };

export type FindingRow = {
  readonly finding_id: string;
  readonly rule: string;
  readonly severity: string;
  readonly text: string;
  readonly hint: string | null;
  readonly element_ids: readonly string[];
  /** Place in mm; null if it has none. */
  readonly at: readonly [number, number, number] | null;
  readonly state: 'new' | 'remains' | 'resolved';
};

export type RunAnswer = {
  readonly run: RunRow;
  readonly findings: readonly FindingRow[];
  readonly total: number;
};
