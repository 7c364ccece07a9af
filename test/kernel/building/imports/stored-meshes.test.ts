/** @module tests of stored meshes: blobs of meshes in a ledger, read in the needed chunks only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { MeshBlobBuilder } from '../../../../kernel/building/imports/mesh-blob-builder.ts';
import { decodeMesh } from '../../../../kernel/building/imports/mesh-code.ts';
import { StoredMeshes } from '../../../../kernel/building/imports/stored-meshes.ts';
import { createSqliteStore } from '../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';
import { BLOB_CHUNK_BYTES } from '../../../../schemas/imports.ts';
import { stageBlob } from '../../../made-import.ts';
import { block } from './meshes.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meshes-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A mesh of one triangle and some MiB of vertices. */
function large(seed: number, vertices: number): Mesh {
  return {
    positions: Float64Array.from({ length: 3 * vertices }, (_, i) => (i * seed) % 5000),
    triangles: Uint32Array.of(0, 1, 2),
  };
}

describe('a blob of meshes', () => {
  test('has equal meshes once, and the same bytes for the same meshes', () => {
    const build = (): MeshBlobBuilder => {
      const builder = new MeshBlobBuilder();
      for (const size of [10, 20, 10]) builder.add(block(size, size, size));
      return builder;
    };
    const builder = build();
    const [first, second] = [builder.add(block(10, 10, 10)), builder.add(block(20, 20, 20))];
    expect(first).toMatchObject({ offset: 0, box: { max: { x: 10, y: 10, z: 10 } } });
    expect(second.offset).toBe(first.length);
    const blob = builder.finish();
    expect(blob?.bytes.length).toBe(first.length + second.length);
    expect(build().finish()).toEqual(blob);
    expect(decodeMesh(blob?.bytes.subarray(second.offset) ?? new Uint8Array())).toEqual(
      block(20, 20, 20),
    );
  });

  test('without meshes is none', () => {
    expect(new MeshBlobBuilder().finish()).toBeNull();
  });
});

/** Three meshes of which the second begins in one chunk and ends in the third, in a store. */
async function stored() {
  const builder = new MeshBlobBuilder();
  const [small, big, last] = [block(1, 2, 3), large(7, 200_000), block(4, 5, 6)];
  const places = [small, big, last].map((mesh) => builder.add(mesh));
  const made = builder.finish();
  if (made === null) throw new Error('no blob');
  const path = join(dir, 'ledger.db');
  createSqliteStore(path);
  const writer = openSqliteWriter(path);
  const blob = await writer.transact((tx) => stageBlob(tx, made.bytes));
  await writer.close();
  const reader = openSqliteReader(path);
  const read: number[] = [];
  const chunkOf = (sha256: string, n: number): Uint8Array | null => {
    read.push(n);
    return reader.blobPart(sha256, n);
  };
  return { meshes: [small, big, last], places, blob, chunkOf, read, close: () => reader.close() };
}

describe('the meshes of a store', () => {
  test('are read from the chunks in which they are, once', async () => {
    const { meshes, places, blob, chunkOf, read, close } = await stored();
    const source = new StoredMeshes(chunkOf);
    const [small, big, last] = places.map((place) => Object.assign({ blob }, place));
    if (small === undefined || big === undefined || last === undefined) throw new Error('no place');
    expect(source.mesh(small)).toEqual(meshes[0]);
    expect(read).toEqual([0]);
    expect(source.mesh(last)).toEqual(meshes[2]);
    expect(read).toEqual([0, 2]);
    expect(source.mesh(big).positions).toEqual(meshes[1]?.positions);
    source.mesh(small);
    expect(read).toEqual([0, 2, 1]);
    close();
  });

  test('are kept within a limit, the last used ones first', async () => {
    const { places, blob, chunkOf, read, close } = await stored();
    const source = new StoredMeshes(chunkOf, 2 * BLOB_CHUNK_BYTES);
    const [small, big] = places.map((place) => Object.assign({ blob }, place));
    if (small === undefined || big === undefined) throw new Error('no place');
    source.mesh(big);
    expect(read).toEqual([0, 1, 2]);
    source.mesh(small);
    expect(read).toEqual([0, 1, 2, 0]);
    source.mesh(small);
    expect(read.length).toBe(4);
    close();
  });

  test('that are missing or damaged are faults of the store', async () => {
    const { places, blob, chunkOf, close } = await stored();
    const [first] = places;
    if (first === undefined) throw new Error('no place');
    const place = { ...first, blob };
    const source = new StoredMeshes(chunkOf);
    expect(() => source.mesh({ ...place, blob: 'f'.repeat(64) })).toThrow(
      /no chunk 0 of blob `f+`/u,
    );
    expect(() => source.mesh({ ...place, offset: 1 })).toThrow(
      /the mesh `\w+` in blob .* damaged/u,
    );
    expect(() => source.mesh({ ...place, offset: 2.5 * BLOB_CHUNK_BYTES })).toThrow(
      /ends before byte/u,
    );
    expect(() => source.mesh({ ...place, length: 2 ** 40 })).toThrow(/1099511627776 bytes/u);
    const torn = new StoredMeshes((sha256, n) => {
      const chunk = Uint8Array.from(chunkOf(sha256, n) ?? []);
      chunk[20] = 77;
      return chunk;
    });
    expect(() => torn.mesh(place)).toThrow(
      expect.objectContaining({ name: 'LedgerError', code: 'CORRUPT' }),
    );
    close();
  });
});
