/** @module main: composition root of the servers; configuration, clock, ids and streams come in here and nowhere else. */
import {
  createHash,
  createPrivateKey,
  randomBytes,
  randomInt,
  randomUUID,
  randomUUIDv7,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { nanoid } from 'nanoid';

import { openDirectory } from '../governance/access/directory.ts';
import { identifyLocal, principalOf } from '../governance/access/principal.ts';
import { isPlaced } from '../governance/access/scope.ts';
import type { GateParts } from '../governance/gate/context.ts';
import { createGate, type Gate } from '../governance/gate/gate.ts';
import { mergedGate } from '../governance/gate/merged.ts';
import { Recorder } from '../governance/gate/recorder.ts';
import { connectKeeper } from '../governance/keeper/connect.ts';
import { foundWorkspace } from '../governance/keeper/found.ts';
import type { Keeper } from '../governance/keeper/protocol.ts';
import {
  createWorkspaceFiles,
  findWorkspace,
  workspacePaths,
  type WorkspacePaths,
} from '../governance/keeper/workspace.ts';
import type { Selection } from '../governance/tool/registry.ts';
import type { ServerDefinition } from '../governance/tool/server-definition.ts';
import { publicKeyOf, signText } from '../kernel/canonical/signature.ts';
import { LedgerError } from '../kernel/ledger/ledger.ts';
import { openSqliteReader, type SqliteReader } from '../kernel/ledger/sqlite.ts';
import { openBuildingDomain } from './building/domain.ts';
import type { BuildingView } from './building/view.ts';
import { geometryServer } from './geometry/server.ts';
import { mcpServer } from './host/mcp-server.ts';
import { readServeOptions, UsageError, type ServeOptions } from './host/options.ts';
import { serveStdio } from './host/stdio.ts';
import { openToolsDomain } from './mpt/domain.ts';
import { mptServer } from './mpt/server.ts';
import { readSettings, SettingsError } from './mpt/settings.ts';
import type { Neighbour } from './mpt/sources.ts';
import { openExperimentDomain } from './pseudo-axion/domain.ts';
import { pseudoAxionServer } from './pseudo-axion/server.ts';
import type { ExperimentSources } from './pseudo-axion/sources.ts';
import { spatialServer } from './spatial/server.ts';

const VERSION = '0.1.0';
/** Hosts cut longer instructions silently. */
const INSTRUCTIONS_MAX = 2000;

/** What the gates of one connection share. */
type Shared = Omit<GateParts<never>, 'server' | 'domain' | 'reader'> & {
  readonly reader: SqliteReader;
  readonly paths: WorkspacePaths;
  /** What is to be closed when the connection ends. */
  readonly closing: AsyncDisposableStack;
};

/** A server by name, and how its gate is opened. */
type Part = Pick<ServerDefinition<never>, 'name' | 'title' | 'instructions'> & {
  readonly open: (selection: Selection, shared: Shared) => Promise<Gate>;
};

function building(definition: ServerDefinition<BuildingView>): Part {
  const { name, title, instructions } = definition;
  return {
    name,
    title,
    instructions,
    open: async (selection, shared) => {
      const domain = await openBuildingDomain(shared.reader);
      return createGate(definition, selection, { ...shared, server: name, domain });
    },
  };
}

/** Seeds of the experiment are drawn from 0 to this. */
const SEED_MAX = 2 ** 47;

const experiment: Part = {
  name: pseudoAxionServer.name,
  title: pseudoAxionServer.title,
  instructions: pseudoAxionServer.instructions,
  open: async (selection, shared) => {
    const { artifacts, logKey } = shared.paths;
    const sources = {
      artifacts,
      now,
      uuid: randomUUID,
      nonce: () => randomBytes(32).toString('hex'),
      seed: () => randomInt(SEED_MAX),
      sign(text: string, context: string) {
        const key = createPrivateKey(readFileSync(logKey));
        return { signature: signText(key, text, context), public_key: publicKeyOf(key) };
      },
      workers: availableParallelism(),
    } satisfies ExperimentSources;
    const { domain } = shared.closing.use(openExperimentDomain(sources));
    return createGate(pseudoAxionServer, selection, {
      ...shared,
      server: pseudoAxionServer.name,
      domain,
    });
  },
};

const BESIDE: readonly [Part, ...Part[]] = [
  building(geometryServer),
  building(spatialServer),
  experiment,
];

/** The tool kernel; the gates of the servers beside it are opened in this process when a route first leads there. */
const tools: Part = {
  name: mptServer.name,
  title: mptServer.title,
  instructions: mptServer.instructions,
  open: async (selection, shared) => {
    const { paths, reader, randomId } = shared;
    const opened = openToolsDomain({
      reader,
      cache: join(paths.inner, 'cache'),
      tapes: join(paths.inner, 'tapes'),
      artifacts: paths.artifacts,
      clock: () => now().getTime(),
      randomId,
      log: shared.log,
      settings: readSettings(join(paths.inner, 'mpt.json'), paths.dir),
      readsAll: ({ name }) => {
        const scope = shared.directory.agent(name)?.permissions.permissions.READ;
        return scope !== undefined && !isPlaced(scope) && scope.branch_patterns === undefined;
      },
      neighbours: new Map([
        ...BESIDE.map((part) => [part.name, neighbour(part, selection, shared)] as const),
        [mptServer.name, async () => await Promise.resolve(asNeighbour(gate))],
      ]),
    });
    const { domain } = shared.closing.use(opened);
    const gate = createGate(mptServer, selection, { ...shared, server: mptServer.name, domain });
    return await Promise.resolve(gate);
  },
};

/** A server beside, opened once. */
function neighbour(part: Part, selection: Selection, shared: Shared): () => Promise<Neighbour> {
  let opened: Promise<Neighbour> | undefined;
  const open = async (): Promise<Neighbour> => asNeighbour(await part.open(selection, shared));
  return () => (opened ??= open());
}

function asNeighbour(gate: Gate): Neighbour {
  return {
    list: gate.list,
    call: async (call, { principal, signal }) => {
      const answer = await gate.call(principal, { ...call, signal, progress: () => {} });
      return answer.envelope;
    },
  };
}

const PARTS: readonly [Part, ...Part[]] = [...BESIDE, tools];
const [FIRST, ...OTHERS] = PARTS;
const ALL: Part = {
  name: 'all',
  title: 'Plumbline',
  instructions: PARTS.map(({ instructions }) => instructions)
    .join('\n\n')
    .slice(0, INSTRUCTIONS_MAX),
  open: async (selection, shared) =>
    mergedGate([
      await FIRST.open(selection, shared),
      ...(await Promise.all(OTHERS.map(({ open }) => open(selection, shared)))),
    ]),
};
const SERVERS: ReadonlyMap<string, Part> = new Map(
  [...PARTS, ALL].map((part) => [part.name, part]),
);

const now = (): Date => new Date();
const log = (line: string): void => {
  process.stderr.write(`plumbline: ${line}\n`);
};

/** The workspace to serve. One that is named is made when it is not there; one that is only looked for must be there. */
function workspaceOf({ workspace }: ServeOptions): WorkspacePaths {
  if (workspace === null) {
    const found = findWorkspace(process.cwd());
    if (found !== null) return workspacePaths(found);
    throw new UsageError(
      `got no workspace in ${process.cwd()} or above it; run \`plumbline init\` there, or name one with --workspace`,
    );
  }
  const paths = workspacePaths(workspace);
  return existsSync(paths.store) ? paths : createWorkspaceFiles(workspace);
}

/** Registers a workspace whose store has just been made; of several servers that start together, one does it. */
async function assertFounded(
  keeper: Keeper,
  reader: SqliteReader,
  paths: WorkspacePaths,
): Promise<void> {
  if (reader.registryAll('workspace').length > 0) return;
  const founding = { owner: userInfo().username, now, randomId: randomUUIDv7 };
  const { reply } = await foundWorkspace(keeper, paths, founding);
  if (reply.status === 'done') log(`made a workspace in ${paths.dir}`);
}

/** Salt of the commitments that stand for secrets: as secret as the log's own key, and never written. */
function maskingSalt(paths: WorkspacePaths): string {
  return createHash('sha256')
    .update('plumbline-masking-salt\n')
    .update(readFileSync(paths.logKey))
    .digest('hex');
}

async function serve(options: ServeOptions, part: Part): Promise<void> {
  const paths = workspaceOf(options);
  const keeper = await connectKeeper({ dir: paths.dir });
  const reader = openSqliteReader(paths.store);
  const recorder = new Recorder(keeper);
  await using closing = new AsyncDisposableStack();
  try {
    await assertFounded(keeper, reader, paths);
    const directory = await openDirectory(reader);
    const { record, note } = identifyLocal(directory, {
      agent: process.env['PLUMBLINE_AGENT'],
      token: process.env['PLUMBLINE_TOKEN'],
    });
    if (note !== null) log(note);
    const gate = await part.open(options, {
      paths,
      closing,
      directory,
      keeper,
      reader,
      recorder,
      salt: maskingSalt(paths),
      now,
      randomId: randomUUIDv7,
      log,
    });
    const { name, title, instructions } = part;
    const server = mcpServer(gate, principalOf(record, `ses_${nanoid()}`), {
      name,
      title,
      version: VERSION,
      instructions,
    });
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => stop.abort());
    await serveStdio(server, { input: process.stdin, output: process.stdout }, stop.signal);
  } finally {
    await recorder
      .flush()
      .catch((error: unknown) => log(`audit entries were not written: ${String(error)}`));
    reader.close();
    await keeper.close();
  }
}

try {
  const options = readServeOptions(process.argv.slice(2), [...SERVERS.keys()]);
  const part = SERVERS.get(options.server);
  if (part !== undefined) await serve(options, part);
} catch (error) {
  const said = [UsageError, LedgerError, SettingsError].some((kind) => error instanceof kind);
  if (!said || !(error instanceof Error)) throw error;
  log(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
