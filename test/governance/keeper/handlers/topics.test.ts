/** @module tests of topics in the keeper: their archive must be there, stays as long as the log, and is verified. */
import { copyFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { TOPICS } from '../../../../schemas/topics/topics.ts';
import { blobStates, stage } from './staging.ts';
import { attackFile, outcome, verifyFile, Workspace } from './workspace.ts';

const ARCHIVE = Buffer.from('an archive of topics');
const DIGEST = sha256Hex(ARCHIVE);
const TOPIC = '8ac9822a-761a-4deb-9f39-f61286acbf6a';

/** A topic of an archive. */
function imported(
  changes: { readonly bytes?: number; readonly sha256?: string } = {},
): PlannedEvent {
  return {
    type: 'topic.created',
    aggregate_id: TOPICS,
    payload: {
      element_ids: [],
      imported: {
        comments: [],
        content: DIGEST,
        element_ids: [],
        members: {
          assigned_to: null,
          author: null,
          created_at: null,
          description: null,
          due_date: null,
          labels: [],
          modified_at: null,
          modified_author: null,
          priority: null,
          stage: null,
          status: 'Open',
          title: 'Door',
          type: null,
        },
        source: {
          bytes: ARCHIVE.length,
          name: 'a.bcf',
          sha256: DIGEST,
          version: '3.0',
          ...changes,
        },
        unmatched: [],
        viewpoints: [],
      },
      own: null,
      topic_id: TOPIC,
    },
  };
}

const COMMENT: PlannedEvent = {
  type: 'topic.updated',
  aggregate_id: TOPICS,
  payload: {
    author: 'robot',
    changes: {},
    comments: [{ text: 'Done', viewpoint: null }],
    element_ids: [],
    imported: null,
    topic_id: TOPIC,
  },
};

let ws: Workspace;
beforeEach(async () => {
  ws = await Workspace.found();
});
afterEach(() => ws[Symbol.asyncDispose]());

test('a topic without its archive is refused, and with it the archive is kept', async () => {
  expect(outcome(await ws.submit([imported()]))).toBe('INVALID_ARGUMENT');
  await stage(ws, ARCHIVE);
  expect(outcome(await ws.submit([imported({ bytes: 7 })]))).toBe('INVALID_ARGUMENT');
  expect(await blobStates(ws)).toEqual({ [DIGEST]: 'staged' });
  expect(outcome(await ws.submit([imported()]))).toBe('committed');
  expect(await blobStates(ws)).toEqual({ [DIGEST]: 'kept' });
});

test('comments of several agents need no version of the topic', async () => {
  await stage(ws, ARCHIVE);
  await ws.submit([imported()]);
  for (const _ of [1, 2]) expect(outcome(await ws.submit([COMMENT]))).toBe('committed');
});

test('verification names an archive that is missing or damaged', async () => {
  await stage(ws, ARCHIVE);
  await ws.submit([imported()]);
  await ws.checkpoint();
  ws.settle();
  expect((await verifyFile(ws.path)).faults).toEqual([]);
  for (const [sql, kind] of [
    ['DELETE FROM blobs', 'blob_missing'],
    ["UPDATE blob_chunks SET packed = x'00'", 'blob_damaged'],
  ] as const) {
    const path = `${ws.path}.${kind}`;
    copyFileSync(ws.path, path);
    attackFile(path, (db) => db.exec(sql));
    const { faults } = await verifyFile(path);
    expect(faults.find((fault) => fault.kind === kind)?.detail).toContain(
      `the blob \`${DIGEST}\`, the archive of topic \`${TOPIC}\` (event 1)`,
    );
  }
});
