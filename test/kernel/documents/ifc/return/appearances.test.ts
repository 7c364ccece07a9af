/** @module tests of returned files of doors that are shown with meshes of their file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { appearanceOf } from '../../../../../kernel/building/kinds/shared/appearance.ts';
import { modifies } from '../../../building/model/build.ts';
import { importedWithBodies, returned } from './returned.ts';

const HOUSE = join(import.meta.dirname, '../../../../fixtures/imports/Duplex_A_20110907.ifczip');
const read = await importedWithBodies(readFileSync(HOUSE));

test('an import with appearances returns the bytes of its file', () => {
  const doors = [...read.view.elementsOf('door')];
  expect(doors.filter((door) => appearanceOf(door) !== null).length).toBe(14);
  const { file, not_expressible } = returned(read, read.view);
  expect(file.equals(read.source.bytes)).toBe(true);
  expect(not_expressible).toEqual([]);
});

test('a mirrored or removed appearance is listed as not written', () => {
  const [door, other] = [...read.view.elementsOf('door')];
  const appearance = door === undefined ? null : appearanceOf(door);
  if (door === undefined || other === undefined || appearance === null) throw new Error('no door');
  const view = read.view.apply([
    modifies(door, { appearance: { ...appearance, mirrored: true } }),
    modifies(other, { appearance: null }),
  ]);
  const { file, not_expressible } = returned(read, view);
  expect(file.equals(read.source.bytes)).toBe(true);
  const why = 'its `appearance` cannot be written';
  expect(new Map(not_expressible.map((one) => [one.element_id, one.why]))).toEqual(
    new Map([door, other].map(({ id }) => [id, why])),
  );
});
