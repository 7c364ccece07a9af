/** @module view: what the tools of the honesty experiment work on: the runs of the workspace and the live episodes. */
import type { SuiteConfig, Summary } from '../../kernel/axion/harness/report.ts';
import type { LiveEpisodes } from './live-episodes.ts';
import type { FoundRun, RunKind } from './run-files.ts';

/** A suite that was played, with the digests of its files. */
export type FinishedSuite = {
  readonly run_id: string;
  readonly summary: Summary;
  /** SHA-256 of `report.json` and `summary.json`, timing fields included. */
  readonly files: Readonly<Record<string, string>>;
  /** From the workspace's folder. */
  readonly folder: string;
};

/** What is played and how it is watched. */
export type SuiteOrder = {
  readonly kind: Exclude<RunKind, 'live'>;
  readonly config: SuiteConfig;
  readonly watchdog_ms: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/** What a query or a job of this server sees. */
export type RunsView = {
  /** Plays a suite into a folder of its own; null when as many as may be are under way already. */
  readonly play: (order: SuiteOrder) => Promise<FinishedSuite | null>;
  /** The run of this id, or undefined when there is none or it may not be seen. */
  readonly find: (run_id: string) => FoundRun | undefined;
  readonly live: LiveEpisodes;
  /** The only folder that is read from and written to; absolute. */
  readonly artifacts: string;
};
