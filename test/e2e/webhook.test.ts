/** @module webhook.test: `plumbline policy set approval_webhook`, and a server that is the keeper and notifies of pending approvals. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runHere } from '../clients/run-cli.ts';
import { openReceiver } from '../governance/keeper/webhook/receiver.ts';
import { connect, okHere, PASSPHRASE, testWorkspace } from './connect.ts';

const SECRET = 'a secret of thirty-two characters';

test('the webhook is notified of an approval, and no file or output contains the secret', async () => {
  const { dir, remove } = testWorkspace();
  const receiver = await openReceiver(Buffer.from(SECRET));
  onTestFinished(() => {
    receiver.close();
    remove();
  });
  const cli = (...words: readonly string[]): ReturnType<typeof runHere> => runHere(dir, words);
  expect(await cli('policy', 'set', 'approval_webhook', 'http://10.0.0.1/')).toMatchObject({
    code: 2,
    err: expect.stringContaining('neither https:// nor on this machine'),
  });
  const broken = await cli('policy', 'set', 'approval_webhook', `${receiver.url}\r\nx`);
  expect(broken).toMatchObject({
    code: 2,
    err: expect.stringContaining(String.raw`\u{d}\nx` + '`: it contains white space'),
  });
  const said = await cli('policy', 'set', 'approval_webhook', receiver.url);
  const file = join(dir, '.plumbline', 'keys', 'webhook.key');
  expect(said).toMatchObject({ code: 0, err: expect.stringContaining(file) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const made = readFileSync(file, 'utf8').trim();
  expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(JSON.parse((await cli('policy', 'show', '--json')).out)).toMatchObject({
    approval_webhook: receiver.url,
  });

  const env = { PLUMBLINE_WEBHOOK_SECRET: SECRET };
  const agent = await connect(dir, 'geometry', { env });
  const really = { dry_run: false, reasoning: 'a test of the webhook' };
  const level = await agent.call('create_level', { name: 'Secret floor', elevation: 0, ...really });
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
  await receiver.until(1);
  expect(receiver.received).toMatchObject([{ id: asked.approval_id, isSigned: true }]);
  expect(receiver.received[0]?.body).toContain('geometry.delete_elements: 1 deleted');
  expect(receiver.received[0]?.body).not.toContain('Secret floor');
  await agent.close();

  const shown = await okHere(dir, 'audit', 'show', '--limit', '100', '--json');
  expect(shown).toContain('"notifying"');
  expect(await okHere(dir, 'audit', 'verify')).toContain('ok');
  const outputs = [said.out, said.err, agent.stderr(), shown, await okHere(dir, 'policy', 'show')];
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'webhook.key')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  for (const text of [...outputs, ...files]) {
    for (const secret of [SECRET, made, made.slice('whsec_'.length), PASSPHRASE]) {
      expect(text.includes(secret)).toBe(false);
    }
  }
  expect(await cli('policy', 'set', 'approval_webhook', 'none')).toMatchObject({
    code: 0,
    err: '',
  });
  expect(JSON.parse((await cli('policy', 'show', '--json')).out)).toMatchObject({
    approval_webhook: null,
  });
});
