/** @module tests of quantities in returned files: those of the standard sets follow an edit, others are listed. */
import { expect, test } from 'vitest';

import { modifies } from '../../../building/model/build.ts';
import { patchOf } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { imported, returned } from './returned.ts';

/** Volumes of one name in a file, m³, rounded to a litre. */
function volumesIn(file: Buffer, name: string): readonly number[] {
  const { model } = patchOf(file);
  return model
    .rows('IfcQuantityVolume')
    .filter((row) => model.text(row, 'Name') === name)
    .map((row) => Math.round(1000 * (model.number(row, 'VolumeValue') ?? NaN)));
}

test('the net volume of a thicker wall is that of the model', async () => {
  const read = await imported(exported(randomHouse(7), 'IFC4').file);
  const wall = [...read.view.elementsOf('wall')].find(
    ({ id, params }) =>
      (params.via ?? null) === null && read.view.footprint(id)?.bands === undefined,
  );
  if (wall === undefined) throw new Error('the house has walls');
  const thickness = wall.params.thickness + 70;
  const view = read.view.apply([modifies(wall, { thickness, pins: null })]);
  const made = returned(read, view);
  const litres = Math.round((view.measures(wall.id).volume_mm3 ?? 0) / 1e6);
  const before = volumesIn(read.source.bytes, 'NetVolume');
  const after = volumesIn(made.file, 'NetVolume');
  expect(before).not.toContain(litres);
  expect(after).toContain(litres);
  const stale = made.stale.filter(({ kind, isStandard }) => kind === 'quantity' && isStandard);
  expect(stale).toEqual([]);
});
