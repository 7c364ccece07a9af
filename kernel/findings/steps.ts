/** @module steps: long work that stops every few milliseconds, so that its caller can report, answer others or end it. */

/** How far the work is. */
export type Progress = { readonly done: number; readonly total: number; readonly doing: string };

/** Work that yields at least every 20 ms or so of its own time, and returns its result. It holds nothing that must be freed. */
export type Steps<Result> = Generator<Progress, Result, void>;

/** The result, without a stop. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The result; `pause` is asked after each step, and may wait or throw. */
export async function inTurns<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> | null,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const wait = pause();
    if (wait !== null) await wait;
  }
}

/** Work of one step. */
export function atOnce<Input, Result>(
  work: (input: Input) => Result,
): (input: Input) => Steps<Result> {
  // oxlint-disable-next-line require-yield -- it has no stop
  return function* oneStep(input) {
    return work(input);
  };
}
