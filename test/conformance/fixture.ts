/** @module fixture: a hub for the official conformance suite: test tools behind the real registry, gate and port. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectionOf, principalOf } from '../../governance/access/principal.ts';
import { createGate } from '../../governance/gate/gate.ts';
import {
  governedResources,
  type ResourceContent,
} from '../../governance/gate/resources/governed-resources.ts';
import { createWorkspaceFiles } from '../../governance/keeper/workspace/workspace-files.ts';
import { recordsDomain } from '../../governance/tool/records-domain.ts';
import { untimed } from '../../governance/tool/step-timer.ts';
import { openBuildingDomain } from '../../servers/building/domain.ts';
import type { Features, ListedPrompt, PromptMessage } from '../../servers/host/features.ts';
import { INVALID_PARAMS, RequestFault } from '../../servers/host/requests.ts';
import type { Endpoint } from '../../servers/http/endpoint.ts';
import { type Hub, openHub } from '../../servers/http/hub.ts';
import { Gates } from '../../servers/world/gates.ts';
import { SERVERS } from '../../servers/world/servers.ts';
import { World } from '../../servers/world/world.ts';
import { ROUNDS, talkToClient } from './fixture-talk.ts';
import { fixtureServer, PIXEL } from './fixture-tools.ts';

const TEXT = 'text/plain';
const CONTENTS: Readonly<Record<string, ResourceContent>> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: TEXT,
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: PIXEL },
  'test://watched-resource': { uri: 'test://watched-resource', mimeType: TEXT, text: 'watched' },
};

function contentAt(uri: string): ResourceContent | null {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return CONTENTS[uri] ?? null;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: 'application/json', text };
}

const prompt = (name: string, ...given: readonly string[]): ListedPrompt => ({
  name,
  title: name,
  description: 'Asked for by the conformance suite.',
  arguments: given.map((argument) => ({ name: argument, description: argument, required: true })),
});
const PROMPTS = [
  prompt('test_simple_prompt'),
  prompt('test_prompt_with_arguments', 'arg1', 'arg2'),
  prompt('test_prompt_with_embedded_resource', 'resourceUri'),
  prompt('test_prompt_with_image'),
  prompt('test_input_required_result_prompt'),
];

function messagesOf(name: string, given: Readonly<Record<string, string>>): PromptMessage[] {
  const text = (said: string): PromptMessage => ({
    role: 'user',
    content: { type: 'text', text: said },
  });
  switch (name) {
    case 'test_prompt_with_arguments':
      return [text(`Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`)];
    case 'test_prompt_with_embedded_resource': {
      const uri = given['resourceUri'] ?? '';
      const resource = { uri, mimeType: TEXT, text: 'Embedded resource content for testing.' };
      return [
        { role: 'user', content: { type: 'resource', resource } },
        text('Please process the embedded resource above.'),
      ];
    }
    case 'test_prompt_with_image':
      return [
        { role: 'user', content: { type: 'image', data: PIXEL, mimeType: 'image/png' } },
        text('Please analyze the image above.'),
      ];
    default:
      return [text('This is a simple prompt for testing.')];
  }
}

function fixtureFeatures(): Features {
  const listeners = new Set<() => void>();
  return {
    templates: [
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'template',
        title: 'Template',
        description: 'Read by the conformance suite.',
        mimeType: 'application/json',
      },
    ],
    prompts: PROMPTS,
    prompt: (name, given, client) => {
      if (!PROMPTS.some((one) => one.name === name)) {
        throw new RequestFault(INVALID_PARAMS, `no prompt \`${name}\``);
      }
      const round = ROUNDS.get(name)?.(client) ?? null;
      return round ?? { description: name, messages: messagesOf(name, given) };
    },
    complete: async (_from, { value }) =>
      await Promise.resolve({
        values: ['paris', 'park', 'party'].filter((one) => one.startsWith(value)),
        total: 3,
      }),
    watch: async (_from, uri) => {
      if (contentAt(uri) === null) throw new RequestFault(INVALID_PARAMS, 'nothing there', { uri });
      return await Promise.resolve(() => undefined);
    },
    watchTools: async (_from, changed) => {
      listeners.add(changed);
      return await Promise.resolve(() => listeners.delete(changed));
    },
    toolMeta: new Map(),
    finish: talkToClient(() => {
      for (const changed of listeners) changed();
    }),
  };
}

/** Opens a hub with the fixture at /mcp and the real servers at /mcp/NAME. All callers are people of the workspace. */
export async function openFixture(): Promise<{
  readonly hub: Hub;
  readonly close: () => Promise<void>;
}> {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-conformance-'));
  const world = await World.open({
    ending: new AbortController().signal,
    paths: createWorkspaceFiles(dir),
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
    log: () => {},
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: undefined,
    openBuilding: openBuildingDomain,
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
  const { directory } = world.gates;
  const agent = directory.agent(directory.workspace().default_agent);
  if (agent === undefined) throw new Error('no default agent');
  const gate = createGate(
    fixtureServer,
    { toolsets: [], readOnly: false },
    {
      ...world.gates,
      // The suite makes more calls per minute than an agent may
      limitRate: async () => await Promise.resolve(),
      server: 'conformance',
      domain: recordsDomain({ view: null, branches: null, hidden: null, category: 'ToolRuns' }),
    },
  );
  const resources = governedResources(
    { ...world.gates, limitRate: async () => await Promise.resolve() },
    'conformance',
    {
      list: async () =>
        await Promise.resolve({
          listed: Object.values(CONTENTS).map(({ uri, mimeType }) => ({
            uri,
            mimeType,
            name: uri,
          })),
          next: null,
        }),
      read: async (uri) => await Promise.resolve(contentAt(uri)),
    },
  );
  const features = fixtureFeatures();
  const gates = new Gates(world, { toolsets: [], readOnly: false });
  const about = { version: '0', instructions: '' };
  const endpoints: readonly Endpoint[] = [
    {
      path: '/mcp',
      about: { ...about, name: 'conformance', title: 'Conformance', writesLog: true },
      service: async (connection) =>
        await Promise.resolve({ connection, gate, resources, features }),
    },
    ...SERVERS.map(({ name, title, instructions }): Endpoint => ({
      path: `/mcp/${name}`,
      about: { name, title, version: '0', instructions },
      service: (connection) => gates.service(name, connection),
    })),
  ];
  const hub = await openHub(
    {
      endpoints,
      // A person: the suite does not send `reasoning`, which agents must
      identify: (_credential, session_id) =>
        connectionOf({ ...principalOf(agent, session_id), kind: 'human', agent_id: null }),
      digest: (bearer) => bearer,
      catchUp: async () => await Promise.resolve(),
      assertHealthy: () => undefined,
      newId: () => `ses_${randomUUID()}`,
      clock: () => performance.now(),
      log: (line) => {
        throw new Error(line);
      },
    },
    { host: '127.0.0.1', port: 0, allowedHosts: [], sse: false, defaultAgent: true },
  );
  return {
    hub,
    close: async () => {
      await hub.close(1000);
      await world[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
