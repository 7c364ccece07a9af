/** @module tests of groups in patches: members, names, deletions and new groups are read again from the file. */
import { beforeEach, describe, expect, test } from 'vitest';

import { importOf, type Import } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  returnIfc,
  type ReturnedFile,
} from '../../../../../kernel/documents/ifc/return/return-ifc.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import type { World } from '../../../../servers/building/world.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { CONTEXT, damage, difference, recordsOf } from '../patch/patching.ts';
import { extrusion, fileOf, polygon, type ProductText } from '../recognise/building-text.ts';
import { exported } from '../write/reread.ts';

const ALL = { categories: null, levels: null };

async function read(file: Buffer): Promise<Import> {
  return await importOf(file, { name: 'a.ifc', import_id: 'import_1', taken: [], only: ALL });
}

/** The GlobalIds of the members of each group, by the name of the group. */
async function groupsIn(file: Buffer): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await read(file);
  const guids = new Map(rows.map(({ element, guid }) => [element?.id, guid ?? '']));
  return Object.fromEntries(
    rows.flatMap(({ element }) => {
      if (element?.kind !== 'group') return [];
      const members = JSON.stringify(element.params['members']).match(/\w+_[0-9a-f]{16}/gu) ?? [];
      return [
        [
          JSON.stringify(element.params['name']).slice(1, -1),
          members.map((id) => guids.get(id) ?? id).toSorted(),
        ],
      ];
    }),
  );
}

async function patched(
  file: Buffer,
  world: World,
): Promise<ReturnedFile & { readonly file: Buffer }> {
  const { model, bytes } = await openIfc(file);
  const { record, rows } = await read(file);
  const made = returnIfc({ bytes, model, frame: record.frame, rows }, world.view, CONTEXT);
  return { ...made, file: Buffer.concat(made.pieces) };
}

function product(n: number, entity: string): ProductText {
  const ring = polygon(
    [3000 * n, 0],
    [3000 * n + 1000, 0],
    [3000 * n + 1000, 200],
    [3000 * n, 200],
  );
  const rest = entity === 'IFCWALL' ? ',$,$' : entity === 'IFCSPACE' ? ',$,$,$,$' : ',$,$';
  return { entity, items: [extrusion(ring, 3000)], name: `p${n}`, guid: `p${n}`, rest };
}

const HISTORY = [
  "#960=IFCPERSON($,'P',$,$,$,$,$,$);",
  "#961=IFCORGANIZATION($,'O',$,$,$);",
  '#962=IFCPERSONANDORGANIZATION(#960,#961,$);',
  "#963=IFCAPPLICATION(#961,'1','App','app');",
  "#940=IFCBUILDING('building',$,'B',$,$,$,$,$,.ELEMENT.,$,$,$);",
  "#941=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);",
  '#964=IFCOWNERHISTORY(#962,#963,$,.ADDED.,$,$,$,1);',
];
const GROUPS = [
  "#900=IFCSYSTEM('system',#964,'Bearing',$,$);",
  "#901=IFCRELASSIGNSTOGROUP('r1',#964,$,$,(#100,#101),$,#900);",
  "#902=IFCRELASSIGNSTOGROUP('r2',#964,$,$,(#103),$,#900);",
  "#910=IFCGROUP('whole',#964,'Whole',$,$);",
  "#911=IFCRELASSIGNSTOGROUP('r3',#964,$,$,(#900,#102),$,#910);",
  "#920=IFCZONE('zone',#964,'Flat',$,$,$);",
  "#921=IFCRELASSIGNSTOGROUP('r4',#964,$,$,(#104),$,#920);",
  "#930=IFCGROUP('one',#964,'One',$,$);",
  "#931=IFCRELASSIGNSTOGROUP('r5',#964,$,$,(#102,#10),$,#930);",
];
const FILE = fileOf(
  [
    product(0, 'IFCWALL'),
    product(1, 'IFCBUILDINGELEMENTPROXY'),
    product(2, 'IFCWALL'),
    product(3, 'IFCBUILDINGELEMENTPROXY'),
    product(4, 'IFCSPACE'),
    product(5, 'IFCWALL'),
  ],
  { data: [...HISTORY, ...GROUPS].join('\n') },
);

let world: World;
beforeEach(async () => {
  world = await importedWorld(FILE);
});

const idOf = (name: string): string => {
  const found = [...world.view.elements()].find(
    (one) => 'name' in one.params && one.params.name === name,
  );
  return found?.id ?? `no ${name}`;
};

/** The lines that differ, as the numbers of `difference` without the new ones, and the entities of those. */
function changesIn(file: Buffer): readonly string[] {
  const records = recordsOf(file);
  return difference(FILE, file).map((one) =>
    one.startsWith('+') ? `+${/=\s*(\w+)/u.exec(records.get(one.slice(1)) ?? '')?.[1] ?? ''}` : one,
  );
}

describe('a patch', () => {
  test('is the file if no group is edited', async () => {
    expect((await patched(FILE, world)).file.equals(FILE)).toBe(true);
  });

  test('adds a member, with the owner history of the relation', async () => {
    await world.do('create_group', { group_id: idOf('Bearing'), element_ids: [idOf('p5')] });
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([]);
    expect((await groupsIn(made.file))['Bearing']).toEqual(['p0', 'p1', 'p3', 'p5']);
    expect(changesIn(made.file)).toEqual(['~901', '+IFCOWNERHISTORY']);
    expect(recordsOf(made.file).get('901')).toMatch(/\(#100,#101,#105\)/u);
    expect(damage(FILE, made.file)).toEqual([]);
  });

  test('removes members; a relation without others goes', async () => {
    const remove_ids = [idOf('p3'), idOf('p0')];
    await world.do('create_group', { group_id: idOf('Bearing'), remove_ids });
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([]);
    expect((await groupsIn(made.file))['Bearing']).toEqual(['p1']);
    expect(changesIn(made.file)).toEqual(['-902', '~901', '+IFCOWNERHISTORY']);
    expect(damage(FILE, made.file)).toEqual([]);
  });

  test('lists a member that is in the group through another one', async () => {
    await world.do('create_group', { group_id: idOf('Whole'), remove_ids: [idOf('p0')] });
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([
      {
        element_id: idOf('Whole'),
        why: `its member \`${idOf('p0')}\` stays in the group, because another group in it has it`,
      },
    ]);
    expect(made.file.equals(FILE)).toBe(true);
  });

  test('gives a zone no product that is no space', async () => {
    await world.do('create_group', { group_id: idOf('Flat'), element_ids: [idOf('p5')] });
    const { not_expressible } = await patched(FILE, world);
    expect(not_expressible.map(({ why }) => why)).toEqual([
      `its member \`${idOf('p5')}\` is no space, as a zone needs`,
    ]);
  });

  test('renames a group', async () => {
    await world.do('create_group', { group_id: idOf('Bearing'), name: 'Load bearing' });
    const made = await patched(FILE, world);
    expect(Object.keys(await groupsIn(made.file)).toSorted()).toEqual([
      'Flat',
      'Load bearing',
      'One',
      'Whole',
    ]);
    expect(changesIn(made.file)).toEqual(['~900', '+IFCOWNERHISTORY']);
  });

  test('removes a deleted group and keeps its members', async () => {
    await world.do('delete_elements', { element_ids: [idOf('Bearing')] });
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([]);
    expect(changesIn(made.file)).toEqual(['-900', '-901', '-902', '~911', '+IFCOWNERHISTORY']);
    expect(damage(FILE, made.file)).toEqual([]);
  });

  test('keeps a group that has other products than the deleted elements', async () => {
    await world.do('delete_elements', { element_ids: [idOf('p2')] });
    expect(world.view.element(idOf('One'))).toBeUndefined();
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([]);
    expect(recordsOf(made.file).get('931')).toMatch(/\(#10\)/u);
    expect(damage(FILE, made.file)).toEqual([]);
  });

  test('removes deleted elements from their groups', async () => {
    await world.do('delete_elements', { element_ids: [idOf('p0')] });
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([]);
    expect((await groupsIn(made.file))['Bearing']).toEqual(['p1', 'p3']);
  });

  test('writes a new group of elements of the file and of new ones, and adds new doors', async () => {
    const door = await world.make('place_door', { wall_id: idOf('p0'), offset: 100, width: 500 });
    expect(door).not.toBe('');
    await world.do('create_group', { name: 'New', element_ids: [idOf('p0'), idOf('p1')] });
    const made = await patched(FILE, world);
    expect(made.not_expressible).toEqual([]);
    const groups = await groupsIn(made.file);
    expect(groups['New']).toEqual(groups['Bearing']?.filter((guid) => guid !== 'p3'));
    expect(groups['New']).toHaveLength(3);
    expect(groups['Whole']).toHaveLength(5);
    expect(made.file.toString('latin1').match(/=\s*IFCGROUP\(/gu)).toHaveLength(3);
    expect(damage(FILE, made.file)).toEqual([]);
  });
});

const place = (number: number, x: number) => ({ number, x, y: 0, turn_deg: 0, mirrored: false });
const wall = (id: string, x: number) =>
  created('wall', id, { start: { x, y: 0 }, end: { x: x + 3000, y: 0 }, name: `wall ${id}` });

describe.each(IFC_SCHEMAS)('a patch of an own file in %s', (schema) => {
  const file = exported(
    modelOf(
      wall('a', 0),
      wall('b', 10_000),
      created('group', 'G', {
        name: 'Flat',
        members: [['a'], ['b']],
        placements: [place(1, 0), place(2, 10_000)],
      }),
    ),
    schema,
  ).file;
  const groupOf = async (bytes: Buffer): Promise<unknown> => {
    const group = [...(await importedWorld(bytes)).view.elementsOf('group')];
    return group.map(({ params: { name, members, placements } }) => ({
      name,
      members: members.map((ids) => ids.length),
      placements,
    }));
  };

  test('moves, renames and releases its placements', async () => {
    world = await importedWorld(file);
    const moved = { element_ids: [idOf('wall b')], operation: 'move', delta: { x: 500, y: 250 } };
    await world.do('transform_elements', moved);
    const [group_id] = [...world.view.elementsOf('group')].map(({ id }) => id);
    await world.do('create_group', { group_id, name: 'Room' });
    const made = await patched(file, world);
    expect(made.not_expressible).toEqual([]);
    expect(await groupOf(made.file)).toEqual([
      {
        name: 'Room',
        members: [1, 1],
        placements: [place(1, 0), { ...place(2, 10_500), y: 250 }],
      },
    ]);
    expect(made.file.toString('latin1')).toContain("'Room 2'");
    await world.do('create_group', { group_id, release: 1 });
    const less = await patched(file, world);
    expect(less.not_expressible).toEqual([]);
    expect(await groupOf(less.file)).toMatchObject([{ members: [1], placements: [{ number: 2 }] }]);
    expect(damage(file, less.file)).toEqual([]);
  });

  test('gets new doors in all placements, and is removed with them', async () => {
    world = await importedWorld(file);
    const [group_id] = [...world.view.elementsOf('group')].map(({ id }) => id);
    await world.make('place_door', { wall_id: idOf('wall a'), offset: 1000 });
    const made = await patched(file, world);
    expect(made.not_expressible).toEqual([]);
    expect(await groupOf(made.file)).toMatchObject([{ members: [2, 2] }]);
    await world.do('delete_elements', { element_ids: [group_id] });
    const gone = await patched(file, world);
    expect(gone.not_expressible).toEqual([]);
    expect(gone.file.toString('latin1')).not.toMatch(/IFCGROUP|Plumbline_Placement/u);
    expect(damage(file, gone.file)).toEqual([]);
  });
});
