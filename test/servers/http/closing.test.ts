/** @module closing.test: a closing hub completes running requests and accepts no new ones. */
import { expect, test } from 'vitest';

import { bearerConnection } from '../../../governance/access/bearer.ts';
import { tokenHash } from '../../../governance/access/directory.ts';
import { openHub } from '../../../servers/http/hub.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { openHarness } from '../../governance/gate/harness.ts';

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const PARAMS = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'x', version: '0' },
};

test('requests before the close are answered, later ones are not', async () => {
  const { directory, gate, close } = await openHarness(spatialServer);
  const opened = Promise.withResolvers<void>();
  const hub = await openHub(
    {
      endpoints: [
        {
          path: '/mcp/spatial',
          about: { name: 'spatial', title: '', version: '0', instructions: '' },
          service: async (connection) => {
            await opened.promise;
            return { connection, gate };
          },
        },
      ],
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      catchUp: () => Promise.resolve(),
      digest: tokenHash,
      assertHealthy: () => undefined,
      newId: () => 'ses_1',
      clock: () => 0,
      log: () => undefined,
    },
    { host: '127.0.0.1', port: 0, allowedHosts: [], sse: false, defaultAgent: true },
  );
  let id = 0;
  const post = async (method: string, params: object, session: object): Promise<string> => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const headers = { ...HEADERS, ...session };
    return await (await fetch(`${hub.url}/mcp/spatial`, { method: 'POST', headers, body })).text();
  };
  await post('initialize', PARAMS, {});
  const session = { 'mcp-session-id': 'ses_1' };
  const running = post('tools/list', {}, session);
  // Completely answered after the other was sent, so the hub has received both.
  await post('ping', {}, session);
  const again = await fetch(`${hub.url}/mcp/spatial`, {
    method: 'POST',
    headers: { ...HEADERS, ...session },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }),
  });
  expect([again.status, await again.text()]).toEqual([
    400,
    expect.stringContaining('is still running'),
  ]);
  const closed = hub.close(60_000);
  await expect(post('ping', {}, session)).rejects.toThrow('fetch failed');
  opened.resolve();
  expect(await running).toContain('room_analysis');
  await closed;
  await close();
});
