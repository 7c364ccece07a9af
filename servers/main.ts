/** @module main: composition root of the servers; configuration, clock, ids and streams come in here and nowhere else. */
import { randomBytes, randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { availableParallelism, homedir, hostname, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';

import { nanoid } from 'nanoid';

import { localConnection } from '../governance/access/principal.ts';
import {
  createWorkspaceFiles,
  findWorkspace,
  workspacePaths,
  type WorkspacePaths,
} from '../governance/keeper/workspace/workspace-files.ts';
import { sha256Hex } from '../kernel/canonical/hash.ts';
import { systemErrorText } from '../kernel/files/system-error.ts';
import { LedgerError } from '../kernel/ledger/ledger.ts';
import { Refusal } from '../schemas/errors.ts';
import { mcpServer, type Service } from './host/mcp-server.ts';
import { readServeOptions, UsageError, type ServeOptions } from './host/options.ts';
import type { RefuseUnusable } from './host/stdio-transport.ts';
import { serveStdio } from './host/stdio.ts';
import { SettingsError } from './mpt/settings-error.ts';
import { userCacheFolder } from './mpt/user-cache-folder.ts';
import { SERVED, type Introduced } from './world/servers.ts';
import type { World, WorldSources } from './world/world.ts';

const VERSION = '0.1.0';
/** Seeds of the experiment are drawn from 0 to this. */
const SEED_MAX = 2 ** 47;

const log = (line: string): void => {
  process.stderr.write(`plumbline: ${line}\n`);
};

/** The nearest folder upwards with a workspace that this user may not look into, null where there is none. */
function closedTo(start: string): string | null {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    const { inner } = workspacePaths(dir);
    if (existsSync(inner)) return isOpen(inner) ? null : dir;
    if (dir === dirname(dir)) return null;
  }
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The workspace to serve, which is made with --init alone: a mistyped folder would be a workspace with rules of its own. */
function workspaceOf({ workspace, init }: ServeOptions): WorkspacePaths {
  const dir = workspace ?? process.cwd();
  const found = findWorkspace(dir);
  if (found !== null && (workspace === null || found === resolve(dir))) {
    return workspacePaths(found);
  }
  if (init) return createWorkspaceFiles(dir);
  const closed = closedTo(dir);
  if (closed !== null) {
    throw new UsageError(
      `the workspace in ${closed} is closed to this user; start the server as the user whom it belongs to`,
    );
  }
  const looked = workspace === null ? `${dir} or above it` : resolve(dir);
  throw new UsageError(
    `got no workspace in ${looked}; run \`plumbline init\` there, name another folder with --workspace DIR, or add --init to make one`,
  );
}

function sourcesOf(options: ServeOptions): WorldSources {
  return {
    paths: workspaceOf(options),
    owner: options.init ? userInfo().username : null,
    now: () => new Date(),
    randomId: randomUUIDv7,
    log,
    process: { id: randomUUID(), pid: process.pid, host: sha256Hex(hostname()).slice(0, 16) },
    userCache: userCacheFolder({
      platform: process.platform,
      home: homedir(),
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
      LOCALAPPDATA: process.env['LOCALAPPDATA'],
    }),
    openBuilding: async (...given) => {
      const { openBuildingDomain } = await import('./building/domain.ts');
      return await openBuildingDomain(...given);
    },
    experiment: {
      uuid: randomUUID,
      nonce: () => randomBytes(32).toString('hex'),
      seed: () => randomInt(SEED_MAX),
      workers: availableParallelism(),
    },
  };
}

/** A world and the service of one connection over it. Their modules are loaded here: most of a start is spent on them. */
async function openService(
  sources: WorldSources,
  options: ServeOptions,
  { name }: Introduced,
): Promise<Service & { readonly world: World }> {
  const { World } = await import('./world/world.ts');
  const { Gates } = await import('./world/gates.ts');
  const world = await World.open(sources);
  try {
    const connection = localConnection(
      world.gates.directory,
      { agent: process.env['PLUMBLINE_AGENT'], token: process.env['PLUMBLINE_TOKEN'] },
      `ses_${nanoid()}`,
    );
    const { refusal } = connection.identify();
    if (refusal !== null) {
      log(`${refusal.body.message}, so every call is refused; ${refusal.body.hint}`);
    }
    const gates = new Gates(world, options);
    return { world, connection, gate: await gates.open(name), resources: gates.resources(name) };
  } catch (error) {
    await world[Symbol.asyncDispose]();
    throw error;
  }
}

/** Answers `initialize` first and opens the workspace then; a workspace that does not open ends the server. */
async function serve(options: ServeOptions, introduced: Introduced): Promise<void> {
  const sources = sourcesOf(options);
  const streams = { input: process.stdin, output: process.stdout };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort());
  }
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>();
  const opened = idle.then(async () => await openService(sources, options, introduced));
  opened.catch(async () => {
    // What waits is refused before the connection ends.
    await setImmediate();
    stop.abort();
  });
  const { name, title, instructions } = introduced;
  const about = { name, title, version: VERSION, instructions };
  const refuse: RefuseUnusable = async ({ tool, arguments: given, because, hint, tooLarge }) => {
    const { gate, connection } = await opened;
    const refusal = new Refusal(tooLarge ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT', because, hint);
    return await gate.refuse(
      connection,
      { tool: tool ?? '(unreadable)', arguments: given },
      refusal,
    );
  };
  await serveStdio(mcpServer(opened, about), streams, { signal: stop.signal, onIdle, refuse });
  const { world } = await opened;
  await world[Symbol.asyncDispose]();
}

/** What ended the server, for its operator; null for a fault of the program, whose stack is for a bug report. */
function oneLine(error: unknown): string | null {
  if (error instanceof Refusal) return `${error.body.message}; ${error.body.hint}`;
  const text = systemErrorText(error);
  if (text !== null) return `${text.message}; ${text.next}`;
  const said = [UsageError, LedgerError, SettingsError].some((kind) => error instanceof kind);
  return said && error instanceof Error ? error.message : null;
}

try {
  const options = readServeOptions(process.argv.slice(2), [...SERVED.keys()]);
  const served = SERVED.get(options.server);
  if (served !== undefined) await serve(options, served);
} catch (error) {
  const line = oneLine(error);
  if (line === null) throw error;
  log(line);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
