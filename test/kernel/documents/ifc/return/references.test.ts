/** @module tests of classifications in patches: set references replace those of their system, and nothing else differs. */
import { describe, expect, test } from 'vitest';

import { propertyIn } from '../../../../../kernel/building/kinds/shared/properties.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { returnIfc } from '../../../../../kernel/documents/ifc/return/return-ifc.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import type { World } from '../../../../servers/building/world.ts';
import { CONTEXT, damage, difference } from '../patch/patching.ts';
import { extrusion, fileOf, polygon } from '../recognise/building-text.ts';

const box = (x: number): string =>
  extrusion(polygon([x, 0], [x + 4000, 0], [x + 4000, 200], [x, 200]), 3000);
const RECORDS = ['#100', '#101', '#102'];
const FILE = fileOf(
  [0, 1, 2].map((n) => ({
    entity: 'IFCWALL',
    items: [box(n * 6000)],
    name: `W${n}`,
    rest: ',$,$',
  })),
  {
    data: [
      "#8040=IFCCLASSIFICATION('NBS','3',$,'Uniclass 2015',$,$,$);",
      "#8041=IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#8040,$,$);",
      "#8042=IFCCLASSIFICATIONREFERENCE($,'EF_30',$,#8040,$,$);",
      "#8043=IFCCLASSIFICATIONREFERENCE($,'X',$,$,$,$);",
      `#8044=IFCRELASSOCIATESCLASSIFICATION('c1',$,$,$,(${RECORDS.slice(0, 2).join()}),#8041);`,
      `#8045=IFCRELASSOCIATESCLASSIFICATION('c2',$,$,$,(#102),#8042);`,
      `#8046=IFCRELASSOCIATESCLASSIFICATION('c3',$,$,$,(#102),#8043);`,
    ].join('\n'),
  },
);

/** The world of the file after edits, and the file that has them. */
async function edited(edits: Readonly<Record<string, object>>) {
  const world = await importedWorld(FILE);
  for (const [name, properties] of Object.entries(edits)) {
    const id = [...world.view.elementsOf('wall')].find(({ params }) => params.name === name)?.id;
    await world.do('set_properties', { element_ids: [id], set: 'classification', properties });
  }
  const { model, bytes } = await openIfc(FILE);
  const options = { name: 'a.ifc', import_id: 'import_1', taken: [] };
  const only = { categories: null, levels: null };
  const { record, rows } = await importOf(FILE, { ...options, only });
  const made = returnIfc({ bytes, model, frame: record.frame, rows }, world.view, CONTEXT);
  return { world, not_expressible: made.not_expressible, file: Buffer.concat(made.pieces) };
}

/** The codes of the walls in systems, in order of their names. */
function codesIn({ view }: World, systems: readonly string[]): readonly (readonly unknown[])[] {
  return [...view.elementsOf('wall')]
    .toSorted((a, b) => ((a.params.name ?? '') < (b.params.name ?? '') ? -1 : 1))
    .map((wall) => systems.map((one) => propertyIn(wall, `classification.${one}`, view)));
}

describe('a reference of the model in the file of its import', () => {
  test.each([
    ['uses a relation of the file again', { W0: { 'Uniclass 2015': 'EF_30' } }, ['~8044', '~8045']],
    [
      'adds a reference to a system of the file',
      { W0: { Uniclass: 'EF_20' } },
      ['+', '+', '~8044'],
    ],
    [
      'adds a reference with another name',
      { W0: { Uniclass: { code: 'EF_25', name: 'Wall' } } },
      ['+', '+', '~8044'],
    ],
    [
      'adds another edition of a system of the file',
      { W0: { Uniclass: { code: 'EF_25', edition: '2' } } },
      ['+', '+', '+', '~8044'],
    ],
    ['adds a system', { W1: { 'DIN 276': '331' } }, ['+', '+', '+']],
    [
      'removes a relation with its last object',
      { W2: { Uniclass: 'EF_25' } },
      ['-8042', '-8045', '~8044'],
    ],
  ])('%s', async (_title, edits, expected) => {
    const { world, file, not_expressible } = await edited(edits);
    expect(not_expressible).toEqual([]);
    const changes = difference(FILE, file).map((one) => (one.startsWith('+') ? '+' : one));
    expect(changes.toSorted()).toEqual([...expected].toSorted());
    expect(damage(FILE, file)).toEqual([]);
    const systems = ['Uniclass 2015', 'DIN 276'];
    expect(codesIn(await importedWorld(file), systems)).toEqual(codesIn(world, systems));
  });

  test('is shared by objects that get the same one, and exchanged ones stay in the file', async () => {
    const edits = {
      W0: { Uniclass: 'EF_30' },
      W1: { Uniclass: 'EF_30' },
      W2: { Uniclass: 'EF_25' },
    };
    const { world, file } = await edited(edits);
    expect(difference(FILE, file)).toEqual(['~8044', '~8045']);
    expect(codesIn(world, ['uniclass'])).toEqual([['EF_30'], ['EF_30'], ['EF_25']]);
    expect(codesIn(await importedWorld(file), ['uniclass'])).toEqual(codesIn(world, ['uniclass']));
  });
});
