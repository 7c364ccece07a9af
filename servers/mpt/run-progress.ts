/** @module run-progress: tells a client how far a run is, as soon as it takes longer than a second. */
import type { RunStage } from '../../kernel/mpt/execute-tool.ts';
import type { RunCaller } from './run-caller.ts';

const EVERY_MS = 1000;
/** Seconds that a run has by default. */
const SECONDS = 30;

const STAGES: Readonly<Record<RunStage, string>> = {
  queued: 'waits for its turn, which costs neither time nor gas',
  started: 'runs',
};

/** The progress of one run. */
export type RunProgress = Disposable & {
  readonly onStage: (stage: RunStage) => void;
  /** What the run has used so far. */
  readonly onGas: (gas: number) => void;
  /** To be called once, before the answer. */
  readonly end: (gas: number) => void;
};

/** Tells each second, until it is disposed of, where a run is, from its first second on, and at the end of such a run what gas it used. */
export function runProgress(
  tool: string,
  from: number,
  progress: RunCaller['progress'],
): RunProgress {
  let [seconds, stage] = [0, 'is checked'];
  let used: number | undefined;
  const tell = (message: string): void =>
    progress(from + seconds, from + Math.max(SECONDS, seconds), `${tool}: ${message}`);
  const ticking = setInterval(() => {
    seconds += 1;
    tell(used === undefined ? stage : `${stage}, ${used} gas used so far`);
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
      tell(`has ended, ${gas} gas used`);
    },
    [Symbol.dispose]: () => clearInterval(ticking),
  };
}
