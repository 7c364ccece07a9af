/** @module clash result: the result of a run of clash detection. */
import type { Finding } from '../findings/finding.ts';
import type { ClashType } from './clash-options.ts';

/** A rule and the number of pairs that it explains. */
export type RuleCount = {
  readonly rule_id: string;
  readonly title: string;
  readonly why: string;
  readonly pairs: number;
  /** Sum of the overlaps of these pairs. */
  readonly overlap_volume_mm3: number;
};

export type ClashResult = {
  /** Sorted by the ids of their elements. */
  readonly findings: readonly Finding[];
  /** Number of clashes of each type, listed or not. */
  readonly counts: { readonly [type in ClashType]: number };
  /** All rules, with the number of pairs that each explains. */
  readonly rules: readonly RuleCount[];
  /** Number of elements compared, and of pairs whose boxes were close enough to be measured. */
  readonly elements: number;
  readonly pairs_measured: number;
  /** Pairs that could not be measured: whether they clash is unknown. */
  readonly not_measured: readonly {
    readonly element_ids: readonly [string, string];
    readonly because: string;
  }[];
};
