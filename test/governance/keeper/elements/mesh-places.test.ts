/** @module tests of the places of meshes: their bytes are compared with their digests, in one pass over a blob. */
import { expect, test } from 'vitest';

import {
  assertMeshes,
  type NamedMesh,
} from '../../../../governance/keeper/elements/mesh-places.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import type { MeshPlace } from '../../../../kernel/building/geometry/mesh/stored-mesh.ts';
import { MeshBlobBuilder } from '../../../../kernel/building/imports/mesh-blob-builder.ts';
import { decodeMesh, encodeMesh } from '../../../../kernel/building/imports/mesh-code.ts';
import type { BlobRow } from '../../../../kernel/ledger/ledger.ts';
import { BLOB_CHUNK_BYTES, blobPartOf, chunksOf } from '../../../../schemas/imports.ts';
import { block } from '../../../kernel/building/imports/meshes.ts';

/** A kept blob that notes which of its chunks were read. */
function keptBlob(bytes: Uint8Array) {
  const reads: number[] = [];
  const row: BlobRow = {
    sha256: sha256Hex(bytes),
    bytes: bytes.length,
    received: chunksOf(bytes.length),
    state: 'kept',
    owner: 'robot',
    staged_at: '2026-01-02T03:04:05.678Z',
  };
  const read = {
    blobInfo: (sha256: string) => (sha256 === row.sha256 ? row : null),
    blobPart: (_: string, n: number) => {
      reads.push(n);
      return blobPartOf(bytes, n);
    },
  };
  return { sha256: row.sha256, read, reads };
}

function namedAt(place: MeshPlace, id: string): NamedMesh {
  return { ...place, id, kind: 'body' };
}

/** A mesh of one triangle and so many vertices. */
function large(seed: number, vertices: number): Mesh {
  const positions = Float64Array.from({ length: 3 * vertices }, (_, i) => (i * seed) % 5000);
  return { positions, triangles: Uint32Array.of(0, 1, 2) };
}

test('each chunk of a blob is read once, in any order of the elements', async () => {
  const builder = new MeshBlobBuilder();
  const added = [7, 11, 13].map((seed) => builder.add(large(seed, 150_000)));
  for (let i = 1; i <= 500; i += 1) added.push(builder.add(block(i, i, 2 * i)));
  const bytes = builder.finish()?.bytes ?? new Uint8Array();
  const { sha256, read, reads } = keptBlob(bytes);
  const meshes = added.map(({ offset, length, digest }, i) =>
    namedAt({ blob: sha256, offset, length, digest }, `body_${i}`),
  );
  await assertMeshes(read, [...meshes.toReversed(), ...meshes], new Set());
  expect(reads).toEqual(Array.from({ length: chunksOf(bytes.length) }, (_, n) => n));
  expect(reads.length).toBeGreaterThan(4);
});

test('a mesh whose header is in two chunks is read', async () => {
  const mesh = encodeMesh(block(1, 2, 3)).bytes;
  const offset = BLOB_CHUNK_BYTES - 7;
  const bytes = Buffer.concat([Buffer.alloc(offset), mesh]);
  const { sha256, read, reads } = keptBlob(bytes);
  const place = { blob: sha256, offset, length: mesh.length, digest: sha256Hex(mesh) };
  await assertMeshes(read, [namedAt(place, 'body_1')], new Set());
  expect(new Set(reads)).toEqual(new Set([0, 1]));
});

test('a mesh within the bytes of another one is refused, so that no byte is hashed twice', async () => {
  const inner = encodeMesh(block(1, 2, 3)).bytes;
  // The coordinates of the outer mesh are the bytes of the inner one.
  const outer = encodeMesh(large(3, Math.ceil(inner.length / 12))).bytes.slice();
  outer.set(inner, 16);
  const places = [
    { offset: 0, length: outer.length, digest: sha256Hex(outer) },
    { offset: 16, length: inner.length, digest: sha256Hex(inner) },
  ];
  const { sha256, read } = keptBlob(outer);
  expect(decodeMesh(inner)).toEqual(block(1, 2, 3));
  const meshes = places.map((place, i) => namedAt({ ...place, blob: sha256 }, `body_${i}`));
  for (const mesh of meshes) await assertMeshes(read, [mesh], new Set());
  await expect(assertMeshes(read, meshes, new Set())).rejects.toThrow(
    'the plan gives the body `body_1` the mesh with the digest',
  );
});
