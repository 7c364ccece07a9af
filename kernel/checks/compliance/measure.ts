/** @module measure: a named measurement of one kind of element, for the rules of standards and of operators. */
import type { Element, ElementKind, ElementOf } from '../../building/kinds/elements.ts';
import type { Measured, Unit } from './measured.ts';
import type { Quantity } from './outcome.ts';
import { oncePerRun, type Run } from './run.ts';

/**
 * Which changes to the model can change the result for an element. `around`: changes near the element. `storey`: any
 * change on a level on which the element begins or ends. `building`: any change.
 */
export type Reach = 'around' | 'storey' | 'building';

/** Reaches from the narrowest to the widest. */
export const REACHES: readonly Reach[] = ['around', 'storey', 'building'];

/** Precomputes results that measures of these elements need; skips results that the run already has. */
export type Prepare = (run: Run, subjects: readonly Element[]) => void;

/** A measure or guard as an input of a rule. */
export type Input = { readonly reach: Reach; readonly prepare: Prepare | null };

/** The widest reach of these inputs, and one preparation that runs all of theirs (null if no input has one). */
export function inputsOf(inputs: readonly Input[]): Input {
  const reach = REACHES.findLast((one) => inputs.some((input) => input.reach === one)) ?? 'around';
  const all = new Set(inputs.flatMap(({ prepare }) => prepare ?? []));
  if (all.size === 0) return { reach, prepare: null };
  return {
    reach,
    prepare(run, subjects) {
      for (const prepare of all) prepare(run, subjects);
    },
  };
}

/** A measure. Each element is measured at most once in a run. */
export type Measure<K extends ElementKind = ElementKind, U extends Unit = Unit> = {
  /** Name in packs of operators. */
  readonly name: string;
  readonly subject: K;
  readonly unit: U;
  /** Definition of the measurement with its start and end points: one sentence, printed in docs/compliance.md. */
  readonly definition: string;
  /** Which changes can change the result. */
  readonly reach: Reach;
  readonly prepare: Prepare | null;
  /** Numbers that the measure depends on, listed among the parameters of its rules. */
  readonly parameters: Readonly<Record<string, Quantity>>;
  of(run: Run, id: string): Measured;
};

/** Creates a measure. Its `of` throws `RangeError` for an id that is not an element of the subject's kind. */
export function defineMeasure<K extends ElementKind, U extends Unit>(spec: {
  readonly name: string;
  readonly subject: K;
  readonly unit: U;
  readonly definition: string;
  readonly reach?: Reach;
  readonly prepare?: Prepare;
  readonly parameters?: Readonly<Record<string, Quantity>>;
  readonly measured: (element: ElementOf<K>, run: Run) => Measured;
}): Measure<K, U> {
  const { name, subject, unit, definition, measured } = spec;
  const { reach = 'around', prepare = null, parameters = {} } = spec;
  const of = oncePerRun((run, id) => {
    const element = run.view.elementOf(id, subject);
    if (element === undefined) throw new RangeError(`\`${id}\` was given; expected a ${subject}`);
    return measured(element, run);
  });
  return { name, subject, unit, definition, reach, prepare, parameters, of };
}
