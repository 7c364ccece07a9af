/** @module row: a rule that compares one measure with one limit, as a row of its standard's table. */
import type { ElementKind } from '../../building/kinds/elements.ts';
import type { Guard } from './guard.ts';
import { inputsOf, type Measure } from './measure.ts';
import type { Unit } from './measured.ts';
import { atLeast, atMost, type Outcome, type Quantity } from './outcome.ts';
import type { Clause, Examples, TableRule, UnnamedRule } from './rule.ts';
import type { Run } from './run.ts';

/** A measure and its lower or upper limit, in the unit of the measure. */
export type Requirement<K extends ElementKind = ElementKind, U extends Unit = Unit> = {
  readonly measure: Measure<K, U>;
} & (
  | { readonly at_least: Quantity<NoInfer<U>>; readonly at_most?: never }
  | { readonly at_most: Quantity<NoInfer<U>>; readonly at_least?: never }
);

/** The columns of a row besides subject and guard. Rows of operators have no examples. */
export type Columns<K extends ElementKind = ElementKind, U extends Unit = Unit> = {
  readonly title: string;
  readonly source: Clause;
  /** Severity of a violation; default `error`. */
  readonly severity?: 'error' | 'warning';
  readonly require: Requirement<K, U>;
  /** One step that would remove a violation, in lower case. */
  readonly fix: string;
};

/** Compares the measured value of an element with the limit. */
export function compareWith(
  run: Run,
  id: string,
  { measure, at_least, at_most }: Requirement,
  fix: string,
): Outcome {
  const measured = measure.of(run, id);
  return at_least === undefined ? atMost(measured, at_most, fix) : atLeast(measured, at_least, fix);
}

/** The rule of a row without examples, as operators write it. */
export function operatorRow<K extends ElementKind, U extends Unit>(
  subject: K,
  guard: Guard<NoInfer<K>> | null,
  { title, source, severity = 'error', require, fix }: Columns<NoInfer<K>, U>,
): UnnamedRule<K> {
  const { measure, at_least, at_most } = require;
  const limit = at_least === undefined ? { most: at_most } : { least: at_least };
  return {
    title,
    source,
    severity,
    subject,
    parameters: { ...limit, ...measure.parameters, ...guard?.parameters },
    ...inputsOf(guard === null ? [measure] : [measure, guard]),
    check: (element, run) =>
      guard?.exempt(element, run) ?? compareWith(run, element.id, require, fix),
  };
}

/**
 * Creates the rule of one row of a standard's table. The rule compares one measure with one limit, for each element of
 * the kind `subject` that passes `guard` (null: for each element of the kind). A measure or guard of another kind, a
 * limit in another unit and a missing example are compile errors.
 */
export function row<K extends ElementKind, U extends Unit>(
  subject: K,
  guard: Guard<NoInfer<K>> | null,
  { pass, fail, not_applicable, ...columns }: Columns<NoInfer<K>, U> & Examples,
): TableRule<K> {
  return { ...operatorRow(subject, guard, columns), examples: { pass, fail, not_applicable } };
}
