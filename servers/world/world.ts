/**
 * @module world: resources shared by all servers of one process: one keeper, one reader, one model, each opened once.
 */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { extname, join } from 'node:path';
import { constrainedMemory } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { openDirectory, type RefreshedDirectory } from '../../governance/access/directory.ts';
import { fileReader } from '../../governance/access/file-reading.ts';
import { EngineThreads } from '../../governance/engine/threads.ts';
import type { GateWorld } from '../../governance/gate/call/context.ts';
import { Recorder } from '../../governance/gate/call/recorder.ts';
import { hourlyLimit } from '../../governance/gate/limits/hourly.ts';
import { rateLimit } from '../../governance/gate/limits/rate.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import type { WorkspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import type { Domain } from '../../governance/tool/domain.ts';
import { publicKeyOf, signText } from '../../kernel/base/canonical/signature.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader, type SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import type { BuildingDomain, openBuildingDomain } from '../building/domain.ts';
import type { ArtefactStore } from '../documentation/artefacts/artefact-store.ts';
import type { Watches } from '../features/watches.ts';
import { PictureFiles } from '../files/picture-files.ts';
import { WorkspaceFiles } from '../files/workspace-files.ts';
import { settingsIn } from '../mpt/settings/settings-file.ts';
import type { ToolSettings } from '../mpt/settings/settings.ts';
import type { Neighbours } from '../mpt/sources.ts';
import type { ToolsView } from '../mpt/view.ts';
import type { OpenedExperiment } from '../pseudo-axion/domain.ts';
import type { ExperimentSources } from '../pseudo-axion/sources.ts';
import type { RunsView } from '../pseudo-axion/view.ts';
import { LateKeeper } from './late-keeper.ts';
import { onceOpened } from './once-opened.ts';

/** Maximum time (ms) for which a closing world waits for its cancelled calls to end. */
const CALLS_END_MS = 30_000;

/** External dependencies of a world: a location, a clock, ids, random numbers. */
export type WorldSources = Pick<GateWorld, 'now' | 'randomId' | 'log' | 'process' | 'timed'> & {
  readonly paths: WorkspacePaths;
  /** Name of the owner of a newly created workspace; null if no workspace may be created. */
  readonly owner: string | null;
  /** The user's cache folder, shared by all workspaces; undefined if there is none. */
  readonly userCache: string | undefined;
  readonly experiment: Pick<ExperimentSources, 'uuid' | 'nonce' | 'seed' | 'workers'>;
  /** Ends the wait for a keeper, and cancels the running calls. */
  readonly ending: AbortSignal;
  /** Opens the model. It is called once, when a server first needs the model. */
  readonly openBuilding: typeof openBuildingDomain;
};

/** Bounds of the memory of an engine thread, MB; between them, the share of the memory of the machine. */
const [MIN_ENGINE_MB, MAX_ENGINE_MB, ENGINE_SHARE] = [512, 4096, 1 / 4];

/** Maximum memory (MB) of the objects of an engine thread. The memory of a container counts as that of the machine. */
function engineMemoryMb(): number {
  const machine = Math.min(totalmem(), constrainedMemory() || Infinity);
  const share = Math.floor((ENGINE_SHARE * machine) / 2 ** 20);
  return Math.min(MAX_ENGINE_MB, Math.max(MIN_ENGINE_MB, share));
}

/** One workspace in one process. The code that opens it must dispose of it. */
export class World implements AsyncDisposable {
  readonly gates: GateWorld;
  /** The files below `artifacts/` that a principal may read. */
  readonly files: WorkspaceFiles;
  readonly #sources: WorldSources;
  readonly #reader: SqliteReader;
  readonly #keeper: LateKeeper;
  readonly #closing: AsyncDisposableStack;
  /** The domain of the building model. */
  readonly building = onceOpened(async () => await this.#openBuilding());
  /** The files below `artifacts/`. Unfinished exports of other processes are settled first. */
  readonly artefacts = onceOpened(async () => await this.#openArtefacts());
  /** The service that notifies subscribers of changes. */
  readonly watches = onceOpened(async () => await this.#openWatches());
  /**
   * Runs the first steps of the tool service, which need none of its tools: it records the runs that other processes
   * left unfinished, and reads the settings of the operator. Throws SettingsError.
   */
  readonly beginTools = onceOpened(async () => await this.#beginTools());
  readonly #openedExperiment = onceOpened(async () => {
    this.#experiment = await this.#openExperiment();
    return this.#experiment;
  });
  #experiment: OpenedExperiment | null = null;
  #tools: (() => Promise<Domain<ToolsView>>) | undefined;
  #threads: EngineThreads | undefined;

  private constructor(
    sources: WorldSources,
    gates: GateWorld & { readonly reader: SqliteReader; readonly keeper: LateKeeper },
    closing: AsyncDisposableStack,
  ) {
    this.#sources = sources;
    this.#reader = gates.reader;
    this.#keeper = gates.keeper;
    this.gates = gates;
    this.#closing = closing;
    this.files = new WorkspaceFiles({
      folder: sources.paths.artifacts,
      events: gates.reader,
      readerOf: (principal) => fileReader(gates.directory, principal),
      isSealed: async (path) => await this.#isSealed(path),
    });
  }

  /**
   * Opens the workspace and connects to its keeper. A workspace whose store is new is registered if that is permitted.
   */
  static async open(sources: WorldSources): Promise<World> {
    const world = await World.openForLists(sources);
    try {
      await world.connect();
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  /**
   * Opens the workspace so that lists can be answered. `connect` or the first request to the keeper connects to it,
   * unless it must run first: for a new store, an outdated or damaged one, and a copy of a shared log, which may be out
   * of date.
   */
  static async openForLists(sources: WorldSources): Promise<World> {
    const { paths, now, randomId, log, process, timed, ending } = sources;
    await using closing = new AsyncDisposableStack();
    const keeper = closing.adopt(
      new LateKeeper(async () => {
        const { connectKeeper } = await import('../../governance/keeper/connect-keeper.ts');
        const [dir, process_id] = [paths.dir, process.id];
        return await connectKeeper({ checks: BUILDING_CHECKS, dir, process_id, signal: ending });
      }),
      (one) => one.close(),
    );
    const { reader, directory } = (await readable(paths)) ?? (await readableAfter(keeper, sources));
    closing.adopt(reader, (one) => one.close());
    const recorder = closing.adopt(new Recorder(keeper), (one) =>
      one
        .flush()
        .catch((error: unknown) => log(`audit entries were not written: ${String(error)}`)),
    );
    const gates = {
      directory,
      keeper,
      reader,
      recorder,
      limitRate: rateLimit(keeper),
      limitHour: hourlyLimit(reader),
      pictures: new PictureFiles({
        folder: paths.artifacts,
        readerOf: (principal) => fileReader(directory, principal),
        now,
        log,
      }),
      salt: maskingSalt(paths),
      now,
      randomId,
      log,
      process,
      timed,
    };
    return new World(sources, gates, closing.move());
  }

  /** Engines on separate threads, started by the first long call. */
  get threads(): EngineThreads {
    const { dir } = this.#sources.paths;
    const file = new URL(`./engine-worker${extname(import.meta.url)}`, import.meta.url);
    this.#threads ??= this.#closing.use(
      new EngineThreads(
        (shared) =>
          new Worker(file, {
            workerData: { dir, shared },
            name: 'engine',
            execArgv: [],
            resourceLimits: { maxOldGenerationSizeMb: engineMemoryMb() },
          }),
        {},
        (error) =>
          this.#sources.log(
            `an engine thread failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
          ),
      ),
    );
    return this.#threads;
  }

  /** Connects to the keeper, once. Throws if that is impossible. */
  async connect(): Promise<void> {
    await this.#keeper.connect();
  }

  /** Folder of the operator's rules. */
  get rules(): string {
    return join(this.#sources.paths.inner, 'rules');
  }

  async #openBuilding(): Promise<BuildingDomain> {
    const { Snapshots } = await import('./snapshots.ts');
    const { paths, now, log } = this.#sources;
    const clock = (): number => now().getTime();
    const snapshots = this.#closing.use(new Snapshots({ paths, reader: this.#reader, log, clock }));
    const { StoredMeshes } = await import('../../kernel/building/imports/stored-meshes.ts');
    const meshes = new StoredMeshes(this.#reader.blobPart);
    const { StoredFiles } = await import('../../kernel/documents/ifc/facts/stored-files.ts');
    const files = new StoredFiles(this.#reader.blobPart);
    return await this.#sources.openBuilding(this.#reader, { snapshots, meshes, files });
  }

  /** The runs of the experiment, including the running episodes. */
  async experiment(): Promise<Domain<RunsView>> {
    return (await this.#openedExperiment()).domain;
  }

  async #openWatches(): Promise<Watches> {
    const { Watches } = await import('../features/watches.ts');
    return this.#closing.use(new Watches(this.gates.keeper, this.#sources.log));
  }

  /** The tool service; `neighbours` are the servers that its routes lead to. */
  tools(neighbours: Neighbours): Promise<Domain<ToolsView>> {
    this.#tools ??= onceOpened(async () => await this.#openTools(neighbours));
    return this.#tools();
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
    const live = this.#experiment?.live ?? null;
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

  async #beginTools(): Promise<ToolSettings | null> {
    const { log, paths } = this.#sources;
    const { process } = this.gates;
    void this.#keeper.connected.then(
      async (keeper) =>
        await keeper
          .unfinished({ process })
          .catch((error: unknown) => log(`unfinished runs were not recorded: ${String(error)}`)),
      () => undefined,
    );
    return await settingsIn(paths);
  }

  async #openTools(neighbours: Neighbours): Promise<Domain<ToolsView>> {
    // Read once: the file may have changed since the start
    const begun = await this.beginTools();
    const { openToolsDomain } = await import('../mpt/domain.ts');
    const { defaultSettings } = await import('../mpt/settings/settings.ts');
    const { paths, now, randomId, log, userCache } = this.#sources;
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
        settings: begun ?? defaultSettings(),
        files: this.files,
        neighbours,
      }),
    );
    return domain;
  }

  /** Aborts to cancel the running calls. */
  get ending(): AbortSignal {
    return this.#sources.ending;
  }

  /**
   * Waits for the running calls, closes the resources of the domains, writes the last audit entries, and disconnects
   * from the keeper. Calls that should not complete must have been cancelled before.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const { recorder } = this.gates;
    const over = new AbortController();
    const late = pause(CALLS_END_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([recorder.settled(), late]);
    over.abort();
    if (recorder.running > 0) {
      this.#sources.log(`${recorder.running} calls have not ended and are not in the audit log`);
    }
    await this.#closing.disposeAsync();
  }
}

/** An open store, with the directory of its registered principals. */
type Readable = { readonly reader: SqliteReader; readonly directory: RefreshedDirectory };

/** Returns the current store; null if its keeper must prepare it or report what is wrong with it. */
async function readable({ store }: WorkspacePaths): Promise<Readable | null> {
  let reader: SqliteReader | null = null;
  try {
    reader = openSqliteReader(store);
    if (reader.followed() === null) return { reader, directory: await openDirectory(reader) };
  } catch {
    // The keeper reports the reason, if there is one.
  }
  reader?.close();
  return null;
}

async function readableAfter(keeper: LateKeeper, sources: WorldSources): Promise<Readable> {
  await keeper.connect();
  const reader = openSqliteReader(sources.paths.store);
  try {
    await assertFounded(keeper, reader, sources);
    return { reader, directory: await openDirectory(reader) };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Registers a workspace whose store is new. If several servers start together, one of them registers it. */
async function assertFounded(
  keeper: Keeper,
  reader: SqliteReader,
  { paths, owner, now, randomId, log }: WorldSources,
): Promise<void> {
  if (owner === null || reader.registryAll('workspace').length > 0) return;
  const { foundWorkspace } = await import('../../governance/keeper/workspace/found-workspace.ts');
  const { reply } = await foundWorkspace(keeper, paths, { owner, now, randomId });
  if (reply.status === 'done') log(`created a workspace in ${paths.dir}`);
}

/** Salt of the commitments that replace secrets. It is as secret as the log's own key and is never written. */
function maskingSalt(paths: WorkspacePaths): string {
  return createHash('sha256')
    .update('plumbline-masking-salt\n')
    .update(readFileSync(paths.logKey))
    .digest('hex');
}
