/** @module domain: the experiment's domain for the gate: runs are records of the category `Experiments`. */
import { rmSync } from 'node:fs';

import type { Domain } from '../../governance/tool/domain.ts';
import { recordsDomain } from '../../governance/tool/records-domain.ts';
import { runSuite } from '../../kernel/axion/harness/suite.ts';
import { LiveEpisodes } from './live-episodes.ts';
import {
  fileDigests,
  findRun,
  isMadeBy,
  listRuns,
  makeRunFolder,
  makerOf,
  runFolder,
  writeRunNote,
} from './run-files.ts';
import { isSealedRun, type SealSources } from './sealed-runs.ts';
import type { ExperimentSources } from './sources.ts';
import type { FinishedSuite, RunsView, SuiteOrder } from './view.ts';

/** Maximum number of concurrent suites of one server; each has its own threads. */
const SUITES_MAX = 2;

/** The domain and its live episodes; disposing it ends the thread of the live episodes. */
export type OpenedExperiment = AsyncDisposable & {
  readonly domain: Domain<RunsView>;
  readonly live: Pick<LiveEpisodes, 'isSealed'>;
};

/** Opens the experiment over a workspace's artifacts; disposing it ends the thread of live episodes. */
export function openExperimentDomain(sources: ExperimentSources): OpenedExperiment {
  const { artifacts, hasFile, now } = sources;
  const live = new LiveEpisodes(sources);
  const seal: SealSources = { artifacts, now, live };
  const view: RunsView = {
    artifacts,
    hasFile,
    live,
    find(run_id) {
      const found = findRun(artifacts, run_id);
      return found !== undefined && isSealedRun(found, seal) ? undefined : found;
    },
    list() {
      const runs = listRuns(artifacts);
      return runs.filter((run) => !isSealedRun(run, seal, runs));
    },
    play: suitePlayer(sources),
  };
  const own: RunsView = {
    ...view,
    find(run_id, reader) {
      const found = view.find(run_id, reader);
      return found !== undefined && isMadeBy(found, reader) ? found : undefined;
    },
    list: (reader) => view.list(reader).filter((run) => isMadeBy(run, reader)),
  };
  return {
    domain: recordsDomain({ view, branches: own, hidden: own, category: 'Experiments' }),
    live,
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  };
}

/** Plays suites, at most `SUITES_MAX` at a time; the result is null above the limit. */
function suitePlayer(sources: ExperimentSources): RunsView['play'] {
  let playing = 0;
  return async (order) => {
    if (playing >= SUITES_MAX) return null;
    playing += 1;
    try {
      return await playInto(order, sources);
    } finally {
      playing -= 1;
    }
  };
}

/** Plays a suite into a new folder. */
async function playInto(order: SuiteOrder, sources: ExperimentSources): Promise<FinishedSuite> {
  const { artifacts, uuid, now, workers } = sources;
  const { kind, protocol, watchdog_ms, signal, onProgress } = order;
  const maker = makerOf(order.principal);
  const config =
    protocol === 'v2' ? { ...order.config, v2: { nonce: sources.nonce() } } : order.config;
  const run_id = `run_${uuid()}`;
  const out_dir = makeRunFolder(artifacts, run_id);
  try {
    const summary = await runSuite(config, {
      out_dir,
      workers: kind === 'scenario' ? 1 : workers,
      watchdog_ms,
      onProgress,
      signal,
    });
    const files = fileDigests(out_dir, ['report.json', 'summary.json']);
    writeRunNote(out_dir, { run_id, kind, ended_at: now().toISOString(), maker });
    return { run_id, summary, files, folder: runFolder(run_id) };
  } catch (error) {
    // The folder of an unfinished run is removed, so that it is not mistaken for a finished one.
    rmSync(out_dir, { recursive: true, force: true });
    throw error;
  }
}
