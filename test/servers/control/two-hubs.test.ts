/** @module two-hubs.test: two hubs on one PostgreSQL: a request to one is approved over the other, once, and reported once. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { type Ran, runCli, runHere } from '../../clients/run-cli.ts';
import { connect, PASSPHRASE } from '../../e2e/connect.ts';
import { digestOf } from '../../e2e/digest-of.ts';
import { startedHub } from '../../e2e/started-hub.ts';
import { openReceiver } from '../../governance/keeper/webhook/receiver.ts';
import { postgresServer } from '../../kernel/ledger/follow/postgres-server.ts';

const SECRET = 'a secret of thirty-two characters';

/** Machines see each other's commits within a moment. */
const SOON = { timeout: 60_000, interval: 200 };

/** Starts a hub for a folder; returns its address. */
async function hubIn(cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { hub, url } = await startedHub(cwd, ['--control', '--default-agent'], env);
  onTestFinished(() => void hub.kill('SIGKILL'));
  return url;
}

test('a request to one hub is approved over the other', async ({ skip }) => {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
    skip(server);
    return;
  }
  const url = await server.freshDatabase();
  const receiver = await openReceiver(Buffer.from(SECRET));
  const root = mkdtempSync(join(tmpdir(), 'plumbline-two-hubs-'));
  onTestFinished(async () => {
    receiver.close();
    await server.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  const env = {
    PLUMBLINE_DATABASE_URL: url,
    PLUMBLINE_WEBHOOK_SECRET: SECRET,
    PLUMBLINE_PASSPHRASE: PASSPHRASE,
  };
  const [first, second, elsewhere] = ['first', 'second', 'elsewhere'].map((name) =>
    join(root, name),
  );
  for (const folder of [first, second, elsewhere]) mkdirSync(folder ?? '');
  const run = async (folder: string | undefined, ...words: readonly string[]): Promise<Ran> => {
    const ran = await runCli(folder ?? '', words, { env });
    expect(ran).toMatchObject({ code: 0 });
    return ran;
  };
  const keys = join('.plumbline', 'keys');
  await run(first, 'init');
  await run(first, 'approver', 'add', 'alice');
  await run(first, 'policy', 'set', 'approval_webhook', receiver.url);
  mkdirSync(join(second ?? '', keys), { recursive: true, mode: 0o700 });
  cpSync(join(first ?? '', keys, 'log.pem'), join(second ?? '', keys, 'log.pem'));
  await run(second, 'init');
  cpSync(join(first ?? '', keys, 'approvers', 'alice.pem'), join(elsewhere ?? '', 'alice.pem'));
  const hubs = [await hubIn(first ?? '', env), await hubIn(second ?? '', env)];

  const agent = await connect(first ?? '', 'geometry', { env });
  onTestFinished(() => agent.close());
  const really = { dry_run: false, reasoning: 'a test of two hubs' };
  const level = await agent.call('create_level', { name: 'Ground', elevation: 0, ...really });
  const wall = await agent.call('create_wall', {
    level_id: level.data['level_id'],
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    ...really,
  });
  const asked = await agent.call('delete_elements', {
    element_ids: [wall.data['wall_id']],
    ...really,
  });
  const id = String(asked.approval_id);
  const over = (hub: number, ...words: readonly string[]): Promise<Ran> =>
    runHere(elsewhere ?? '', [...words, '--hub', hubs[hub] ?? '', '--as', 'alice'], {
      env: { PLUMBLINE_PASSPHRASE: PASSPHRASE },
    });
  await expect.poll(async () => (await over(1, 'approvals', 'list')).out, SOON).toContain(id);
  const approve = ['approvals', 'approve', id, '--digest', digestOf(first ?? '', id)];
  const ran = await Promise.all([over(0, ...approve), over(1, ...approve)]);
  expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
  await expect
    .poll(async () => (await over(1, 'approvals', 'list', '--all', '--json')).out, SOON)
    .toContain('"executed"');
  const log = await run(second, 'audit', 'show', '--limit', '200', '--json');
  expect(log.out.match(/"step": ?"executed"/g)).toHaveLength(1);
  expect(receiver.received.map((one) => [one.id, one.isSigned])).toEqual([[id, true]]);
  await run(second, 'audit', 'verify');
});
