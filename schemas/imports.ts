/** @module imports: the record of an imported building, and the rows of its manifest. */
import * as z from 'zod';

import { CompiledValidator } from './compiled-validator.ts';
import {
  MAX_MATCHES,
  type ElementRecord,
  type ImportMatches,
  type ImportRecord,
  type ImportReverted,
  type Json,
  type PlannedEvent,
} from './events.ts';
import { BoxMm } from './units.ts';

/** Limits of one import. */
export const IMPORT_LIMITS = {
  /** Rows of a manifest, and its bytes: a keeper holds all elements in memory while it checks them, some 3 kB each. */
  rows: 250_000,
  manifest_bytes: 268_435_456,
  /** Bytes of one line of a manifest. */
  line_bytes: 1_048_576,
  /** Blobs that the events of one plan may name. */
  blobs_per_plan: 4,
} as const;

/** Content of every chunk of a blob but the last, bytes. */
export const BLOB_CHUNK_BYTES = 1_048_576;

/** Number of chunks of a blob of this length, bytes. */
export function chunksOf(bytes: number): number {
  return Math.ceil(bytes / BLOB_CHUNK_BYTES);
}

/** Part `n` (from 0) of a blob with this content; null after the last one. */
export function blobPartOf(content: Uint8Array, n: number): Uint8Array | null {
  const start = n * BLOB_CHUNK_BYTES;
  return start < content.length ? content.subarray(start, start + BLOB_CHUNK_BYTES) : null;
}

/** A SHA-256 digest; plans and requests must use lower-case hex digits (`Digest`). */
const Sha256 = z.string().length(64);

/** A SHA-256 digest, 64 lower-case hex digits. */
export const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/u, 'expected the 64 lower-case hex digits of a SHA-256 digest');

const Whole = z.number().int().min(0);
const Blob = { bytes: Whole.min(1), sha256: Sha256 } as const;

/** Any value from `JSON.parse`. */
const AnyJson: z.ZodType<Json> = z.any();

/** A stored element. Its kind defines the parameters. Keys are in the order of storage. */
export const ElementSchema = z.strictObject({
  id: z.string().min(1).max(100),
  kind: z.string(),
  params: z.record(z.string(), AnyJson),
}) satisfies z.ZodType<ElementRecord>;

const Frame = z.strictObject({
  mm_per_unit: z.number().min(1e-9).max(1e9),
  origin: z.strictObject({ x: z.number().int(), y: z.number().int(), z: z.number().int() }),
}) satisfies z.ZodType<ImportRecord['frame']>;

const Recogniser = z.strictObject({ version: Whole });

const FileSchema = z.enum(['IFC2X3', 'IFC4', 'IFC4X3']);

const ImportId = z.string().min(1).max(100);
const Counts = z.record(z.string(), Whole);

/** Keys of an import that is replaced or undone. */
const Revised = {
  import_id: ImportId,
  manifest: z.strictObject({ elements: Whole, sha256: Sha256 }),
} as const;

/** The payload of `model.imported`. Its aggregate is the import. Keys are in the order of storage. */
export const ImportRecordSchema = z.strictObject({
  counts: Counts,
  file: z.strictObject({
    application: z.string().max(1000).nullable(),
    bytes: Blob.bytes,
    schema: FileSchema,
    sha256: Blob.sha256,
  }),
  frame: Frame,
  import_id: ImportId,
  manifest: z.strictObject({ bytes: Blob.bytes, elements: Whole, rows: Whole, sha256: Sha256 }),
  meshes: z.strictObject(Blob).nullable(),
  name: z.string().min(1).max(255),
  recogniser: Recogniser,
  reference: z.boolean(),
  supersedes: z.strictObject(Revised).nullable(),
}) satisfies z.ZodType<ImportRecord>;

/** The payload of `import.reverted`. Its aggregate is the import. */
export const ImportRevertedSchema = z.strictObject({
  counts: Counts,
  ...Revised,
  restores: z.strictObject(Revised).exactOptional(),
}) satisfies z.ZodType<ImportReverted>;

/** The payload of `import.matched`. Its aggregate is the import of the revision. */
export const ImportMatchesSchema = z.strictObject({
  import_id: ImportId,
  matches: z
    .array(
      z.strictObject({
        element_id: z.string().min(1).max(100),
        guid: z.string().max(100).nullable(),
        record: Whole,
      }),
    )
    .min(1)
    .max(MAX_MATCHES),
}) satisfies z.ZodType<ImportMatches>;

/**
 * Texts of an import in plans. The keeper requires this form; the schema of stored events checks only what is fast to
 * check.
 */
export const ImportPlanned = z.looseObject({
  file: z.looseObject({ sha256: Digest }),
  import_id: z
    .string()
    .regex(/^import_\w{1,80}$/u, 'expected `import_` and up to 80 letters, digits or underscores'),
  manifest: z.looseObject({ sha256: Digest }),
  meshes: z.looseObject({ sha256: Digest }).nullable(),
  name: z.string().regex(/^[^/\\]+$/u, 'expected the name of a file without a path'),
});

/** How a product of the file became part of the model. */
export const OUTCOMES = ['parametric', 'body', 'data_only', 'refused'] as const;

/** One product of the file, or an element that the importer added (`record` 0, such as a missing storey). */
export const ManifestRow = z.strictObject({
  /** Extent in the model, mm; null without a body, and for parametric elements, whose extent follows from parameters. */
  box: BoxMm.nullable(),
  /** Null if the product is not an element of the model, or is a part of one (`part_of`). */
  element: ElementSchema.nullable(),
  /** IFC entity, such as `IfcWallStandardCase`. */
  entity: z.string().max(100),
  /** GlobalId as in the file. */
  guid: z.string().max(100).nullable(),
  /** Place of the mesh in the blob of meshes, bytes. */
  mesh: z.strictObject({ length: Whole, offset: Whole }).nullable(),
  name: z.string().max(10_000).nullable(),
  outcome: z.enum(OUTCOMES),
  /** Id of the element of another row that this product is a part of, as an opening is of its door; null without one. */
  part_of: z.string().min(1).max(100).nullable(),
  /** Difference between the solid of the parameters and that of the file: relative volume, and mm of the box. */
  proof: z.strictObject({ box_mm: z.number().min(0), volume: z.number().min(0) }).nullable(),
  /** Why the product is not parametric, or is so only by its measures: one sentence. */
  reason: z.string().max(10_000).nullable(),
  /** Number of the product in the file (`#n`). */
  record: Whole,
  tag: z.string().max(10_000).nullable(),
});
export type ManifestRow = z.output<typeof ManifestRow>;

/** Version of the format of manifests. */
export const MANIFEST_FORMAT = 'plumbline manifest 1';

/** The first line of a manifest. `file`: SHA-256 of the file. */
export const ManifestHeader = z.strictObject({
  file: Digest,
  format: z.literal(MANIFEST_FORMAT),
  frame: Frame,
  recogniser: Recogniser,
});
export type ManifestHeader = z.output<typeof ManifestHeader>;

/** Validates the rows of manifests, compiled because manifests have many. */
export const manifestRows: CompiledValidator<ManifestRow> = new CompiledValidator(ManifestRow);

/** A blob that an event names, and what it is. */
export type NamedBlob = {
  readonly sha256: string;
  /** Length of the content. */
  readonly bytes: number;
  /** Such as `the manifest of \`import_1\``. */
  readonly what: string;
};

/** The blobs that an event names: those of an import, and the archive of a topic. */
export function blobsOf(event: PlannedEvent): readonly NamedBlob[] {
  if (event.type === 'topic.created' || event.type === 'topic.updated') {
    const { imported, topic_id } = event.payload;
    if (imported === null) return [];
    const { sha256, bytes } = imported.source;
    return [{ sha256, bytes, what: `the archive of topic \`${topic_id}\`` }];
  }
  if (event.type !== 'model.imported') return [];
  const { file, manifest, meshes, import_id } = event.payload;
  return Object.entries({ file, manifest, ...(meshes === null ? {} : { meshes }) }).map(
    ([part, { sha256, bytes }]) => ({ sha256, bytes, what: `the ${part} of \`${import_id}\`` }),
  );
}
