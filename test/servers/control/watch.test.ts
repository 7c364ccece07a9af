/** @module watch.test: `plumbline serve --control` with its own certificate, and a remote approver who watches. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type AgentClient, connectAgent } from '../../../clients/plumbline/demo/agent-client.ts';
import { runCli } from '../../clients/run-cli.ts';
import {
  LAUNCHER,
  okHere,
  PASSPHRASE,
  testWorkspace,
  type TestWorkspace,
} from '../../e2e/connect.ts';
import { startedHub } from '../../e2e/started-hub.ts';

const CERTIFICATE = join(import.meta.dirname, 'tls', 'cert.pem');
const TLS_KEY = join(import.meta.dirname, 'tls', 'key.pem');

let workspace: TestWorkspace;
let folder: string;
let hub: ChildProcess;
let url: string;
let agent: AgentClient;
let walls: readonly string[];

beforeAll(async () => {
  workspace = testWorkspace();
  const { dir } = workspace;
  await okHere(dir, 'approver', 'add', 'alice');
  folder = mkdtempSync(join(tmpdir(), 'plumbline-watch-'));
  cpSync(join(dir, '.plumbline', 'keys', 'approvers', 'alice.pem'), join(folder, 'key.pem'));
  const tls = ['--tls-cert', CERTIFICATE, '--tls-key', TLS_KEY];
  ({ hub, url } = await startedHub(dir, ['--control', ...tls]));
  agent = await connectAgent('geometry', dir);
  const really = { dry_run: false, reasoning: 'a test builds' };
  const level = await agent.call('create_level', { name: 'Ground', elevation: 0, ...really });
  const made: string[] = [];
  for (const y of [0, 3000]) {
    const ends = { start: { x: 0, y }, end: { x: 5000, y } };
    const wall = { level_id: level.data['level_id'], ...ends, ...really };
    made.push(String((await agent.call('create_wall', wall)).data['wall_id']));
  }
  walls = made;
});
afterAll(async () => {
  await agent.close();
  hub.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  workspace.remove();
});

const asked = async (wall: string | undefined): Promise<string> => {
  const what = { element_ids: [wall], dry_run: false, reasoning: 'it is in the way' };
  return String((await agent.call('delete_elements', what)).approval_id);
};
const env = { PLUMBLINE_PASSPHRASE: PASSPHRASE };
const hubbed = (): readonly string[] => ['--hub', url, '--as', 'alice', '--key', 'key.pem'];

test('a certificate of an unknown authority is refused', async () => {
  const ran = await runCli(folder, ['approvals', 'list', ...hubbed()], { env });
  expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('self-signed') });
});

test('new approvals and their outcomes are reported, and the hub stops despite waiting requests', async () => {
  const first = await asked(walls[0]);
  const watching = spawn(
    process.execPath,
    [LAUNCHER, 'approvals', 'watch', '--json', ...hubbed()],
    {
      cwd: folder,
      env: { ...process.env, ...env, NODE_EXTRA_CA_CERTS: CERTIFICATE },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void watching.kill('SIGKILL'));
  const transitions: Record<string, unknown>[] = [];
  let look = (): void => undefined;
  let rest = '';
  watching.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    transitions.push(...lines.map((line): Record<string, unknown> => JSON.parse(line)));
    look();
  });
  const until = (approval_id: string, status: string): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        const is = transitions.some(
          (row) => row['approval_id'] === approval_id && row['status'] === status,
        );
        if (is) resolve();
      };
      look();
    });
  await until(first, 'pending');
  const second = await asked(walls[1]);
  await until(second, 'pending');
  await okHere(workspace.dir, 'approvals', 'reject', first, '--as', 'alice', '--reason', 'no');
  await until(first, 'rejected');
  expect(transitions).toHaveLength(3);
  const ended = new Promise((resolve) => {
    hub.once('exit', resolve);
  });
  hub.kill('SIGTERM');
  expect(await ended).toBe(0);
});
