/** @module tests of the site of an imported file, which a patch keeps. */
import { expect, test } from 'vitest';

import { SITE_ID } from '../../../../../kernel/building/kinds/site/site.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { returnIfc } from '../../../../../kernel/documents/ifc/return/return-ifc.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { World } from '../../../../servers/building/world.ts';
import { deletes, modifies } from '../../../building/model/build.ts';
import { CONTEXT } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';

const KEPT = [
  { element_id: SITE_ID, why: 'the site of a branch is not written into an imported file yet' },
];

test.each(IFC_SCHEMAS)('a site of %s that is changed or deleted is listed', async (schema) => {
  const house = await World.create();
  const level_id = await house.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  await house.do('create_wall', { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } });
  await house.do('set_site', { name: 'Plot', true_north_deg: 30 });
  const { file } = exported(house.view, schema, 'house');
  const { view } = await importedWorld(file);
  const { record, rows } = await importOf(file, {
    name: 'house.ifc',
    import_id: 'import_1',
    only: { categories: null, levels: null },
    taken: [],
  });
  const source = { ...(await openIfc(file)), frame: record.frame, rows };
  const site = view.element(SITE_ID);
  for (const [edit, left] of [
    [[], []],
    [[modifies(site, { name: 'Other' })], KEPT],
    [[modifies(site, { true_north_deg: 12 })], KEPT],
    [[deletes(site)], KEPT],
  ] as const) {
    const made = returnIfc(source, view.apply(edit), CONTEXT);
    expect(made.not_expressible).toEqual(left);
    expect(Buffer.concat(made.pieces).equals(file)).toBe(true);
  }
});
