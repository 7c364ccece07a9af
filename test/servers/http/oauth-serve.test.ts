/** @module oauth-serve.test: `plumbline serve --oauth` as a separate process behind a public address, for a person and her agent. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { type Ran, runHere } from '../../clients/run-cli.ts';
import {
  LAUNCHER,
  okHere,
  PASSPHRASE,
  testWorkspace,
  type TestWorkspace,
} from '../../e2e/connect.ts';
import { startedHub, type StartedHub } from '../../e2e/started-hub.ts';
import { AuthorizationServer } from './authorization-server.ts';
import { INITIALIZE, post } from './oauth-hub.ts';

const RESOURCE = 'https://plans.example';

let server: AuthorizationServer;
let workspace: TestWorkspace;
let hub: StartedHub;
let url: string;

const here = async (...words: readonly string[]): Promise<string> =>
  await okHere(workspace.dir, ...words);

beforeAll(async () => {
  server = await AuthorizationServer.open();
  workspace = testWorkspace();
  const permissions = join(workspace.dir, 'all.json');
  const all = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  writeFileSync(permissions, JSON.stringify({ permissions: all }));
  await here('approver', 'add', 'alice');
  const given = ['--permissions', permissions, '--by', 'alice'];
  await here('agent', 'add', 'anna', '--human', ...given);
  await here('agent', 'add', 'anna-model', '--user', 'anna', ...given);
  const file = join(workspace.dir, 'oauth.json');
  writeFileSync(
    file,
    JSON.stringify({
      resource: RESOURCE,
      issuer: server.issuer,
      jwks: { url: `${server.issuer}/keys` },
      subjects: [
        { name: 'anna', claims: { sub: 'anna', client_id: 'desktop' } },
        { name: 'anna-model', claims: { sub: 'anna', client_id: 'model' } },
        { name: 'anna', claims: { sub: 'anna of old' } },
        { name: 'ghost', claims: { sub: 'ghost' } },
      ],
    }),
  );
  hub = await startedHub(workspace.dir, ['--oauth', file]);
  ({ url } = hub);
});
afterAll(async () => {
  hub.hub.kill('SIGKILL');
  workspace.remove();
  await server[Symbol.asyncDispose]();
});

const Answer = z.looseObject({
  success: z.boolean(),
  event_id: z.string().nullable(),
  data: z.looseObject({ level_id: z.string().optional(), wall_id: z.string().optional() }),
  error: z.looseObject({ name: z.string() }).optional(),
  approval_id: z.string().optional(),
  dry_run: z.boolean().optional(),
});

/** Calls in a separate session. */
async function called(
  client_id: string,
  name: string,
  args: object,
): Promise<z.output<typeof Answer>> {
  const token = await server.token(`${RESOURCE}/mcp/geometry`, {
    claims: { sub: 'anna', client_id },
  });
  const geometry = `${url}/mcp/geometry`;
  const { session } = await post(geometry, token, INITIALIZE);
  const message = { method: 'tools/call', params: { name, arguments: args } };
  const { text } = await post(geometry, token, message, session);
  const [, data = ''] = /^data: (\{.*)$/m.exec(text) ?? [];
  const { result } = z
    .looseObject({ result: z.looseObject({ structuredContent: Answer }) })
    .parse(JSON.parse(data));
  return result.structuredContent;
}

test('its log names an unknown subject, and a person whose programs all act as her', () => {
  expect(hub.written()).toContain('there is no agent or user `ghost`');
  expect(hub.written().match(/the subject of `anna` names no client_id/g)).toHaveLength(1);
});

test('it answers to its public name, and states it in its metadata', async () => {
  const { port } = new URL(url);
  const answer = await new Promise<string>((resolve, reject) => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    request({ port, path, headers: { host: 'plans.example' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
  expect(JSON.parse(answer)).toMatchObject({
    resource: `${RESOURCE}/mcp`,
    authorization_servers: [server.issuer],
  });
});

test('a person commits immediately, her agent gets a preview, and nobody approves their own changes', async () => {
  const level = await called('desktop', 'create_level', { name: 'Ground', elevation: 0 });
  expect(level).toMatchObject({ success: true, event_id: expect.any(String) });
  const { level_id } = level.data;
  const ends = { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
  const reasoning = 'a test';
  const shown = await called('model', 'create_wall', { level_id, ...ends, reasoning });
  expect(shown).toMatchObject({ success: true, dry_run: true, event_id: null });
  const silent = await called('model', 'create_wall', { level_id, ...ends });
  expect(silent).toMatchObject({ error: { name: 'REASONING_REQUIRED' } });

  const wall = await called('desktop', 'create_wall', { level_id, ...ends });
  const element_ids = [wall.data.wall_id];
  const waiting = await called('desktop', 'delete_elements', { element_ids });
  expect(waiting).toMatchObject({ error: { name: 'APPROVAL_PENDING' } });
  const id = waiting.approval_id ?? '';
  await here('approver', 'add', 'anna', '--by', 'alice');
  const digest: unknown = JSON.parse(await here('approvals', 'show', id, '--json'));
  const { plan_digest } = z.looseObject({ plan_digest: z.string() }).parse(digest);
  const approved = async (approver: string): Promise<Ran> =>
    await runHere(
      workspace.dir,
      ['approvals', 'approve', id, '--as', approver, '--digest', plan_digest],
      { env: { PLUMBLINE_PASSPHRASE: PASSPHRASE } },
    );
  expect(await approved('anna')).toMatchObject({
    code: 1,
    out: expect.stringContaining('SELF_APPROVAL'),
  });
  expect(await approved('alice')).toMatchObject({ code: 0 });
  const deletion = await called('desktop', 'modify_parameter', {
    element_id: wall.data.wall_id,
    parameter: 'height',
    value: 2500,
  });
  expect(deletion).toMatchObject({ success: false });
  await here('audit', 'verify');
});

test('a revocation by another process applies to the next request', async () => {
  const token = await server.token(RESOURCE, { claims: { sub: 'anna', client_id: 'desktop' } });
  expect((await post(`${url}/mcp`, token, INITIALIZE)).status).toBe(200);
  await here('agent', 'revoke', 'anna');
  expect((await post(`${url}/mcp`, token, INITIALIZE)).status).toBe(401);
  const model = await server.token(RESOURCE, { claims: { sub: 'anna', client_id: 'model' } });
  expect((await post(`${url}/mcp`, model, INITIALIZE)).status).toBe(200);
});

test('an invalid file ends it with one line that states the fault', async () => {
  const file = join(workspace.dir, 'wrong.json');
  writeFileSync(file, '{"resource":"http://plans.example"}');
  const child = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', '--oauth', file], {
    cwd: workspace.dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  expect(code).toBe(2);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/resource: found `http:\/\/plans\.example`, expected https:\/\/HOST/);
});
