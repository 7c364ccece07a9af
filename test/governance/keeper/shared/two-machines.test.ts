/** @module two-machines.test: the rules of governance on two machines that share one log in a real PostgreSQL. */
import { deepStrictEqual } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { commentsOf, type NumberedComment } from '../../../../governance/audit/remarks/comments.ts';
import { sharedStore, type TermStore } from '../../../../governance/keeper/shared/shared-store.ts';
import { logNameOf } from '../../../../governance/keeper/workspace/log-key.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { generateKeyPair } from '../../../../kernel/base/canonical/signature.ts';
import { BLOB_CHUNK_BYTES } from '../../../../schemas/imports.ts';
import { WorkspacePolicy } from '../../../../schemas/permissions.ts';
import { postgresServer } from '../../../kernel/ledger/follow/postgres-server.ts';
import {
  levelRecord,
  madeImport,
  revisionOf,
  undoneImport,
  wallRecord,
} from '../../../made-import.ts';
import { commentBy } from '../handlers/comment-by.ts';
import { blobStates, putChunk, stage, stageMade } from '../handlers/staging.ts';
import {
  created,
  deleted,
  modified,
  outcome,
  person,
  ROBOT,
  Workspace,
  type SharingMachine,
} from '../handlers/workspace.ts';

const server = await postgresServer();
if (typeof server === 'string') process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
const url = typeof server === 'string' ? '' : await server.freshDatabase();
afterAll(async () => {
  if (typeof server !== 'string') await server.stop();
});

const ann = person('ann');
const bob = person('bob');
let one: Workspace;
let two: Workspace;
/** By the mark of their machines. */
const stores = new Map<string, TermStore>();

const POLICY = WorkspacePolicy.parse({
  rate_limit_per_minute: 10,
  approvers_required: { 'element.deleted': 2 },
  max_unapproved_elements_per_hour: 3,
});

beforeEach(async () => {
  if (typeof server === 'string') return;
  const logKeys = generateKeyPair();
  const on = (mark: string): SharingMachine => ({
    logKeys,
    mark,
    writer: async (local, handlers) => {
      const shared = { url, name: logNameOf(logKeys.publicKey) };
      const store: TermStore = await sharedStore(local, shared, handlers);
      stores.set(mark, store);
      return store.writer;
    },
  });
  one = await Workspace.found({ policy: POLICY, on: on('one') });
  two = await Workspace.joined(on('two'));
  await one.addApprover(ann);
  await two.addApprover(bob, ann);
  await one.submit(['w0', 'w1', 'w2', 'w3', 'w4', 'w5'].map(created));
});

/** Every row of every table except those of the machine itself. */
function rowsOf({ path }: Workspace): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map(({ name }) => [
    name,
    db.prepare(`SELECT * FROM "${String(name)}"`).all(),
  ]);
  db.close();
  return rows;
}

afterEach(async () => {
  if (typeof server === 'string') return;
  // Each machine reads the last commits of the other; then both are the same workspace, and it verifies.
  for (const each of [one, two]) await each.transact((tx) => tx.headSeq());
  deepStrictEqual(rowsOf(two), rowsOf(one));
  const { faults } = await two.verify();
  deepStrictEqual(faults, []);
  await one[Symbol.asyncDispose]();
  await two[Symbol.asyncDispose]();
});

describe.skipIf(typeof server === 'string')('two machines', () => {
  test('an approval that two people decide at the same time on two machines is executed once', async () => {
    const id = await one.hold([deleted('w0')]);
    const replies = await Promise.all([
      one.decide(id, ann),
      two.decide(id, bob),
      two.decide(id, ann),
    ]);
    expect(replies.map(outcome)).toContain('executed');
    const events = await two.transact((tx) => tx.eventsOfAggregate('w0', 'main', 10));
    expect(events.map(({ type }) => type)).toEqual(['element.deleted', 'element.created']);
  });

  test('comments of two machines have one order, and each machine announces those of the other', async () => {
    const id = await one.hold([deleted('w0')]);
    const announced: string[] = [];
    const store = stores.get('two');
    store?.follow(({ approvals }) => {
      announced.push(...approvals.map(({ approval_id, status }) => `${approval_id} ${status}`));
    });
    const replies = await Promise.all([
      commentBy(one, id, ann, { text: 'first' }),
      commentBy(two, id, bob, { text: 'second' }),
      commentBy(one, id, bob, { text: 'third' }),
    ]);
    expect(replies.map(outcome)).toEqual(['commented', 'commented', 'commented']);
    const said = (machine: Workspace): Promise<readonly NumberedComment[]> =>
      machine.transact((tx) => commentsOf(tx, id));
    expect((await said(two)).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await said(two)).toEqual(await said(one));
    announced.length = 0;
    await commentBy(one, id, ann, { text: 'fourth' });
    await expect.poll(() => announced, { timeout: 10_000 }).toContain(`${id} pending`);
    store?.stop();
  });

  test('an import whose blobs went to both machines is approved on one and changed on the other', async () => {
    const made = madeImport([wallRecord('wall_i', 'level_i'), levelRecord('level_i', 'Imported')], {
      text: 'x'.repeat(BLOB_CHUNK_BYTES + 5),
    });
    expect(outcome(await putChunk(one, made.file, 0))).toBe('received');
    expect(await putChunk(two, made.file, 1)).toMatchObject({ complete: true });
    const other = Buffer.alloc(BLOB_CHUNK_BYTES, 1);
    const sha256 = sha256Hex(made.manifest);
    expect(outcome(await putChunk(two, other, 0, { sha256 }))).toBe('INVALID_ARGUMENT');
    await stage(two, made.manifest);
    const id = await one.hold([made.event]);
    expect(outcome(await two.decide(id, bob))).toBe('executed');
    const change = { updates: { name: 'A' }, previous: { name: null } };
    const renamed = { type: 'element.modified', aggregate_id: 'wall_i', payload: change } as const;
    expect(outcome(await one.submit([renamed]))).toBe('committed');
    expect(await two.transact((tx) => tx.importedElement('wall_i', null))).toMatchObject({
      kind: 'wall',
    });
    const states = Object.values(await blobStates(two));
    expect(states).toEqual(['kept', 'kept']);
  });

  test('an import of one machine is revised on the other, and undone on both', async () => {
    const level = levelRecord('level_u', 'Undone');
    const made = madeImport([level, wallRecord('wall_u', 'level_u')], { import_id: 'import_u' });
    await stageMade(one, made);
    expect(outcome(await one.decide(await one.hold([made.event]), ann))).toBe('executed');
    const later = madeImport([level], { import_id: 'import_v', text: 'later' });
    const revision = revisionOf(made, later);
    await stageMade(two, revision);
    const revised = await two.hold([revision.event]);
    expect(outcome(await one.decide(revised, ann))).toBe('pending');
    expect(outcome(await two.decide(revised, bob))).toBe('executed');
    const undo = undoneImport(revision);
    for (const machine of [one, two]) {
      const versions = await machine.transact(async (tx) => [
        await tx.versionAt('main', 'wall_u'),
        await tx.versionAt('main', 'import_u'),
      ]);
      expect(new Set(versions).size).toBe(1);
      expect(outcome(await machine.submit([undoneImport(made)]))).toBe('INVALID_ARGUMENT');
    }
    const undone = await one.hold([undo]);
    // It deletes nothing, so one person is enough.
    expect(outcome(await two.decide(undone, ann))).toBe('executed');
    expect(JSON.stringify(await one.submit([undo]))).toContain('no import `import_v`');
    const first = await two.hold([undoneImport(made)]);
    expect(outcome(await one.decide(first, ann))).toBe('pending');
    expect(outcome(await two.decide(first, bob))).toBe('executed');
    expect(await one.transact((tx) => tx.versionAt('main', 'wall_u'))).toBe(
      await two.transact((tx) => tx.headSeq()),
    );
    expect((await one.verify()).faults).toEqual([]);
  });

  test('a decision that was signed for one machine is invalid on the other', async () => {
    const id = await one.hold([deleted('w0')]);
    expect(outcome(await two.decide(id, ann, { challenge: one.challenge() }))).toBe(
      'SIGNATURE_INVALID',
    );
    expect(outcome(await two.decide(id, ann))).toBe('pending');
    expect(outcome(await one.decide(id, bob))).toBe('executed');
  });

  test('an operation or a key that is sent to both machines at once is executed once', async () => {
    const plan = await one.plan([modified('w1', 5)]);
    const replies = await Promise.all([one.send(plan, 'key'), two.send(plan, 'key')]);
    expect(replies.map(outcome)).toEqual(['committed', 'committed']);
    expect(replies.filter((reply) => 'replayed' in reply && reply.replayed)).toHaveLength(1);
    expect(await one.transact((tx) => tx.eventsOfOperation(plan.operation_id))).toHaveLength(1);
  });

  test('a plan that the other machine has overtaken conflicts, and a new one is based on the current state', async () => {
    await two.submit([modified('w2', 5)]);
    const [mine, theirs] = [
      await one.plan([modified('w2', 6, 5)]),
      await two.plan([modified('w2', 7, 5)]),
    ];
    const replies = await Promise.all([one.send(mine), two.send(theirs)]);
    expect(replies.map(outcome).toSorted()).toEqual(['committed', 'conflict']);
    const now = replies[0]?.status === 'committed' ? 6 : 7;
    // Machine two had cached the wall in its old state.
    expect(outcome(await two.submit([modified('w2', 8, now)]))).toBe('committed');
    expect(outcome(await two.submit([modified('w2', 9, now)]))).toBe('INVALID_ARGUMENT');
  });

  test('an agent that is revoked on one machine is unknown on the other', async () => {
    const record = { ...ROBOT, status: 'revoked' } as const;
    const id = await two.hold([deleted('w3')]);
    await one.registry({ change: 'agent', record, signed: await one.signed('agent', record, ann) });
    expect(outcome(await two.submit([created('w9')]))).toBe('UNKNOWN_PRINCIPAL');
    expect((await two.approval(id))?.status).toBe('cancelled');
  });

  test('the changes of an hour are counted over both machines', async () => {
    for (const [each, id] of [
      [one, 'w1'],
      [two, 'w2'],
      [one, 'w3'],
    ] as const) {
      expect(outcome(await each.submit([modified(id, 2)]))).toBe('committed');
    }
    expect(outcome(await two.submit([modified('w4', 2)]))).toBe('pending');
  });

  test('the calls of a minute are counted over both machines once they are recorded', async () => {
    const take = (each: Workspace, calls: number) =>
      each.transact(async (tx) => {
        const reply = await each.handlers.calls(tx, { name: 'robot', calls });
        return reply.granted;
      });
    expect(await take(two, 1)).toBe(1);
    expect(await take(one, 6)).toBe(6);
    const draft = { kind: 'call', principal: { name: 'robot' }, outcome: 'ok' } as const;
    await one.transact((tx) =>
      one.handlers.record(
        tx,
        Array.from({ length: 6 }, () => draft),
      ),
    );
    // One for the commit that created the lines, one here, six there.
    expect(await take(two, 10)).toBe(2);
    expect(await take(two, 10)).toBe(0);
  });
});
