/** @module opening.test: a server answers `initialize` while its workspace opens; calls wait, and fail if it cannot be opened. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';

import { mcpServer } from '../../../servers/host/mcp-server.ts';
import type { Service } from '../../../servers/host/requests.ts';

const about = { name: 'one', title: 'One', version: '1', instructions: 'do this' };
async function connected(service: Promise<Service>): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' });
  await Promise.all([mcpServer(service, about).connect(far), client.connect(near)]);
  return client;
}

test('initialize is answered before the workspace is open, and the list waits', async () => {
  const { promise, reject } = Promise.withResolvers<Service>();
  const client = await connected(promise);
  expect(client.getServerVersion()).toMatchObject({ name: 'plumbline-one', title: 'One' });
  expect(client.getInstructions()).toBe('do this');
  let listed = false;
  const list = client.listTools().finally(() => {
    listed = true;
  });
  await new Promise((done) => setTimeout(done, 20));
  expect(listed).toBe(false);
  reject(new Error('it never opened'));
  await expect(list).rejects.toThrow('it never opened');
  await client.close();
});

test('requests that wait for a workspace that cannot be opened are refused with the reason', async () => {
  const { promise, reject } = Promise.withResolvers<Service>();
  const client = await connected(promise);
  const waits = client.callTool({ name: 'any', arguments: {} });
  reject(new Error('the store is damaged'));
  await expect(waits).rejects.toThrow('the store is damaged');
  await client.close();
});
