/** @module data-xlsx-package: the parts of a workbook file: a ZIP that is not believed, and XML without a DTD. */
import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';

import { SaxesParser } from 'saxes';
import { fromBufferPromise, fromFdPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

import type { DataMeter } from './data-bounds.ts';
import type { DataSource } from './data-source.ts';
import { TaskStop } from './task-stop.ts';

/** Limits of the package that no budget can widen. */
export const PACKAGE_MAX = {
  entries: 2000,
  part_bytes: 536_870_912,
  total_bytes: 1_073_741_824,
  /** Inflated over stored size, for parts above 1 MiB; honest sheets lie between 5 and 40. */
  ratio: 200,
  /** UTF-16 units between two angle brackets, so that one text or tag cannot fill the memory. */
  run_chars: 1_048_576,
  attributes: 128,
  depth: 64,
} as const;

const RATIO_FROM_BYTES = 1_048_576;
/** First bytes of a compound file, which holds old and protected workbooks. */
const OLD_FORMAT = Buffer.from('d0cf11e0', 'hex');

/** What a reader hears of a part. Names come without their namespace prefix. */
export type PartHandler = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** True ends the reading early. */
  readonly done?: () => boolean;
};

/** An opened package. Parts are found by name, whatever the case. */
export type XlsxPackage = {
  has(name: string): boolean;
  /** Reads a part; false if it is not there. Throws `TaskStop` for what is too large or not allowed. */
  parse(name: string, handler: PartHandler): Promise<boolean>;
};

/** Reads the directory of a package. Throws `TaskStop`: BOUND_DATA for sizes, TOOL_FAIL for what is no workbook. */
export async function openPackage(source: DataSource, meter: DataMeter): Promise<XlsxPackage> {
  const zip = await openZip(source);
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    checkEntry(entry, entries.size, total);
    const name = entry.fileName.toLowerCase();
    // Two readers may pick different ones
    if (entries.has(name))
      throw new TaskStop('TOOL_UNSAFE', `the file holds two parts named \`${shown(name)}\``);
    entries.set(name, entry);
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
  if (bytes.subarray(0, OLD_FORMAT.length).equals(OLD_FORMAT))
    throw new TaskStop('TOOL_FAIL', 'the file is an old .xls or a password-protected workbook');
  return source.kind === 'file'
    ? await fromFdPromise(source.fd, options)
    : await fromBufferPromise(bytes, options);
}

function checkEntry(entry: Entry, count: number, total: number): void {
  const { uncompressedSize: size, compressedSize: stored } = entry;
  const name = shown(entry.fileName);
  if (count >= PACKAGE_MAX.entries)
    throw new TaskStop('BOUND_DATA', `the file has more than ${PACKAGE_MAX.entries} parts`);
  if (size > PACKAGE_MAX.part_bytes || total > PACKAGE_MAX.total_bytes)
    throw new TaskStop(
      'BOUND_DATA',
      `part \`${name}\` inflates to ${size} bytes, that is too much`,
    );
  if (size > RATIO_FROM_BYTES && size > stored * PACKAGE_MAX.ratio)
    throw new TaskStop(
      'BOUND_DATA',
      `part \`${name}\` inflates to ${size} bytes from ${stored}, more than ${PACKAGE_MAX.ratio} times`,
    );
  if (entry.isEncrypted()) throw new TaskStop('TOOL_FAIL', `part \`${name}\` is encrypted`);
}

async function parsePart(
  zip: ZipFile,
  entry: Entry,
  handler: PartHandler,
  meter: DataMeter,
): Promise<void> {
  const name = shown(entry.fileName);
  const stream = await zip.openReadStreamPromise(entry);
  const parser = partParser(name, handler);
  const guard = new RunGuard(name);
  let decoder: TextDecoder | undefined;
  for await (const piece of stream) {
    const chunk: Buffer = piece;
    meter.bytes(chunk.length);
    decoder ??= new TextDecoder(isUtf16(chunk) ? 'utf-16le' : 'utf-8', { fatal: true });
    const text = decoder.decode(chunk, { stream: true });
    guard.check(text);
    parser.write(text);
    // Leaving the loop destroys the stream
    if (handler.done?.() === true) return;
  }
  parser.close();
}

function partParser(name: string, handler: PartHandler): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let attributes = 0;
  parser.on('error', (error) => {
    throw new TaskStop('TOOL_FAIL', `part \`${name}\` is not well-formed: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new TaskStop('TOOL_UNSAFE', `part \`${name}\` has a DTD, which no workbook needs`);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > PACKAGE_MAX.depth)
      throw new TaskStop('BOUND_DATA', `part \`${name}\` nests deeper than ${PACKAGE_MAX.depth}`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > PACKAGE_MAX.attributes)
      throw new TaskStop(
        'BOUND_DATA',
        `part \`${name}\` has a tag of more than ${PACKAGE_MAX.attributes} attributes`,
      );
  });
  const { open, text, close, done } = handler;
  const live = (): boolean => done?.() !== true;
  if (open !== undefined)
    parser.on('opentag', (tag) => {
      if (live()) open(localName(tag.name), tag.attributes);
    });
  parser.on('closetag', (tag) => {
    depth -= 1;
    if (live()) close?.(localName(tag.name));
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return parser;
}

/** Refuses text that goes on without an angle bracket for too long: a parser would hold all of it. */
class RunGuard {
  readonly #part: string;
  #open = 0;
  #close = 0;

  constructor(part: string) {
    this.#part = part;
  }

  check(text: string): void {
    this.#open = after(text, '<', this.#open);
    this.#close = after(text, '>', this.#close);
    if (Math.max(this.#open, this.#close) > PACKAGE_MAX.run_chars)
      throw new TaskStop(
        'BOUND_DATA',
        `part \`${this.#part}\` has more than ${PACKAGE_MAX.run_chars} characters in one piece`,
      );
  }
}

/** Characters since the last `mark`, after `text` was added to a run of `before`. Pieces are far below the limit. */
function after(text: string, mark: string, before: number): number {
  const at = text.lastIndexOf(mark);
  return at < 0 ? before + text.length : text.length - at - 1;
}

function isUtf16(chunk: Buffer): boolean {
  return chunk[0] === 0xff && chunk[1] === 0xfe;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

function shown(name: string): string {
  return name.slice(0, 80);
}
