/** @module stored-files: reads facts from the files of imports in a ledger, and keeps the last opened ones. */
import { Buffer } from 'node:buffer';

import { sha256Hex } from '../../../base/canonical/hash.ts';
import { checkpointBeforeLongWork } from '../../../base/work/checkpoint.ts';
import type { PropertyValue } from '../../../building/kinds/shared/properties.ts';
import type { FileFacts, FileSource } from '../../../building/model/file-source.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { IfcModel, schemaNameOf } from '../read/ifc-model.ts';
import { readStepFile } from '../read/step-file.ts';
import { IfcFacts } from './ifc-facts.ts';

/** Content of chunk `n` of a blob, null if the store does not have it. Throws `LedgerError` CORRUPT for a damaged one. */
type ChunkOf = (sha256: string, n: number) => Uint8Array | null;

/** Total size of the files that are kept open, bytes. An opened file needs some two to four times its size. */
const KEPT_BYTES = 32 * 2 ** 20;
/** Parsed records that an opened file keeps, and their values. */
const CACHE = { instances: 20_000, values: 400_000 } as const;

type Opened = { readonly facts: IfcFacts; readonly bytes: number };

/**
 * The files of a store. A file is opened when something is asked about it. Files of up to 32 MiB together are kept open;
 * a larger one is kept as long as the garbage collector leaves it, at least until the end of the synchronous work that
 * asks.
 */
export class StoredFiles implements FileSource {
  readonly #chunkOf: ChunkOf;
  readonly #kept_bytes: number;
  /** Least recently used first. */
  readonly #kept = new Map<string, Opened>();
  #large: { readonly file: string; readonly opened: WeakRef<Opened> } | null = null;

  constructor(chunkOf: ChunkOf, kept_bytes = KEPT_BYTES) {
    this.#chunkOf = chunkOf;
    this.#kept_bytes = kept_bytes;
  }

  facts(file: string, record: number): FileFacts | null {
    return this.#open(file).facts.of(record);
  }

  property(file: string, record: number, name: string): PropertyValue | null {
    return this.#open(file).facts.property(record, name);
  }

  #open(file: string): Opened {
    const kept = this.#kept.get(file);
    if (kept !== undefined) {
      this.#kept.delete(file);
      this.#kept.set(file, kept);
      return kept;
    }
    const large = this.#large?.file === file ? this.#large.opened.deref() : undefined;
    if (large !== undefined) return large;
    checkpointBeforeLongWork();
    const opened = this.#read(file);
    if (opened.bytes > this.#kept_bytes) {
      this.#large = { file, opened: new WeakRef(opened) };
      return opened;
    }
    this.#kept.set(file, opened);
    let total = 0;
    for (const { bytes } of this.#kept.values()) total += bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (total <= this.#kept_bytes) break;
      this.#kept.delete(oldest);
      total -= bytes;
    }
    return opened;
  }

  #read(file: string): Opened {
    const bytes = this.#content(file);
    if (sha256Hex(bytes) !== file) {
      throw new LedgerError('CORRUPT', `the file \`${file}\` of an import is missing or damaged`);
    }
    const step = readStepFile(bytes, CACHE);
    const schema = schemaNameOf(step);
    if (schema === null) {
      throw new LedgerError('CORRUPT', `the file \`${file}\` of an import has no IFC schema`);
    }
    return { facts: new IfcFacts(new IfcModel(step, schema)), bytes: bytes.length };
  }

  /** The content of a file, in a buffer that grows, so that it is not in memory twice. */
  #content(file: string): Buffer {
    let bytes = Buffer.alloc(0);
    let used = 0;
    for (let n = 0; ; n += 1) {
      const chunk = this.#chunkOf(file, n);
      if (chunk === null) return bytes.subarray(0, used);
      if (used + chunk.length > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(chunk.length, 2 * bytes.length));
        bytes.copy(larger, 0, 0, used);
        bytes = larger;
      }
      bytes.set(chunk, used);
      used += chunk.length;
    }
  }
}
