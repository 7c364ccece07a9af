/** @module view: the data that the experiment's tools work on: the runs of the workspace and the live episodes. */
import type { SuiteConfig, Summary } from '../../kernel/axion/harness/suite-summary.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { LiveEpisodes } from './live-episodes.ts';
import type { FoundRun, RunKind } from './run-files.ts';
import type { ExperimentSources } from './sources.ts';

/** A finished suite, with the digests of its files. */
export type FinishedSuite = {
  readonly run_id: string;
  readonly summary: Summary;
  /** SHA-256 of `report.json` and `summary.json`, timing fields included. */
  readonly files: Readonly<Record<string, string>>;
  /** Folder of the run, relative to the workspace's folder. */
  readonly folder: string;
};

/** The configuration of a suite and its maker, with progress and cancellation. */
export type SuiteOrder = {
  readonly kind: Exclude<RunKind, 'live'>;
  readonly config: SuiteConfig;
  /** Under `v2` the domain draws a nonce for the suite. */
  readonly protocol: 'v1' | 'v2';
  readonly watchdog_ms: number;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/** The view that queries and jobs of this server work on. */
export type RunsView = {
  /** Plays a suite into a new folder; null when too many suites are being played. */
  readonly play: (order: SuiteOrder) => Promise<FinishedSuite | null>;
  /** The run of this id, or undefined if it does not exist or the reader may not see it. */
  readonly find: (run_id: string, reader: Principal) => FoundRun | undefined;
  /** Finished runs that the reader may see, the latest first. */
  readonly list: (reader: Principal) => readonly FoundRun[];
  readonly live: LiveEpisodes;
  /** The only folder that is read and written; absolute. */
  readonly artifacts: string;
  /** Whether a principal may read the file at a path below `artifacts` that belongs to no run it may see. */
  readonly hasFile: ExperimentSources['hasFile'];
};
