/** @module wheel-bundle: packs wheels with native code, unpacked and metered, into one file and reads it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

import { keyOf } from '../fuel/derived-file.ts';
import { meterSide, SIDE_METER_VERSION } from '../fuel/meter-side.ts';
import { METER_VERSION } from '../fuel/meter.ts';
import { isNativeWheel } from './wheel-names.ts';

/** Path of a native library. */
const LIBRARY = /\.so$/;
/** Largest number of files of a wheel. */
const ENTRIES_MAX = 50_000;
/** Largest unpacked size of a wheel. */
const BYTES_MAX = 1_073_741_824;

/** A wheel, or a file of an unpacked wheel, whose path begins with the name of the wheel. */
export type WheelFile = { readonly path: string; readonly bytes: Uint8Array };

/** The index of a bundle: path, offset and length of each file. */
type BundleIndex = readonly (readonly [path: string, at: number, length: number])[];

/** The wheels of a folder ordered by name, and the SHA-256 of their names and contents. */
export function wheelsIn(folder: string): {
  readonly pure: readonly WheelFile[];
  readonly native: readonly WheelFile[];
  readonly sha256: string;
} {
  const hash = createHash('sha256');
  const wheels = readdirSync(folder)
    .filter((name) => name.endsWith('.whl'))
    .toSorted()
    .map((path) => {
      const bytes = Uint8Array.from(readFileSync(join(folder, path)));
      hash.update(`${path}:${bytes.length}:`).update(bytes);
      return { path, bytes };
    });
  return {
    pure: wheels.filter(({ path }) => !isNativeWheel(path)),
    native: wheels.filter(({ path }) => isNativeWheel(path)),
    sha256: hash.digest('hex'),
  };
}

/** The cache key of the bundle of these wheels. */
export function bundleKey(native: readonly WheelFile[]): string {
  const rewrite = `${METER_VERSION}/${SIDE_METER_VERSION}`;
  return keyOf([rewrite, ...native.flatMap(({ path, bytes }) => [path, bytes])]);
}

/**
 * Bundles wheels: the length of the index (4 bytes, little endian), the index as JSON, the bytes of all files. Throws
 * for a wheel that cannot be read or metered.
 */
export function bundleOf(native: readonly WheelFile[]): Uint8Array {
  const index: [string, number, number][] = [];
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const wheel of native) {
    for (const { path, bytes } of unpack(wheel)) {
      const content = LIBRARY.test(path) ? meterLibrary(path, bytes) : bytes;
      index.push([path, at, content.length]);
      parts.push(content);
      at += content.length;
    }
  }
  const text = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(text.length);
  return Buffer.concat([head, text, ...parts]);
}

/** The files of a bundle, and the native libraries among them. */
export function filesOf(bundle: Uint8Array): {
  readonly files: readonly WheelFile[];
  readonly libraries: readonly WheelFile[];
} {
  const from = 4 + new DataView(bundle.buffer, bundle.byteOffset).getUint32(0, true);
  const index: BundleIndex = JSON.parse(new TextDecoder().decode(bundle.subarray(4, from)));
  const files = index.map(([path, at, length]) => ({
    path,
    bytes: bundle.subarray(from + at, from + at + length),
  }));
  return { files, libraries: files.filter(({ path }) => LIBRARY.test(path)) };
}

function meterLibrary(path: string, bytes: Uint8Array): Uint8Array {
  try {
    return meterSide(bytes);
  } catch (error) {
    const because = error instanceof Error ? error.message : 'unknown';
    throw new Error(`\`${path}\` cannot be metered: ${because}`, { cause: error });
  }
}

/** The files of a wheel (a ZIP archive without encryption and ZIP64), without folders. */
function unpack({ path: wheel, bytes }: WheelFile): readonly WheelFile[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bad = (what: string): Error => new Error(`\`${wheel}\` cannot be read: ${what}`);
  const end = view.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw bad('it is not a ZIP archive');
  const count = view.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw bad(`it has ${count} files`);
  const files: WheelFile[] = [];
  let [at, total] = [view.readUInt32LE(end + 16), 0];
  for (let left = count; left > 0; left -= 1) {
    if (view.readUInt32LE(at) !== 0x0201_4b50) throw bad('its list of files is damaged');
    const [method, stored, size] = [
      view.readUInt16LE(at + 10),
      view.readUInt32LE(at + 20),
      view.readUInt32LE(at + 24),
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      view.readUInt16LE(at + offset),
    );
    const name = view.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = view.readUInt32LE(at + 42);
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (name.endsWith('/')) continue;
    if (name.startsWith('/') || name.split('/').some((part) => part === '..' || part === '')) {
      throw bad(`a file is named \`${name}\``);
    }
    total += size;
    if (total > BYTES_MAX) throw bad(`it unpacks to more than ${BYTES_MAX} bytes`);
    const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
    const raw = view.subarray(start, start + stored);
    if (method !== 0 && method !== 8) throw bad(`\`${name}\` is compressed by method ${method}`);
    const content =
      method === 0 ? raw : inflateRawSync(raw, { maxOutputLength: Math.max(size, 1) });
    if (content.length !== size) throw bad(`\`${name}\` does not have its stated length`);
    files.push({ path: `${wheel}/${name}`, bytes: content });
  }
  return files;
}
