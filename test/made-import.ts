/** @module made-import: imports made by hand: a file, its manifest, and the event that names both. */
import { sha256Hex } from '../kernel/base/canonical/hash.ts';
import { manifestBytes } from '../kernel/base/manifest/manifest-writer.ts';
import type { LedgerTransaction } from '../kernel/ledger/ledger.ts';
import type {
  ElementRecord,
  ImportRecord,
  ImportRevised,
  PlannedEventOf,
} from '../schemas/events.ts';
import { BLOB_CHUNK_BYTES, chunksOf, type ManifestRow } from '../schemas/imports.ts';

/** An import with the content of its blobs. */
export type MadeImport = {
  readonly file: Uint8Array;
  readonly manifest: Uint8Array;
  readonly meshes: Uint8Array | null;
  readonly event: PlannedEventOf<'model.imported'>;
};

/** A row of record `record` with the element, or of a product that is data only. */
export function manifestRow(record: number, element: ElementRecord | null): ManifestRow {
  return {
    box: null,
    element,
    entity: 'IfcBuildingElementProxy',
    guid: null,
    mesh: null,
    name: null,
    outcome: element === null ? 'data_only' : 'parametric',
    part_of: null,
    proof: null,
    reason: null,
    record,
    tag: null,
  };
}

/** An import of these elements, in rows of the records 10, 20, … */
export function madeImport(
  elements: readonly (ElementRecord | null)[],
  {
    import_id = 'import_1',
    text = 'ISO-10303-21;\n',
    meshes = null,
    guids = {},
    reference = false,
  }: {
    import_id?: string;
    text?: string;
    meshes?: Uint8Array | null;
    /** GlobalIds by id of the element. */
    guids?: Readonly<Record<string, string>>;
    reference?: boolean;
  } = {},
): MadeImport {
  const file = Buffer.from(text);
  const frame = { mm_per_unit: 1, origin: { x: 0, y: 0, z: 0 } };
  const recogniser = { version: 1 };
  const header = { file: sha256Hex(file), frame, recogniser };
  const rows = elements.map((element, i) => ({
    ...manifestRow(10 * (i + 1), element),
    guid: guids[element?.id ?? ''] ?? null,
  }));
  const manifest = Buffer.concat([...manifestBytes(header, rows)]);
  const made = elements.filter((element) => element !== null);
  const counts: Record<string, number> = {};
  for (const { kind } of made) {
    counts[CATEGORY[kind] ?? kind] = (counts[CATEGORY[kind] ?? kind] ?? 0) + 1;
  }
  return {
    file,
    manifest,
    meshes,
    event: {
      type: 'model.imported',
      aggregate_id: import_id,
      payload: {
        counts,
        file: { application: null, bytes: file.length, schema: 'IFC4', sha256: sha256Hex(file) },
        frame,
        import_id,
        manifest: {
          bytes: manifest.length,
          elements: made.length,
          rows: rows.length,
          sha256: sha256Hex(manifest),
        },
        meshes: meshes === null ? null : { bytes: meshes.length, sha256: sha256Hex(meshes) },
        name: 'house.ifc',
        recogniser,
        reference,
        supersedes: null,
      },
    },
  };
}

/** The undo of an import; of a revision, it restores the import that it replaced. */
export function undoneImport({
  event: { aggregate_id, payload },
}: MadeImport): PlannedEventOf<'import.reverted'> {
  const { counts, import_id, supersedes } = payload;
  const restores = supersedes === null ? {} : { restores: supersedes };
  return {
    type: 'import.reverted',
    aggregate_id,
    payload: { counts, import_id, manifest: namedManifest(payload), ...restores },
  };
}

/** An import as the revision of another one. */
export function revisionOf(revised: MadeImport, made: MadeImport): MadeImport {
  const { import_id } = revised.event.payload;
  const supersedes = { import_id, manifest: namedManifest(revised.event.payload) };
  return { ...made, event: { ...made.event, payload: { ...made.event.payload, supersedes } } };
}

function namedManifest({
  manifest: { elements, sha256 },
}: ImportRecord): ImportRevised['manifest'] {
  return { elements, sha256 };
}

const CATEGORY: Readonly<Record<string, string>> = {
  level: 'Levels',
  wall: 'Walls',
  door: 'Doors',
  grid: 'Grids',
  body: 'Bodies',
};

/** A level. */
export function levelRecord(id: string, name: string, elevation = 0): ElementRecord {
  return { id, kind: 'level', params: { elevation, height: 3000, name } };
}

/** A straight wall of 5 m on the level, `y` mm from the origin. */
export function wallRecord(id: string, level_id: string, y = 0): ElementRecord {
  return {
    id,
    kind: 'wall',
    params: {
      base_offset: 0,
      end: { x: 5000, y },
      fire_rating_min: null,
      height: 3000,
      join_type: 'auto',
      level_id,
      load_bearing: false,
      name: null,
      start: { x: 0, y },
      thickness: 200,
      usage: 'interior',
      wall_type: 'basic',
    },
  };
}

/** A door in the middle of such a wall. */
export function doorRecord(id: string, host_id: string): ElementRecord {
  return {
    id,
    kind: 'door',
    params: {
      anchor: null,
      door_type: 'single',
      fire_rating_min: null,
      height: 2100,
      host_id,
      is_exit: false,
      name: null,
      offset: 2000,
      swing: 'left',
      type_id: null,
      width: 900,
    },
  };
}

/** The chunks of a blob. */
export function chunksIn(content: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: chunksOf(content.length) }, (_, n) =>
    content.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES),
  );
}

/** Stages a blob in a store without the checks of a keeper. */
export async function stageBlob(
  tx: LedgerTransaction,
  content: Uint8Array,
  owner = 'builder',
): Promise<string> {
  const sha256 = sha256Hex(content);
  await tx.openBlob({
    sha256,
    bytes: content.length,
    owner,
    staged_at: '2026-01-02T03:04:05.678Z',
  });
  for (const [n, chunk] of chunksIn(content).entries()) await tx.putBlobChunk(sha256, n, chunk);
  await tx.completeBlob(sha256);
  return sha256;
}

/** Stages the blobs of an import. */
export async function stageImport(tx: LedgerTransaction, made: MadeImport): Promise<void> {
  await stageBlob(tx, made.file);
  await stageBlob(tx, made.manifest);
  if (made.meshes !== null) await stageBlob(tx, made.meshes);
}
