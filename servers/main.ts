/** @module main: composition root of the servers; configuration, clock, ids and streams come in here and nowhere else. */
import { createHash, randomUUIDv7 } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import process from 'node:process';

import { nanoid } from 'nanoid';

import { openDirectory } from '../governance/access/directory.ts';
import { identifyLocal, principalOf } from '../governance/access/principal.ts';
import { createGate } from '../governance/gate/gate.ts';
import { Recorder } from '../governance/gate/recorder.ts';
import { connectKeeper } from '../governance/keeper/connect.ts';
import { foundWorkspace } from '../governance/keeper/found.ts';
import {
  createWorkspaceFiles,
  findWorkspace,
  workspacePaths,
  type WorkspacePaths,
} from '../governance/keeper/workspace.ts';
import type { ServerDefinition } from '../governance/tool/server-definition.ts';
import { LedgerError } from '../kernel/ledger/ledger.ts';
import { openSqliteReader } from '../kernel/ledger/sqlite.ts';
import { openBuildingDomain } from './building/domain.ts';
import type { BuildingView } from './building/view.ts';
import { geometryServer } from './geometry/server.ts';
import { mcpServer } from './host/mcp-server.ts';
import { readServeOptions, UsageError, type ServeOptions } from './host/options.ts';
import { serveStdio } from './host/stdio.ts';
import { spatialServer } from './spatial/server.ts';

const VERSION = '0.1.0';

const PARTS: readonly ServerDefinition<BuildingView>[] = [geometryServer, spatialServer];
const ALL: ServerDefinition<BuildingView> = {
  name: 'all',
  title: 'Plumbline',
  instructions: PARTS.map(({ instructions }) => instructions).join('\n\n'),
  tools: PARTS.flatMap(({ tools }) => tools),
};
const SERVERS: ReadonlyMap<string, ServerDefinition<BuildingView>> = new Map(
  [...PARTS, ALL].map((server) => [server.name, server]),
);

const now = (): Date => new Date();
const log = (line: string): void => {
  process.stderr.write(`plumbline: ${line}\n`);
};

/** The workspace to serve. One that is named is made when it is not there; one that is only looked for must be there. */
async function workspaceOf({ workspace }: ServeOptions): Promise<WorkspacePaths> {
  if (workspace === null) {
    const found = findWorkspace(process.cwd());
    if (found !== null) return workspacePaths(found);
    throw new UsageError(
      `got no workspace in ${process.cwd()} or above it; run \`plumbline init\` there, or name one with --workspace`,
    );
  }
  const paths = workspacePaths(workspace);
  if (existsSync(paths.store)) return paths;
  createWorkspaceFiles(workspace);
  const keeper = await connectKeeper({ dir: paths.dir });
  const founding = { owner: userInfo().username, now, randomId: randomUUIDv7 };
  await foundWorkspace(keeper, paths, founding);
  await keeper.close();
  log(`made a workspace in ${paths.dir}`);
  return paths;
}

/** Salt of the commitments that stand for secrets: as secret as the log's own key, and never written. */
function maskingSalt(paths: WorkspacePaths): string {
  return createHash('sha256')
    .update('plumbline-masking-salt\n')
    .update(readFileSync(paths.logKey))
    .digest('hex');
}

async function serve(
  options: ServeOptions,
  definition: ServerDefinition<BuildingView>,
): Promise<void> {
  const paths = await workspaceOf(options);
  const keeper = await connectKeeper({ dir: paths.dir });
  const reader = openSqliteReader(paths.store);
  const recorder = new Recorder(keeper);
  try {
    const directory = await openDirectory(reader);
    const { record, note } = identifyLocal(directory, {
      agent: process.env['PLUMBLINE_AGENT'],
      token: process.env['PLUMBLINE_TOKEN'],
    });
    if (note !== null) log(note);
    const gate = createGate(definition, options, {
      server: definition.name,
      domain: await openBuildingDomain(reader),
      directory,
      keeper,
      reader,
      recorder,
      salt: maskingSalt(paths),
      now,
      randomId: randomUUIDv7,
      log,
    });
    const server = mcpServer(gate, principalOf(record, `ses_${nanoid()}`), {
      name: definition.name,
      title: definition.title,
      version: VERSION,
      instructions: definition.instructions,
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
  const definition = SERVERS.get(options.server);
  if (definition !== undefined) await serve(options, definition);
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof LedgerError)) throw error;
  log(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
