/** @module manifests: the elements of imported buildings, by the digest of their manifest, which events only name. */
import { affectedIds, manifestsOf } from '../../../../schemas/element-changes.ts';
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import {
  manifestElements,
  type ManifestProduct,
  type ReadManifest,
} from '../../../base/manifest/manifest-elements.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import type { ProductTable } from './imported-products.ts';
import { ModelFault } from './model-fault.ts';
import { readElement } from './read-element.ts';

type Later<T> = T | Promise<T>;

/** Reads the content of blobs: part `n` of a blob; null after its last part, and for an unknown blob. */
export interface BlobSource {
  blobPart(sha256: string, n: number): Later<Uint8Array | null>;
}

/** Elements as they were read, and as the kinds parsed them on first use. */
type Entry = {
  records: readonly ElementRecord[];
  elements: readonly Element[] | null;
  /** The product of each element, until the table of the model has it; then empty. */
  products: readonly (ManifestProduct | null)[];
  /** Whether a stored event names the manifest, so that it is never forgotten. */
  isKept: boolean;
  /** Number of planned calls that use it. */
  lent: number;
};

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

  /** Provides the elements of a manifest that an event of the log names, the levels first. */
  provide(sha256: string, manifest: GivenManifest): void {
    this.#entry(sha256, manifest).isKept = true;
  }

  /** Provides the elements of the manifest of a planned event until the result is disposed of. */
  lend(sha256: string, manifest: GivenManifest): Disposable {
    const entry = this.#entry(sha256, manifest);
    entry.lent += 1;
    let isLent = true;
    return {
      [Symbol.dispose]: () => {
        if (isLent) entry.lent -= 1;
        isLent = false;
        if (entry.lent === 0 && !entry.isKept) this.#known.delete(sha256);
      },
    };
  }

  /** Keeps a manifest that was lent, because an event of the log names it; false if it is not known. */
  keep(sha256: string): boolean {
    const entry = this.#known.get(sha256);
    if (entry !== undefined) entry.isKept = true;
    return entry !== undefined;
  }

  #entry(sha256: string, { elements: records, products }: GivenManifest): Entry {
    const known = this.#known.get(sha256);
    if (known !== undefined) return known;
    const entry = { records, elements: null, products, isKept: false, lent: 0 };
    this.#known.set(sha256, entry);
    return entry;
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

  /** Notes the products of the elements of a manifest, whose slots are given in their order, in the table of the model. */
  noteProducts(sha256: string, slots: readonly number[], { table, file }: NotedIn): void {
    const entry = this.#known.get(sha256);
    if (entry === undefined) return;
    if (table.note(slots, entry.products, file)) entry.products = [];
  }
}

/** The table of a model, and the SHA-256 of the file of an import. */
type NotedIn = { readonly table: ProductTable; readonly file: string };

/** The elements of a manifest, the levels first, and their products. */
export type GivenManifest = Pick<ReadManifest, 'elements' | 'products'>;
const NOTHING: GivenManifest = { elements: [], products: [] };

/**
 * Provides the manifests that planned events name until the result is disposed of. A manifest that the source lacks or
 * that cannot be read is left out; its event then is MANIFEST_MISSING.
 */
export async function lendManifests(
  manifests: Manifests,
  events: readonly PlannedEvent[],
  source: BlobSource,
): Promise<Disposable> {
  const lent = new DisposableStack();
  for (const sha256 of events.flatMap(manifestsOf)) {
    const manifest = manifests.has(sha256)
      ? NOTHING
      : await manifestElements((n) => source.blobPart(sha256, n));
    if (manifest !== null) lent.use(manifests.lend(sha256, manifest));
  }
  return lent;
}

/**
 * Distinct elements that the events create, import, modify or delete, and those that a revision leaves as they are. The
 * manifests must have been provided.
 *
 * @throws {ModelFault} MANIFEST_MISSING
 */
export function changedIds(
  events: readonly PlannedEvent[],
  { manifests, kinds }: { readonly manifests: Manifests; readonly kinds: Kinds },
): ReadonlySet<string> {
  const named = affectedIds(events);
  const ids = new Set(named);
  for (const sha256 of events.flatMap(manifestsOf)) {
    for (const { id } of manifests.elements(sha256, kinds)) ids.add(id);
  }
  return ids;
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
  await provideAll(manifests, events.flatMap(manifestsOf), source);
}

/** Provides kept manifests by their digests; see `provideManifests`. */
export async function provideAll(
  manifests: Manifests,
  digests: readonly string[],
  source: BlobSource,
): Promise<void> {
  for (const sha256 of digests) {
    if (manifests.keep(sha256)) continue;
    const manifest = await manifestElements((n) => source.blobPart(sha256, n));
    if (manifest !== null) manifests.provide(sha256, manifest);
  }
}
