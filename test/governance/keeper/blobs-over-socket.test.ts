/** @module blobs-over-socket.test: blobs are sent to a keeper in another thread, while others go on committing. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connectKeeper } from '../../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../../governance/keeper/protocol/protocol.ts';
import { sendBlob } from '../../../governance/keeper/protocol/send-blob.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { BLOB_CHUNK_BYTES, chunksOf } from '../../../schemas/imports.ts';
import { chunksIn } from '../../made-import.ts';
import { createWalls, found } from './governed.ts';

test('a blob of several chunks arrives unchanged, and commits go on meanwhile', async () => {
  const paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'blobs-')));
  const keeper: Keeper = await connectKeeper({
    dir: paths.dir,
    checks: BUILDING_CHECKS,
    timeoutMs: 60_000,
  });
  await found(keeper, paths.dir);
  const content = randomBytes(5 * BLOB_CHUNK_BYTES + 1);
  const sha256 = sha256Hex(content);
  const { principal } = createWalls('s');
  const sent = chunksIn(content).map((chunk, n) =>
    keeper.blobPut({
      principal,
      sha256,
      bytes: content.length,
      n,
      of: chunksOf(content.length),
      content: chunk,
    }),
  );
  const walls = Array.from({ length: 10 }, () => keeper.submit(createWalls('s')));
  const replies = await Promise.all(sent);
  expect((await Promise.all(walls)).map(({ status }) => status)).toEqual(
    walls.map(() => 'committed'),
  );
  expect(replies.at(-1)).toEqual({ status: 'received', received: 6, of: 6, complete: true });
  const reader = openSqliteReader(paths.store);
  const parts = replies.map((_, n) => reader.blobPart(sha256, n) ?? Buffer.of());
  expect(sha256Hex(Buffer.concat(parts))).toBe(sha256);
  reader.close();
  const chunks: string[] = [];
  const note = (received: number, of: number) => chunks.push(`${received} of ${of}`);
  expect(await sendBlob(keeper, principal, content, note)).toEqual({
    sha256,
    bytes: content.length,
  });
  expect(chunks.splice(0)).toEqual(['6 of 6']);
  expect(await keeper.blobDrop({ principal, sha256 })).toEqual({ status: 'dropped' });
  expect(await sendBlob(keeper, principal, content, note)).toMatchObject({ sha256 });
  expect(chunks).toEqual(['1 of 6', '2 of 6', '3 of 6', '4 of 6', '5 of 6', '6 of 6']);
  const nobody = { ...principal, name: 'nobody' };
  expect(await sendBlob(keeper, nobody, content)).toMatchObject({ name: 'UNKNOWN_PRINCIPAL' });
  const long = randomBytes(BLOB_CHUNK_BYTES + 3);
  await expect(
    keeper.blobPut({ principal, sha256, bytes: long.length, n: 0, of: 1, content: long }),
  ).rejects.toThrow(/chunk/);
  await keeper.close();
  rmSync(paths.dir, { recursive: true });
});
