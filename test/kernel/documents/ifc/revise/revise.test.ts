/** @module revise.test: the elements of a later revision of a file are those of the earlier one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sha256Hex } from '../../../../../kernel/base/canonical/hash.ts';
import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { appearanceOf } from '../../../../../kernel/building/kinds/shared/appearance.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { RevisionFault } from '../../../../../kernel/documents/ifc/revise/decisions.ts';
import { revisionOf } from '../../../../../kernel/documents/ifc/revise/revise.ts';
import type { ElementRecord } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { publicFile } from '../../../../public-files.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import {
  elementWith,
  fileOf,
  firstHouse,
  laterHouse,
  NO_OWN,
  revisionRows,
  rowsOf,
  kindsIn,
  revised,
} from './houses.ts';

const FIRST = await rowsOf(fileOf(firstHouse()));
const only = { categories: null, levels: null };

// The neighbours of the thicker wall have other ends.
test('GlobalIds identify the elements of a revision; the rest is new or gone', async () => {
  const { rows, match } = await revisionRows(FIRST, fileOf(laterHouse()));
  const { created: fresh, changed, gone } = match.differences;
  expect(match.matched).toMatchObject({ tag: 0, geometry: 0, name: 0, person: 0 });
  expect(kindsIn(rows, fresh)).toEqual(['body', 'door']);
  expect(kindsIn(FIRST, gone)).toEqual(['window']);
  expect(kindsIn(rows, changed)).toEqual(['column', 'wall', 'wall', 'wall']);
  expect(match.ambiguous).toEqual([]);
});

test('references and parts name the elements of the earlier revision', async () => {
  const { rows } = await revisionRows(FIRST, fileOf(laterHouse(), 'new'));
  const ids = new Set(rows.flatMap(({ element }) => element?.id ?? []));
  const named = rows.flatMap(({ element }) => (element === null ? [] : KINDS.named(element)));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(([, id]) => !ids.has(id))).toEqual([]);
  const parts = rows.flatMap(({ part_of }) => part_of ?? []);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.filter((id) => !ids.has(id))).toEqual([]);
});

test('bodies and names identify elements if all GlobalIds are new', async () => {
  const { rows, match } = await revisionRows(FIRST, fileOf(laterHouse(), 'new'));
  const { created: fresh, gone } = match.differences;
  expect(match.matched.guid).toBe(0);
  expect(match.matched.geometry).toBeGreaterThan(10);
  expect(match.matched.name).toBeGreaterThanOrEqual(3);
  // The column that was moved has neither.
  expect(kindsIn(rows, fresh)).toEqual(['body', 'column', 'door']);
  expect(kindsIn(FIRST, gone)).toEqual(['column', 'window']);
});

test('nothing is new or gone in an unchanged file, also if it has other GlobalIds', async () => {
  const same = await revisionRows(FIRST, fileOf(firstHouse()));
  expect(same.match.differences).toMatchObject({ created: [], changed: [], gone: [] });
  const other = await revisionRows(FIRST, fileOf(firstHouse(), 'new'));
  expect(other.match.differences).toMatchObject({ created: [], gone: [] });
});

test('a window is not the opening whose GlobalId a later exporter gave to it', () => {
  const guids = new Map(
    FIRST.flatMap(({ part_of, guid }) => (part_of === null ? [] : [[part_of, guid] as const])),
  );
  const fresh = FIRST.map((row) => {
    const own = guids.get(row.element?.id ?? '');
    const other = row.part_of === null ? row.guid : `other${row.record}`;
    return changedRow(row, { guid: own ?? other });
  });
  expect(guids.size).toBe(4);
  const { match } = revised(FIRST, fresh);
  expect(match.matched).toMatchObject({ tag: 4, geometry: 0, name: 0 });
  expect(match.differences).toMatchObject({ created: [], changed: [], gone: [] });
});

test('levels are found by their names, then by their elevations', async () => {
  const fresh = await rowsOf(fileOf(firstHouse(), 'new'));
  const named = fresh.map((row) =>
    row.name === 'First' && row.element !== null
      ? changedRow(row, {
          name: 'Upper',
          element: { ...row.element, params: { ...row.element.params, name: 'Upper' } },
        })
      : row,
  );
  const { match, rows } = revised(FIRST, named);
  expect(match.differences).toMatchObject({ created: [], gone: [] });
  const level = rows.find(({ name }) => name === 'Upper')?.element;
  expect(level?.id).toBe(FIRST.find(({ name }) => name === 'First')?.element?.id);
});

test('tag and class identify a product before its body does', async () => {
  const fresh = await rowsOf(fileOf(laterHouse(), 'new'));
  const { match, rows } = revised(taggedColumns(FIRST), taggedColumns(fresh));
  expect(match.matched.tag).toBe(2);
  expect(kindsIn(rows, match.differences.created)).toEqual(['body', 'door']);
});

/** The rows with names of levels as the tags of columns. */
function taggedColumns(rows: readonly ManifestRow[]): readonly ManifestRow[] {
  const levels = new Map(
    rows.flatMap(({ element, name }) => (element?.kind === 'level' ? [[element.id, name]] : [])),
  );
  return rows.map((row) => {
    const level = row.element?.kind === 'column' ? row.element.params['level_id'] : null;
    return changedRow(row, { tag: typeof level === 'string' ? (levels.get(level) ?? null) : null });
  });
}

function changedRow(row: ManifestRow, change: Partial<ManifestRow>): ManifestRow {
  return { ...row, ...change };
}

const TWINS = modelOf(
  ...['a', 'b'].map((id) =>
    created('column', id, { level_id: 'L1', location: { x: 1000, y: 1000 }, name: 'C' }),
  ),
);

test('products that could be several elements are returned until a person decides', async () => {
  const old = await rowsOf(fileOf(TWINS));
  const [a, b] = ['a', 'b'].map((id) => elementWith(old, ifcGuid(id)));
  const { match, rows } = await revisionRows(old, fileOf(TWINS, 'new'));
  expect(
    match.ambiguous.map(({ candidates }) => candidates.map(({ element }) => element?.id)),
  ).toEqual([
    [a, b],
    [a, b],
  ]);
  const [first, second] = match.ambiguous.map(({ row }) => row.guid ?? '');
  if (first === undefined || second === undefined || a === undefined) throw new Error('no twins');
  const choices = [
    { guid: first, record: null, element_id: a },
    { guid: second, record: null, element_id: null },
  ];
  const decided = await revisionRows(old, fileOf(TWINS, 'new'), choices);
  expect(decided.match).toMatchObject({
    matched: { person: 1 },
    ambiguous: [],
    matches: [{ element_id: a, guid: first }],
  });
  expect(decided.match.differences.gone).toEqual([b]);
  expect(elementWith(decided.rows, first)).toBe(a);
  expect(rows.length).toBe(decided.rows.length);
});

test('one element that two products could be is given to neither', async () => {
  const at = { level_id: 'L1', location: { x: 1000, y: 1000 }, name: 'C' };
  const old = await rowsOf(fileOf(modelOf(created('column', 'a', at))));
  const { match } = await revisionRows(old, fileOf(TWINS, 'new'));
  const ids = match.ambiguous.map(({ candidates }) => candidates.map(({ element }) => element?.id));
  expect(ids).toEqual([match.differences.gone, match.differences.gone]);
  expect(match.differences.gone).toEqual([elementWith(old, ifcGuid('a'))]);
});

test.each([
  [
    'a GlobalId that the file does not have',
    { guid: 'none' },
    'expected the GlobalId of an element',
  ],
  [
    'an element that the import does not have',
    { element_id: 'wall_1' },
    'expected one of the superseded import',
  ],
  ['an element of another kind', { element_id: 'level' }, 'expected a column'],
])('refuses a decision with %s', async (_, change, words) => {
  const old = await rowsOf(fileOf(TWINS));
  const level = old.find(({ element }) => element?.kind === 'level')?.element?.id ?? '';
  const asked = { guid: ifcGuid('a'), record: null, element_id: null, ...change };
  const element_id = asked.element_id === 'level' ? level : asked.element_id;
  const revising = revisionRows(old, fileOf(TWINS), [{ ...asked, element_id }]);
  await expect(revising).rejects.toThrow(RevisionFault);
  await expect(revisionRows(old, fileOf(TWINS), [{ ...asked, element_id }])).rejects.toThrow(words);
});

test('a product of another kind keeps its match and gets another id', async () => {
  const old = FIRST.map((row) =>
    row.element?.kind === 'column'
      ? {
          ...row,
          element: { ...row.element, id: row.element.id.replace('column', 'beam'), kind: 'beam' },
        }
      : row,
  );
  const { match } = await revisionRows(old, fileOf(firstHouse()));
  expect(match.replaced).toHaveLength(2);
  expect(match.differences.created).toHaveLength(2);
  expect(match.differences.gone).toHaveLength(2);
});

test('a revision has the frame of the import that it supersedes, and its bytes are always the same', async () => {
  const file = fileOf(firstHouse());
  const old = await importOf(file, { name: 'a.ifc', import_id: 'import_1', only, taken: [] });
  const origin = { x: 1_000_000, y: -2000, z: 0 };
  const record = { ...old.record, frame: { ...old.record.frame, origin } };
  const given = { record, rows: old.rows, choices: [], isTaken: () => false, own: NO_OWN };
  const choices = { name: 'b.ifc', import_id: 'import_2', only, taken: [] };
  const { made } = await revisionOf(fileOf(laterHouse()), choices, given);
  expect(made.record).toMatchObject({
    frame: { origin },
    supersedes: { import_id: 'import_1', manifest: { sha256: old.record.manifest.sha256 } },
  });
  const again = await revisionOf(fileOf(laterHouse()), choices, given);
  expect(again.made.record).toEqual(made.record);
  expect(sha256Hex(made.blobs[1]?.content ?? Buffer.of())).toBe(made.record.manifest.sha256);
});

test('an id that another product had is not given again', async () => {
  const fresh = await rowsOf(fileOf(laterHouse()));
  const taken = new Set(fresh.flatMap(({ element }) => element?.id ?? []));
  const { rows } = revised(FIRST, fresh, { isTaken: (id) => taken.has(id) });
  const ids = rows.flatMap(({ element }) => element?.id ?? []);
  expect(ids.filter((id) => taken.has(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

const DUPLEX = ['2011', '2018'].map((year) =>
  publicFile(`ifc-real/cases/Duplex_A${year === '2011' ? '_20110907' : ''}.ifc`),
);

// The later file does not say on which side the first layer of the roof is, so there is no type with its materials.
test.runIf(DUPLEX.every((file) => file !== null))(
  'the elements of the Duplex of 2011 are in that of 2018, with its GlobalIds and without',
  async () => {
    const [older, later] = DUPLEX;
    if (older === undefined || older === null || later === undefined || later === null) return;
    const old = await rowsOf(older);
    const fresh = await rowsOf(later);
    expect(old.filter(({ element }) => element !== null)).toHaveLength(277);
    const other = fresh.map((row) => changedRow(row, { guid: `other${row.record}` }));
    const counts = [
      { guid: 225, tag: 7, geometry: 2, name: 39 },
      { guid: 0, tag: 207, geometry: 23, name: 43 },
    ];
    for (const [i, rows] of [fresh, other].entries()) {
      const { ambiguous, differences, matched } = revised(old, rows).match;
      expect([ambiguous, differences.created]).toEqual([[], []]);
      expect(kindsIn(old, differences.gone)).toEqual(['material', 'material', 'material', 'type']);
      expect(matched).toMatchObject(counts[i] ?? {});
    }
  },
);

test('doors and windows whose meshes only have other places in a revision are unchanged', async () => {
  const path = join(import.meta.dirname, '../../../../fixtures/imports/Duplex_A_20110907.ifczip');
  const { bytes } = await openIfc(readFileSync(path));
  const text = bytes.toString('latin1');
  const operator = '#12564=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#3,';
  const larger = text.replace(`${operator}1.,$)`, `${operator}1.01,$)`);
  expect(larger).not.toBe(text);
  const first = await rowsOf(Buffer.from(bytes));
  const { rows, match } = await revisionRows(first, Buffer.from(larger, 'latin1'));
  const blobs = [first, rows].map(
    (all) =>
      new Set(all.flatMap(({ element }) => (element === null ? [] : (meshOf(element) ?? [])))),
  );
  const [before, after] = blobs;
  expect([before?.size, after?.size]).toEqual([1, 1]);
  expect(after).not.toEqual(before);
  const { created: fresh, changed, gone } = match.differences;
  expect([fresh, gone]).toEqual([[], []]);
  expect(kindsIn(rows, changed)).toEqual(['body']);
});

/** The blob of the mesh with which a door or window is shown. */
function meshOf(element: ElementRecord): string | undefined {
  return appearanceOf(element)?.mesh.blob;
}
