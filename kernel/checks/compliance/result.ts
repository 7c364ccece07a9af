/** @module result: the result of a check of a building against standards. */
import type { Finding } from '../findings/finding.ts';
import type { Circumstances } from './run.ts';

/** A pack that was run. `rules`: number of its rules. */
export type PackRun = {
  readonly standard: string;
  readonly title: string;
  readonly version: string;
  readonly rules: number;
};

/** Elements that one rule could not evaluate, for one reason. */
export type NotEvaluated = {
  readonly rule_id: string;
  readonly because: string;
  readonly element_ids: readonly string[];
};

/** Numbers of pairs of a rule and an element, by outcome. `evaluated` = `passed` + `failed`. */
export type Coverage = {
  readonly evaluated: number;
  readonly passed: number;
  readonly failed: number;
  readonly not_applicable: number;
  readonly not_evaluated: readonly NotEvaluated[];
};

/**
 * `violations`: a rule of confidence `H` or `M` failed. `compliant`: every applicable rule was evaluated, at least one
 * rule applies, and no rule failed. `incomplete`: all other cases, including checks with advisory findings only.
 */
export type Status = 'compliant' | 'violations' | 'incomplete';

/** The result of a whole check. */
export type ComplianceResult = {
  readonly status: Status;
  readonly packs: readonly PackRun[];
  /** Id of the checked level; null if all levels were checked. */
  readonly level_id: string | null;
  readonly circumstances: Circumstances;
  readonly findings: readonly Finding[];
  /** Number of findings below the severity threshold; they count in status and coverage. */
  readonly unlisted: number;
  readonly coverage: Coverage;
  /** What was assumed about the building because no circumstance states it. */
  readonly assumptions: readonly string[];
};
