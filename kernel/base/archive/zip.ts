/** @module zip: writes ZIP archives (APPNOTE 6.3, without ZIP64); the same parts give the same bytes. */
import { crc32 } from 'node:zlib';

import { checkpoint } from '../work/checkpoint.ts';
import { compressed } from './deflate.ts';

/** A file in an archive. */
export type ZipPart = { readonly name: string; readonly content: string | Uint8Array };

/** Maximum length of a part and of an archive without ZIP64, bytes. */
const BYTES_MAX = 0xffff_fffe;
/** Maximum number of parts without ZIP64. */
const PARTS_MAX = 0xffff;

/** The date of every part: 1 January 1980, the earliest one of the format, so that archives are reproducible. */
const DATE = 0x0021;
/** Version of the format needed to extract: 2.0. */
const VERSION = 20;
/** General purpose flags: names are UTF-8. */
const FLAGS = 0x0800;
/** Compression methods. */
const STORED = 0;
const DEFLATED = 8;

/**
 * An archive of the parts in the given order. Each part is deflated if that makes it smaller.
 *
 * @throws {RangeError} for two parts with the same name, or if a limit of the format is exceeded
 */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  if (parts.length > PARTS_MAX) {
    throw new RangeError(`got ${parts.length} parts, want at most ${PARTS_MAX}`);
  }
  const names = new Set(parts.map(({ name }) => name));
  if (names.size < parts.length) throw new RangeError('got two parts of one name');
  const written: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [done, part] of parts.entries()) {
    checkpoint({ done, total: parts.length, doing: 'packing' });
    const { local, central, data } = entryOf(part, offset);
    written.push(local, data);
    directory.push(central);
    offset += local.length + data.length;
    if (offset > BYTES_MAX) throw new RangeError('got an archive above 4 GiB');
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...written, listed, endOf(parts.length, listed.length, offset)]);
}

type ZipEntry = { readonly local: Buffer; readonly central: Buffer; readonly data: Uint8Array };

function entryOf({ name, content }: ZipPart, offset: number): ZipEntry {
  const raw = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
  if (raw.length > BYTES_MAX) throw new RangeError(`got a part \`${name}\` above 4 GiB`);
  const packed = compressed(raw, 'none');
  const isSmaller = packed.length < raw.length;
  const data = isSmaller ? packed : raw;
  const title = Buffer.from(name, 'utf8');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(FLAGS, 2);
  common.writeUInt16LE(isSmaller ? DEFLATED : STORED, 4);
  common.writeUInt16LE(0, 6);
  common.writeUInt16LE(DATE, 8);
  common.writeUInt32LE(crc32(raw), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(raw.length, 18);
  common.writeUInt16LE(title.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, title]),
    central: Buffer.concat([
      Buffer.from('PK\u0001\u0002', 'latin1'),
      Buffer.from([VERSION, 0]),
      common,
      place,
      title,
    ]),
    data,
  };
}

function endOf(parts: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
