/** @module hostile: archives that no honest program writes, made from valid ones byte by byte. */
import { zipOf, type ZipPart } from '../../../../kernel/base/archive/zip.ts';

/** Signature of an entry in the directory of a ZIP archive, and places in the entry. */
const [ENTRY, MADE_BY, ATTRIBUTES, FLAGS] = [0x02014b50, 5, 38, 8];

/** The archive in which entry `index` is a symbolic link of Unix. */
export function withLink(archive: Buffer, index: number): Buffer {
  const bytes = Buffer.from(archive);
  const at = entriesOf(bytes)[index] ?? 0;
  bytes.writeUInt8(3, at + MADE_BY);
  bytes.writeUInt32LE(0o120777 * 0x10000, at + ATTRIBUTES);
  return bytes;
}

/** The archive in which entry `index` is marked as encrypted. */
export function withPassword(archive: Buffer, index: number): Buffer {
  const bytes = Buffer.from(archive);
  const at = entriesOf(bytes)[index] ?? 0;
  bytes.writeUInt16LE(bytes.readUInt16LE(at + FLAGS) + 1, at + FLAGS);
  return bytes;
}

/** The archive with another name for one entry, of the same length, in both places. */
export function withName(archive: Buffer, name: string, other: string): Buffer {
  if (name.length !== other.length) throw new Error('names of different lengths');
  return Buffer.from(archive.toString('latin1').replaceAll(name, other), 'latin1');
}

/** Signature of the end of a ZIP archive, and places of counts, size and start of the directory in it. */
const [END, COUNTS, SIZE, START] = [0x06054b50, [8, 10], 12, 16] as const;

/** The archive with further entries in its directory, all for the content of entry `index`. Names have the same length. */
export function withAliases(archive: Buffer, index: number, names: readonly string[]): Buffer {
  const at = entriesOf(archive)[index] ?? 0;
  const length = 46 + archive.readUInt16LE(at + 28);
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== END) throw new Error('an archive with a comment');
  const aliases = names.map((name) => {
    const entry = Buffer.from(archive.subarray(at, at + length));
    entry.write(name, 46, 'latin1');
    return entry;
  });
  const tail = Buffer.from(archive.subarray(end));
  for (const place of COUNTS) {
    tail.writeUInt16LE(tail.readUInt16LE(place) + names.length, place);
  }
  tail.writeUInt32LE(end + names.length * length - tail.readUInt32LE(START), SIZE);
  return Buffer.concat([archive.subarray(0, end), ...aliases, tail]);
}

/** The archive in which the deflated content of a file cannot be inflated. */
export function withDamage(archive: Buffer, name: string): Buffer {
  const bytes = Buffer.from(archive);
  bytes.writeUInt8(0xff, bytes.indexOf(name) + name.length);
  return bytes;
}

/** A valid archive of version 2.1 with a topic, and further files. */
export function smallArchive(...further: readonly ZipPart[]): Buffer {
  return zipOf([
    { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
    { name: `${TOPIC}/markup.bcf`, content: markup('<Title>Door</Title>') },
    ...further,
  ]);
}

/** GUID of the topic of `smallArchive`. */
export const TOPIC = '8ac9822a-761a-4deb-9f39-f61286acbf6a';

/** A markup file of version 2.1 with these members of the topic, and elements after it. */
export function markup(members: string, after = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Markup><Topic Guid="${TOPIC}">${members}<CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>A</CreationAuthor></Topic>${after}</Markup>`;
}

function entriesOf(bytes: Buffer): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    if (bytes.readUInt32LE(at) === ENTRY) found.push(at);
  }
  return found;
}
