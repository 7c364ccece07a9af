/** @module tests of blobs: they arrive in chunks, are hashed by the keeper, and go when no plan needs them. */
import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  STAGED_BLOBS_MAX,
  STAGED_BYTES_MAX,
} from '../../../../governance/keeper/blobs/blob-put.ts';
import { STAGED_MS } from '../../../../governance/keeper/blobs/staged-blobs.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { BLOB_CHUNK_BYTES, chunksOf } from '../../../../schemas/imports.ts';
import { levelRecord, madeImport, wallRecord } from '../../../made-import.ts';
import { forks } from './import-world.ts';
import { blobStates, dropBlob, putChunk, stage, stageMade } from './staging.ts';
import { outcome, person, ROBOT, Workspace } from './workspace.ts';

const BLOB = randomBytes(2 * BLOB_CHUNK_BYTES + 100);
const DIGEST = sha256Hex(BLOB);
const OTHER: AgentRecord = { ...ROBOT, name: 'other', agent_id: 'agent-other' };
const ann = person('ann', 'user-ann');

let ws: Workspace;
beforeEach(async () => {
  ws = await Workspace.found();
  await ws.addApprover(ann);
  const signed = await ws.signed('agent', OTHER, ann);
  await ws.registry({ change: 'agent', record: OTHER, signed });
});
afterEach(() => ws[Symbol.asyncDispose]());

describe('a blob', () => {
  test('is complete once its last chunk has arrived and its content has its digest', async () => {
    const replies = [];
    for (const n of [0, 1, 2]) replies.push(await putChunk(ws, BLOB, n));
    expect(replies).toEqual([
      { status: 'received', received: 1, of: 3, complete: false },
      { status: 'received', received: 2, of: 3, complete: false },
      { status: 'received', received: 3, of: 3, complete: true },
    ]);
    expect(await blobStates(ws)).toEqual({ [DIGEST]: 'staged' });
  });

  test('takes the same chunk again, before and after its end', async () => {
    for (const n of [0, 0, 1, 0, 1, 2, 2, 0]) {
      expect(outcome(await putChunk(ws, BLOB, n))).toBe('received');
    }
    expect(await putChunk(ws, BLOB, 1)).toEqual({
      status: 'received',
      received: 3,
      of: 3,
      complete: true,
    });
  });

  test('is completed by another keeper', async () => {
    await putChunk(ws, BLOB, 0);
    await putChunk(ws, BLOB, 1);
    ws.restart();
    expect(await putChunk(ws, BLOB, 2)).toMatchObject({ complete: true });
  });

  test('is completed after a chunk was rolled back', async () => {
    await putChunk(ws, BLOB, 0);
    await expect(
      ws.transact(async (tx) => {
        const sent = { n: 1, of: 3, bytes: BLOB.length, sha256: DIGEST };
        const content = randomBytes(BLOB_CHUNK_BYTES);
        const { kind, name, user_id } = ROBOT;
        const principal = { kind, name, user_id, agent_id: ROBOT.agent_id, session_id: 's' };
        await ws.handlers.blobPut(tx, { ...sent, principal, content });
        throw new Error('the disk is full');
      }),
    ).rejects.toThrow('the disk is full');
    expect(await putChunk(ws, BLOB, 1)).toMatchObject({ received: 2 });
    expect(await putChunk(ws, BLOB, 2)).toMatchObject({ complete: true });
  });

  test('with content of another digest is refused and removed', async () => {
    const sha256 = 'ab'.repeat(32);
    for (const n of [0, 1]) await putChunk(ws, BLOB, n, { sha256 });
    const reply = await putChunk(ws, BLOB, 2, { sha256 });
    expect(reply).toMatchObject({ refusal: { data: { received: DIGEST, expected: sha256 } } });
    expect(await blobStates(ws)).toEqual({});
    const short = Buffer.from('short');
    expect(outcome(await putChunk(ws, short, 0, { sha256 }))).toBe('INVALID_ARGUMENT');
    expect(await blobStates(ws)).toEqual({});
    await stage(ws, BLOB);
    expect(await blobStates(ws)).toEqual({ [DIGEST]: 'staged' });
  });

  test.each([
    ['a chunk before its turn', 1, {}],
    ['another number of chunks', 0, { of: 4 }],
    ['a number after the last', 3, {}],
    ['a chunk that is too short', 0, { content: Buffer.of(1) }],
    ['an empty chunk', 0, { content: Buffer.of() }],
  ])('refuses %s', async (_, n, changes) => {
    expect(outcome(await putChunk(ws, BLOB, n, changes))).toBe('INVALID_ARGUMENT');
    expect(await blobStates(ws)).toEqual({});
  });

  test('refuses other content for a chunk that it has, and another length', async () => {
    await putChunk(ws, BLOB, 0);
    const content = randomBytes(BLOB_CHUNK_BYTES);
    expect(outcome(await putChunk(ws, BLOB, 0, { content }))).toBe('INVALID_ARGUMENT');
    const bytes = BLOB.length + 1;
    expect(outcome(await putChunk(ws, BLOB, 1, { bytes }))).toBe('INVALID_ARGUMENT');
    expect(await putChunk(ws, BLOB, 1)).toMatchObject({ received: 2 });
  });

  test.each([
    ['other content', 0, { content: randomBytes(BLOB_CHUNK_BYTES) }],
    ['another length', 0, { bytes: BLOB_CHUNK_BYTES + 1, of: 2 }],
    ['a false second chunk', 1, { content: randomBytes(BLOB_CHUNK_BYTES) }],
  ])('that another began with %s is sent all the same, and not shown', async (_, n, changes) => {
    for (let i = 0; i < n; i += 1) await putChunk(ws, BLOB, i, { from: OTHER });
    expect(outcome(await putChunk(ws, BLOB, n, { from: OTHER, ...changes }))).toBe('received');
    for (const i of [0, 1, 2]) {
      const complete = i === 2;
      const reply = await putChunk(ws, BLOB, i);
      expect(reply).toEqual({ status: 'received', received: i + 1, of: 3, complete });
      // The other one cannot start again meanwhile.
      await putChunk(ws, BLOB, 0, { from: OTHER, ...changes });
    }
    expect((await blobStates(ws))[DIGEST]).toBe('staged');
  });

  test('belongs to the one who completes it, not to the first sender', async () => {
    await putChunk(ws, BLOB, 0, { from: OTHER });
    expect(await dropBlob(ws, DIGEST)).toEqual({ status: 'dropped' });
    await stage(ws, BLOB);
    expect(outcome(await dropBlob(ws, DIGEST, OTHER))).toBe('dropped');
    expect(outcome(await dropBlob(ws, DIGEST, OTHER))).toBe('INVALID_ARGUMENT');
    expect(await blobStates(ws)).toEqual({ [DIGEST]: 'staged' });
    expect(outcome(await dropBlob(ws, DIGEST))).toBe('dropped');
    expect(await blobStates(ws)).toEqual({});
  });

  test('that an earlier version began under its digest is sent all the same', async () => {
    const staged_at = new Date(ws.now_ms).toISOString();
    const row = { sha256: DIGEST, bytes: 7, owner: OTHER.name, staged_at };
    await ws.transact((tx) => tx.openBlob(row));
    await stage(ws, BLOB);
    expect(await blobStates(ws)).toEqual({ [DIGEST]: 'staged' });
  });

  test('that another completed meanwhile is complete for all who send its content', async () => {
    await putChunk(ws, BLOB, 0, { from: OTHER });
    await stage(ws, BLOB);
    expect(await putChunk(ws, BLOB, 1, { from: OTHER })).toMatchObject({ complete: true });
    expect(await blobStates(ws)).toEqual({ [DIGEST]: 'staged' });
  });

  test.each([
    ['an unknown agent', { ...ROBOT, name: 'nobody' }, 'UNKNOWN_PRINCIPAL'],
    ['another person', { ...ROBOT, user_id: 'user-x' }, 'UNKNOWN_PRINCIPAL'],
  ])('of %s is refused', async (_, from, name) => {
    expect(outcome(await putChunk(ws, BLOB, 0, { from }))).toBe(name);
  });

  test('of an agent that may not create is refused', async () => {
    const permissions = { ...ROBOT.permissions, permissions: { READ: {}, MODIFY: {} } };
    const reader = { ...OTHER, permissions };
    await ws.registry({ change: 'agent', record: reader, signed: null });
    expect(outcome(await putChunk(ws, BLOB, 0, { from: reader }))).toBe('PERMISSION_DENIED');
  });
});

describe('the quota', () => {
  test('limits the bytes of the staged blobs of one principal', async () => {
    const big = (digit: string, bytes: number) => ({
      sha256: digit.repeat(64),
      bytes,
      of: chunksOf(bytes),
      content: BLOB.subarray(0, BLOB_CHUNK_BYTES),
    });
    const half = STAGED_BYTES_MAX / 2;
    expect(outcome(await putChunk(ws, BLOB, 0, big('a', half)))).toBe('received');
    expect(outcome(await putChunk(ws, BLOB, 0, big('b', half + 1)))).toBe('OUT_OF_RANGE');
    expect(outcome(await putChunk(ws, BLOB, 0, big('b', half)))).toBe('received');
    expect(outcome(await putChunk(ws, BLOB, 0))).toBe('OUT_OF_RANGE');
    expect(outcome(await putChunk(ws, BLOB, 0, { from: OTHER }))).toBe('received');
    expect(outcome(await dropBlob(ws, 'b'.repeat(64)))).toBe('dropped');
    expect(outcome(await putChunk(ws, BLOB, 0))).toBe('received');
  });

  test('limits their number', async () => {
    for (let i = 0; i < STAGED_BLOBS_MAX; i += 1) await stage(ws, Buffer.from(`blob ${i}`));
    expect(outcome(await putChunk(ws, BLOB, 0))).toBe('OUT_OF_RANGE');
  });
});

test('a plan names at most four new blobs, and as many kept ones as it merges', async () => {
  const made = [1, 2, 3].map((i) => {
    const level = levelRecord(`level_${i}`, `Level ${i}`);
    const elements = [level, wallRecord(`wall_${i}`, level.id)];
    return madeImport(elements, { import_id: `import_${i}`, text: `file ${i}`, reference: true });
  });
  const events = made.map(({ event }) => event);
  for (const one of made) await stageMade(ws, one);
  const branch = 'b';
  expect(JSON.stringify(await ws.submit(events))).toContain('names 6 blobs that no event has yet');
  expect(outcome(await ws.submit([forks(branch, 'main', 0)], { branch }))).toBe('committed');
  for (const event of events) {
    const held = await ws.hold([event], { branch });
    expect(outcome(await ws.decide(held, ann))).toBe('executed');
  }
  const source_seq = await ws.transact((tx) => tx.headSeq());
  const merged: PlannedEvent = {
    type: 'branch.merged',
    aggregate_id: branch,
    payload: { source: branch, target: 'main', source_seq, target_seq: 0 },
  };
  const merge = await ws.hold([merged, ...events]);
  expect(outcome(await ws.decide(merge, ann))).toBe('executed');
});

describe('a staged blob', () => {
  const imported = madeImport([levelRecord('level_i', 'Ground'), wallRecord('wall_i', 'level_i')]);
  const { file, manifest } = imported.event.payload;
  const stageBoth = async () => {
    await stage(ws, imported.file);
    await stage(ws, imported.manifest);
  };
  const states = async () => {
    const all = await blobStates(ws);
    return [all[file.sha256], all[manifest.sha256]];
  };

  test('is removed after a day if no plan needs it', async () => {
    await stageBoth();
    ws.now_ms += STAGED_MS - 1;
    await putChunk(ws, BLOB, 0);
    expect(await states()).toEqual(['staged', 'staged']);
    ws.now_ms += 1;
    await putChunk(ws, BLOB, 1);
    expect(await states()).toEqual([undefined, undefined]);
    ws.now_ms += STAGED_MS;
    await ws.transact((tx) =>
      ws.handlers.unfinished(tx, { process: { id: 'p', pid: 1, host: 'h' } }),
    );
    expect(await blobStates(ws)).toEqual({});
  });

  test('is dropped only by its owner', async () => {
    await stageBoth();
    expect(outcome(await dropBlob(ws, file.sha256, OTHER))).toBe('INVALID_ARGUMENT');
    expect(outcome(await dropBlob(ws, file.sha256))).toBe('dropped');
    expect(outcome(await dropBlob(ws, file.sha256))).toBe('dropped');
    expect(await states()).toEqual([undefined, 'staged']);
  });

  test('stays while a pending plan names it, and goes with its rejection', async () => {
    await stageBoth();
    const approval_id = await ws.hold([imported.event]);
    expect(outcome(await dropBlob(ws, file.sha256))).toBe('INVALID_ARGUMENT');
    expect(await states()).toEqual(['staged', 'staged']);
    expect(outcome(await ws.decide(approval_id, ann, { verdict: 'reject' }))).toBe('rejected');
    expect(await states()).toEqual([undefined, undefined]);
  });

  test('goes when its plan expires', async () => {
    await stageBoth();
    const approval_id = await ws.hold([imported.event]);
    ws.now_ms += 3_600_001;
    expect((await ws.approval(approval_id))?.status).toBe('expired');
    expect(await states()).toEqual([undefined, undefined]);
  });

  test('stays when its plan expired and is submitted again', async () => {
    await stageBoth();
    await ws.hold([imported.event]);
    ws.now_ms += 3_600_001;
    const again = await ws.hold([imported.event]);
    expect(await states()).toEqual(['staged', 'staged']);
    expect(outcome(await ws.decide(again, ann))).toBe('executed');
    expect(await states()).toEqual(['kept', 'kept']);
  });

  test('goes with the last of two plans that name it', async () => {
    await stageBoth();
    const second = madeImport([levelRecord('level_j', 'Ground')], { import_id: 'import_2' });
    await stage(ws, second.manifest);
    expect(second.event.payload.file.sha256).toBe(file.sha256);
    const a = await ws.hold([imported.event]);
    const b = await ws.hold([second.event]);
    await ws.decide(a, ann, { verdict: 'reject' });
    expect(await states()).toEqual(['staged', undefined]);
    await ws.decide(b, ann, { verdict: 'reject' });
    expect(await blobStates(ws)).toEqual({});
  });

  test('is kept with the event that names it', async () => {
    await stageBoth();
    const approval_id = await ws.hold([imported.event]);
    expect(outcome(await ws.decide(approval_id, ann))).toBe('executed');
    expect(await states()).toEqual(['kept', 'kept']);
    expect(outcome(await dropBlob(ws, file.sha256))).toBe('INVALID_ARGUMENT');
    ws.now_ms += 2 * STAGED_MS;
    await putChunk(ws, BLOB, 0);
    expect(await states()).toEqual(['kept', 'kept']);
  });

  test.each([
    [
      'missing',
      async () => stage(ws, imported.manifest),
      'received no complete blob, expected all 1 chunks',
    ],
    [
      'of another length',
      async () => {
        await stageBoth();
        await dropBlob(ws, file.sha256);
        const bytes = imported.file.length + BLOB_CHUNK_BYTES;
        const content = randomBytes(BLOB_CHUNK_BYTES);
        await putChunk(ws, BLOB, 0, { sha256: file.sha256, bytes, of: 2, content });
      },
      'received no complete blob',
    ],
  ])('that is %s makes its plan invalid', async (_, send, why) => {
    await send();
    const reply = await ws.submit([imported.event]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(why);
  });
});
