/** @module sealed-runs: files of runs that nobody may read yet, because they would tell an agent under test what it is asked next. */
import { LIFE_MS, type LiveEpisodes } from './live-episodes.ts';
import { findRun, type FoundRun, listRuns, runOfPath } from './run-files.ts';

/** What decides it. */
export type SealSources = {
  /** Absolute path of `artifacts/`. */
  readonly artifacts: string;
  readonly now: () => Date;
  /** The live episodes of this process, where there are any. */
  readonly live: Pick<LiveEpisodes, 'isSealed'> | null;
};

/**
 * Whether the file at a path below `artifacts/` belongs to a run that has not finished, or to a batch of live episodes that
 * goes on. Another process may play the batch: it counts as open until its last run is there, for as long as an episode
 * may wait after the latest one.
 */
export function isSealedFile(path: string, sources: SealSources): boolean {
  const run_id = runOfPath(path);
  if (run_id === null) return false;
  const run = findRun(sources.artifacts, run_id);
  return run === undefined || isSealedRun(run, sources);
}

/**
 * The same for a finished run.
 *
 * @param all every finished run, the latest first, if it has been read already
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
