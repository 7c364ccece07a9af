/** @module tests of groups in IFC: a group for each placement with its elements, within one group for all placements. */
import { describe, expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { extrusion, fileOf, polygon } from '../recognise/building-text.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';

const place = (number: number) => ({ number, x: 0, y: 0, turn_deg: 0, mirrored: false });
const wall = (id: string, y: number) =>
  created('wall', id, { start: { x: 0, y }, end: { x: 5000, y } });

test.each(IFC_SCHEMAS)('a group in %s has its placements, and those their elements', (schema) => {
  const view = modelOf(
    wall('a1', 0),
    wall('a2', 9000),
    created('door', 'd1', { host_id: 'a1' }),
    created('door', 'd2', { host_id: 'a2' }),
    wall('other', 20_000),
    created('group', 'G', {
      name: 'Flat A',
      members: [
        ['a1', 'd1'],
        ['a2', 'd2'],
      ],
      placements: [place(1), place(4)],
    }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  const results = runIfcRules(readStepFile(made.file), IFC_RULES);
  // GRF003 requires a georeference, which this model does not have.
  const found = results.flatMap((one) => (one.found === 0 ? [] : [one.rule.id]));
  expect(found.filter((rule) => rule !== 'GRF003')).toEqual([]);
  const lineOf = (pattern: RegExp): string => pattern.exec(made.text)?.[1] ?? 'none';
  const groupOf = (name: string): string =>
    lineOf(new RegExp(`#(\\d+)=IFCGROUP\\('[^']*',[^,]*,'${name}'`, 'u'));
  const heldBy = (name: string): string =>
    lineOf(new RegExp(`IFCRELASSIGNSTOGROUP\\(.*\\(([#\\d,]+)\\),\\$,#${groupOf(name)}\\)`, 'u'));
  const elementOf = (tag: string): string =>
    `#${lineOf(new RegExp(`#(\\d+)=IFC(?:WALL|DOOR|WALLSTANDARDCASE)\\('[^\\n]*'${tag}'`, 'u'))}`;
  expect(heldBy('Flat A')).toBe(`#${groupOf('Flat A 1')},#${groupOf('Flat A 4')}`);
  expect(heldBy('Flat A 1')).toBe(`${elementOf('a1')},${elementOf('d1')}`);
  expect(heldBy('Flat A 4')).toBe(`${elementOf('a2')},${elementOf('d2')}`);
  expect(made.text.match(/IFCGROUP\(/gu)).toHaveLength(3);
});

test('groups are not products: the imported building is the same', async () => {
  const view = modelOf(wall('a1', 0), created('group', 'G', { members: [['a1']] }));
  const made = exported(view, 'IFC4');
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
});

describe('groups of an imported file', () => {
  const box = (x: number): string =>
    extrusion(polygon([x, 0], [x + 1000, 0], [x + 1000, 200], [x, 200]), 3000);
  const assigned = (n: number, members: string, to: number): string =>
    `#${n}=IFCRELASSIGNSTOGROUP('rel${n}',$,$,$,(${members}),$,#${to});`;
  const FILE = fileOf(
    [
      { entity: 'IFCWALL', items: [box(0)], name: 'w', rest: ',$,$' },
      { entity: 'IFCSPACE', items: [box(3000)], name: 's', rest: ',$,.ELEMENT.,.INTERNAL.,$' },
      { entity: 'IFCWALL', items: [box(6000)], name: 'v', rest: ',$,$' },
    ],
    {
      data: [
        "#900=IFCZONE('zone',$,'Flat','of two','dwelling','Long');",
        "#901=IFCSYSTEM('system',$,'Water',$,$);",
        "#902=IFCBUILDINGSYSTEM('built',$,'Outside',$,$,.FENESTRATION.,$);",
        "#903=IFCSTRUCTURALANALYSISMODEL('load',$,'Frame',$,$,.IN_PLANE_LOADING_2D.,$,$,$,$);",
        assigned(910, '#101', 900),
        assigned(911, '#100,#102', 901),
        assigned(912, '#100,#102', 902),
        assigned(913, '#100', 903),
        "#920=IFCPROPERTYSINGLEVALUE('Rent',$,IFCLABEL('paid'),$);",
        "#921=IFCPROPERTYSET('set',$,'Mine',$,(#920));",
        "#922=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#900,#100),#921);",
      ].join('\n'),
    },
  );

  test.each(IFC_SCHEMAS)(
    'keep their class and their sets in %s, where it knows them',
    async (schema) => {
      const { view } = await importedWorld(FILE);
      const made = exported(view, schema);
      const classOf = (name: string): string | undefined =>
        new RegExp(`=(IFC[A-Z]+)\\('[^']*',[^,]*,'${name}'`, 'u').exec(made.text)?.[1];
      expect(['Flat', 'Water', 'Outside', 'Frame'].map(classOf)).toEqual([
        'IFCZONE',
        'IFCSYSTEM',
        { IFC2X3: 'IFCSYSTEM', IFC4: 'IFCBUILDINGSYSTEM', IFC4X3: 'IFCBUILTSYSTEM' }[schema],
        'IFCSYSTEM',
      ]);
      expect(made.text).toMatch(/IFCZONE\('[^']*',[^,]*,'Flat','of two','dwelling'/u);
      const set = /#(\d+)=IFCPROPERTYSET\([^\n]*'Mine'/u.exec(made.text)?.[1] ?? 'none';
      expect(made.text).toMatch(
        new RegExp(`IFCRELDEFINESBYPROPERTIES\\([^\\n]*\\(#\\d+,#\\d+\\),#${set}\\)`, 'u'),
      );
      const about = made.warnings.filter((one) => one.startsWith('group'));
      expect(about.map((one) => one.replace(/`[^`]*`/u, 'ID'))).toEqual([
        ...{
          IFC2X3: [
            'group ID is written as IfcSystem: a group of IFC2X3 cannot be an IfcBuildingSystem',
          ],
          IFC4: [],
          IFC4X3: [
            'group ID is written as IfcBuiltSystem: a group of IFC4X3 cannot be an IfcBuildingSystem',
          ],
        }[schema],
        `group ID is written as IfcSystem: a group of ${schema} cannot be an IfcStructuralAnalysisModel`,
      ]);
      const found = runIfcRules(readStepFile(made.file), IFC_RULES).filter((one) => one.found > 0);
      expect(found.map(({ rule }) => rule.id).filter((rule) => rule !== 'GRF003')).toEqual([]);
    },
  );

  test('a zone with a wall is a group', async () => {
    const world = await importedWorld(FILE);
    const [zone, walls] = [
      [...world.view.elementsOf('group')].find(({ params }) => params.name === 'Flat'),
      [...world.view.elementsOf('wall')].map(({ id }) => id),
    ];
    await world.do('create_group', { group_id: zone?.id, element_ids: walls });
    const made = exported(world.view, 'IFC4');
    expect(made.text).toMatch(/IFCGROUP\('[^']*',[^,]*,'Flat'/u);
    expect(made.warnings.join('\n')).toContain('not all of its elements are spaces');
  });
});
