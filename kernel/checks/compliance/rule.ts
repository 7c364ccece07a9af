/** @module rule: one requirement of one standard, with its source, its parameters and its examples. */
import type { Element, ElementKind, ElementOf } from '../../building/kinds/elements.ts';
import type { Severity } from '../findings/finding.ts';
import { type Input, inputsOf, type Prepare, type Reach } from './measure.ts';
import type { Outcome, Quantity } from './outcome.ts';
import type { Circumstances, Run } from './run.ts';

/**
 * How reliable clause and number are. `H`: both were read in the legal text or a verbatim copy. `M`: the number was read
 * in a secondary source, or the clause was written from memory. `L`: from memory only.
 */
export type Confidence = 'H' | 'M' | 'L';

/** Where a requirement is written. Standard and edition come from the pack. */
export type Clause = { readonly clause: string; readonly confidence: Confidence };
export type Source = Clause & { readonly standard: string; readonly edition: string };

/** A small building with the element for which a rule is evaluated. */
export type Example = {
  /** The example in a few words: `a door of 900 mm`. */
  readonly shows: string;
  /** Levels and hosts come before the elements that refer to them. */
  readonly elements: readonly Element[];
  /** Id of the element for which the rule is evaluated. */
  readonly subject: string;
  readonly circumstances?: Partial<Circumstances>;
};

/**
 * Three buildings: one exactly at the limit, one that misses the limit by a small step, and one to which the rule does
 * not apply.
 */
export type Examples = {
  readonly pass: Example;
  readonly fail: Example;
  readonly not_applicable: Example;
};

/** A rule before its pack assigns an id and a standard. `K` is the kind of the elements that it applies to. */
export interface UnnamedRule<K extends ElementKind = ElementKind> {
  readonly title: string;
  readonly source: Clause;
  /** Severity of a violation; a source of confidence `L` lowers it, see `severityOf`. */
  readonly severity: 'error' | 'warning';
  readonly subject: K;
  /** The limit and every other number of the requirement, as documentation and `list_rules` show them. */
  readonly parameters: Readonly<Record<string, Quantity>>;
  /** Which changes to the model can change the result. */
  readonly reach: Reach;
  /** Computes expensive inputs of all subjects before `check` is called; null if `check` is fast. */
  readonly prepare: Prepare | null;
  check(element: ElementOf<K>, run: Run): Outcome;
}

/** A rule of a pack. Rules written by operators have no examples. */
export interface OperatorRule<K extends ElementKind = ElementKind> extends UnnamedRule<K> {
  /** Standard and name, for example `IBC-2021.door-width`. */
  readonly id: string;
  readonly source: Source;
}

/** A rule of a built-in standard. */
export interface Rule<K extends ElementKind = ElementKind> extends OperatorRule<K> {
  readonly examples: Examples;
}

/** An entry of a standard's table. */
export type TableRule<K extends ElementKind = ElementKind> = UnnamedRule<K> & {
  readonly examples: Examples;
};

type ComputingRule<K extends ElementKind, P> = Examples & {
  readonly title: string;
  readonly source: Clause;
  readonly severity?: 'warning';
  readonly subject: K;
  readonly parameters: P;
  /** The measures and guards that `check` uses; the rule takes their widest reach and all their preparations. */
  readonly uses?: readonly Input[];
  check(element: ElementOf<K>, run: Run, parameters: P): Outcome;
};

/**
 * Defines a rule that computes its limit or combines measures; `check` receives `parameters`. A plain comparison is
 * defined with `row` instead.
 */
export function defineRule<
  const K extends ElementKind,
  const P extends Readonly<Record<string, Quantity>>,
>(spec: ComputingRule<K, P>): TableRule<K> {
  const { title, source, severity = 'error', subject, parameters } = spec;
  const { uses = [], pass, fail, not_applicable } = spec;
  return {
    title,
    source,
    severity,
    subject,
    parameters,
    ...inputsOf(uses),
    check: (element, run) => spec.check(element, run, parameters),
    examples: { pass, fail, not_applicable },
  };
}

/** Severity of a violation: a requirement quoted from memory is only advisory. */
export function severityOf({
  source,
  severity,
}: Pick<OperatorRule, 'source' | 'severity'>): Severity {
  return source.confidence === 'L' ? 'advisory' : severity;
}
