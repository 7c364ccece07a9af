/** @module read: what a governed read costs beside a bare SDK server that answers the same bytes. */
import { join } from 'node:path';
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';

import { connectionOf } from '../../governance/access/principal.ts';
import { mcpServer } from '../../servers/host/mcp-server.ts';
import { spatialServer } from '../../servers/spatial/server.ts';
import { LAUNCHER, testWorkspace } from '../e2e/connect.ts';
import { openHarness } from '../governance/gate/harness.ts';
import { bareServer } from './bare-server.ts';
import { alternating, type BenchRow } from './measure.ts';
import { setPolicy, UNLIMITED } from './policy.ts';

const why = { reasoning: 'bench' };
const BARE = join(import.meta.dirname, 'bare-server.ts');

/** The call that is timed on both sides: the same tool name, arguments and answer. */
type Side = { readonly name: string; readonly call: () => Promise<unknown> };

async function answerOf(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: 'get_model_summary', arguments: why });
  const [first] = content as { text: string }[];
  return first?.text ?? '';
}

const calling =
  (client: Client): (() => Promise<unknown>) =>
  () =>
    client.callTool({ name: 'get_model_summary', arguments: why });

async function compared(
  what: string,
  bare: Side,
  governed: Side,
  target: number,
): Promise<BenchRow> {
  const { a, b, ratio } = await alternating(bare.call, governed.call, { rounds: 9, calls: 600 });
  return {
    what,
    baseline: `${bare.name} p50 ${a.p50_us.toFixed(1)} µs p99 ${a.p99_us.toFixed(0)}`,
    measured: `${governed.name} p50 ${b.p50_us.toFixed(1)} µs p99 ${b.p99_us.toFixed(0)}`,
    ratio,
    target: `≤ ${target} ×`,
    holds: ratio <= target,
  };
}

async function inMemory(): Promise<BenchRow> {
  const harness = await openHarness(spatialServer);
  await harness.keeper.registry({ change: 'policy', policy: UNLIMITED, signed: null });
  const connectTo = async (server: {
    connect: (t: InMemoryTransport) => Promise<void>;
  }): Promise<Client> => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'bench', version: '0' });
    await Promise.all([server.connect(far), client.connect(near)]);
    return client;
  };
  const governed = await connectTo(
    mcpServer(
      Promise.resolve({ gate: harness.gate, connection: connectionOf(harness.principal) }),
      { name: 'spatial', title: '', version: '0', instructions: '' },
    ),
  );
  const bare = await connectTo(bareServer(await answerOf(governed)));
  const row = await compared(
    'governed read, in memory',
    { name: 'bare SDK', call: calling(bare) },
    { name: 'governed', call: calling(governed) },
    2,
  );
  await bare.close();
  await governed.close();
  await harness.recorder.flush();
  await harness.close();
  return row;
}

async function overStdio(): Promise<BenchRow> {
  const workspace = testWorkspace();
  await setPolicy(workspace.dir, UNLIMITED);
  const start = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Client> => {
    const client = new Client({ name: 'bench', version: '0' });
    const path = process.env['PATH'] ?? '';
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...args],
        env: { PATH: path, ...env },
      }),
    );
    return client;
  };
  const governed = await start([LAUNCHER, 'mcp', 'spatial', '--workspace', workspace.dir]);
  const bare = await start([BARE], { BARE_ANSWER: await answerOf(governed) });
  const row = await compared(
    'governed read, over stdio',
    { name: 'bare SDK server', call: calling(bare) },
    { name: 'governed server', call: calling(governed) },
    1.5,
  );
  await governed.close();
  await bare.close();
  workspace.remove();
  return row;
}

/** Rows of governed reads. */
export async function readRows(): Promise<readonly BenchRow[]> {
  return [await inMemory(), await overStdio()];
}
