/** @module cancelled tests: a call that is cancelled after it has had an effect is recorded nevertheless. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import type { Gate } from '../../../governance/gate/gate.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { openFileWorld, type FileWorld } from '../files/file-world.ts';

let made: FileWorld;
let gate: Gate;
beforeAll(async () => {
  made = await openFileWorld();
  const gates = new Gates(made.world, { toolsets: ['all'], readOnly: false });
  gate = await gates.open('pseudo-axion');
});
afterAll(async () => {
  await made.close();
});

async function asked(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  signal = new AbortController().signal,
): Promise<EnvelopeBody> {
  const { envelope } = await gate.call(connectionOf(made.principal('owner')), {
    tool,
    arguments: { reasoning: 'a test', ...args },
    signal,
    progress: () => {},
  });
  return envelope;
}

test('records the end of a cancelled episode in the ledger', async () => {
  const { episode_id, run_id } = (await asked('start_episode', { scenario: 'basic' })).data;
  const ended = await asked('end_episode', { episode_id }, AbortSignal.abort());
  expect(ended).toMatchObject({ success: false, error: { name: 'EXTERNAL_FAILURE' } });
  const event_id = ended.error?.data['event_id'];
  const event = await made.world.gates.reader.eventById(String(event_id));
  expect(event).toMatchObject({
    type: 'experiment.run',
    aggregate_id: run_id,
    payload: { kind: 'live', run_id, episode_id, digest: expect.any(String) },
  });
  expect((await asked('get_report', { run_id })).success).toBe(true);
});
