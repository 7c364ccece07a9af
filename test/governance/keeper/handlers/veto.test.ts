/** @module veto.test: a rejected change is vetoed regardless of the events that describe its origin. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import { madeImport, revisionOf } from '../../../made-import.ts';
import {
  ann,
  foundWorkspace,
  IMPORT,
  imports,
  LEVEL,
  removes,
  REVISION,
  W0,
  W1,
  W2,
  WALLS,
} from './import-world.ts';
import { blobStates, dropBlob, putChunk, stageMade } from './staging.ts';
import { created, deleted, modified, outcome, POLICY, ROBOT, Workspace } from './workspace.ts';

const careful = {
  ...ROBOT,
  permissions: AgentPermissions.parse({
    permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
    requires_approval: ['element.modified'],
  }),
};

it.each([
  ['an undo', 2, 'APPROVAL_REJECTED'],
  ['an undo', 3, 'pending'],
  ['a restore', 2, 'APPROVAL_REJECTED'],
  ['a restore', 3, 'pending'],
])('after a rejection of 2 mm, %s to %s mm is %s', async (by, length, want) => {
  await using ws = await Workspace.found({ agent: careful });
  await ws.addApprover(ann);
  const plan = await ws.plan([created('w0')], { from: careful });
  await ws.send(plan, null, careful);
  const held = await ws.hold([modified('w0', 2)], { from: careful });
  await ws.decide(held, ann, { verdict: 'reject', reason: 'keep it' });
  const reverted: PlannedEvent = {
    type: 'event.reverted',
    aggregate_id: plan.operation_id,
    payload: { event_id: plan.events[0]?.event_id ?? '', operation_id: plan.operation_id },
  };
  const restored: PlannedEvent = {
    type: 'branch.restored',
    aggregate_id: 'main',
    payload: { to_seq: 1 },
  };
  const change = modified('w0', length);
  const events = by === 'an undo' ? [change, reverted] : [restored, change];
  expect(outcome(await ws.submit(events, { from: careful, tool: 'undo' }))).toBe(want);
  expect(await ws.verify()).toMatchObject({ ok: true });
});

/** Adds copies of an approval with these changes: SQL expressions by column. */
function copyApproval(
  ws: Workspace,
  { id, count, change }: { id: string; count: number; change: Readonly<Record<string, string>> },
): void {
  ws.attack((db) => {
    const columns = db
      .prepare('PRAGMA table_info(approvals)')
      .all()
      .map(({ name }) => String(name))
      .filter((name) => name !== 'ordinal');
    const all = {
      approval_id: "approval_id || '-' || i",
      effect_key: 'effect_key || i',
      ...change,
    };
    const changed = new Map(Object.entries(all));
    const values = columns.map((name) => changed.get(name) ?? name).join(', ');
    db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO approvals (${columns.join(', ')}) SELECT ${values} FROM approvals, n WHERE approval_id = ?`,
    ).run(count, id);
  });
}

it('a rejection is a veto even if more than 1,000 newer approvals were rejected before it', async () => {
  await using ws = await Workspace.found();
  await ws.addApprover(ann);
  await ws.submit([created('A'), created('B'), created('C')]);
  const early = await ws.hold([deleted('A')]);
  const other = await ws.hold([deleted('B')]);
  await ws.decide(other, ann, { verdict: 'reject' });
  copyApproval(ws, { id: other, count: 1000, change: {} });
  ws.now_ms += 1;
  await ws.decide(early, ann, { verdict: 'reject' });
  expect(outcome(await ws.submit([deleted('A'), deleted('C')]))).toBe('APPROVAL_REJECTED');
  ws.restart();
  expect(outcome(await ws.submit([deleted('A'), deleted('C')]))).toBe('APPROVAL_REJECTED');
  ws.now_ms += 600_000;
  expect(outcome(await ws.submit([deleted('A'), deleted('C')]))).toBe('pending');
});

it('a plan is held without reading the plans of rejections that no longer veto anything', async () => {
  await using ws = await Workspace.found();
  await ws.addApprover(ann);
  await ws.submit([created('A'), created('B')]);
  const held = await ws.hold([deleted('A')]);
  await ws.decide(held, ann, { verdict: 'reject' });
  // Decisions that are not JSON: reading any of these approvals would throw.
  const change = { updated_at: "'2026-02-01T00:00:00.000Z'", decisions: "'no json'" };
  copyApproval(ws, { id: held, count: 3, change });
  ws.restart();
  expect(outcome(await ws.submit([deleted('B')]))).toBe('pending');
});

describe('with an import', () => {
  let ws: Workspace;
  beforeEach(async () => {
    ws = await foundWorkspace();
    await imports(ws, IMPORT);
  });
  afterEach(() => ws[Symbol.asyncDispose]());

  describe('a rejected revision', () => {
    const manifest = REVISION.event.payload.manifest.sha256;
    const day = 86_400_000;

    beforeEach(async () => {
      await stageMade(ws, REVISION);
      await ws.decide(await ws.hold([REVISION.event]), ann, { verdict: 'reject' });
    });

    it('vetoes what it deletes, and nothing that it keeps', async () => {
      const third = madeImport([W1, W2, LEVEL], { import_id: 'import_3', text: 'corrected' });
      await stageMade(ws, third);
      expect(outcome(await ws.submit([revisionOf(IMPORT, third).event]))).toBe('pending');
      expect(outcome(await ws.submit([removes(W0)]))).toBe('pending');
      const reply = await ws.submit([removes(W2)]);
      expect(outcome(reply)).toBe('APPROVAL_REJECTED');
      expect(JSON.stringify(reply)).toContain('wall_i2');
    });

    it('has its manifest until the end of the cool-down', async () => {
      const states = await blobStates(ws);
      expect([states[manifest], states[sha256Hex(REVISION.file)]]).toEqual(['staged', undefined]);
      expect(outcome(await dropBlob(ws, manifest))).toBe('INVALID_ARGUMENT');
      ws.restart();
      expect(outcome(await dropBlob(ws, manifest))).toBe('INVALID_ARGUMENT');
      ws.now_ms += POLICY.rejection_cooldown_s * 1000;
      await putChunk(ws, Buffer.from('other'), 0);
      expect((await blobStates(ws))[manifest]).toBe('staged');
      ws.now_ms += day;
      await putChunk(ws, Buffer.from('another'), 0);
      expect((await blobStates(ws))[manifest]).toBeUndefined();
    });
  });

  it('a vetoed deletion is vetoed before a revision that has the element, too', async () => {
    await ws.decide(await ws.hold([removes(W2)]), ann, { verdict: 'reject' });
    const same = madeImport([...WALLS, LEVEL], { import_id: 'import_2', text: 'a later file' });
    await stageMade(ws, same);
    const reply = await ws.submit([removes(W2), revisionOf(IMPORT, same).event]);
    expect(outcome(reply)).toBe('APPROVAL_REJECTED');
    expect(JSON.stringify(reply)).toContain('wall_i2');
  });
});
