/** @module checkpoint.test: the keeper seals the chain by itself and continues from its last seal. */
import { describe, expect, it } from 'vitest';

import { created, deleted, person, Workspace } from './workspace.ts';

const drafts = (count: number): { kind: 'call'; n: number }[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'call', n }));

async function record(ws: Workspace, count: number): Promise<void> {
  await ws.transact((tx) => ws.handlers.record(tx, drafts(count)));
}

async function sizes(ws: Workspace): Promise<readonly number[]> {
  const rows = await ws.transact((tx) => tx.checkpoints());
  return rows.map(({ size }) => size);
}

describe('the keeper', () => {
  it('seals after 256 entries, and not one before', async () => {
    await using ws = await Workspace.found();
    const founding = 1;
    await record(ws, 255);
    expect(await sizes(ws)).toEqual([]);
    await record(ws, 1);
    expect(await sizes(ws)).toEqual([256 + founding]);
  });

  it('seals every decision of a person', async () => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    await ws.addApprover(ann);
    await ws.submit([created('w0')]);
    await ws.decide(await ws.hold([deleted('w0')]), ann);
    expect(await ws.verify()).toMatchObject({ ok: true, entries: 6, covered: 6 });
  });

  it('the keeper continues from the stored tree, and rebuilds a stored tree that does not match its note', async () => {
    for (const hashes of [null, 'f'.repeat(64), 'nonsense']) {
      await using ws = await Workspace.found();
      await record(ws, 300);
      if (hashes !== null) {
        ws.attack((db) => db.prepare('UPDATE checkpoints SET hashes = ?').run(hashes));
      }
      const fresh = ws.restarted();
      await ws.transact((tx) => fresh.record(tx, drafts(300)));
      expect(await sizes(ws)).toEqual([301, 601]);
      const { faults, covered } = await ws.verify();
      expect(covered).toBe(601);
      // Only the edited row is reported: later entries were sealed correctly.
      const edited = { kind: 'table_mismatch', seq: 301 };
      expect(faults).toMatchObject(hashes === null ? [] : [edited]);
    }
  });
});
