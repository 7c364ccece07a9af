/** @module world: what all servers of one process share: one keeper, one reader, one model, each opened once. */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { openDirectory } from '../../governance/access/directory.ts';
import { fileReader } from '../../governance/access/file-reading.ts';
import type { GateWorld } from '../../governance/gate/context.ts';
import { hourlyLimit } from '../../governance/gate/limits/hourly.ts';
import { rateLimit } from '../../governance/gate/limits/rate.ts';
import { Recorder } from '../../governance/gate/recorder.ts';
import { Turns } from '../../governance/gate/turns.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { foundWorkspace } from '../../governance/keeper/workspace/found-workspace.ts';
import type { WorkspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import type { Domain } from '../../governance/tool/domain.ts';
import { publicKeyOf, signText } from '../../kernel/canonical/signature.ts';
import { openSqliteReader, type SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { BUILDING_CHECKS } from '../../kernel/model/checks/checks-module.ts';
import type { openBuildingDomain } from '../building/domain.ts';
import type { BuildingView } from '../building/view.ts';
import type { ArtefactStore } from '../documentation/artefacts/artefact-store.ts';
import type { Watches } from '../features/watches.ts';
import { WorkspaceFiles } from '../files/workspace-files.ts';
import type { Neighbours } from '../mpt/sources.ts';
import type { ToolsView } from '../mpt/view.ts';
import type { OpenedExperiment } from '../pseudo-axion/domain.ts';
import type { ExperimentSources } from '../pseudo-axion/sources.ts';
import type { RunsView } from '../pseudo-axion/view.ts';
import { Snapshots } from './snapshots.ts';

/** Longest time (ms) for which a world that is left waits for its calls, which are cancelled, to end. */
const CALLS_END_MS = 30_000;

/** What a world is given from outside: a place, a clock, ids, chance. */
export type WorldSources = Pick<GateWorld, 'now' | 'randomId' | 'log' | 'process' | 'timed'> & {
  readonly paths: WorkspacePaths;
  /** Name of who owns a workspace that is made now; null where none may be made. */
  readonly owner: string | null;
  /** Folder of the user that all workspaces share; undefined where there is none. */
  readonly userCache: string | undefined;
  readonly experiment: Pick<ExperimentSources, 'uuid' | 'nonce' | 'seed' | 'workers'>;
  /** Ends the wait for a keeper, and cancels the calls that run. */
  readonly ending: AbortSignal;
  /** Opens the model; called when a server first needs it, and once. */
  readonly openBuilding: typeof openBuildingDomain;
};

/** One workspace as one process sees it. Whoever opens it disposes of it. */
export class World implements AsyncDisposable {
  readonly gates: GateWorld;
  /** The files below `artifacts/`, as a principal may read them. */
  readonly files: WorkspaceFiles;
  readonly #sources: WorldSources;
  readonly #reader: SqliteReader;
  readonly #closing: AsyncDisposableStack;
  #building: Promise<Domain<BuildingView>> | undefined;
  #artefacts: Promise<ArtefactStore> | undefined;
  #experiment: Promise<OpenedExperiment> | undefined;
  #tools: Promise<Domain<ToolsView>> | undefined;
  #watches: Promise<Watches> | undefined;

  private constructor(
    sources: WorldSources,
    gates: GateWorld & { readonly reader: SqliteReader },
    closing: AsyncDisposableStack,
  ) {
    this.#sources = sources;
    this.#reader = gates.reader;
    this.gates = gates;
    this.#closing = closing;
    this.files = new WorkspaceFiles({
      folder: sources.paths.artifacts,
      events: gates.reader,
      readerOf: (principal) => fileReader(gates.directory, principal),
      isSealed: async (path) => await this.#isSealed(path),
    });
  }

  /** Opens the workspace; one whose store has just been made is registered where it may be. */
  static async open(sources: WorldSources): Promise<World> {
    const { paths, now, randomId, log, process, timed, ending } = sources;
    await using closing = new AsyncDisposableStack();
    const keeper = closing.adopt(
      await connectKeeper({
        checks: BUILDING_CHECKS,
        dir: paths.dir,
        process_id: process.id,
        signal: ending,
      }),
      (one) => one.close(),
    );
    const reader = closing.adopt(openSqliteReader(paths.store), (one) => one.close());
    const recorder = closing.adopt(new Recorder(keeper), (one) =>
      one
        .flush()
        .catch((error: unknown) => log(`audit entries were not written: ${String(error)}`)),
    );
    await assertFounded(keeper, reader, sources);
    const gates = {
      directory: await openDirectory(reader),
      keeper,
      reader,
      recorder,
      limitRate: rateLimit(keeper),
      limitHour: hourlyLimit(reader),
      turns: new Turns(),
      salt: maskingSalt(paths),
      now,
      randomId,
      log,
      process,
      timed,
    };
    return new World(sources, gates, closing.move());
  }

  /** Folder of the operator's own rules. */
  get rules(): string {
    return join(this.#sources.paths.inner, 'rules');
  }

  /** The model behind the ledger. */
  building(): Promise<Domain<BuildingView>> {
    if (this.#building !== undefined) return this.#building;
    const { paths, now, log } = this.#sources;
    const clock = (): number => now().getTime();
    const snapshots = this.#closing.use(new Snapshots({ paths, reader: this.#reader, log, clock }));
    this.#building = this.#sources.openBuilding(this.#reader, { snapshots });
    return this.#building;
  }

  /** The files below `artifacts/`; what others have left half done is ended first. */
  artefacts(): Promise<ArtefactStore> {
    this.#artefacts ??= this.#openArtefacts();
    return this.#artefacts;
  }

  /** The runs of the experiment, with the episodes that are under way. */
  async experiment(): Promise<Domain<RunsView>> {
    this.#experiment ??= this.#openExperiment();
    return (await this.#experiment).domain;
  }

  /** Who is told of what has changed. */
  watches(): Promise<Watches> {
    this.#watches ??= import('../features/watches.ts').then(({ Watches }) =>
      this.#closing.use(new Watches(this.gates.keeper, this.#sources.log)),
    );
    return this.#watches;
  }

  /** The tool service; `neighbours` are the servers that its routes lead to. */
  tools(neighbours: Neighbours): Promise<Domain<ToolsView>> {
    this.#tools ??= this.#openTools(neighbours);
    return this.#tools;
  }

  async #openArtefacts(): Promise<ArtefactStore> {
    const { ArtefactStore } = await import('../documentation/artefacts/artefact-store.ts');
    const { log, now, paths } = this.#sources;
    const store = new ArtefactStore({
      folder: paths.artifacts,
      events: this.#reader,
      readerOf: this.files.readerOf,
      now: () => now().getTime(),
      log,
    });
    await store
      .settle()
      .catch((error: unknown) => log(`exports were not settled: ${String(error)}`));
    return store;
  }

  async #isSealed(path: string): Promise<boolean> {
    const { isSealedFile } = await import('../pseudo-axion/sealed-runs.ts');
    const { now, paths } = this.#sources;
    const live = (await this.#experiment)?.live ?? null;
    return isSealedFile(path, { artifacts: paths.artifacts, now, live });
  }

  async #openExperiment(): Promise<OpenedExperiment> {
    const { openExperimentDomain } = await import('../pseudo-axion/domain.ts');
    const { experiment, now, paths } = this.#sources;
    return this.#closing.use(
      openExperimentDomain({
        ...experiment,
        now,
        artifacts: paths.artifacts,
        hasFile: async (path, principal) => await this.files.has(path, principal),
        sign: (text, context) => {
          const key = createPrivateKey(readFileSync(paths.logKey));
          return { signature: signText(key, text, context), public_key: publicKeyOf(key) };
        },
      }),
    );
  }

  async #openTools(neighbours: Neighbours): Promise<Domain<ToolsView>> {
    const { openToolsDomain } = await import('../mpt/domain.ts');
    const { readSettings } = await import('../mpt/settings.ts');
    const { paths, now, randomId, log, userCache } = this.#sources;
    const { keeper, process } = this.gates;
    void keeper
      .unfinished({ process })
      .catch((error: unknown) => log(`unfinished runs were not entered: ${String(error)}`));
    const { domain } = this.#closing.use(
      openToolsDomain({
        reader: this.#reader,
        cache: join(paths.inner, 'cache'),
        userCache,
        tapes: join(paths.inner, 'tapes'),
        artifacts: paths.artifacts,
        clock: () => now().getTime(),
        randomId,
        log,
        settings: readSettings(join(paths.inner, 'mpt.json'), paths.dir),
        files: this.files,
        neighbours,
      }),
    );
    return domain;
  }

  /** Cancels the calls that run. */
  get ending(): AbortSignal {
    return this.#sources.ending;
  }

  /**
   * Waits for the calls that run, ends what the domains hold open, writes the last audit entries, and leaves the keeper.
   * Calls that should not run to their end must have been cancelled.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const { recorder } = this.gates;
    const over = new AbortController();
    const late = pause(CALLS_END_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([recorder.settled(), late]);
    over.abort();
    if (recorder.running > 0) {
      this.#sources.log(`${recorder.running} calls have not ended and are not on the audit log`);
    }
    await this.#closing.disposeAsync();
  }
}

/** Registers a workspace whose store has just been made; of several servers that start together, one does it. */
async function assertFounded(
  keeper: Keeper,
  reader: SqliteReader,
  { paths, owner, now, randomId, log }: WorldSources,
): Promise<void> {
  if (owner === null || reader.registryAll('workspace').length > 0) return;
  const { reply } = await foundWorkspace(keeper, paths, { owner, now, randomId });
  if (reply.status === 'done') log(`made a workspace in ${paths.dir}`);
}

/** Salt of the commitments that stand for secrets: as secret as the log's own key, and never written. */
function maskingSalt(paths: WorkspacePaths): string {
  return createHash('sha256')
    .update('plumbline-masking-salt\n')
    .update(readFileSync(paths.logKey))
    .digest('hex');
}
