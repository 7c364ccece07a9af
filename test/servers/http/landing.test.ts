/** @module landing.test: the page of a hub for a person: its servers, the token of a client, and where approvers work. */
import { expect, test } from 'vitest';

import { bearerConnection } from '../../../governance/access/bearer.ts';
import { tokenHash } from '../../../governance/access/directory.ts';
import { openHub } from '../../../servers/http/hub.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { openHarness } from '../../governance/gate/harness.ts';

/** The lines of the page of a hub with two endpoints. */
async function pageOf(defaultAgent: boolean, hasControl: boolean): Promise<readonly string[]> {
  const { directory, gate, close } = await openHarness(spatialServer);
  const endpoint = (path: string, name: string, title: string) => ({
    path,
    about: { name, title, version: '0', instructions: '' },
    service: async (connection: Parameters<typeof gate.call>[0]) =>
      await Promise.resolve({ connection, gate }),
  });
  const control = { serve: () => Promise.resolve(), close: () => Promise.resolve() };
  const hub = await openHub(
    {
      endpoints: [
        endpoint('/mcp/spatial', 'spatial', 'Spatial questions'),
        endpoint('/mcp', 'all', 'Plumbline'),
      ],
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      catchUp: () => Promise.resolve(),
      digest: tokenHash,
      assertHealthy: () => undefined,
      newId: () => 'ses_1',
      clock: () => 0,
      log: () => undefined,
      ...(hasControl ? { control } : {}),
    },
    { host: '127.0.0.1', port: 0, allowedHosts: [], sse: false, defaultAgent },
  );
  const text = await (await fetch(`${hub.url}/`)).text();
  await hub.close(0);
  await close();
  return text.split('\n');
}

test('each row names its server, and the combined one as all servers', async () => {
  const lines = await pageOf(false, false);
  expect(lines).toContain('  /mcp/spatial  Spatial questions (Streamable HTTP)');
  expect(lines).toContain('  /mcp          all servers as one (Streamable HTTP)');
});

test('the page says whether a client needs a token, and where approvals are, if they are served', async () => {
  const closed = (await pageOf(false, true)).join('\n');
  expect(closed).toContain('Each client sends a token: `plumbline agent token NAME`');
  expect(closed).toContain(
    '`plumbline approvals list --hub ADDRESS --as NAME`, which reads /control/',
  );
  const open = (await pageOf(true, false)).join('\n');
  expect(open).toContain('A client without a token acts as the default agent.');
  expect(open).not.toContain('/control/');
});
