/** @module run-progress: reports the progress of a run to the client once a second. */
import type { RunStage } from '../../kernel/tools/mpt/execute-tool.ts';
import type { RunCaller } from './run-caller.ts';

/** Milliseconds between reports. */
const EVERY_MS = 1000;
/** Default time limit of a run, s; the total of the progress. */
const SECONDS = 30;

/** Messages by stage. */
const STAGES: Readonly<Record<RunStage, string>> = {
  queued: 'waits for a free slot, which costs neither time nor gas',
  started: 'runs',
};

/** The progress of one run. */
export type RunProgress = Disposable & {
  readonly onStage: (stage: RunStage) => void;
  /** Reports the gas used so far. */
  readonly onGas: (gas: number) => void;
  /** Must be called once, before the answer. */
  readonly end: (gas: number) => void;
};

/**
 * Reports the stage of a run every second until disposed of; its gas at the end if it took a second or more.
 *
 * @param from progress that was reported before the run
 */
export function runProgress(
  tool: string,
  from: number,
  progress: RunCaller['progress'],
): RunProgress {
  let [seconds, stage] = [0, 'is checked'];
  let used: number | undefined;
  const report = (message: string): void =>
    progress(from + seconds, from + Math.max(SECONDS, seconds), `${tool}: ${message}`);
  const ticking = setInterval(() => {
    seconds += 1;
    report(used === undefined ? stage : `${stage}, ${used} gas used so far`);
  }, EVERY_MS);
  return {
    onStage: (next) => {
      stage = STAGES[next];
    },
    onGas: (gas) => {
      used = gas;
    },
    end: (gas) => {
      if (seconds === 0) return;
      seconds += 1;
      report(`has ended, ${gas} gas used`);
    },
    [Symbol.dispose]: () => clearInterval(ticking),
  };
}
