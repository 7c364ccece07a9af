/** @module serve-hub: all servers of a workspace over HTTP, until a signal ends them. */
import process from 'node:process';

import { nanoid } from 'nanoid';

import { bearerConnection } from '../governance/access/bearer.ts';
import { tokenHash } from '../governance/access/directory.ts';
import { ICONS } from './host/icon.ts';
import type { HubOptions } from './host/options.ts';
import type { Endpoint } from './http/endpoint.ts';
import { openHub } from './http/hub.ts';
import { log, sourcesOf, VERSION } from './start.ts';
import { Gates } from './world/gates.ts';
import { ALL, SERVED, type Introduced } from './world/servers.ts';
import { World } from './world/world.ts';

/** What runs may end within this time after a signal, ms. */
const GRACE_MS = 10_000;

/** Serves until SIGINT, SIGTERM or SIGHUP; a second signal ends it at once. */
export async function serveHub(options: HubOptions): Promise<void> {
  await using world = await World.open(sourcesOf(options));
  const gates = new Gates(world, options);
  const { directory, reader, recorder } = world.gates;
  let seen = -1;
  const catchUp = async (): Promise<void> => {
    const now = await reader.changeCounter();
    if (now === seen) return;
    await directory.refresh();
    seen = now;
  };
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
  const hub = await openHub(
    {
      endpoints: [...SERVED.values()].map(endpoint),
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      digest: tokenHash,
      catchUp,
      assertHealthy: () => recorder.assertWritable(),
      newId: () => `ses_${nanoid(32)}`,
      clock: () => performance.now(),
      log,
    },
    options,
  );
  log(
    `serving ${options.workspace ?? 'the workspace'} on ${hub.url}/mcp and ${hub.url}/mcp/SERVER`,
  );
  await stopped;
  log('stopping');
  await hub.close(GRACE_MS);
}
