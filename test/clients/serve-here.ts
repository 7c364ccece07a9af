/** @module serve-here: a server in this process, in place of the child process that a command starts. */
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';

import type { StartServer } from '../../clients/plumbline/terminal.ts';
import { localConnection } from '../../governance/access/principal.ts';
import { mcpServer } from '../../servers/host/mcp-server.ts';
import { readServeOptions } from '../../servers/host/options.ts';
import { sourcesOf } from '../../servers/start.ts';
import { Gates } from '../../servers/world/gates.ts';
import { SERVED } from '../../servers/world/servers.ts';
import { World } from '../../servers/world/world.ts';

/** Starts the server of `words` as `servers/main.ts` does, with a world of its own, which is closed with the connection. */
export const serveHere: StartServer = (words, env) => {
  const options = readServeOptions(words, [...SERVED.keys()]);
  if (options.command !== 'mcp') throw new Error(`\`${words.join(' ')}\` serves nothing here`);
  const introduced = SERVED.get(options.server);
  if (introduced === undefined) throw new Error(`\`${words.join(' ')}\` serves nothing here`);
  const ending = new AbortController();
  const opened = (async () => {
    const world = await World.openForLists(sourcesOf(options, ending.signal));
    const credentials = { agent: env['PLUMBLINE_AGENT'], token: env['PLUMBLINE_TOKEN'] };
    const connection = localConnection(world.gates.directory, credentials, 'ses_here');
    const gates = new Gates(world, options);
    return { world, service: await gates.service(introduced.name, connection) };
  })();
  const service = opened.then((one) => one.service);
  const server = mcpServer(service, { ...introduced, version: '0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const [start, close] = [near.start.bind(near), near.close.bind(near)];
  return Object.assign(near, {
    start: async () => {
      await server.connect(far);
      await start();
    },
    close: async () => {
      await close();
      ending.abort();
      const { world } = await opened;
      await world[Symbol.asyncDispose]();
    },
  });
};
