/** @module run-caller: the caller of a run. */
import type { BeginRun } from '../../governance/tool/run-intent.ts';
import type { Principal } from '../../schemas/governance.ts';

/** Who calls, the signal that stops the call, and where its progress goes. */
export type RunCaller = {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
  /** Enters a run before it begins. */
  readonly begin: BeginRun;
};
