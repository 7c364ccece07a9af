/** @module domain: the runs of the experiment as the gate governs them: records of the category `Experiments`. */
import { rmSync } from 'node:fs';

import type { Domain } from '../../governance/tool/domain.ts';
import { recordsDomain } from '../../governance/tool/records-domain.ts';
import { runSuite } from '../../kernel/axion/harness/suite.ts';
import { LiveEpisodes } from './live-episodes.ts';
import { fileDigests, findRun, makeRunFolder, runFolder, writeRunNote } from './run-files.ts';
import type { ExperimentSources } from './sources.ts';
import type { FinishedSuite, RunsView, SuiteOrder } from './view.ts';

/** Suites that one server plays at the same time; each has threads of its own. */
const SUITES_MAX = 2;

/** The domain, and the end of what it holds open. */
export type OpenedExperiment = AsyncDisposable & { readonly domain: Domain<RunsView> };

/** Opens the experiment over a workspace's artifacts; disposing of it ends the thread of live episodes. */
export function openExperimentDomain(sources: ExperimentSources): OpenedExperiment {
  const { artifacts } = sources;
  const live = new LiveEpisodes(sources);
  const view: RunsView = {
    artifacts,
    live,
    find: (run_id) => findRun(artifacts, run_id),
    play: suitePlayer(sources),
  };
  const hidden: RunsView = { ...view, find: () => undefined };
  return {
    domain: recordsDomain({ view, hidden, category: 'Experiments' }),
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  };
}

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

async function playInto(order: SuiteOrder, sources: ExperimentSources): Promise<FinishedSuite> {
  const { artifacts, uuid, now, workers } = sources;
  const { kind, config, watchdog_ms, signal, onProgress } = order;
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
    writeRunNote(out_dir, { run_id, kind, ended_at: now().toISOString() });
    return { run_id, summary, files, folder: runFolder(run_id) };
  } catch (error) {
    // A run that did not end leaves nothing that could be taken for one that did.
    rmSync(out_dir, { recursive: true, force: true });
    throw error;
  }
}
