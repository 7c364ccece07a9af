/** @module package: opens a workbook file: an untrusted ZIP of XML parts without a DTD. */
import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';

import { fromBufferPromise, fromFdPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

import { overlappingEntry } from '../../../../base/archive/overlap.ts';
import { TaskStop } from '../../task/task-stop.ts';
import type { DataMeter } from '../bounds.ts';
import type { DataSource } from '../source.ts';
import { XmlScan } from './xml.ts';
import type { XmlHandler } from './xml.ts';

/** Limits of the package that no budget can raise. */
const PACKAGE_MAX = {
  entries: 2000,
  part_bytes: 536_870_912,
  total_bytes: 1_073_741_824,
  /** Ratio of inflated to stored size, for parts above 1 MiB; ordinary sheets have 5 to 40. */
  ratio: 200,
} as const;

/** Inflated size from which `ratio` applies. */
const RATIO_FROM_BYTES = 1_048_576;
/** First bytes of an OLE compound file: an old (.xls) or an encrypted workbook. */
const OLD_FORMAT = Buffer.from('d0cf11e0', 'hex');

/** An opened package. Part names are case-insensitive. */
export type XlsxPackage = {
  has(name: string): boolean;
  /** Parses a part; returns false if it is missing. Throws `TaskStop` for a part that is too large or not allowed. */
  parse(name: string, handler: XmlHandler): Promise<boolean>;
};

/**
 * Reads the directory of a package.
 *
 * @throws {TaskStop} BOUND_DATA for sizes, TOOL_UNSAFE for equal part names and overlapping parts, TOOL_FAIL if the file is no workbook
 */
export async function openPackage(source: DataSource, meter: DataMeter): Promise<XlsxPackage> {
  const zip = await openZip(source);
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    checkEntry(entry, entries.size, total);
    const name = entry.fileName.toLowerCase();
    // Readers differ in which of two equally named parts they use
    if (entries.has(name)) {
      throw new TaskStop('TOOL_UNSAFE', `the file has two parts named \`${briefName(name)}\``);
    }
    entries.set(name, entry);
  }
  const overlapping = overlappingEntry([...entries.values()]);
  if (overlapping !== null) {
    throw new TaskStop('TOOL_UNSAFE', `part \`${briefName(overlapping)}\` overlaps another part`);
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    parse: async (name, handler) => {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) return false;
      await parsePart(zip, entry, handler, meter);
      return true;
    },
  };
}

async function openZip(source: DataSource): Promise<ZipFile> {
  const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true };
  const bytes =
    source.kind === 'bytes'
      ? Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)
      : Buffer.alloc(OLD_FORMAT.length);
  if (source.kind === 'file') readSync(source.fd, bytes, 0, bytes.length, 0);
  if (bytes.subarray(0, OLD_FORMAT.length).equals(OLD_FORMAT)) {
    throw new TaskStop('TOOL_FAIL', 'the file is an old .xls or a password-protected workbook');
  }
  return source.kind === 'file'
    ? await fromFdPromise(source.fd, options)
    : await fromBufferPromise(bytes, options);
}

function checkEntry(entry: Entry, count: number, total: number): void {
  const { uncompressedSize: size, compressedSize: stored } = entry;
  const name = briefName(entry.fileName);
  if (count >= PACKAGE_MAX.entries) {
    throw new TaskStop('BOUND_DATA', `the file has more than ${PACKAGE_MAX.entries} parts`);
  }
  if (size > PACKAGE_MAX.part_bytes || total > PACKAGE_MAX.total_bytes) {
    throw new TaskStop(
      'BOUND_DATA',
      `part \`${name}\` inflates to ${size} bytes, which is too large`,
    );
  }
  if (size > RATIO_FROM_BYTES && size > stored * PACKAGE_MAX.ratio) {
    throw new TaskStop(
      'BOUND_DATA',
      `part \`${name}\` inflates to ${size} bytes from ${stored}, more than ${PACKAGE_MAX.ratio} times`,
    );
  }
  if (entry.isEncrypted()) throw new TaskStop('TOOL_FAIL', `part \`${name}\` is encrypted`);
}

async function parsePart(
  zip: ZipFile,
  entry: Entry,
  handler: XmlHandler,
  meter: DataMeter,
): Promise<void> {
  const name = briefName(entry.fileName);
  const stream = await zip.openReadStreamPromise(entry);
  const scan = new XmlScan(name, handler);
  let decoder: TextDecoder | undefined;
  for await (const piece of stream) {
    const chunk: Buffer = piece;
    meter.bytes(chunk.length);
    decoder ??= new TextDecoder(isUtf16(chunk) ? 'utf-16le' : 'utf-8', { fatal: true });
    // Leaving the loop destroys the stream
    if (!scan.write(decoder.decode(chunk, { stream: true }))) return;
  }
  scan.end();
}

function isUtf16(chunk: Buffer): boolean {
  return chunk[0] === 0xff && chunk[1] === 0xfe;
}

function briefName(name: string): string {
  return name.slice(0, 80);
}
