/** @module result: what a check of a building against standards answers. */
import type { Finding } from '../findings/finding.ts';
import type { Circumstances } from './run.ts';

/** The rules that were run. */
export type PackRun = {
  readonly standard: string;
  readonly title: string;
  readonly version: string;
  readonly rules: number;
};

/** Elements of which one rule could say nothing, for one reason. */
export type NotEvaluated = {
  readonly rule_id: string;
  readonly because: string;
  readonly element_ids: readonly string[];
};

/** How much was looked at; each number counts pairs of a rule and an element. `evaluated` is `passed` and `failed`. */
export type Coverage = {
  readonly evaluated: number;
  readonly passed: number;
  readonly failed: number;
  readonly not_applicable: number;
  readonly not_evaluated: readonly NotEvaluated[];
};

/**
 * `violations`: a requirement that is sure enough is broken. `compliant`: every rule that applies was evaluated, some
 * did, and none failed. `incomplete`: anything else, an advisory finding included.
 */
export type Status = 'compliant' | 'violations' | 'incomplete';

/** A whole run. */
export type ComplianceResult = {
  readonly status: Status;
  readonly packs: readonly PackRun[];
  /** The level that was looked at, null for all. */
  readonly level_id: string | null;
  readonly circumstances: Circumstances;
  readonly findings: readonly Finding[];
  /** Findings less severe than was asked for; they count in everything else. */
  readonly unlisted: number;
  readonly coverage: Coverage;
};
