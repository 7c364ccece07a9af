/** @module step-timer: reports the slow steps of calls to telemetry. */

/** `plan`: an effect is computed. `commit`: the keeper decides and writes. `run`: a bounded tool runs. */
export type Step = 'plan' | 'commit' | 'run';

/** Runs a step, and may time it. It gets the name of the step and none of its data. */
export type StepTimer = <T>(step: Step, work: () => Promise<T>) => Promise<T>;

/** The timer without telemetry. */
export const untimed: StepTimer = async (_step, work) => await work();
