/** @module serve-hub: serves all servers of a workspace over HTTP until a signal. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { nanoid } from 'nanoid';

import { bearerConnection } from '../governance/access/bearer.ts';
import { tokenHash } from '../governance/access/directory.ts';
import { openControl } from './control/open-control.ts';
import { ICONS } from './host/icon.ts';
import type { HubOptions } from './host/options.ts';
import type { Endpoint } from './http/endpoint.ts';
import { openHub } from './http/hub.ts';
import { openResourceServer } from './http/oauth/open-resource-server.ts';
import { type OAuthSettings, readOAuthFile } from './http/oauth/settings.ts';
import type { HubAddress } from './http/routes.ts';
import { log, sourcesOf, telemetryOf, VERSION, watchWorld } from './start.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { openView } from './view/open-view.ts';
import { Gates } from './world/gates.ts';
import { ALL, SERVED, type Introduced } from './world/servers.ts';
import { World, type WorldSources } from './world/world.ts';

/** Time (ms) that running requests have to end after a signal. */
const GRACE_MS = 10_000;
/** Maximum wait (ms) for the status of the keeper; health checks usually time out after a second. */
const HEALTH_MS = 900;

/** Throws if the store cannot be written, or if the keeper does not report its status in time. */
async function assertHealthy({ keeper, recorder }: World['gates']): Promise<void> {
  recorder.assertWritable();
  const late = pause(HEALTH_MS, { usable: false }, { ref: false });
  const { usable } = await Promise.race([keeper.status(), late]);
  if (!usable) throw new Error('the store cannot be reached');
}

const clock = (): number => performance.now();

/** The host name of the public address, which requests from a proxy contain. */
function ownNames(settings: OAuthSettings | null): readonly string[] {
  return settings === null ? [] : [new URL(settings.file.resource).hostname];
}

/** Reads the certificate and its private key. Throws if a file cannot be read. */
function tlsIn({ tlsFiles }: HubOptions): Pick<HubAddress, 'tls'> {
  if (tlsFiles === null) return {};
  const { cert, key } = tlsFiles;
  return { tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } };
}

/** The addresses of a hub, in words; SERVER is the name of a server. */
function pathsAt(url: string, { sse }: Pick<HubOptions, 'sse'>): string {
  const current = `${url}/mcp and ${url}/mcp/SERVER`;
  return sse ? `${current}; HTTP+SSE on ${url}/sse and ${url}/sse/SERVER` : current;
}

/** Serves until SIGINT, SIGTERM or SIGHUP; a second signal ends the process immediately. */
export async function serveHub(options: HubOptions): Promise<void> {
  const settings = options.oauth === null ? null : await readOAuthFile(options.oauth);
  const ending = new AbortController();
  const sources = sourcesOf(options, ending.signal);
  const telemetry = await telemetryOf('tcp', sources);
  const timed = telemetry?.timed ?? sources.timed;
  const cancel = (): void => ending.abort();
  const isSent = await serveWorld(options, { ...sources, timed }, { settings, telemetry, cancel });
  // A telemetry receiver that does not respond must not keep the process alive
  if (!isSent) process.exit();
}

/** Serves; returns whether all telemetry was sent. */
async function serveWorld(
  options: HubOptions,
  sources: WorldSources,
  {
    settings,
    telemetry,
    cancel,
  }: {
    readonly settings: OAuthSettings | null;
    readonly telemetry: Telemetry | null;
    /** Cancels the running calls. */
    readonly cancel: () => void;
  },
): Promise<boolean> {
  await using world = await World.open(sources);
  // Invalid settings of the tools are reported at the start
  await world.beginTools();
  if (telemetry !== null) watchWorld(telemetry, world, sources.now);
  const gates = new Gates(world, options, telemetry?.observe);
  const { directory, reader } = world.gates;
  let seen = -1;
  const catchUp = async (): Promise<void> => {
    const now = await reader.changeCounter();
    if (now === seen) return;
    await directory.refresh();
    seen = now;
  };
  const oauth =
    settings === null
      ? null
      : await openResourceServer(settings, { directory, now: sources.now, clock, log });
  const endpoint = ({ name, title, instructions }: Introduced): Endpoint => ({
    path: name === ALL ? '/mcp' : `/mcp/${name}`,
    about: { name, title, version: VERSION, instructions, icons: ICONS },
    service: async (connection) => await gates.service(name, connection),
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
  const view = openView(
    { ...world.gates, catchUp },
    { dir: sources.paths.dir, clock, redirects: false },
  );
  const hub = await openHub(
    {
      view: view.service,
      endpoints: [...SERVED.values()].map(endpoint),
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      digest: tokenHash,
      catchUp,
      assertHealthy: () => assertHealthy(world.gates),
      newId: () => `ses_${nanoid(32)}`,
      clock,
      log,
      ...(options.control ? { control: openControl(world.gates, sources) } : {}),
      ...(oauth === null ? {} : { oauth }),
    },
    {
      ...options,
      ...tlsIn(options),
      allowedHosts: [...options.allowedHosts, ...ownNames(settings)],
    },
  );
  log(`serving ${options.workspace ?? 'the workspace'} on ${pathsAt(hub.url, options)}`);
  await stopped;
  log('stopping');
  await hub.close(GRACE_MS);
  await view.thread[Symbol.asyncDispose]();
  cancel();
  return (await telemetry?.close()) ?? true;
}
