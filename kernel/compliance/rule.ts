import type { Severity } from '../findings/finding.ts';
/** @module rule: one requirement of one standard, with its source, its thresholds and examples at its limit. */
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { Prepare, Reach } from './measure.ts';
import type { Outcome, Quantity } from './outcome.ts';
import type { Circumstances, Run } from './run.ts';

/**
 * How sure the clause and its number are. `H`: both were read in the legal text or a verbatim copy. `M`: the number was
 * read in a secondary source, or the clause was written from memory. `L`: from memory only.
 */
export type Confidence = 'H' | 'M' | 'L';

/** Where a requirement stands. */
export type Source = {
  readonly standard: string;
  readonly edition: string;
  readonly clause: string;
  readonly confidence: Confidence;
};

/** A small building about which a rule says something. */
export type Example = {
  /** What it shows, in a few words: `a door of 900 mm`. */
  readonly shows: string;
  /** Levels and hosts before what needs them. */
  readonly elements: readonly Element[];
  /** The element that the rule is asked about. */
  readonly subject: string;
  readonly circumstances?: Partial<Circumstances>;
};

/** The building that just passes, the one a step worse that fails, and one that the rule is not about. */
export type Examples = {
  readonly limit: Example;
  readonly beyond: Example;
  readonly not_applicable: Example;
};

/** One requirement. `K` is the kind of element that it is asked about, one by one. */
export interface Rule<K extends ElementKind = ElementKind> {
  /** Standard and name of its file: `IBC-2021.door-clear-width`. */
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  /** Of a violation, where the source is sure enough: see `severityOf`. */
  readonly severity: 'error' | 'warning';
  readonly subject: K;
  readonly parameters: Readonly<Record<string, Quantity>>;
  readonly reach: Reach;
  /** Works out in steps what it will be asked about these elements, once for each run; without it that is done at once. */
  readonly prepare?: Prepare;
  check(element: ElementOf<K>, run: Run): Outcome;
  readonly examples: Examples;
}

/** A requirement that an operator has written; it has no examples. */
export type OperatorRule = Omit<Rule, 'examples'>;

type Defined<K extends ElementKind, P> = {
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly severity?: 'warning';
  readonly subject: K;
  readonly parameters: P;
  readonly reach?: Reach;
  readonly prepare?: Prepare;
  check(element: ElementOf<K>, run: Run, parameters: P): Outcome;
  readonly examples: Examples;
};

/** A rule; `check` gets the parameters that are declared beside it. */
export function defineRule<
  const K extends ElementKind,
  const P extends Readonly<Record<string, Quantity>>,
>(given: Defined<K, P>): Rule<K> {
  const { severity = 'error', reach = 'around', parameters } = given;
  return {
    ...given,
    severity,
    reach,
    check: (element, run) => given.check(element, run, parameters),
  };
}

/** What a violation is reported as: a requirement known from memory only advises. */
export function severityOf({ source, severity }: Pick<Rule, 'source' | 'severity'>): Severity {
  return source.confidence === 'L' ? 'advisory' : severity;
}
