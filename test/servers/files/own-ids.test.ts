/** @module tests of IDS files for agents with a restricted READ: their own files, and the file of a client. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type FileWorld, openFileWorld } from './file-world.ts';

const CLIENT = new URL('../../../examples/client.ids', import.meta.url);
const why = { reasoning: 'checked by hand' };

let made: FileWorld;
beforeAll(async () => {
  made = await openFileWorld();
  copyFileSync(CLIENT, join(made.artifacts, 'client.ids'));
});
afterAll(async () => {
  await made.close();
});

test('an agent writes an IDS file of what it sees and checks against it, which no other agent can', async () => {
  const from = { model: { categories: ['Walls'] } };
  const args = { name: 'As built', from, dry_run: false, ...why };
  const { artifact } = await made.done('level', 'create_ids', args);
  expect(artifact).toMatch(/^parts\//u);
  const run = await made.done('level', 'check_ids', { ids: artifact, ...why });
  expect(run).toMatchObject({
    status: 'pass',
    specifications: [{ name: 'What every IFCWALL states', applicable: 1 }],
  });
  const other = await made.call('twin_level', 'check_ids', { ids: artifact, ...why });
  expect(other).toMatchObject({ success: false, error: { name: 'INVALID_ARGUMENT' } });
});

test('the file of a client is read only by an agent with an unrestricted READ', async () => {
  const check = { ids: 'client.ids', ...why };
  expect(await made.call('whole', 'check_ids', check)).toMatchObject({ success: true });
  const refused = await made.call('level', 'check_ids', check);
  const missing = await made.call('level', 'check_ids', { ...check, ids: 'absent.ids' });
  expect(refused).toMatchObject({ success: false, error: { name: 'INVALID_ARGUMENT' } });
  expect(refused.error?.message.replace('client', 'absent')).toBe(missing.error?.message);
});
