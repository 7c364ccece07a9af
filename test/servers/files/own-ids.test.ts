/** @module tests of IDS files for agents with a restricted READ: their own files, and the file of a client. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { okHere } from '../../e2e/connect.ts';
import { type FileWorld, openFileWorld } from './file-world.ts';

const CLIENT = new URL('../../../examples/client.ids', import.meta.url);
const why = { reasoning: 'checked by hand' };

/** Every wall states its thermal transmittance. */
const INSULATED = {
  name: 'All walls insulate',
  occurs: 'required',
  applies_to: [{ facet: 'entity', name: 'IFCWALL' }],
  requirements: [
    {
      facet: 'property',
      set: 'Pset_WallCommon',
      name: 'ThermalTransmittance',
      data_type: 'IFCTHERMALTRANSMITTANCEMEASURE',
    },
  ],
};

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

test('the approver of a restricted agent reads that its checks cover only what it may read', async () => {
  const { dir } = made.workspace;
  const permissions = { READ: { levels: ['Ground'] }, CREATE: {}, MODIFY: {} };
  const file = join(dir, 'ground.json');
  writeFileSync(file, JSON.stringify({ permissions, requires_approval: ['element.modified'] }));
  await okHere(dir, 'agent', 'add', 'ground', '--permissions', file);
  const { directory } = made.world.gates;
  await directory.refresh();
  const agent = directory.agent('ground');
  if (agent === undefined) throw new Error('the agent was added');
  const connection = connectionOf(principalOf(agent, 'ses_ground'));
  const ask = async (tool: string, args: object): Promise<EnvelopeBody> => {
    const { signal } = new AbortController();
    const request = { tool, arguments: { ...args, ...why }, signal, progress: () => {} };
    return (await made.gate.call(connection, request)).envelope;
  };
  const written = await ask('create_ids', {
    name: 'Insulation',
    from: { specifications: [INSULATED] },
    dry_run: false,
  });
  const walls = await ask('query_elements', { filter: { categories: ['Walls'] } });
  const [{ element_id }] = z
    .object({ elements: z.tuple([z.object({ element_id: z.string() })]) })
    .parse(walls.data).elements;
  const { approval_id } = await ask('set_properties', {
    element_ids: [element_id],
    set: 'Pset_WallCommon',
    properties: { ThermalTransmittance: 0.24 },
    check: [`ids:${String(written.data['artifact'])}`, 'clash'],
    dry_run: false,
  });
  const shown = await okHere(dir, 'approvals', 'show', String(approval_id));
  const text = shown.replaceAll(/\s+/gu, ' ');
  expect(text).toContain('not met, then met; objects that fail: 1, then 0');
  expect(text).toContain('.ids: covers only what the requester may read;');
  expect(text).toContain('clash: covers only what the requester may read;');
});
