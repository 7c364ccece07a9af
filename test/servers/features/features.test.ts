/** @module features.test: features of servers other than tools, for callers with an unrestricted and a restricted READ scope. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { AgentRecord } from '../../../schemas/governance.ts';
import { AgentPermissions } from '../../../schemas/permissions.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { noticed } from '../../../servers/features/person-notice.ts';
import { LISTED_PROMPTS } from '../../../servers/features/prompts/all-prompts.ts';
import { connecting } from '../../../servers/host/era.ts';
import { ICONS } from '../../../servers/host/icon.ts';
import { mcpServer } from '../../../servers/host/mcp-server.ts';
import { serveStdio } from '../../../servers/host/stdio.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';

let dir: string;
let world: World;
let gates: Gates;
let agent: AgentRecord;
/** An agent that sees everything, and one that sees only walls. */
let owner: Told;
let shell: Told;
let wall: string;
let door: string;
const lines: string[] = [];

type Told = {
  readonly client: Client;
  readonly updated: string[];
  readonly tools: { count: number };
};

async function connected(record: AgentRecord): Promise<Told> {
  const connection = connectionOf(principalOf(record, `ses_${record.name}`));
  const about = { name: 'all', title: 'All', version: '0', instructions: '' };
  const server = mcpServer(gates.service('all', connection), about);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' });
  const [updated, tools] = [[] as string[], { count: 0 }];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    updated.push(params.uri);
  });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    tools.count += 1;
  });
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, updated, tools };
}

async function registered(
  name: string,
  permissions: z.input<typeof AgentPermissions>,
): Promise<AgentRecord> {
  const parsed = AgentPermissions.parse(permissions);
  const record = { ...agent, name, agent_id: `agent-${name}`, permissions: parsed };
  const reply = await world.gates.keeper.registry({ change: 'agent', record, signed: null });
  expect(reply.status).toBe('done');
  await world.gates.directory.refresh();
  return record;
}

async function done(tool: string, args: object): Promise<EnvelopeBody> {
  const given = { ...args, reasoning: 'test', dry_run: false };
  const answer = await owner.client.callTool({ name: tool, arguments: given });
  const envelope = answer.structuredContent as EnvelopeBody;
  expect(envelope).toMatchObject({ success: true });
  return envelope;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-features-'));
  world = await World.open({
    ending: new AbortController().signal,
    paths: createWorkspaceFiles(dir),
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
    log: (line) => lines.push(line),
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: undefined,
    openBuilding: openBuildingDomain,
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
  const { directory } = world.gates;
  const found = directory.agent(directory.workspace().default_agent);
  if (found === undefined) throw new Error('no default agent');
  agent = found;
  gates = new Gates(world, { toolsets: [], readOnly: false });
  owner = await connected(agent);
  const READ = { categories: ['Levels', 'Walls'] };
  shell = await connected(await registered('shell', { permissions: { READ, CREATE: {} } }));
  const { level_id } = (await done('create_level', { name: 'L', elevation: 0 })).data;
  const ends = { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
  wall = String((await done('create_wall', { level_id, ...ends })).data['wall_id']);
  door = String((await done('place_door', { wall_id: wall, offset: 1000 })).data['door_id']);
});
afterAll(async () => {
  await owner.client.close();
  await shell.client.close();
  await world[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

const element = (id: string): string => `plumbline://model/main/element/${id}`;

async function textAt({ client }: Told, uri: string): Promise<string> {
  const [content] = (await client.readResource({ uri })).contents;
  return content !== undefined && 'text' in content ? content.text : '';
}

/** Calls until the condition is met; otherwise the test times out. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('resources', () => {
  test('the schema of a committed answer is published as a resource [TOOL-4]', async () => {
    const { tools } = await owner.client.listTools();
    const wholeOf = async (tool: string): Promise<object> =>
      JSON.parse(await textAt(owner, `plumbline://schema/${tool}`)) as object;
    expect(await wholeOf('create_wall')).toMatchObject({
      title: 'create_wall',
      properties: {
        data: { required: ['wall_id', 'length_mm'], properties: { wall_id: { type: 'string' } } },
      },
    });
    // A tool of another server behind the same connection; the list requires no member, the schema does.
    const listed = tools.find(({ name }) => name === 'clash_detection')?.outputSchema;
    expect(JSON.stringify(listed)).not.toContain('"required":["validation_run_id"');
    expect(JSON.stringify(await wholeOf('clash_detection'))).toContain(
      '"required":["validation_run_id"',
    );
    await expect(wholeOf('no_such_tool')).rejects.toThrow(
      'no file `plumbline://schema/no_such_tool`',
    );
    await owner.client.subscribeResource({ uri: 'plumbline://schema/create_wall' });
    await expect(
      owner.client.subscribeResource({ uri: 'plumbline://schema/no_such_tool' }),
    ).rejects.toThrow('no resource at');
  });

  test('the model and the records are listed, and read with the answers of tools', async () => {
    const { resources } = await owner.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain('plumbline://audit/head');
    for (const uri of uris) expect(await textAt(owner, uri)).not.toBe('');
    const summary: unknown = JSON.parse(await textAt(owner, 'plumbline://model/main/summary'));
    expect(summary).toMatchObject({ element_count: 3, counts: { Doors: 1, Walls: 1 } });
    expect(await textAt(owner, 'plumbline://model/main/levels')).toContain('"level_count":1');
    expect(await textAt(owner, element(door))).toContain(wall);
    expect(await textAt(owner, 'plumbline://script/grammar')).toContain('# The modelling script');
  });

  test('hidden content is missing, and the head of the log is shown only to callers who may read everything', async () => {
    const { resources } = await shell.client.listResources();
    expect(resources.map(({ uri }) => uri)).not.toContain('plumbline://audit/head');
    for (const uri of [element(door), 'plumbline://audit/head', 'plumbline://model/x/summary']) {
      await expect(shell.client.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        data: { success: false, uri },
      });
    }
    const summary = await textAt(shell, 'plumbline://model/main/summary');
    expect(JSON.parse(summary)).toMatchObject({ element_count: 2 });
    expect(summary).not.toContain('Doors');
  });

  test('reads are recorded in the log', async () => {
    await textAt(owner, 'plumbline://approvals/pending');
    await world.gates.recorder.flush();
    const entries = await world.gates.reader.auditAfter(0, 1000);
    const text = entries.map(({ body }) => body).join('\n');
    expect(text).toContain('plumbline://approvals/pending');
    expect(text).toContain(`reads the resource ${element(door)}`);
  });
});

describe('completions', () => {
  const ids = async ({ client }: Told, value: string): Promise<readonly string[]> => {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'plumbline://model/{branch}/element/{element_id}' },
      argument: { name: 'element_id', value },
      context: { arguments: { branch: 'main' } },
    });
    return completion.values;
  };

  test('return the ids of visible elements, those with the entered prefix first', async () => {
    expect(await ids(owner, '')).toEqual(expect.arrayContaining([wall, door]));
    expect(await ids(owner, door.toUpperCase())).toEqual([door]);
    expect(await ids(shell, '')).toContain(wall);
    expect(await ids(shell, '')).not.toContain(door);
    expect(await ids(shell, door)).toEqual([]);
    const { completion } = await owner.client.complete({
      ref: { type: 'ref/resource', uri: 'plumbline://model/{branch}/element/{element_id}' },
      argument: { name: 'element_id', value: '' },
      context: { arguments: { branch: 'nowhere' } },
    });
    expect(completion.values).toEqual([]);
    const nowhere = 'plumbline://model/nowhere/summary';
    await expect(owner.client.subscribeResource({ uri: nowhere })).rejects.toThrow(
      /no resource at/,
    );
  });

  test('return the branches for a prompt, and nothing for a free argument', async () => {
    const asked = async (name: string, argument: string): Promise<readonly string[]> => {
      const { completion } = await owner.client.complete({
        ref: { type: 'ref/prompt', name },
        argument: { name: argument, value: 'm' },
      });
      return completion.values;
    };
    expect(await asked('check_accessibility', 'branch')).toEqual(['main']);
    expect(await asked('author_house', 'brief')).toEqual([]);
    expect(await asked('none', 'branch')).toEqual([]);
  });
});

describe('subscriptions', () => {
  test('an agent without access gets no notification and cannot subscribe', async () => {
    const summary = 'plumbline://model/main/summary';
    await owner.client.subscribeResource({ uri: element(door) });
    await shell.client.subscribeResource({ uri: summary });
    await expect(shell.client.subscribeResource({ uri: element(door) })).rejects.toThrow(
      /no resource at .* that you may read/,
    );
    await done('modify_parameter', { element_id: door, parameter_name: 'width', value: 850 });
    await until(() => owner.updated.length > 0);
    expect(owner.updated).toEqual([element(door)]);
    expect(shell.updated).toEqual([]);
    await done('create_level', { name: 'U', elevation: 3000 });
    await until(() => shell.updated.length > 0);
    expect(shell.updated).toEqual([summary]);
    await shell.client.unsubscribeResource({ uri: summary });
    await done('create_level', { name: 'V', elevation: 6000 });
    await owner.client.subscribeResource({ uri: 'plumbline://audit/head' });
    await done('create_level', { name: 'W', elevation: 9000 });
    await until(() => owner.updated.includes('plumbline://audit/head'));
    expect(shell.updated).toEqual([summary]);
  });
});

describe('the tool list', () => {
  test('lists the permitted tools in a fixed order and notifies of changes', async () => {
    const names = async ({ client }: Told): Promise<readonly string[]> =>
      (await client.listTools()).tools.map(({ name }) => name);
    const [all, few] = [await names(owner), await names(shell)];
    expect(few).toContain('create_wall');
    expect(few).toContain('get_element');
    expect(few).not.toContain('delete_elements');
    expect(all.filter((name) => few.includes(name))).toEqual(few);
    const refused = await shell.client.callTool({
      name: 'delete_elements',
      arguments: { element_ids: [wall], reasoning: 'test' },
    });
    expect(refused.structuredContent).toMatchObject({ error: { name: 'PERMISSION_DENIED' } });
    const READ = { categories: ['Levels', 'Walls'] };
    await registered('shell', { permissions: { READ } });
    await until(() => shell.tools.count > 0);
    expect(await names(shell)).not.toContain('create_wall');
    expect(owner.tools.count).toBe(0);
  });

  test('tools that may need an approval have the page that shows a plan', async () => {
    const { tools } = await owner.client.listTools();
    const page = { ui: { resourceUri: 'ui://plumbline/preview.html' } };
    expect(tools.find(({ name }) => name === 'delete_elements')?._meta).toMatchObject(page);
    expect(tools.find(({ name }) => name === 'get_element')?._meta).toBeUndefined();
    // One text, which loads nothing: its script and its style are in it, and it declares that it needs no server
    const { contents } = await owner.client.readResource({ uri: page.ui.resourceUri });
    expect(contents).toMatchObject([
      {
        mimeType: 'text/html;profile=mcp-app',
        _meta: {
          ui: { csp: { connectDomains: [], resourceDomains: ['blob:'], frameDomains: [] } },
        },
      },
    ]);
    const text = String(contents[0] !== undefined && 'text' in contents[0] && contents[0].text);
    const [style = '', script = ''] = text.split('<script type="module">');
    expect([style.length > 1000, script.length > 100_000]).toEqual([true, true]);
    expect(style).not.toMatch(/<link|<script|@import|url\(/);
    expect(script.match(/<script/g)).toBeNull();
  });
});

describe('prompts', () => {
  const listed = z
    .array(z.looseObject({ name: z.string() }))
    .parse(JSON.parse(readFileSync('test/contract/tools.snapshot.json', 'utf8')));
  // The shared tools of all servers are not in the snapshot, and `dry_run` is an argument
  const known = [
    ...listed.map(({ name }) => name),
    'get_operation',
    'preview_operation',
    'dry_run',
  ];

  test.each(LISTED_PROMPTS.map((prompt) => [prompt.name, prompt] as const))(
    '%s names existing tools, and accepts the arguments that it lists',
    async (name, prompt) => {
      const given = Object.fromEntries(prompt.arguments.map((one) => [one.name, 'given-here']));
      const { messages } = await owner.client.getPrompt({ name, arguments: given });
      const text = messages.map(({ content }) => ('text' in content ? content.text : '')).join('');
      const named = [...text.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(([, tool]) => tool ?? '');
      expect(named.length).toBeGreaterThan(1);
      expect(named.filter((one) => !known.includes(one))).toEqual([]);
      expect(text).toContain('given-here');
      await expect(
        owner.client.getPrompt({ name, arguments: { ...given, more: 'x' } }),
      ).rejects.toThrow(/has no argument `more`/);
    },
  );

  test('a required argument must be given', async () => {
    await expect(owner.client.getPrompt({ name: 'author_house' })).rejects.toThrow(/needs/);
    await expect(owner.client.getPrompt({ name: 'other' })).rejects.toThrow(/no prompt `other`/);
  });
});

describe('the notice that a person must decide', () => {
  const envelope = {
    success: false,
    data: {},
    event_id: null,
    timestamp: '2026-01-01T00:00:00.000Z',
    warnings: [],
    audit: { user_id: 'u', agent_id: 'a', session_id: 's', reasoning: null },
    approval_id: 'apr_1',
  };
  const answer = { envelope, text: '{}', content: [], isError: false };
  const call = { name: 'delete_elements' };
  const client = {
    capabilities: { elicitation: {} },
    ask: null,
    log: async () => await Promise.resolve(),
    inputs: {},
    state: undefined,
  };

  test('the answer is the same for any reply to the notice', async () => {
    const plain = await noticed(call, answer, { ...client, capabilities: {} });
    expect(plain).toMatchObject({ structuredContent: { approval_id: 'apr_1' } });
    expect(await noticed(call, answer, client)).toMatchObject({ resultType: 'input_required' });
    for (const action of ['accept', 'decline', 'cancel']) {
      const inputs = { person_must_decide: { action, content: { approve: true } } };
      expect(await noticed(call, answer, { ...client, inputs })).toEqual(plain);
    }
    const asked: string[] = [];
    const ask = async (method: string): Promise<unknown> => {
      asked.push(method);
      return await Promise.reject(new Error('declined by itself'));
    };
    expect(await noticed(call, answer, { ...client, ask })).toEqual(plain);
    expect(asked).toEqual(['elicitation/create']);
    expect(await noticed({ name: 'get_operation' }, answer, { ...client, ask })).toEqual(plain);
    expect(asked).toHaveLength(1);
  });
});

describe('a client of 2026-07-28 on standard input', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };

  test('receives notifications only for resources that it names and may read', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const stop = new AbortController();
    const seen: string[] = [];
    output.setEncoding('utf8').on('data', (text: string) => seen.push(text));
    const few = await registered('few', { permissions: { READ: { categories: ['Levels'] } } });
    const connection = connectionOf(principalOf(few, 'ses_few'));
    const about = { name: 'all', title: 'All', version: '0', instructions: '', icons: ICONS };
    const served = serveStdio(
      connecting(gates.service('all', connection), about),
      { input, output },
      {
        signal: stop.signal,
        onIdle: () => {},
        opened: Promise.resolve(),
        cancel: () => {},
        refuse: async () => await Promise.reject(new Error('every line is a message')),
      },
    );
    const send = (id: number, method: string, params: object = {}): void => {
      input.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: META } })}\n`,
      );
    };
    send(1, 'server/discover');
    await until(() => seen.join('').includes('data:image/svg+xml'));
    const summary = 'plumbline://model/main/summary';
    const resourceSubscriptions = [summary, element(wall)];
    send(2, 'subscriptions/listen', { notifications: { resourceSubscriptions } });
    await until(() => seen.join('').includes('notifications/subscriptions/acknowledged'));
    // The watch starts after the answer: a later request is answered after its start
    send(3, 'resources/read', { uri: summary });
    await until(() => seen.join('').includes('element_count'));
    await done('modify_parameter', { element_id: wall, parameter_name: 'thickness', value: 240 });
    await done('create_level', { name: 'X', elevation: 12_000 });
    await until(() => seen.join('').includes('notifications/resources/updated'));
    const notified = seen
      .join('')
      .split('\n')
      .filter((line) => line.includes('resources/updated'));
    expect(notified.every((line) => line.includes(summary))).toBe(true);
    stop.abort();
    await served;
  });
});

test('none of these calls caused a program fault', () => {
  expect(lines.filter((line) => /fault|watch/.test(line))).toEqual([]);
});
