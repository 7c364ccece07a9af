/** @module glb file: the JSON and the binary buffer of a document as one GLB file (glTF 2.0, 4.4). */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Accessor, Buffers } from './buffers.ts';
import type { Material } from './materials.ts';

/** Maximum length of a file, bytes: the format stores lengths in 32 bits. */
export const MAX_BYTES = 0xffff_ffff;
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/** A node of the scene. */
export type Node = {
  readonly name: string;
  readonly mesh?: number;
  readonly translation?: readonly [number, number, number];
  readonly children?: number[];
  readonly extras?: Readonly<Record<string, string | null>>;
};

/** The content of a file besides its buffers. */
export type Document = {
  readonly roots: readonly number[];
  readonly nodes: readonly Node[];
  readonly meshes: readonly unknown[];
  readonly materials: readonly Material[];
  /** Extensions in use, with their data at the top of the document. */
  readonly extensions?: Readonly<Record<string, object | null>>;
};

/**
 * Writes the file: JSON padded with spaces, and the binary buffer if it is not empty.
 * @throws {RangeError} if the file would exceed 4 GiB.
 */
export function glbFile(document: Document, buffers: Buffers): Buffer {
  const { roots, nodes, meshes, materials, extensions = {} } = document;
  const isEmpty = nodes.length === 0;
  const asset = { version: '2.0', generator: 'Plumbline' };
  const scenes = [isEmpty ? { name: 'Building' } : { name: 'Building', nodes: roots }];
  const used = Object.keys(extensions);
  const stated = Object.fromEntries(Object.entries(extensions).filter(([, data]) => data !== null));
  const top = {
    asset,
    ...(used.length === 0 ? {} : { extensionsUsed: used }),
    ...(Object.keys(stated).length === 0 ? {} : { extensions: stated }),
    scene: 0,
    scenes,
  };
  const json: Buffer[] = [Buffer.from(`{${membersOf(top)}`)];
  if (!isEmpty) {
    const { accessors, numbers, bufferViews, bytes } = buffers;
    const small = { materials, bufferViews, buffers: [{ byteLength: bytes }] };
    json.push(Buffer.from(`,${membersOf(small)}`));
    listed('nodes', nodes, json);
    listed('meshes', meshes, json);
    const placed = ({ bufferView, ...rest }: Accessor): Accessor => {
      return { ...rest, bufferView: numbers[bufferView] ?? 0 };
    };
    listed('accessors', accessors, json, placed);
  }
  json.push(Buffer.from('}'));
  return glbBytes(json, buffers);
}

/** Members of a JSON object, without its braces. */
function membersOf(object: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(object).slice(1, -1);
}

/** Items of a list written between two checkpoints. */
const WRITTEN = 200;

/** Writes a JSON member whose value is a long list, in parts. */
function listed<Item>(
  name: string,
  list: readonly Item[],
  json: Buffer[],
  written: (item: Item) => unknown = (item) => item,
): void {
  for (let from = 0; from < list.length; from += WRITTEN) {
    checkpoint({ done: from, total: list.length, doing: 'file' });
    const part = JSON.stringify(list.slice(from, from + WRITTEN).map(written)).slice(1, -1);
    json.push(Buffer.from(from === 0 ? `,"${name}":[${part}` : `,${part}`));
  }
  json.push(Buffer.from(']'));
}

/** Copies header and chunks into one buffer, with checkpoints in between. */
function glbBytes(json: readonly Buffer[], { chunks, bytes }: Buffers): Buffer {
  const written = json.reduce((sum, { length }) => sum + length, 0);
  const padding = Buffer.alloc((4 - (written % 4)) % 4, ' ');
  const padded = written + padding.length;
  const length = 12 + 8 + padded + (bytes === 0 ? 0 : 8 + bytes);
  if (length > MAX_BYTES) {
    throw new RangeError(`the file has ${length} bytes; expected at most ${MAX_BYTES}`);
  }
  // Uninitialised memory is safe: every byte is written below.
  const file = Buffer.allocUnsafe(length);
  const binary = bytes === 0 ? [] : [wordsOf(bytes, BIN_CHUNK), ...chunks];
  const parts = [wordsOf(MAGIC, 2, length, padded, JSON_CHUNK), ...json, padding, ...binary];
  let [offset, stop] = [0, 0];
  for (const [done, part] of parts.entries()) {
    if (done % COPIED === 0 || offset >= stop) {
      stop = offset + COPIED_BYTES;
      checkpoint({ done, total: parts.length, doing: 'file' });
    }
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

/** Maximum number of parts, and of bytes, copied between two checkpoints. */
const COPIED = 5000;
const COPIED_BYTES = 2 ** 21;

function wordsOf(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) buffer.writeUInt32LE(word, 4 * index);
  return buffer;
}
