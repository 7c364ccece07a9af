/** @module mesh-places: the places of meshes in elements; no event may give an element a mesh that no import brought. */
import { createHash } from 'node:crypto';

import * as z from 'zod';

import {
  MAX_MESH_BYTES,
  MESH_HEADER_BYTES,
  meshLayout,
  meshLength,
} from '../../../kernel/base/manifest/mesh-header.ts';
import type { BlobRow, LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { AppliedEvent, CurrentElement } from '../../../schemas/event-checks.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import { BLOB_CHUNK_BYTES } from '../../../schemas/imports.ts';

const Place = z.looseObject({ blob: z.string(), offset: z.number(), length: z.number() });
/** A body has its mesh in its parameters, other elements in their appearance. Other forms are refused as parameters. */
const WithMesh = z.looseObject({ mesh: Place, digest: z.string() });

/** Bytes of a blob of meshes, and the SHA-256 of these bytes. */
type MeshPlace = {
  readonly blob: string;
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
};

/** The mesh of an element, as its parameters state it. */
export type NamedMesh = MeshPlace & Pick<ElementRecord, 'id' | 'kind'>;

/** The mesh of a body, or of the appearance of another element; undefined without one. */
export function namedMesh({ id, kind, params }: ElementRecord): NamedMesh | undefined {
  const stated = WithMesh.safeParse(kind === 'body' ? params : params['appearance']).data;
  if (stated === undefined) return undefined;
  const { mesh, digest } = stated;
  return { id, kind, blob: mesh.blob, offset: mesh.offset, length: mesh.length, digest };
}

/** The meshes that an ordinary event gives elements which had no mesh, or another one. */
export function givenMeshes(event: AppliedEvent, before: CurrentElement): readonly NamedMesh[] {
  if (!event.ok) return [];
  return event.changes.flatMap(({ id, after }) => {
    const mesh = after === null ? undefined : namedMesh(after);
    return mesh === undefined || isSame(mesh, before(id)) ? [] : [mesh];
  });
}

function isSame(mesh: NamedMesh, element: ElementRecord | null): boolean {
  const was = element === null ? undefined : namedMesh(element);
  return was !== undefined && keyOf(was) === keyOf(mesh);
}

function keyOf({ blob, offset, length, digest }: MeshPlace): string {
  return `${blob} ${offset} ${length} ${digest}`;
}

/**
 * Refuses INVALID_ARGUMENT for meshes that are not in a blob that an event keeps. SECURITY: the bytes at each place are
 * hashed, so that a plan names neither other bytes of a blob, such as those of a manifest, nor a mesh whose digest its
 * author does not know. A refusal tells nothing about the bytes. Different meshes do not overlap, so at most the blobs
 * that are named are read once, chunk by chunk.
 *
 * @param planned the blobs that imports of the same plan name
 */
export async function assertMeshes(
  read: Pick<LedgerRead, 'blobInfo' | 'blobPart'>,
  meshes: readonly NamedMesh[],
  planned: ReadonlySet<string>,
): Promise<void> {
  const byBlob = new Map<string, Map<string, NamedMesh>>();
  for (const mesh of meshes) {
    const known = byBlob.get(mesh.blob);
    if (known === undefined) byBlob.set(mesh.blob, new Map([[keyOf(mesh), mesh]]));
    else if (!known.has(keyOf(mesh))) known.set(keyOf(mesh), mesh);
  }
  for (const [blob, distinct] of byBlob) {
    const info = await read.blobInfo(blob);
    for (const mesh of distinct.values()) assertInside(mesh, info, planned);
    await assertDigests(read, distinct.values());
  }
}

function assertInside(mesh: NamedMesh, info: BlobRow | null, planned: ReadonlySet<string>): void {
  const end = mesh.offset + mesh.length;
  const isThere = info !== null && (info.state === 'kept' || planned.has(mesh.blob));
  if (isThere && end <= info.bytes) return;
  throw refused(
    mesh,
    `at the bytes ${mesh.offset} to ${end} of the blob \`${mesh.blob}\``,
    isThere ? `a part of its ${info.bytes} bytes` : 'a blob that an import names',
  );
}

/** Compares the bytes of meshes of one blob with their digests, in the order in which the blob has them. */
async function assertDigests(
  read: Pick<LedgerRead, 'blobPart'>,
  meshes: Iterable<NamedMesh>,
): Promise<void> {
  const ordered = [...meshes].toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  const bytesOf = chunkReader(read);
  let end = 0;
  for (const mesh of ordered) {
    const isApart = mesh.offset >= end && mesh.length <= MAX_MESH_BYTES;
    if (isApart && (await hasDigest(mesh, bytesOf))) {
      end = mesh.offset + mesh.length;
      continue;
    }
    throw refused(
      mesh,
      `with the digest \`${mesh.digest}\` at the bytes ${mesh.offset} to ${mesh.offset + mesh.length} of the blob \`${mesh.blob}\``,
      'the place and the digest of one mesh of an import',
    );
  }
}

async function hasDigest(mesh: NamedMesh, bytesOf: ChunkReader): Promise<boolean> {
  if (mesh.length < MESH_HEADER_BYTES) return false;
  const header: Uint8Array[] = [];
  for await (const piece of bytesOf({ ...mesh, length: MESH_HEADER_BYTES })) header.push(piece);
  if (!isHeaderOf(Buffer.concat(header), mesh.length)) return false;
  const hash = createHash('sha256');
  for await (const piece of bytesOf(mesh)) hash.update(piece);
  return hash.digest('hex') === mesh.digest;
}

function isHeaderOf(header: Uint8Array, length: number): boolean {
  try {
    return meshLength(meshLayout(header)) === length;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

type ChunkReader = (place: MeshPlace) => AsyncIterable<Uint8Array>;

/** Reads bytes of one blob in pieces; keeps the last chunk, in which the next mesh begins. */
function chunkReader(read: Pick<LedgerRead, 'blobPart'>): ChunkReader {
  let last: { readonly n: number; readonly chunk: Uint8Array } | null = null;
  return async function* pieces({ blob, offset, length }) {
    for (let at = offset; at < offset + length;) {
      const n = Math.floor(at / BLOB_CHUNK_BYTES);
      if (last?.n !== n) last = { n, chunk: (await read.blobPart(blob, n)) ?? new Uint8Array() };
      const start = at - n * BLOB_CHUNK_BYTES;
      const piece = last.chunk.subarray(start, start + offset + length - at);
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  };
}

function refused({ id, kind }: NamedMesh, received: string, expected: string): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `the plan gives the ${kind} \`${id}\` the mesh ${received}; expected ${expected}`,
    'plan the change again with this version of the tools',
  );
}
