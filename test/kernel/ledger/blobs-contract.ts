/** @module blobs-contract: contract tests for blobs, and for the elements of imports. */
import { describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { BLOB_CHUNK_BYTES } from '../../../schemas/imports.ts';
import {
  levelRecord,
  madeImport,
  revisionOf,
  stageBlob,
  stageImport,
  undoneImport,
  wallRecord,
} from '../../made-import.ts';
import { codeOf, type OpenStore } from './open-store.ts';
import { eventRow } from './rows.ts';

/** Bytes that do not compress, of a length that is no multiple of a chunk. */
function noise(length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[i] = state >> 16;
  }
  return bytes;
}

const AT = '2026-01-02T03:04:05.678Z';
const LEVEL = levelRecord('level_i', 'Ground');
const WALLS = Array.from({ length: 3000 }, (_, i) => wallRecord(`wall_i${i}`, 'level_i', i));

/** Defines the tests for the blobs of a store. */
export function blobsContract(store: OpenStore): void {
  const imported = madeImport([...WALLS, LEVEL]);
  const { sha256 } = imported.event.payload.manifest;
  const commitImport = async (branch = 'main') => {
    await store.writer.transact(async (tx) => {
      if ((await tx.blobInfo(sha256)) === null) await stageImport(tx, imported);
      await tx.appendEvents([eventRow({ branch }, imported.event)]);
    });
  };

  describe('blobs', () => {
    test('a blob arrives in chunks and has the same content afterwards', async () => {
      const content = noise(2 * BLOB_CHUNK_BYTES + 17);
      const digest = sha256Hex(content);
      await store.writer.transact((tx) =>
        tx.openBlob({ sha256: digest, bytes: content.length, owner: 'ann', staged_at: AT }),
      );
      for (let n = 0; n < 3; n++) {
        const part = content.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES);
        await store.writer.transact((tx) => tx.putBlobChunk(digest, n, part));
        expect(await store.reader.blobInfo(digest)).toEqual({
          sha256: digest,
          bytes: content.length,
          owner: 'ann',
          staged_at: AT,
          state: 'receiving',
          received: n + 1,
        });
      }
      await store.writer.transact((tx) => tx.completeBlob(digest));
      expect((await store.reader.blobs()).map(({ state }) => state)).toEqual(['staged']);
      const parts: Uint8Array[] = [];
      for (const n of [0, 1, 2]) parts.push((await store.reader.blobPart(digest, n)) ?? noise(0));
      expect(sha256Hex(Buffer.concat(parts))).toBe(digest);
      expect(await store.reader.blobPart(digest, 3)).toBeNull();
      expect(await store.reader.blobInfo('00')).toBeNull();
      expect(await store.reader.blobPart('00', 0)).toBeNull();
    });

    test.each([
      ['a chunk out of order', 1, 5],
      ['a chunk that is too long', 0, BLOB_CHUNK_BYTES + 1],
      ['a chunk that is too short', 0, BLOB_CHUNK_BYTES - 1],
      ['a chunk after the last one', 2, 1],
    ])('refuses %s', async (_, n, length) => {
      const bytes = BLOB_CHUNK_BYTES + 5;
      await store.writer.transact((tx) =>
        tx.openBlob({ sha256: 'ab', bytes, owner: 'ann', staged_at: AT }),
      );
      await expect(
        store.writer.transact((tx) => tx.putBlobChunk('ab', n, noise(length))),
      ).rejects.toThrow(/want chunk 0/);
    });

    test('refuses a blob twice, an incomplete one as complete, and chunks of a complete one', async () => {
      const bytes = BLOB_CHUNK_BYTES + 5;
      const open = () =>
        store.writer.transact((tx) =>
          tx.openBlob({ sha256: 'ab', bytes, owner: 'ann', staged_at: AT }),
        );
      await open();
      expect(await codeOf(open())).toBe('DUPLICATE');
      await expect(store.writer.transact((tx) => tx.completeBlob('ab'))).rejects.toThrow(
        /want all/,
      );
      const digest = await store.writer.transact((tx) => stageBlob(tx, noise(5)));
      await expect(
        store.writer.transact((tx) => tx.putBlobChunk(digest, 1, noise(1))),
      ).rejects.toThrow(/want chunk 1 with 0/);
    });

    test('a blob that was received under another name gets its own when it is complete', async () => {
      const content = noise(BLOB_CHUNK_BYTES + 17);
      const digest = sha256Hex(content);
      const row = { bytes: content.length, owner: 'ann', staged_at: AT };
      await store.writer.transact(async (tx) => {
        await tx.openBlob({ ...row, sha256: 'ab' });
        await tx.putBlobChunk('ab', 0, content.subarray(0, BLOB_CHUNK_BYTES));
        await tx.putBlobChunk('ab', 1, content.subarray(BLOB_CHUNK_BYTES));
      });
      await store.writer.transact((tx) => tx.completeBlob('ab', digest));
      const staged = { ...row, sha256: digest, state: 'staged', received: 2 };
      expect(await store.reader.blobs()).toEqual([staged]);
      expect(await store.reader.blobPart('ab', 0)).toBeNull();
      const parts: Uint8Array[] = [];
      for (const n of [0, 1]) parts.push((await store.reader.blobPart(digest, n)) ?? noise(0));
      expect(sha256Hex(Buffer.concat(parts))).toBe(digest);
    });

    test('a staged blob can be dropped, a kept one never', async () => {
      const digest = await store.writer.transact((tx) => stageBlob(tx, noise(5)));
      await store.writer.transact((tx) => tx.dropBlob(digest));
      expect(await store.reader.blobs()).toEqual([]);
      expect(await store.reader.blobPart(digest, 0)).toBeNull();
      await commitImport();
      await expect(store.writer.transact((tx) => tx.dropBlob(sha256))).rejects.toThrow(/kept/);
      expect((await store.reader.blobInfo(sha256))?.state).toBe('kept');
    });

    test('an event whose blobs are missing or incomplete is refused', async () => {
      const append = () =>
        store.writer.transact((tx) => tx.appendEvents([eventRow({}, imported.event)]));
      await expect(append()).rejects.toThrow(/is missing/);
      await store.writer.transact(async (tx) => {
        await stageBlob(tx, imported.file);
        const bytes = imported.manifest.length;
        await tx.openBlob({ sha256, bytes, owner: 'ann', staged_at: AT });
      });
      await expect(append()).rejects.toThrow(/is receiving/);
      expect(await store.reader.headSeq()).toBe(0);
      expect((await store.reader.blobs()).map(({ state }) => state)).toEqual([
        'staged',
        'receiving',
      ]);
    });
  });

  describe('imported elements', () => {
    test('are read from the manifest by their ids, also across chunks', async () => {
      expect(imported.manifest.length).toBeGreaterThan(BLOB_CHUNK_BYTES);
      await commitImport();
      for (const element of [LEVEL, ...WALLS]) {
        expect(await store.reader.importedElement(element.id, sha256)).toEqual(element);
      }
      expect(await store.reader.importedElement('wall_i0', null)).toEqual(WALLS[0]);
      expect(await store.reader.importedElement('wall_x', sha256)).toBeNull();
      expect(await store.reader.importedElement('wall_i0', '00')).toBeNull();
    });

    test('have the version of their import, then that of their last event', async () => {
      await store.append(eventRow());
      await commitImport();
      expect(await store.reader.versionAt('main', 'wall_i7')).toBe(2);
      expect(await store.reader.versionAt('main', 'import_1')).toBe(2);
      expect(await store.reader.versionAt('main', 'wall_x')).toBeNull();
      const changed = { updates: { name: 'A' }, previous: { name: null } };
      await store.append(
        eventRow({}, { type: 'element.modified', aggregate_id: 'wall_i7', payload: changed }),
      );
      expect(await store.reader.versionAt('main', 'wall_i7')).toBe(3);
      const seqs = async (until: number, limit: number) =>
        (await store.reader.eventsTouching('wall_i7', 'main', until, limit)).map(({ seq }) => seq);
      expect(await seqs(9, 9)).toEqual([3, 2]);
      expect(await seqs(9, 1)).toEqual([3]);
      expect(await seqs(2, 9)).toEqual([2]);
      expect(await seqs(1, 9)).toEqual([]);
    });

    test('count as written ids, and their levels as new levels', async () => {
      const all = { branch: 'main', after: 0, until: 9 };
      await store.append(eventRow({ aggregate_id: 'run-x' }));
      expect(await store.reader.writtenIds(['wall_i1', 'run-x'], all)).toEqual(['run-x']);
      await commitImport();
      const written = async (stretch: object) =>
        await store.reader.writtenIds(['wall_i1', 'no"ne', 'run-x'], { ...all, ...stretch });
      expect(await written({})).toEqual(['wall_i1', 'run-x']);
      expect(await written({ after: 1 })).toEqual(['wall_i1']);
      expect(await written({ until: 1 })).toEqual(['run-x']);
      expect(await written({ branch: 'b' })).toEqual([]);
      expect(await store.reader.levelsAfter(0)).toEqual(['level_i']);
      expect(await store.reader.levelsAfter(2)).toEqual([]);
    });

    test('are written again by an undo of their import and by a revision, also those that it lacks', async () => {
      await commitImport();
      await store.append(eventRow({}, undoneImport(imported)));
      await commitImport();
      const later = madeImport([LEVEL], { import_id: 'import_2', text: 'revised\n' });
      const revision = revisionOf(imported, later);
      await store.writer.transact(async (tx) => {
        await stageImport(tx, revision);
        await tx.appendEvents([eventRow({}, revision.event)]);
      });
      for (const id of ['wall_i7', LEVEL.id]) {
        const events = await store.reader.eventsTouching(id, 'main', 9, 9);
        expect(events.map(({ seq, type }) => [seq, type])).toEqual([
          [4, 'model.imported'],
          [3, 'model.imported'],
          [2, 'import.reverted'],
          [1, 'model.imported'],
        ]);
        expect(await store.reader.versionAt('main', id)).toBe(4);
        const late = { branch: 'main', after: 3, until: 9 };
        expect(await store.reader.writtenIds([id], late)).toEqual([id]);
        expect(await store.reader.writtenIds([id], { ...late, except: [3, 4] })).toEqual([]);
      }
      expect(await store.reader.versionAt('main', 'import_1')).toBe(4);
      // The undo of the revision writes the elements of both manifests again.
      await store.append(eventRow({}, undoneImport(revision)));
      for (const id of ['wall_i7', LEVEL.id, 'import_1', 'import_2']) {
        expect(await store.reader.versionAt('main', id)).toBe(5);
      }
      expect(await store.reader.levelsAfter(4)).toEqual([LEVEL.id]);
    });

    test('the same manifest can be imported on two branches', async () => {
      await commitImport();
      await store.append(
        eventRow(
          { branch: 'b' },
          {
            type: 'branch.created',
            aggregate_id: 'b',
            payload: { name: 'b', from: 'main', from_seq: 0 },
          },
        ),
      );
      await commitImport('b');
      expect(await store.reader.versionAt('main', 'wall_i7')).toBe(1);
      expect(await store.reader.versionAt('b', 'wall_i7')).toBe(3);
    });
  });
}
