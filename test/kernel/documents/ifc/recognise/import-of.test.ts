/** @module import-of.test: a file as an import: its manifest, its parts, its names. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { sha256Hex } from '../../../../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../../../../kernel/base/canonical/json.ts';
import { readManifest, readRows } from '../../../../../kernel/base/manifest/manifest-elements.ts';
import { importOf, type Import } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { scorecardOfRows } from '../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import { blobPartOf, type ManifestRow } from '../../../../../schemas/imports.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { kernels, modelOf } from './building-text.ts';

const FILE = exported(randomHouse(7), 'IFC4', 'house').file;
const Point = z.object({ x: z.number(), y: z.number() });
const ALL = { categories: null, levels: null };
const CHOICES = { name: 'house.ifc', import_id: 'import_1', only: ALL, taken: [] };

async function rowsOf({ record, blobs }: Import): Promise<readonly ManifestRow[]> {
  const manifest = blobs.find(({ sha256 }) => sha256 === record.manifest.sha256);
  return await readRows((n) => blobPartOf(manifest?.content ?? new Uint8Array(), n));
}

const elementsOf = (rows: readonly ManifestRow[]) => rows.flatMap(({ element }) => element ?? []);

describe('an import', () => {
  test('is the same for the same file, and its record fits its blobs', async () => {
    const [made, again] = [await importOf(FILE, CHOICES), await importOf(FILE, CHOICES)];
    expect(canonicalJson(again.record)).toBe(canonicalJson(made.record));
    const { record, blobs } = made;
    const named = [record.file, record.manifest, record.meshes].flatMap((blob) => blob ?? []);
    expect(blobs.map(({ sha256, content }) => [sha256, content.length])).toEqual(
      named.map(({ sha256, bytes }) => [sha256, bytes]),
    );
    for (const { sha256, content } of blobs) expect(sha256Hex(content)).toBe(sha256);
    const manifest = blobs[1]?.content ?? new Uint8Array();
    const { header, rows, elements } = await readManifest((n) => blobPartOf(manifest, n));
    expect([header.file, rows, elements.length]).toEqual([
      record.file.sha256,
      record.manifest.rows,
      record.manifest.elements,
    ]);
  });

  test('has a row for each product, which give the scorecard', async () => {
    const made = await importOf(FILE, CHOICES);
    const rows = await rowsOf(made);
    expect(scorecardOfRows(rows)).toEqual(made.scorecard);
  });

  test('has doors whose openings are parts of them', async () => {
    const rows = await rowsOf(await importOf(FILE, CHOICES));
    const doors = rows.filter(({ entity }) => entity === 'IfcDoor');
    expect(doors.length).toBeGreaterThan(0);
    for (const { element } of doors) {
      const parts = rows.filter(({ part_of }) => part_of === element?.id);
      expect(parts.map(({ entity }) => entity)).toEqual(['IfcOpeningElement']);
    }
  });

  test('gives its levels names that are free, and says so', async () => {
    const { levels } = await importOf(FILE, { ...CHOICES, taken: ['first', 'Attic'] });
    expect(levels.map(({ name, renamed }) => [name, renamed])).toEqual([
      ['Ground', null],
      ['First (2)', 'First'],
      ['Second', null],
    ]);
  });

  test('as a reference has its file in the names of its levels, and the given shift', async () => {
    const shift = { x: 1000, y: -2000, z: 0 };
    const only = { categories: null, levels: ['ground'] };
    const choices = { ...CHOICES, only, taken: ['HOUSE: ground'], reference: true, shift };
    const { record, levels, blobs } = await importOf(FILE, choices);
    expect(record).toMatchObject({
      reference: true,
      frame: { origin: { x: -1000, y: 2000, z: 0 } },
    });
    expect(levels.map(({ name, renamed }) => [name, renamed])).toEqual([
      ['house: Ground (2)', 'Ground'],
      // The stair of the ground floor ends there.
      ['house: First', 'First'],
    ]);
    const there = await importOf(FILE, { ...CHOICES, only });
    const first = async (made: Pick<Import, 'record' | 'blobs'>): Promise<unknown> =>
      (await rowsOf({ ...there, ...made })).find(({ element }) => element?.kind === 'wall')?.element
        ?.params['start'];
    const here = await first({ record, blobs });
    const { x, y } = Point.parse(await first(there));
    expect(here).toEqual({ x: x + 1000, y: y - 2000 });
    const own = await importOf(FILE, { ...CHOICES, reference: true });
    expect(own.record.frame.origin).toEqual({ x: 0, y: 0, z: 0 });
  });

  test('of one category has no elements whose host is left out, and the levels it needs', async () => {
    const rows = await rowsOf(
      await importOf(FILE, { ...CHOICES, only: { categories: ['walls', 'Rooms'], levels: null } }),
    );
    expect([...new Set(elementsOf(rows).map(({ kind }) => kind))].toSorted()).toEqual([
      'level',
      'room',
      'wall',
    ]);
    const door = rows.find(({ entity }) => entity === 'IfcDoor');
    expect(door).toMatchObject({ outcome: 'data_only', element: null, part_of: null });
    const alone = importOf(FILE, { ...CHOICES, only: { categories: ['Doors'], levels: null } });
    await expect(alone).rejects.toThrow('received no product that becomes an element');
  });

  test('of one level has the elements on it, and in hosts on it', async () => {
    const rows = await rowsOf(
      await importOf(FILE, { ...CHOICES, only: { categories: null, levels: ['Ground'] } }),
    );
    const elements = elementsOf(rows);
    const levels = elements.filter(({ kind }) => kind === 'level');
    // The stair ends on the second one, on which nothing else is.
    expect(levels.map(({ params }) => params['name'])).toEqual(['Ground', 'First']);
    const on = new Set(elements.map(({ params }) => params['level_id'] ?? levels[0]?.id));
    expect([...on]).toEqual([levels[0]?.id]);
    const kinds = new Set(elements.map(({ kind }) => kind));
    expect([kinds.has('wall'), kinds.has('door')]).toEqual([true, true]);
  });

  test('survives texts that are no Unicode, and very long ones', async () => {
    const long = `'\\X2\\D800\\X0\\${'a'.repeat(50_000)}'`;
    const text = FILE.toString('latin1').replace(/IFCWALL\('([^']*)',\$,'[^']*'/u, (_, guid) => {
      return `IFCWALL('${guid}',$,${long}`;
    });
    const rows = await rowsOf(await importOf(Buffer.from(text, 'latin1'), CHOICES));
    const wall = rows.find(({ name }) => name?.includes('aaaa') === true);
    expect(wall?.name).toHaveLength(2000);
    expect(wall?.element?.kind).toBe('wall');
  });
});

test('each product has a row, also with a number too large for exact arithmetic', () => {
  const column = (id: string) => `#${id}=IFCCOLUMN('g${id}',$,'c${id}',$,$,$,$,$,$);`;
  const large = ['90071992547409931', '90071992547409932'];
  const model = modelOf([], { data: large.map(column).join('\n') });
  const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
  const numbers = rows.filter(({ entity }) => entity === 'IfcColumn').map(({ record }) => record);
  expect(new Set(numbers).size).toBe(2);
  expect(numbers.every(Number.isSafeInteger)).toBe(true);
});
