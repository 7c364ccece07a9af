/** @module pack: the rules of one standard, under one version. */
import type { Rule } from './rule.ts';

/** A set of rules that is run as a whole and named in every answer. */
export type Pack<R = Rule> = {
  readonly standard: string;
  readonly title: string;
  /** Of the rules as they stand here, not of the standard. */
  readonly version: string;
  readonly rules: readonly R[];
};
