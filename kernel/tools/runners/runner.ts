/** @module runner: the interface of a tool runner: the bounds of a run, and its outcome. */
import type { FileHandle } from 'node:fs/promises';

/** Upper bounds of one run; all are finite. */
export type RunBudget = {
  readonly time_ms: number;
  readonly mem_mb: number;
  /** 1 gas is 10,000,000 units of fuel; for other work, each runner documents its price. */
  readonly gas: number;
  readonly depth: number;
  readonly tool_calls_max: number;
  readonly web_requests_max: number;
  readonly tokens_output_max: number;
};

/** Codes of a refused run; the service maps them to the codes of Apex. */
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

/** Resources that a run used, successful or not. Only `latency_ms` may differ between equal runs. */
export type RunUse = {
  readonly gas: number;
  /** Exact fuel of metered code, else 0. */
  readonly fuel: number;
  readonly web_requests: number;
  readonly mem_high_water_bytes: number;
  readonly latency_ms: number;
  /** The work was killed before it reported its use: all figures are lower bounds, and the whole grant is charged. */
  readonly unmeasured?: true;
};

/** The use of a run that did no work. */
export const NOTHING_USED: RunUse = {
  gas: 0,
  fuel: 0,
  web_requests: 0,
  mem_high_water_bytes: 0,
  latency_ms: 0,
};

/** Engine, versions and digests on which the result of a run depends; needed for replays. */
export type RunProvenance = Readonly<Record<string, string | number | boolean>>;

/** The outcome of a run: its output, or a refusal whose `cause` is one line. */
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
 * Opens a file for one caller of the tool. A file that this caller may not read is refused exactly like a missing one.
 * The code that opens the file must close the handle, whose position is 0.
 *
 * @throws {TaskStop} TOOL_FAIL, TOOL_UNSAFE or BOUND_DATA
 */
export type OpenFile = (path: string) => Promise<FileHandle>;

/** Optional parameters of a run. */
export type RunAids = {
  /** Called about once a second with the gas used so far, if the runner knows it. */
  readonly onGas?: ((gas: number) => void) | undefined;
  /** Opens the files that the input names. Without it, the runner cannot read files. */
  readonly open?: OpenFile | undefined;
};

/** Runs one tool. `run` throws only for faults of the runner, never because of the input. */
export interface Runner extends AsyncDisposable {
  run(
    input: Readonly<Record<string, unknown>>,
    budget: RunBudget,
    signal: AbortSignal,
    aids?: RunAids,
  ): Promise<RunOutcome>;
  /**
   * Waits for a free slot if the number of concurrent runs is limited; the time limit of the run starts afterwards.
   * Disposing of the slot frees it. Calls `onWait` if no slot is free yet; rejects when the signal aborts.
   */
  admit?(signal: AbortSignal, onWait: () => void): Promise<Disposable>;
}
