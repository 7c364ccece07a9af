/** @module main: composition root of the servers. Configuration, clock, ids and streams are injected only here. */
import process from 'node:process';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';

import { nanoid } from 'nanoid';

import { localConnection } from '../governance/access/principal.ts';
import { Refusal } from '../schemas/errors.ts';
import { connecting } from './host/era.ts';
import { ICONS } from './host/icon.ts';
import { readServeOptions, UsageError, type StdioOptions } from './host/options.ts';
import type { Service } from './host/requests.ts';
import type { RefuseUnusable } from './host/stdio-transport.ts';
import { serveStdio } from './host/stdio.ts';
import { settingsIn } from './mpt/settings/settings-file.ts';
import { log, oneLine, sourcesOf, telemetryOf, VERSION, watchWorld } from './start.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { ALL, SERVED, type Introduced } from './world/servers.ts';
import type { World, WorldSources } from './world/world.ts';

/**
 * Time (ms) after which an idle server connects to its keeper, so that a client that lists the tools immediately is
 * answered first.
 */
const KEEPER_AFTER_MS = 100;

/** The servers with the tools that an operator can configure. */
const TOOLS: ReadonlySet<string> = new Set(['mpt', ALL]);

/**
 * Opens the world and the service of one connection. Their modules are loaded here, after `initialize` was answered.
 */
async function openService(
  sources: WorldSources,
  options: StdioOptions,
  { name }: Introduced,
): Promise<Service & { readonly world: World; readonly telemetry: Telemetry | null }> {
  const { World } = await import('./world/world.ts');
  const { Gates } = await import('./world/gates.ts');
  const telemetry = await telemetryOf('pipe', sources);
  const timed = telemetry?.timed ?? sources.timed;
  const world = await World.openForLists({ ...sources, timed });
  try {
    if (telemetry !== null) watchWorld(telemetry, world, sources.now);
    const connection = localConnection(
      world.gates.directory,
      { agent: process.env['PLUMBLINE_AGENT'], token: process.env['PLUMBLINE_TOKEN'] },
      `ses_${nanoid()}`,
    );
    const { refusal } = connection.identify();
    if (refusal !== null) {
      log(`${refusal.body.message}, so every call is refused; ${refusal.body.hint}`);
    }
    const gates = new Gates(world, options, telemetry?.observe);
    return { world, telemetry, ...(await gates.service(name, connection)) };
  } catch (error) {
    await world[Symbol.asyncDispose]();
    throw error;
  }
}

/** Returns the world once its keeper is connected; after an error the world is closed. */
async function connectedWorld(world: World): Promise<World> {
  await pause(KEEPER_AFTER_MS);
  try {
    await world.connect();
    return world;
  } catch (error) {
    await world[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Answers `initialize` first, then opens the workspace and connects to its keeper. If the workspace cannot be opened,
 * the server ends with the reason; invalid settings of the tools end it before `initialize`. If a client disconnects earlier, the server ends without an error.
 */
async function serve(options: StdioOptions, introduced: Introduced): Promise<void> {
  const ending = new AbortController();
  const sources = sourcesOf(options, ending.signal);
  // Before `initialize`, so that no call arrives at a server that is about to end; hosts show standard error
  if (TOOLS.has(introduced.name)) await settingsIn(sources.paths);
  const streams = { input: process.stdin, output: process.stdout };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort());
  }
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>();
  const opened = idle.then(async () => await openService(sources, options, introduced));
  const connected = opened.then(async ({ world }) => await connectedWorld(world));
  connected.catch(async () => {
    // Waiting requests are refused before the connection ends.
    await setImmediate();
    stop.abort();
  });
  const { name, title, instructions } = introduced;
  const about = { name, title, version: VERSION, instructions, icons: ICONS };
  const refuse: RefuseUnusable = async ({ tool, arguments: given, because, hint, tooLarge }) => {
    const { gate, connection } = await opened;
    const refusal = new Refusal(tooLarge ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT', because, hint);
    return await gate.refuse(
      connection,
      { tool: tool ?? '(unreadable)', arguments: given },
      refusal,
    );
  };
  const isLeft = connected.then(
    () => false,
    () => ending.signal.aborted,
  );
  await serveStdio(connecting(opened, about), streams, {
    signal: stop.signal,
    onIdle,
    refuse,
    opened: isLeft.then(() => undefined),
    cancel: () => ending.abort(),
  });
  if (await isLeft) return;
  const world = await connected;
  const { telemetry } = await opened;
  const isSent = (await telemetry?.close()) ?? true;
  await world[Symbol.asyncDispose]();
  // A telemetry receiver that does not respond must not keep the process alive.
  if (!isSent) process.exit();
}

try {
  const options = readServeOptions(process.argv.slice(2), [...SERVED.keys()]);
  if (options.command === 'serve') {
    const { serveHub } = await import('./serve-hub.ts');
    await serveHub(options);
  } else if (options.command === 'view') {
    const { serveView } = await import('./view/serve-view.ts');
    await serveView(options);
  } else {
    const served = SERVED.get(options.server);
    if (served !== undefined) await serve(options, served);
  }
} catch (error) {
  const line = oneLine(error);
  if (line === null) throw error;
  log(line);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
