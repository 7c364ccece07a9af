/** @module world.test: the servers of a process share one model, one gate each and one call counter. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { mcpServer } from '../../../servers/host/mcp-server.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';

let dir: string;
let world: World;
let models = 0;
let client: Client;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-world-'));
  models = 0;
  world = await World.open({
    ending: new AbortController().signal,
    paths: createWorkspaceFiles(dir),
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
    log: () => {},
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: undefined,
    openBuilding: async (events) => {
      models += 1;
      return await openBuildingDomain(events);
    },
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
  const { directory } = world.gates;
  const agent = directory.agent(directory.workspace().default_agent);
  if (agent === undefined) throw new Error('no default agent');
  const gate = await new Gates(world, { toolsets: [], readOnly: false }).open('all');
  const connection = connectionOf(principalOf(agent, 'ses_test'));
  const server = mcpServer(Promise.resolve({ gate, connection }), {
    name: 'all',
    title: '',
    version: '0',
    instructions: '',
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: 'test', version: '0' });
  await Promise.all([server.connect(far), client.connect(near)]);
});
afterEach(async () => {
  await client.close();
  await world[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

async function call(
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<EnvelopeBody> {
  const answer = await client.callTool({ name, arguments: { ...args, reasoning: 'test' } });
  return answer.structuredContent as EnvelopeBody;
}

test('the model is opened once for all servers, and each sees the changes of the others', async () => {
  const level = { name: 'L', elevation: 0 };
  await call('create_level', { ...level, dry_run: false });
  expect((await call('get_model_summary')).data['level_count']).toBe(1);
  const routed = await call('apex_route', {
    intent: 'a level of the building',
    payload: { tool: 'create_level', arguments: { ...level, name: 'M', dry_run: false } },
  });
  expect(routed).toMatchObject({ success: true, data: { payload: { success: true } } });
  expect((await call('get_model_summary')).data['level_count']).toBe(2);
  expect(models).toBe(1);
});

test('closing a world writes the entries of its gates', async () => {
  await call('get_model_summary');
  await world[Symbol.asyncDispose]();
  const reader = openSqliteReader(join(dir, '.plumbline', 'ledger.db'));
  expect(reader.auditHead()?.body).toContain('get_model_summary');
  reader.close();
});
