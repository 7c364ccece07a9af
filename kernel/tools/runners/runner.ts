/** @module runner: the interface of a runner, the bounds of a run and its outcome. */
import type { FileHandle } from 'node:fs/promises';

/** Upper bounds of one run; every one is finite. */
export type RunBudget = {
  readonly time_ms: number;
  readonly mem_mb: number;
  /** 1 gas is 10,000,000 units of fuel, or the price of the work as the runner documents it. */
  readonly gas: number;
  readonly depth: number;
  readonly tool_calls_max: number;
  readonly web_requests_max: number;
  readonly tokens_output_max: number;
};

/** Codes of a refused run; the caller maps them to the taxonomy of refusals. */
export type RunnerCode =
  | 'TOOL_TIMEOUT'
  | 'TOOL_FAIL'
  | 'TOOL_UNSAFE'
  | 'TOOL_SCHEMA_MISS'
  | 'TOOL_DRIFT'
  | 'BOUND_TIME'
  | 'BOUND_MEM'
  | 'BOUND_GAS'
  | 'BOUND_DEPTH'
  | 'BOUND_DATA';

/** What a run used, successful or not. Only `latency_ms` may differ between two equal runs. */
export type RunUse = {
  readonly gas: number;
  /** Exact fuel for metered code, 0 elsewhere. */
  readonly fuel: number;
  readonly web_requests: number;
  readonly mem_high_water_bytes: number;
  readonly latency_ms: number;
  /** The work was killed before it could say what it used: the figures are what is known, and all that was granted counts as spent. */
  readonly unmeasured?: true;
};

/** Provenance of a run for replay: engine, versions and digests that the result depends on. */
export type RunProvenance = Readonly<Record<string, string | number | boolean>>;

/** The end of a run. `cause` is one line with the reason. */
export type RunOutcome =
  | {
      readonly ok: true;
      readonly output: Readonly<Record<string, unknown>>;
      readonly use: RunUse;
      readonly provenance: RunProvenance;
    }
  | {
      readonly ok: false;
      readonly code: RunnerCode;
      readonly cause: string;
      readonly detail: Readonly<Record<string, unknown>>;
      readonly use: RunUse;
      readonly provenance: RunProvenance;
    };

/**
 * Opens a file by the path that a caller gave, for that caller: a file that the caller may not read is refused exactly
 * like one that does not exist. The caller of this function closes the handle, whose position is 0.
 *
 * @throws {TaskStop} TOOL_FAIL, TOOL_UNSAFE or BOUND_DATA
 */
export type OpenFile = (path: string) => Promise<FileHandle>;

/** What a run is given besides its input and bounds. */
export type RunAids = {
  /** Called about once a second with the gas used so far, where it is known. */
  readonly onGas?: ((gas: number) => void) | undefined;
  /** Opens the files that the input names. Without it, a runner reads no file. */
  readonly open?: OpenFile | undefined;
};

/** Runs one tool. It never throws because of the input, only for faults of its own. */
export interface Runner extends AsyncDisposable {
  run(
    input: Readonly<Record<string, unknown>>,
    budget: RunBudget,
    signal: AbortSignal,
    aids?: RunAids,
  ): Promise<RunOutcome>;
  /**
   * Waits for the turn of a run where few can run at a time; its time begins afterwards. Disposing of the turn gives it to
   * the next. Calls `onWait` if there is none yet, rejects when the signal aborts.
   */
  admit?(signal: AbortSignal, onWait: () => void): Promise<Disposable>;
}
