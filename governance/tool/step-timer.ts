/** @module step-timer: the steps of a call that take time, as whoever watches the gates is told of them. */

/** `plan`: an effect is worked out. `commit`: the keeper decides and writes. `run`: a bounded tool runs. */
export type Step = 'plan' | 'commit' | 'run';

/** Carries out a step, and may time it. It is told which step it is, and nothing of what the step works on. */
export type StepTimer = <T>(step: Step, work: () => Promise<T>) => Promise<T>;

/** Where nobody watches. */
export const untimed: StepTimer = async (_step, work) => await work();
