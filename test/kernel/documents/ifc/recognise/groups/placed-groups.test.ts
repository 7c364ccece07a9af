/** @module tests of groups that share placements: each placement is read once. */
import { expect, test, vi } from 'vitest';

import { GroupReader } from '../../../../../../kernel/documents/ifc/recognise/groups/group-reader.ts';
import { PlacedGroups } from '../../../../../../kernel/documents/ifc/recognise/groups/placed-groups.ts';
import { openIfc } from '../../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  GROUP_TYPES,
  PLACEMENT_SET,
} from '../../../../../../kernel/documents/ifc/schema/placement-set.ts';
import { fileOf } from '../building-text.ts';

test('a placement that is in several groups is read once', async () => {
  const groups = [0, 1, 2, 3].flatMap((n) => [
    `#${7000 + n}=IFCGROUP('g${n}',$,'G',$,'${GROUP_TYPES.group}');`,
    `#${7100 + n}=IFCRELASSIGNSTOGROUP('r${n}',$,$,$,(#6000),$,#${7000 + n});`,
  ]);
  const data = [
    `#6000=IFCGROUP('p',$,'P',$,'${GROUP_TYPES.placement}');`,
    `#6001=IFCPROPERTYSET('s',$,'${PLACEMENT_SET.name}',$,(#6002));`,
    `#6002=IFCPROPERTYSINGLEVALUE('${PLACEMENT_SET.number}',$,IFCINTEGER(1),$);`,
    `#6003=IFCRELDEFINESBYPROPERTIES('d',$,$,$,(#6000),#6001);`,
    ...groups,
  ].join('\n');
  const { model } = await openIfc(fileOf([], { data }));
  const read = vi.spyOn(model, 'refs');
  const reader = new GroupReader(model, new Map());
  const shift = { x: 0, y: 0, z: 0 };
  const placed = new PlacedGroups(model, reader, { shift, mm_per_unit: 1, products: [] });
  for (const row of model.rows('IfcGroup')) placed.of(row);
  expect(read.mock.calls.filter(([, name]) => name === 'HasProperties')).toHaveLength(1);
});
