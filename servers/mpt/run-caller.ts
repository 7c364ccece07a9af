/** @module run-caller: the caller of a run, as the tool service sees it. */
import type { BeginRun } from '../../governance/tool/run-intent.ts';
import type { Principal } from '../../schemas/governance.ts';

/** The principal of a call, the signal that cancels it, and the receiver of its progress. */
export type RunCaller = {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
  /** Records the start of a run. */
  readonly begin: BeginRun;
};
