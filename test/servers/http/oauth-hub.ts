/** @module oauth-hub: a hub over a workspace in this process that accepts the access tokens of a test's authorization server. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as z from 'zod';

import { bearerConnection } from '../../../governance/access/bearer.ts';
import { tokenHash } from '../../../governance/access/directory.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import type { AgentRecord } from '../../../schemas/governance.ts';
import { OAuthFile } from '../../../schemas/oauth.ts';
import { AgentPermissions } from '../../../schemas/permissions.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import type { Endpoint } from '../../../servers/http/endpoint.ts';
import { openHub } from '../../../servers/http/hub.ts';
import { fetchedJson } from '../../../servers/http/oauth/key-sources.ts';
import { openResourceServer } from '../../../servers/http/oauth/open-resource-server.ts';
import { LIMITS } from '../../../servers/http/routes.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** A hub that listens. */
export type OAuthHub = {
  /** Folder of its workspace. */
  readonly dir: string;
  readonly url: string;
  /** Its log lines. */
  readonly lines: readonly string[];
  /** Advances the clock of tokens. */
  readonly pass: (ms: number) => void;
  /** Registers or changes an agent or a person. */
  readonly put: (
    name: string,
    permissions: z.input<typeof AgentPermissions>['permissions'],
    more?: Partial<Pick<AgentRecord, 'kind' | 'status' | 'token_hash'>>,
  ) => Promise<void>;
  readonly auditText: () => Promise<string>;
  readonly close: () => Promise<void>;
};

const NAMES = ['geometry', 'spatial'] as const;

/** Opens one at `/mcp/geometry` and `/mcp/spatial`, and at `/sse/…`. */
export async function openOAuthHub(
  server: AuthorizationServer,
  given: Partial<z.input<typeof OAuthFile>> = {},
): Promise<OAuthHub> {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-oauth-'));
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const clock = (): number => performance.now();
  const world = await World.open({
    ending: new AbortController().signal,
    paths: createWorkspaceFiles(dir),
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
    log,
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: undefined,
    openBuilding: openBuildingDomain,
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
  const { directory, keeper, reader, recorder } = world.gates;
  const gates = new Gates(world, { toolsets: [], readOnly: false });
  const file = OAuthFile.parse({
    resource: 'http://localhost',
    issuer: server.issuer,
    jwks: { url: `${server.issuer}/keys` },
    subjects: [
      { name: 'planner', claims: { sub: 'planner' } },
      { name: 'other', claims: { sub: 'other' } },
      { name: 'anna', claims: { sub: 'anna', client_id: 'desktop' } },
    ],
    ...given,
  });
  const settings = { file, readKeys: async () => await fetchedJson(`${server.issuer}/keys`) };
  const sources = { directory, now, clock, log };
  const hub = await openHub(
    {
      endpoints: NAMES.map((name): Endpoint => ({
        path: `/mcp/${name}`,
        about: { name, title: '', version: '0', instructions: '' },
        service: async (connection) => await gates.service(name, connection),
      })),
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      digest: tokenHash,
      catchUp: async () => await directory.refresh(),
      assertHealthy: () => undefined,
      newId: () => `ses_${randomUUID()}`,
      clock,
      log,
      oauth: await openResourceServer(settings, sources),
    },
    { host: '127.0.0.1', port: 0, allowedHosts: [], sse: true, defaultAgent: true },
    { ...LIMITS, credentialsMs: 20 },
  );
  // The port is known only now
  file.resource = hub.url;
  const { owner } = directory.workspace();
  return {
    dir,
    url: hub.url,
    lines,
    pass: (ms) => {
      offset += ms;
    },
    put: async (name, permissions, more = {}) => {
      const record: AgentRecord = {
        kind: 'agent',
        name,
        agent_id: `agent-${name}`,
        user_id: owner.user_id,
        permissions: AgentPermissions.parse({ permissions }),
        token_hash: null,
        status: 'active',
        ...more,
      };
      const reply = await keeper.registry({ change: 'agent', record, signed: null });
      if (reply.status !== 'done') throw new Error(JSON.stringify(reply));
    },
    auditText: async () => {
      await recorder.flush();
      return (await reader.auditAfter(0, 10_000)).map(({ body }) => body).join('\n');
    },
    close: async () => {
      await hub.close(1000);
      await world[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** The answer to one message. */
export type Answered = {
  readonly status: number;
  readonly challenge: string | null;
  readonly session: string | null;
  readonly text: string;
};

let last = 0;

/** Posts one message of the protocol of 2025 under a token. */
export async function post(
  url: string,
  token: string | null,
  message: { readonly method: string; readonly params?: object },
  session: string | null = null,
): Promise<Answered> {
  last += 1;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...HEADERS,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(session === null ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: last, ...message }),
  });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    session: response.headers.get('mcp-session-id'),
    text: await response.text(),
  };
}

/** The first message of a session. */
export const INITIALIZE = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  },
};

/** A call of a tool. */
export function call(name: string, given: object): { method: string; params: object } {
  return { method: 'tools/call', params: { name, arguments: { reasoning: 'a test', ...given } } };
}
