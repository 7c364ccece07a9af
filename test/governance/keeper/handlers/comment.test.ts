/** @module comment.test: who may comment on a pending approval, what a comment changes, and that it is recorded once. */
import { describe, expect, it } from 'vitest';

import { commentsOf, type NumberedComment } from '../../../../governance/audit/remarks/comments.ts';
import { generateKeyPair } from '../../../../kernel/base/canonical/signature.ts';
import { COMMENTS_MAX, type Mark } from '../../../../schemas/governance.ts';
import { auditRows, rechained, replaceAudit } from '../../audit/attacked-workspace.ts';
import { commentBy } from './comment-by.ts';
import { created, deleted, level, modified, outcome, person, Workspace } from './workspace.ts';
import type { Person } from './workspace.ts';

/** A workspace with w0 and w1 and a level L, Ann and Bob as approvers, and a held deletion of w0. */
async function held(): Promise<{
  readonly ws: Workspace;
  readonly id: string;
  readonly ann: Person;
  readonly bob: Person;
}> {
  const ws = await Workspace.found();
  const [ann, bob] = [person('ann'), person('bob')];
  await ws.addApprover(ann);
  await ws.addApprover(bob, ann);
  await ws.submit([created('w0'), created('w1'), level('L')]);
  return { ws, id: await ws.hold([deleted('w0')]), ann, bob };
}

const comments = (ws: Workspace, id: string): Promise<readonly NumberedComment[]> =>
  ws.transact((tx) => commentsOf(tx, id));
const on = (element_id: string): Mark => ({ text: 'this one', element_id });

describe('comment', () => {
  it('is recorded with its marks, and the approval stays pending', async () => {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    const before = await ws.approval(id);
    ws.moved();
    const place = { text: 'keep it clear', at: { x: 1, y: 2.5, z: 0 }, level_id: 'L' };
    expect(await commentBy(ws, id, ann, { text: 'why?', marks: [on('w0'), place] })).toEqual({
      status: 'commented',
      approval_id: id,
      number: 1,
      repeated: false,
    });
    expect(ws.moved()).toEqual([{ approval_id: id, status: 'pending' }]);
    expect(await commentBy(ws, id, bob)).toMatchObject({ number: 2 });
    expect(await comments(ws, id)).toMatchObject([
      { number: 1, approver: 'ann', user_id: 'user-ann', text: 'why?', marks: [on('w0'), place] },
      { number: 2, approver: 'bob', text: 'look again' },
    ]);
    expect((await comments(ws, id))[1]).not.toHaveProperty('marks');
    expect(await ws.approval(id)).toEqual(before);
    expect(await ws.verify()).toMatchObject({ ok: true });
    expect(outcome(await ws.decide(id, ann))).toBe('executed');
    expect(await comments(ws, id)).toHaveLength(2);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('is not possible once the approval has ended', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    await ws.decide(id, ann);
    expect(outcome(await commentBy(ws, id, ann))).toBe('APPROVAL_DECIDED');
    const late = await ws.hold([deleted('w1')]);
    ws.now_ms += 3_600_000;
    expect(outcome(await commentBy(ws, late, ann))).toBe('APPROVAL_EXPIRED');
    expect(await comments(ws, late)).toEqual([]);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('that is sent again is recorded once, also after a restart and after the end', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    const challenge = ws.challenge();
    await commentBy(ws, id, ann, { challenge });
    const again = { status: 'commented', approval_id: id, number: 1, repeated: true };
    expect(await commentBy(ws, id, ann, { challenge })).toEqual(again);
    ws.restart();
    expect(await commentBy(ws, id, ann, { challenge })).toEqual(again);
    await ws.decide(id, ann);
    expect(await commentBy(ws, id, ann, { challenge })).toEqual(again);
    expect(await comments(ws, id)).toHaveLength(1);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('refuses other signers, keys, plans, times and terms', async () => {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    const challenge = ws.challenge();
    expect(outcome(await commentBy(ws, 'apr_none', ann))).toBe('OPERATION_NOT_FOUND');
    expect(outcome(await commentBy(ws, id, person('eve')))).toBe('APPROVER_REQUIRED');
    expect(outcome(await commentBy(ws, id, ann, { keys: bob.keys }))).toBe('SIGNATURE_INVALID');
    const other = { plan_digest: 'f'.repeat(64) };
    expect(outcome(await commentBy(ws, id, ann, other))).toBe('SIGNATURE_INVALID');
    const late = { commented_ms: ws.now_ms - 600_001 };
    expect(outcome(await commentBy(ws, id, ann, late))).toBe('OUT_OF_RANGE');
    ws.restart();
    expect(outcome(await commentBy(ws, id, ann, { challenge }))).toBe('SIGNATURE_INVALID');
    const bodies = await ws.transact((tx) => tx.auditAfter(0, 100));
    expect(bodies.filter(({ body }) => body.includes('"outcome":"refused"'))).toHaveLength(6);
    expect(await comments(ws, id)).toEqual([]);
  });

  it(`accepts ${COMMENTS_MAX} comments, and refuses one more`, async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    for (let n = 1; n <= COMMENTS_MAX; n += 1) {
      expect(await commentBy(ws, id, ann, { text: `number ${n}` })).toMatchObject({ number: n });
    }
    expect(outcome(await commentBy(ws, id, ann))).toBe('OUT_OF_RANGE');
    expect(await comments(ws, id)).toHaveLength(COMMENTS_MAX);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});

describe('marks', () => {
  it.each([
    ['an element of the plan', 'w0', 'commented'],
    ['an element that the plan creates', 'new', 'commented'],
    ['another element of the branch', 'w1', 'commented'],
    ['a level', 'L', 'commented'],
    ['an unknown element', 'w9', 'ELEMENT_NOT_FOUND'],
    ['an element that was deleted before', 'gone', 'ELEMENT_NOT_FOUND'],
    ['an element of another branch', 'elsewhere', 'ELEMENT_NOT_FOUND'],
  ])('name %s: %s is %s', async (_case, element_id, want) => {
    const { ws, ann } = await held();
    await using _ = ws;
    await ws.submit([created('gone')]);
    await ws.decide(await ws.hold([deleted('gone')]), ann);
    const payload = { name: 'b', from: 'main', from_seq: 5 };
    await ws.submit([{ type: 'branch.created', aggregate_id: 'b', payload }], { branch: 'b' });
    await ws.submit([created('elsewhere')], { branch: 'b' });
    const id = await ws.hold([created('new'), deleted('w1')]);
    const marks = [on(element_id)];
    expect(outcome(await commentBy(ws, id, ann, { marks }))).toBe(want);
    const reply = await ws.decide(id, ann, { verdict: 'reject', reason: 'no', marks });
    expect(outcome(reply)).toBe(want === 'commented' ? 'rejected' : want);
    const isKnown = want === 'commented';
    expect(reply).toMatchObject(
      isKnown ? {} : { refusal: { data: { element_ids: [element_id] } } },
    );
    expect((await ws.approval(id))?.decisions).toHaveLength(isKnown ? 1 : 0);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('of a level that the branch does not have are refused', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    const marks = [{ text: 'here', at: { x: 0, y: 0, z: 0 }, level_id: 'L9' }];
    expect(outcome(await commentBy(ws, id, ann, { marks }))).toBe('ELEMENT_NOT_FOUND');
  });

  it('are not accepted with an approval', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    expect(outcome(await ws.decide(id, ann, { marks: [on('w0')] }))).toBe('INVALID_ARGUMENT');
    expect(outcome(await ws.decide(id, ann))).toBe('executed');
  });

  it('are stored with a rejection, and a decision without marks has no field for them', async () => {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    await ws.decide(id, ann, { verdict: 'reject', reason: 'no', marks: [on('w0')] });
    expect(await ws.approval(id)).toMatchObject({
      status: 'rejected',
      detail: 'no',
      decisions: [{ approver: 'ann', marks: [on('w0')] }],
    });
    const other = await ws.hold([deleted('w1')]);
    await ws.decide(other, bob, { verdict: 'reject', reason: 'no' });
    expect((await ws.approval(other))?.decisions[0]).not.toHaveProperty('marks');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});

describe('verification finds', () => {
  /** The kinds of faults after an edit of the log that recomputes the chain. */
  async function faultsAfter(edit: (body: string) => string): Promise<readonly string[]> {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    await ws.submit([modified('w1', 5)]);
    await commentBy(ws, id, ann, { text: 'first', marks: [on('w0')] });
    await commentBy(ws, id, bob, { text: 'second' });
    await ws.decide(id, ann, { verdict: 'reject', reason: 'no', marks: [on('w1')] });
    expect(await ws.verify()).toMatchObject({ ok: true });
    ws.attack((db) => {
      const bodies = auditRows(db).map(({ body }) => edit(body));
      replaceAudit(db, rechained(bodies));
      db.exec('DELETE FROM checkpoints');
      const decided = bodies.find((body) => body.includes('"step":"decided"'));
      const decisions = JSON.stringify([JSON.parse(decided ?? '{}').decision]);
      db.prepare('UPDATE approvals SET decisions = ?').run(decisions);
    });
    const { faults } = await ws.verify();
    return [...new Set(faults.map(({ kind }) => kind))].filter((kind) => !kind.startsWith('check'));
  }
  it.each([
    ['a changed mark of a decision', '"element_id":"w1"', '"element_id":"w0"'],
    ['a removed mark of a decision', ',"marks":[{"element_id":"w1","text":"this one"}]', ''],
    ['a changed mark of a comment', '"element_id":"w0","text"', '"element_id":"w1","text"'],
    ['a removed mark of a comment', '"marks":[{"element_id":"w0","text":"this one"}],', ''],
    ['a changed text of a comment', '"text":"second"', '"text":"third"'],
  ])('%s', async (_case, from, to) => {
    expect(await faultsAfter((body) => body.replace(from, to))).toEqual(['approval_signature']);
  });

  it('a comment that was attributed to another approver', async () => {
    const edit = (body: string): string =>
      body.includes('"step":"commented"')
        ? body.replace('"approver":"ann"', '"approver":"bob"')
        : body;
    expect(await faultsAfter(edit)).toEqual(['approval_signature']);
  });

  it('a comment that was renumbered', async () => {
    expect(await faultsAfter((body) => body.replace('"number":2', '"number":1'))).toEqual([
      'approval_mismatch',
    ]);
  });

  it('a hidden comment: the counter names the one before', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    await commentBy(ws, id, ann, { text: 'first' });
    const seq = await ws.transact((tx) => tx.counter(`comment:${id}`));
    await commentBy(ws, id, ann, { text: 'second' });
    ws.attack((db) => db.exec(`UPDATE counters SET value = ${seq} WHERE name = 'comment:${id}'`));
    expect(await ws.verify()).toMatchObject({ ok: false, faults: [{ kind: 'table_mismatch' }] });
    ws.attack((db) => db.exec(`UPDATE counters SET value = 1 WHERE name = 'comment:${id}'`));
    expect(outcome(await commentBy(ws, id, ann, { text: 'third' }))).toBe('SIGNATURE_INVALID');
  });

  it('a comment with a key of the attacker', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    const { publicKey } = generateKeyPair();
    await commentBy(ws, id, ann);
    ws.attack((db) => {
      const bodies = auditRows(db).map(({ body }) =>
        body.includes('"step":"commented"') ? body.replace(ann.record.public_key, publicKey) : body,
      );
      replaceAudit(db, rechained(bodies));
      db.exec('DELETE FROM checkpoints');
    });
    expect((await ws.verify()).faults).toContainEqual(
      expect.objectContaining({ kind: 'approval_signature' }),
    );
  });
});
