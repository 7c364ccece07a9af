/** @module sections: a binary format of a JSON header and named byte sections that are read in place. */
import { SnapshotFault } from './snapshot-fault.ts';

/** Size of the frame in bytes: byte order mark and length of the header. */
const FRAME = 8;
/** Byte order mark: has a different value on a machine with another byte order. */
const ORDER = 0x01_02_03_04;
/** Sections are aligned to this number of bytes, so that they can be read as numbers in place. */
const ALIGNMENT = 8;

/** A header and its sections, as read. */
export type Sections = {
  readonly header: unknown;
  bytes(name: string): Uint8Array;
  /** Returns the section as 32-bit numbers. */
  numbers(name: string): Uint32Array;
};

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** Returns the bytes of the numbers without copying. */
export function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Concatenates header and sections. */
export function joinSections(
  about: unknown,
  sections: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  let at = 0;
  const places: [name: string, at: number, length: number][] = [];
  for (const [name, { byteLength }] of sections) {
    places.push([name, at, byteLength]);
    at += aligned(byteLength);
  }
  const header = Buffer.from(JSON.stringify({ about, places }));
  const from = aligned(FRAME + header.byteLength);
  const whole = new Uint8Array(from + at);
  new Uint32Array(whole.buffer, 0, 2).set([ORDER, header.byteLength]);
  whole.set(header, FRAME);
  for (const [name, place] of places) {
    const bytes = sections.get(name);
    if (bytes !== undefined) whole.set(bytes, from + place);
  }
  return whole;
}

type Place = readonly [name: string, at: number, length: number];

function isPlace(value: unknown): value is Place {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    Number.isSafeInteger(value[1]) &&
    Number.isSafeInteger(value[2])
  );
}

function headerOf(text: string): { readonly about: unknown; readonly places: readonly unknown[] } {
  const header: unknown = JSON.parse(text);
  if (
    typeof header === 'object' &&
    header !== null &&
    'about' in header &&
    'places' in header &&
    Array.isArray(header.places)
  ) {
    return { about: header.about, places: header.places };
  }
  throw new SnapshotFault('its header is malformed');
}

/**
 * Reads the output of `joinSections` without copying. `whole` must begin at a multiple of 8 in its
 * buffer.
 *
 * @throws {SnapshotFault} if the frame, the header or a section is invalid
 */
export function readSections(whole: Uint8Array): Sections {
  const { buffer, byteOffset, byteLength } = whole;
  if (byteLength < FRAME || byteOffset % ALIGNMENT !== 0) {
    throw new SnapshotFault('it has no frame');
  }
  const [order, length = 0] = new Uint32Array(buffer, byteOffset, 2);
  if (order !== ORDER || FRAME + length > byteLength) {
    throw new SnapshotFault('its frame is malformed');
  }
  const text = Buffer.from(buffer, byteOffset + FRAME, length).toString();
  const { about, places } = headerOf(text);
  const from = aligned(FRAME + length);
  const found = new Map<string, readonly [at: number, length: number]>();
  for (const place of places) {
    if (!isPlace(place) || place[1] < 0 || from + place[1] + place[2] > byteLength) {
      throw new SnapshotFault('a section exceeds the bytes');
    }
    found.set(place[0], [byteOffset + from + place[1], place[2]]);
  }
  const placeOf = (name: string): readonly [at: number, length: number] => {
    const place = found.get(name);
    if (place === undefined) throw new SnapshotFault(`there is no section \`${name}\``);
    return place;
  };
  return {
    header: about,
    bytes: (name) => new Uint8Array(buffer, ...placeOf(name)),
    numbers: (name) => {
      const [at, bytes] = placeOf(name);
      return new Uint32Array(buffer, at, Math.floor(bytes / 4));
    },
  };
}
