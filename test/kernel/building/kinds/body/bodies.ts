/** @module bodies: bodies with stored meshes for tests. */
import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { MeshBlobBuilder } from '../../../../../kernel/building/imports/mesh-blob-builder.ts';
import { StoredMeshes } from '../../../../../kernel/building/imports/stored-meshes.ts';
import type { ElementOf, ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { BLOB_CHUNK_BYTES } from '../../../../../schemas/imports.ts';
import { make } from '../../model/build.ts';

/** A body to make: its mesh, whether that is closed, and other parameters. */
export type Given = {
  readonly mesh: Mesh;
  readonly is_open?: boolean;
  readonly params?: Partial<ParamsOf<'body'>>;
};

/** Bodies by id with their meshes in one blob. */
export type MadeBodies = {
  readonly elements: readonly ElementOf<'body'>[];
  readonly blob: { readonly bytes: Uint8Array; readonly sha256: string };
  readonly source: StoredMeshes;
};

/** Makes bodies of these meshes, and the blob in which they are. */
export function madeBodies(given: Readonly<Record<string, Given>>): MadeBodies {
  const builder = new MeshBlobBuilder();
  const places = Object.values(given).map(({ mesh }) => builder.add(mesh));
  const blob = builder.finish();
  if (blob === null) throw new Error('expected a mesh');
  const elements = Object.entries(given).map(([id, { mesh, is_open = false, params }], i) => {
    const place = places[i];
    if (place === undefined) throw new Error('expected a place');
    const { offset, length, digest, box } = place;
    return make('body', id, {
      mesh: { blob: blob.sha256, offset, length },
      digest,
      box,
      volume_mm3: is_open ? null : meshVolume(mesh),
      ...params,
    });
  });
  const source = new StoredMeshes((sha256, n) => {
    const part = blob.bytes.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES);
    return sha256 === blob.sha256 && part.length > 0 ? part : null;
  });
  return { elements, blob, source };
}
