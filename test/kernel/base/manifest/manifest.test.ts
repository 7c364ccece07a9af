/** @module tests of manifests: written rows are read back, and anything else is refused with its line. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { canonicalJson } from '../../../../kernel/base/canonical/json.ts';
import { manifestElements } from '../../../../kernel/base/manifest/manifest-elements.ts';
import {
  ManifestError,
  ManifestReader,
  manifestRowsIn,
  rowInLine,
} from '../../../../kernel/base/manifest/manifest-reader.ts';
import { manifestBytes } from '../../../../kernel/base/manifest/manifest-writer.ts';
import { IMPORT_LIMITS, MANIFEST_FORMAT, type ManifestRow } from '../../../../schemas/imports.ts';
import { levelRecord, manifestRow, wallRecord } from '../../../made-import.ts';

const HEADER = {
  file: 'ab'.repeat(32),
  frame: { mm_per_unit: 304.8, origin: { x: -1, y: 2, z: 3 } },
  recogniser: { version: 3 },
};
const ROWS: readonly ManifestRow[] = [
  manifestRow(0, levelRecord('level_0', 'Geschoß \u2028 "1"')),
  manifestRow(7, null),
  manifestRow(7, wallRecord('wall_7', 'level_0')),
  {
    ...manifestRow(9, null),
    box: { min: { x: 0, y: 0, z: 0.125 }, max: { x: 1, y: 1, z: 1 } },
    guid: '0xScRe4drECQ4DMSqUjd6d',
    mesh: { length: 12, offset: 0 },
    outcome: 'refused',
    proof: { box_mm: 0.5, volume: 0.0001 },
    reason: 'the profile has no area',
    tag: '12',
  },
];

const written = (rows: Iterable<ManifestRow> = ROWS): Buffer =>
  Buffer.concat([...manifestBytes(HEADER, rows)]);

const read = (...pieces: Uint8Array[]) => [...manifestRowsIn(pieces)];

describe('a manifest', () => {
  test('is canonical JSON lines, the same for the same rows', () => {
    const lines = written().toString('utf8').split('\n');
    expect(lines).toHaveLength(ROWS.length + 2);
    expect(lines[0]).toBe(canonicalJson({ ...HEADER, format: MANIFEST_FORMAT }));
    expect(lines.slice(1, -1)).toEqual(ROWS.map((row) => canonicalJson(row)));
    expect(written()).toEqual(written(ROWS.map((row) => structuredClone(row))));
  });

  test('is read back with the places of its lines, however it is cut', () => {
    const bytes = written();
    const rows = read(bytes);
    expect(rows.map(({ row }) => row)).toEqual(ROWS);
    for (const { row, at, bytes: length } of rows) {
      expect(rowInLine(bytes.subarray(at, at + length))).toEqual(row);
    }
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        expect(read(...pieces)).toEqual(rows);
      }),
    );
  });

  test('counts its rows and elements', () => {
    const reader = new ManifestReader();
    reader.push(written());
    expect(reader.end()).toEqual({ ...HEADER, format: MANIFEST_FORMAT });
    expect([reader.rows, reader.elements]).toEqual([4, 2]);
  });

  test('gives its levels first', async () => {
    const bytes = written([
      manifestRow(1, wallRecord('wall_1', 'level_2')),
      manifestRow(2, levelRecord('level_2', 'Ground')),
    ]);
    const manifest = await manifestElements((n) => (n === 0 ? bytes : null));
    expect(manifest?.elements.map(({ id }) => id)).toEqual(['level_2', 'wall_1']);
    expect(await manifestElements(() => null)).toBeNull();
    expect(await manifestElements((n) => (n === 0 ? bytes.subarray(1) : null))).toBeNull();
  });

  test('may have a part of an element before and after its row', () => {
    const part = { ...manifestRow(3, null), outcome: 'parametric', part_of: 'wall_7' } as const;
    const rows = [manifestRow(0, levelRecord('level_0', 'A')), part, ...ROWS.slice(2, 3)];
    const later = { ...part, record: 8 };
    expect(read(written([...rows, later])).map(({ row }) => row)).toEqual([...rows, later]);
  });

  test('is not written out of order', () => {
    const [a, , b] = ROWS;
    if (a === undefined || b === undefined) throw new Error('no rows');
    expect(() => written([b, a])).toThrow(/record 0 after that of 7/);
    expect(() => written([a, a])).toThrow(RangeError);
  });
});

describe('refuses', () => {
  const lines = written().toString('utf8').trimEnd().split('\n');
  const [header = '', level = '', product = '', wall = ''] = lines;
  const partOf = (id: string) =>
    product.replace('"data_only"', '"parametric"').replace('"part_of":null', `"part_of":"${id}"`);
  const text = (...parts: string[]) => parts.map((part) => `${part}\n`).join('');

  test.each([
    ['nothing', '', /line 1 .* no line, expected a header/],
    ['another format', text(header.replace('manifest 1', 'manifest 2')), /line 1 .* format/],
    ['text', text(header, 'a wall'), /line 2 .* not JSON/],
    ['an empty line', text(header, '', level), /line 2 .* not JSON/],
    ['a last line without its end', text(header) + level, /line 2 .* without a line feed/],
    ['an unknown field', text(header, level.replace('{', '{"a":1,')), /line 2 .* does not fit/],
    ['a row twice', text(header, level, level), /line 3 .* ascending/],
    ['rows in another order', text(header, wall, level), /line 3 .* record 0 after record 7/],
    [
      'an id twice',
      text(header, wall, wall.replace('"record":7', '"record":8')),
      /line 3 .* `wall_7` twice/,
    ],
    [
      'an element that was refused',
      text(header, wall.replace('"parametric"', '"refused"')),
      /`refused` with an element/,
    ],
    [
      'a parametric product without an element',
      text(header, product.replace('"data_only"', '"parametric"')),
      /`parametric` without an element/,
    ],
    [
      'a part of an element that the manifest does not have',
      text(header, level, partOf('wall_8')),
      /part of `wall_8`, expected the id of an element/,
    ],
    [
      'an element that is a part of another',
      text(header, level, wall.replace('"part_of":null', '"part_of":"level_0"')),
      /an element that is a part of `level_0`/,
    ],
    [
      'a part that is data only',
      text(header, level, product.replace('"part_of":null', '"part_of":"level_0"')),
      /`data_only` with an element/,
    ],
  ])('%s', (_, manifest, why) => {
    const attempt = () => read(Buffer.from(manifest));
    expect(attempt).toThrow(ManifestError);
    expect(attempt).toThrow(why);
  });

  test('bytes that are not UTF-8', () => {
    const bytes = Buffer.from(text(header, level));
    bytes[bytes.indexOf('Geschoß')] = 0xff;
    expect(() => read(bytes)).toThrow(/line 2 .* UTF-8/);
  });

  test('a line without an end before it has been read', () => {
    const reader = new ManifestReader();
    reader.push(Buffer.from(text(header)));
    const piece = Buffer.alloc(IMPORT_LIMITS.line_bytes, 0x20);
    reader.push(piece);
    expect(() => reader.push(piece)).toThrow(/more than 1048576 bytes/);
  });
});
