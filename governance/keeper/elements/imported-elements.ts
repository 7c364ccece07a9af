/** @module imported-elements: the elements of an import, from the manifest that the keeper has hashed, never from the plan. */
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import {
  manifestElements,
  readManifest,
  type ReadManifest,
} from '../../../kernel/base/manifest/manifest-elements.ts';
import { ManifestError } from '../../../kernel/base/manifest/manifest-reader.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ElementRecord, ImportRecord, PlannedEventOf } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { IMPORT_LIMITS, ImportPlanned } from '../../../schemas/imports.ts';
import { assertMeshes, type NamedMesh, namedMesh } from './mesh-places.ts';

type ImportEvent = PlannedEventOf<'model.imported'>;

/**
 * The elements in the manifest of an import of a plan, the levels first. Refuses INVALID_ARGUMENT for a manifest that cannot be
 * read, for an event whose texts, file or counts differ from it, and for an element whose mesh is not in its blob of meshes.
 */
export async function importedElements(
  read: Pick<LedgerRead, 'blobInfo' | 'blobPart'>,
  { aggregate_id, payload }: ImportEvent,
  categories: EventChecks['categories'],
): Promise<readonly ElementRecord[]> {
  assertRecord(payload, aggregate_id);
  const elements = await manifestOf(read, payload);
  const named = ownMeshes(elements, payload.meshes);
  await assertMeshes(read, named, new Set(payload.meshes === null ? [] : [payload.meshes.sha256]));
  assertCounts(elements, payload.counts, categories);
  return elements;
}

function assertRecord(payload: ImportRecord, aggregate_id: string): void {
  const form = ImportPlanned.safeParse(payload);
  if (!form.success) {
    const [issue] = form.error.issues;
    throw badImport(`the import is malformed at \`${issue?.path.join('.')}\`: ${issue?.message}`);
  }
  if (payload.import_id !== aggregate_id) {
    throw badImport(`the import \`${payload.import_id}\` is an event of \`${aggregate_id}\``);
  }
  const { bytes } = payload.manifest;
  if (bytes > IMPORT_LIMITS.manifest_bytes) {
    throw badImport(
      `the manifest has ${bytes} bytes; expected at most ${IMPORT_LIMITS.manifest_bytes}`,
    );
  }
}

/**
 * The elements of a manifest of an import that the branch has, the levels first. Refuses STORE_UNAVAILABLE if the store
 * cannot read it.
 */
export async function keptElements(
  read: Pick<LedgerRead, 'blobPart'>,
  sha256: string,
): Promise<readonly ElementRecord[]> {
  const manifest = await manifestElements((n) => read.blobPart(sha256, n));
  if (manifest !== null) return manifest.elements;
  throw new Refusal(
    'STORE_UNAVAILABLE',
    `the manifest \`${sha256}\` is missing or cannot be read`,
    'ask an approver to run `plumbline audit verify`',
  );
}

/** Refuses INVALID_ARGUMENT for an event that states other counts than its manifest has. */
export function assertCounts(
  elements: readonly ElementRecord[],
  stated: ImportRecord['counts'],
  categories: EventChecks['categories'],
): void {
  const counts = countsOf(elements, categories);
  if (deepEqual(counts, stated)) return;
  throw badImport(
    `the import states \`${countWords(stated)}\`; its manifest has \`${countWords(counts)}\``,
  );
}

async function manifestOf(
  read: Pick<LedgerRead, 'blobPart'>,
  { manifest, file, frame, recogniser }: ImportRecord,
): Promise<readonly ElementRecord[]> {
  const { header, rows, elements } = await readOrRefuse(read, manifest);
  const same =
    header.file === file.sha256 &&
    deepEqual(header.frame, frame) &&
    deepEqual(header.recogniser, recogniser);
  if (!same) {
    throw badImport('the manifest of the import was made of another file, frame or version');
  }
  if (rows !== manifest.rows || elements.length !== manifest.elements) {
    throw badImport(
      `the import states ${manifest.rows} rows and ${manifest.elements} elements; its manifest has ${rows} and ${elements.length}`,
    );
  }
  return elements;
}

/** INVARIANT: an element reads its mesh only from the blob that its import names, which the keeper has and keeps. */
function ownMeshes(
  elements: readonly ElementRecord[],
  meshes: ImportRecord['meshes'],
): readonly NamedMesh[] {
  return elements.flatMap((element) => {
    const mesh = namedMesh(element);
    if (mesh === undefined) return [];
    const { blob, offset, length } = mesh;
    if (blob === meshes?.sha256 && offset + length <= meshes.bytes) return [mesh];
    const expected =
      meshes === null
        ? 'no mesh, because the import has no blob of meshes'
        : `a part of the ${meshes.bytes} bytes of \`${meshes.sha256}\``;
    throw badImport(
      `the ${element.kind} \`${element.id}\` has its mesh at the bytes ${offset} to ${offset + length} of the blob \`${blob}\`; expected ${expected}`,
    );
  });
}

async function readOrRefuse(
  read: Pick<LedgerRead, 'blobPart'>,
  { sha256, rows }: ImportRecord['manifest'],
): Promise<ReadManifest> {
  try {
    return await readManifest((n) => read.blobPart(sha256, n), rows);
  } catch (error) {
    if (error instanceof ManifestError) throw badImport(error.message);
    throw error;
  }
}

function countsOf(
  elements: readonly ElementRecord[],
  categories: EventChecks['categories'],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { id, kind } of elements) {
    const category = Object.hasOwn(categories, kind) ? categories[kind] : undefined;
    if (category === undefined) {
      throw badImport(`\`${id}\` of the manifest is a \`${kind}\`, which is not a known kind`);
    }
    counts[category] = (counts[category] ?? 0) + 1;
  }
  return counts;
}

function countWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, count]) => `${count} ${category}`)
    .join(', ');
}

/** The refusal of an import, a revision or an undo that no gate plans. */
export function badImport(message: string): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    message,
    'plan the import, its revision or its undo again with this version of the tools',
  );
}

/** The event that creates an imported element, as checks and states of single elements apply it. */
export function createdBy(
  element: ElementRecord,
): PlannedEventOf<'level.created' | 'element.created'> {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** An element that an event changes by its manifests. */
export type ManifestChange = {
  /** Place of the event in the plan. */
  readonly index: number;
  readonly before: ElementRecord | null;
  readonly after: ElementRecord | null;
};

/** A plan in which events of their own create, rename and delete the levels that manifests change, before the event of these. */
export function withManifestLevels(
  plan: PlanDocument,
  changes: readonly ManifestChange[],
): Pick<PlanDocument, 'branch' | 'events'> {
  const made = new Map<number, PlanDocument['events'][number][]>();
  for (const change of changes) {
    const events = made.get(change.index) ?? [];
    events.push(...levelEvents(change));
    if (events.length > 0) made.set(change.index, events);
  }
  if (made.size === 0) return plan;
  const events: PlanDocument['events'][number][] = [];
  for (const [i, event] of plan.events.entries()) events.push(...(made.get(i) ?? []), event);
  return { branch: plan.branch, events };
}

function levelEvents({ before, after }: ManifestChange): PlanDocument['events'] {
  const level = after ?? before;
  if (level?.kind !== 'level') return [];
  const frame = { event_id: level.id, aggregate_id: level.id };
  if (after === null) {
    return [{ ...frame, type: 'element.deleted', payload: { element: level, cascade_of: null } }];
  }
  if (before === null) return [{ ...frame, ...createdBy(after) }];
  const payload = { updates: after.params, previous: before.params };
  return [{ ...frame, type: 'element.modified', payload }];
}
