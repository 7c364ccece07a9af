/** @module tests of groups of a file: a caller who does not see all members of a group does not read its name. */
import { expect, test } from 'vitest';

import { RestrictedView } from '../../kernel/building/view/restricted-view.ts';
import { extrusion, fileOf, polygon } from '../kernel/documents/ifc/recognise/building-text.ts';
import { importedWorld } from '../servers/building/import-file.ts';

test('the name of a group with a hidden member is not in the facts of a visible one', async () => {
  const product = (entity: string, y: number, x: number) => ({
    entity,
    name: entity,
    rest: ',$,$',
    items: [extrusion(polygon([0, y], [x, y], [x, y + 200], [0, y + 200]), 3000)],
  });
  const data =
    "#5000=IFCGROUP('g',$,'VAULT',$,$);#5001=IFCRELASSIGNSTOGROUP('r',$,$,$,(#100,#101),$,#5000);";
  const file = fileOf([product('IFCWALL', 0, 4000), product('IFCCOLUMN', 3000, 200)], { data });
  const { view } = await importedWorld(file);
  const seenWith = (hidden: string) =>
    new RestrictedView(view, {
      key: 'k',
      maker: 'm',
      own: () => false,
      place: ({ category }) => category !== hidden,
      branch: () => true,
    });
  const [wall] = [...view.elementsOf('wall')];
  const id = wall?.id ?? '';
  const part = seenWith('Columns');
  expect(part.fileFacts(id)?.groups).toEqual([]);
  expect(part.fileProperty(id, 'Ifc.Group')).toBe(null);
  const all = seenWith('Nothing');
  expect(all.fileFacts(id)?.groups).toEqual([{ entity: 'IfcGroup', name: 'VAULT' }]);
  expect(all.fileProperty(id, 'Ifc.Group')).toBe('VAULT');
});
