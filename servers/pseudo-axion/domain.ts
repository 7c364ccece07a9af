/** @module domain: the runs of the experiment as the gate governs them; there is one line of them, and no run is ever changed. */
import { rmSync } from 'node:fs';

import type { Domain, Effect, Place } from '../../governance/tool/domain.ts';
import { runSuite } from '../../kernel/axion/harness/suite.ts';
import { LiveEpisodes } from './live-episodes.ts';
import { fileDigests, findRun, makeRunFolder, runFolder, writeRunNote } from './run-files.ts';
import type { ExperimentSources } from './sources.ts';
import type { FinishedSuite, RunsView, SuiteOrder } from './view.ts';

/** Suites that one server plays at the same time; each has threads of its own. */
const SUITES_MAX = 2;

/** A run as a scope sees it: it stands on no level and has no body. */
const RUN_PLACE: Place = { category: 'Experiments', levels: [], box: null };

export class ExperimentDomain implements Domain<RunsView>, AsyncDisposable {
  readonly #sources: ExperimentSources;
  readonly #view: RunsView;
  #playing = 0;

  constructor(sources: ExperimentSources) {
    this.#sources = sources;
    const { artifacts } = sources;
    this.#view = {
      artifacts,
      live: new LiveEpisodes(sources),
      find: (run_id) => findRun(artifacts, run_id),
      play: (order) => this.#play(order),
    };
  }

  /** The same for every branch: runs are not part of the building. */
  view(): RunsView {
    return this.#view;
  }

  /** Runs are of the category `Experiments`; who may read only some places of the building sees none. */
  restricted(view: RunsView, visible: (place: Place) => boolean): RunsView {
    return visible(RUN_PLACE) ? view : { ...view, find: () => undefined };
  }

  branchSeq(): number {
    return 0;
  }

  version(): number {
    return 0;
  }

  /** Events of runs are records: they change nothing that could be shown. */
  effect(view: RunsView): Effect<RunsView> {
    return { after: view, touches: [], changes: [], regenerated: [], warnings: [] };
  }

  readBack(): readonly string[] {
    return [];
  }

  /** Ends the thread of live episodes. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#view.live[Symbol.asyncDispose]();
  }

  async #play(order: SuiteOrder): Promise<FinishedSuite | null> {
    if (this.#playing >= SUITES_MAX) return null;
    const { artifacts, uuid, now, workers } = this.#sources;
    const { kind, config, watchdog_ms, signal, onProgress } = order;
    const run_id = `run_${uuid()}`;
    const out_dir = makeRunFolder(artifacts, run_id);
    this.#playing += 1;
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
    } finally {
      this.#playing -= 1;
    }
  }
}
