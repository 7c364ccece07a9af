/** @module measure: one named way to measure one kind of element, for rules of ours and of operators. */
import type { Steps } from '../findings/steps.ts';
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { Measured, Unit } from './measured.ts';
import { oncePerRun, type Run } from './run.ts';

/**
 * What can change an answer about an element. `around`: what is near it. `storey`: anything on a storey that it is on or
 * ends on. `building`: anything.
 */
export type Reach = 'around' | 'storey' | 'building';

/** Works out in steps what will be asked about some elements; nothing that was worked out before. */
export type Prepare = (run: Run, subjects: readonly Element[]) => Steps<void>;

/** A measure as rules ask it; each element is measured once in a run. */
export type Measure<K extends ElementKind = ElementKind> = {
  /** Its name in files of operators. */
  readonly name: string;
  readonly subject: K;
  readonly unit: Unit;
  /** What is measured, from where to where: one sentence for the documentation. */
  readonly definition: string;
  /** What can change it: see `Rule`. */
  readonly reach: Reach;
  readonly prepare: Prepare | null;
  of(run: Run, id: string): Measured;
};

/** A measure from the function that takes it. */
export function defineMeasure<K extends ElementKind>(given: {
  readonly name: string;
  readonly subject: K;
  readonly unit: Unit;
  readonly definition: string;
  readonly reach?: Reach;
  readonly prepare?: Prepare;
  readonly measured: (element: ElementOf<K>, run: Run) => Measured;
}): Measure<K> {
  const { name, subject, unit, definition, reach = 'around', prepare = null, measured } = given;
  const of = oncePerRun((run, id) => {
    const element = run.view.elementOf(id, subject);
    if (element === undefined) throw new RangeError(`got \`${id}\`, want a ${subject}`);
    return measured(element, run);
  });
  return { name, subject, unit, definition, reach, prepare, of };
}
