/**
 * @module sealed-runs: decides which runs may not be read yet, because they would reveal the next questions to an agent
 * under test.
 */
import { LIFE_MS, type LiveEpisodes } from './live-episodes.ts';
import { findRun, type FoundRun, listRuns, runOfPath } from './run-files.ts';

/** The data that decide whether a run is sealed. */
export type SealSources = {
  /** Absolute path of `artifacts/`. */
  readonly artifacts: string;
  readonly now: () => Date;
  /** The live episodes of this process; null in a process without any. */
  readonly live: Pick<LiveEpisodes, 'isSealed'> | null;
};

/**
 * Whether the file at a path below `artifacts/` belongs to an unfinished run or to an unfinished batch of live
 * episodes.
 *
 * Another process may be playing the batch, so a batch counts as unfinished until its last run exists, or until the
 * lifetime of an idle episode (`LIFE_MS`) has passed since its latest run.
 */
export function isSealedFile(path: string, sources: SealSources): boolean {
  const run_id = runOfPath(path);
  if (run_id === null) return false;
  const run = findRun(sources.artifacts, run_id);
  return run === undefined || isSealedRun(run, sources);
}

/**
 * Whether a finished run belongs to an unfinished batch.
 *
 * @param all all finished runs, the latest first. Default: they are read
 */
export function isSealedRun(
  run: FoundRun,
  { artifacts, now, live }: SealSources,
  all?: readonly FoundRun[],
): boolean {
  const batch = run.batch ?? null;
  if (batch === null) return false;
  if (live?.isSealed(run) === true) return true;
  const runs = all ?? listRuns(artifacts);
  const ended = runs.filter((one) => one.batch?.batch_id === batch.batch_id);
  const latest = ended[0]?.ended_at ?? run.ended_at;
  return ended.length < batch.episodes && now().getTime() - Date.parse(latest) < LIFE_MS;
}
