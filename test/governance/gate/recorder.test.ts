/** @module recorder.test: an entry that the keeper refuses neither blocks others nor is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Recorder } from '../../../governance/gate/call/recorder.ts';
import {
  KeeperFault,
  KeepersLost,
  NOTHING,
} from '../../../governance/keeper/protocol/keeper-error.ts';
import type { AuditDraft } from '../../../schemas/governance.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { type Harness, openHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(geometryServer);
});
afterAll(() => harness.close());

function draft(n: number, more: Readonly<Record<string, unknown>> = {}): AuditDraft {
  return { kind: 'call', tool: `tool ${n}`, outcome: 'ok', ...more };
}

/** The bodies of the newest entries. */
async function newest(count: number): Promise<readonly Record<string, unknown>[]> {
  const lines = (await harness.auditText()).split('\n').slice(-count);
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

const POISON = {
  server: 'geometry',
  session_id: 'ses',
  principal: { kind: 'agent', name: 'robot', user_id: 'u', agent_id: 'a' },
  reasoning: 'why',
  arguments: { ['k'.repeat(1500)]: 1 },
};

test('replaces an entry that the keeper refuses and keeps the order of the others', async () => {
  const { recorder } = harness;
  for (let n = 0; n < 9; n += 1) recorder.add(draft(n, n === 4 || n === 7 ? POISON : {}));
  await recorder.write(draft(9));
  const entries = await newest(10);
  expect(entries.map(({ tool }) => tool)).toEqual(entries.map((_, n) => `tool ${n}`));
  const { arguments: _, ...kept } = POISON;
  expect(entries[4]).toMatchObject({
    kind: 'call',
    outcome: 'ok',
    ...kept,
    left_out: {
      because: expect.stringContaining('1500 characters'),
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    },
  });
  expect(entries[4]).not.toHaveProperty('arguments');
  expect(entries[5]).not.toHaveProperty('left_out');
  expect([recorder.waiting, () => recorder.assertWritable()]).toEqual([0, expect.any(Function)]);
  expect(() => recorder.assertWritable()).not.toThrow();
});

test('writes entries with more parts than fit one message', async () => {
  const { recorder } = harness;
  const parts = { list: Array.from({ length: 20_000 }, () => []) };
  for (let n = 0; n < 250; n += 1) recorder.add(draft(n, { parts }));
  await recorder.flush();
  const entries = await newest(250);
  expect(entries.map(({ tool }) => tool)).toEqual(entries.map((_, n) => `tool ${n}`));
  expect(entries[0]).toHaveProperty('parts');
});

test('answers no call while the keeper refuses every entry, and loses none', async () => {
  let broken = true;
  const recorder = new Recorder({
    record: async (drafts) => {
      if (broken) throw new KeeperFault('it is broken');
      await harness.keeper.record(drafts);
    },
  });
  recorder.add(draft(0));
  await expect(recorder.write(draft(1))).rejects.toMatchObject({
    body: { name: 'AUDIT_UNAVAILABLE' },
  });
  expect(() => recorder.assertWritable()).toThrow('cannot be written');
  broken = false;
  await recorder.flush();
  const entries = await newest(2);
  expect(entries.map(({ tool }) => tool)).toEqual(['tool 0', 'tool 1']);
  expect(entries[0]).not.toHaveProperty('left_out');
});

/** A keeper that fails on a batch if the callback says so, and accepts all others. */
function failing(how: (drafts: readonly AuditDraft[]) => Error | null): Recorder {
  return new Recorder({
    record: async (drafts) => {
      const failure = how(drafts);
      if (failure !== null) throw failure;
      await harness.keeper.record(drafts);
    },
  });
}

/** Flushes until no entry is pending, at most 20 times. */
async function flushed(recorder: Recorder): Promise<void> {
  for (let times = 0; times < 20; times += 1) await recorder.flush().catch(() => undefined);
  expect(recorder.waiting).toBe(0);
}

test('keeps entries unchanged after a temporary fault of the keeper', async () => {
  let faults = 0;
  const recorder = failing(() => {
    faults += 1;
    return faults % 2 === 1 ? new KeeperFault('not now') : null;
  });
  for (let n = 0; n < 8; n += 1) recorder.add(draft(n));
  await flushed(recorder);
  const entries = await newest(8);
  expect(entries.map(({ tool }) => tool)).toEqual(entries.map((_, n) => `tool ${n}`));
  for (const entry of entries) expect(entry).not.toHaveProperty('left_out');
});

test.each([
  ['has a fault with', () => new KeeperFault('a bug')],
  ['ends with', () => new KeepersLost('3 keepers ended before they answered this', NOTHING)],
])('replaces only the entry that every keeper %s', async (_how, failure) => {
  const isBad = ({ tool, left_out }: AuditDraft): boolean =>
    tool === 'tool 5' && left_out === undefined;
  const recorder = failing((drafts) => (drafts.some(isBad) ? failure() : null));
  for (let n = 0; n < 9; n += 1) recorder.add(draft(n, { mark: n }));
  await flushed(recorder);
  const entries = await newest(9);
  expect(entries.map(({ tool }) => tool)).toEqual(entries.map((_, n) => `tool ${n}`));
  expect(entries.map((entry) => 'left_out' in entry)).toEqual(entries.map((_, n) => n === 5));
});
