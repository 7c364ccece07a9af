/** @module clash result: what a run of clash detection answers. */
import type { Finding } from '../findings/finding.ts';
import type { ClashType } from './clash-view.ts';

/** A rule by which pairs were no clashes. */
export type RuleCount = {
  readonly rule_id: string;
  readonly title: string;
  readonly why: string;
  readonly pairs: number;
  /** What these pairs share altogether. */
  readonly overlap_volume_mm3: number;
};

export type ClashResult = {
  /** By ids of their elements. */
  readonly findings: readonly Finding[];
  /** How many there are of each type, listed or not. */
  readonly counts: { readonly [type in ClashType]: number };
  /** All rules, with the pairs that are no clashes by them. */
  readonly rules: readonly RuleCount[];
  /** Elements that took part, and pairs whose boxes were near enough to be measured. */
  readonly elements: number;
  readonly pairs_measured: number;
  /** Pairs that could not be measured; whether they clash is not known. */
  readonly not_measured: readonly {
    readonly element_ids: readonly [string, string];
    readonly because: string;
  }[];
};
