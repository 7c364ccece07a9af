/** @module manifests: the elements of imported buildings, by the digest of their manifest, which events only name. */
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { manifestElements } from '../../../base/manifest/manifest-elements.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { ModelFault } from './model-fault.ts';
import { readElement } from './read-element.ts';

type Later<T> = T | Promise<T>;

/** Reads the content of blobs: part `n` of a blob; null after its last part, and for an unknown blob. */
export interface BlobSource {
  blobPart(sha256: string, n: number): Later<Uint8Array | null>;
}

/** Elements as they were read, and as the kinds parsed them on first use. */
type Entry = { records: readonly ElementRecord[]; elements: readonly Element[] | null };

/**
 * The elements of manifests. They must be provided before the event that names the manifest is applied. All states of a
 * model share the parsed elements, so an entry costs little more than a list of references.
 */
export class Manifests {
  readonly #known = new Map<string, Entry>();

  /** Whether the elements of this manifest were provided. */
  has(sha256: string): boolean {
    return this.#known.has(sha256);
  }

  /** Provides the elements of a manifest, the levels first. */
  provide(sha256: string, records: readonly ElementRecord[]): void {
    if (!this.has(sha256)) this.#known.set(sha256, { records, elements: null });
  }

  /**
   * The elements of a manifest, the levels first.
   * @throws {ModelFault} MANIFEST_MISSING if they were not provided; MALFORMED_EVENT for an element that its kind refuses
   */
  elements(sha256: string, kinds: Kinds): readonly Element[] {
    const entry = this.#known.get(sha256);
    if (entry === undefined) {
      throw new ModelFault('MANIFEST_MISSING', `the manifest \`${sha256}\` is not in the store`);
    }
    entry.elements ??= entry.records.map((record) => readElement(record, kinds));
    entry.records = [];
    return entry.elements;
  }
}

/**
 * Provides the manifests that events name and that are not known yet. A manifest that the source lacks or that cannot
 * be read is left out; its event then is MANIFEST_MISSING.
 */
export async function provideManifests(
  manifests: Manifests,
  events: readonly PlannedEvent[],
  source: BlobSource,
): Promise<void> {
  for (const { type, payload } of events) {
    if (type !== 'model.imported' || manifests.has(payload.manifest.sha256)) continue;
    const { sha256 } = payload.manifest;
    const records = await manifestElements((n) => source.blobPart(sha256, n));
    if (records !== null) manifests.provide(sha256, records);
  }
}
