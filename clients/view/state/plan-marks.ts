/** @module plan-marks: marked places in the plan, such as those of findings. */
import { signal } from '@preact/signals';

/** A place in the plan of a storey. */
export type PlanMark = {
  /** Names it for `onMark`; marks with equal keys are the same. */
  readonly key: string;
  readonly level_id: string;
  /** Place in the model, mm. */
  readonly at: readonly [number, number];
  /** One character, so that marks differ not only in their colour. */
  readonly sign: string;
  /** Class of the mark, for its colour. */
  readonly look: string;
  readonly isActive: boolean;
};

/** The marks of all storeys, and what a click on one does. */
export const planMarks = {
  marks: signal<readonly PlanMark[]>([]),
  onMark: signal<(key: string) => void>(() => undefined),
} as const;
