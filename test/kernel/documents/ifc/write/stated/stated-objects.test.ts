/** @module tests of what elements of an imported file have in a new file: materials, types, names and descriptions. */
import { beforeAll, describe, expect, test } from 'vitest';

import type { FileFacts } from '../../../../../../kernel/building/model/file-source.ts';
import { IfcFacts } from '../../../../../../kernel/documents/ifc/facts/ifc-facts.ts';
import { ifcGuid } from '../../../../../../kernel/documents/ifc/guid.ts';
import type { IfcModel } from '../../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../../kernel/documents/ifc/read/step-file.ts';
import { openIfc } from '../../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { IFC_RULES } from '../../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { IFC_SCHEMAS } from '../../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import type { World } from '../../../../../servers/building/world.ts';
import { extrusion, fileOf, polygon } from '../../recognise/building-text.ts';
import { exported, type Exported } from '../reread.ts';

const box = (x: number, y = 200): string =>
  extrusion(polygon([x, 0], [x + 1000, 0], [x + 1000, y], [x, y]), 3000);
const FILE = fileOf(
  [
    { entity: 'IFCFURNITURE', items: [box(0)], name: 'F0', rest: ',$,$' },
    { entity: 'IFCFURNITURE', items: [box(2000)], name: 'F1', rest: ',$,$' },
    { entity: 'IFCWALL', items: [box(4000)], name: 'W', rest: ',$,$' },
    { entity: 'IFCMEMBER', items: [box(6000, 300)], name: 'M', rest: ',$,$' },
    { entity: 'IFCSPACE', items: [box(8000, 3000)], name: 'S', rest: ',$,.ELEMENT.,.INTERNAL.,$' },
    { entity: 'IFCCOLUMN', items: [box(20_000, 1000)], name: '', rest: ',$,$' },
  ],
  {
    data: [
      "#900=IFCMATERIAL('Oak',$,$);",
      "#901=IFCMATERIAL('Steel',$,$);",
      "#902=IFCMATERIALCONSTITUENT('Top',$,#900,$,$);",
      "#903=IFCMATERIALCONSTITUENT('Legs',$,#901,$,$);",
      "#904=IFCMATERIALCONSTITUENTSET('Table',$,(#902,#903));",
      "#905=IFCRELASSOCIATESMATERIAL('m1',$,$,$,(#100,#101),#904);",
      "#906=IFCRELASSOCIATESMATERIAL('m2',$,$,$,(#102,#103,#105),#900);",
      "#910=IFCFURNITURETYPE('t',$,'Desk',$,$,$,$,$,$,.NOTDEFINED.,$);",
      "#911=IFCRELDEFINESBYTYPE('rt',$,$,$,(#100,#101),#910);",
      "#912=IFCSPACETYPE('st',$,'Office',$,$,$,$,$,$,.NOTDEFINED.,$);",
      "#913=IFCRELDEFINESBYTYPE('rs',$,$,$,(#104),#912);",
      "#920=IFCPROPERTYSINGLEVALUE('Zone',$,IFCLABEL('A'),$);",
      "#921=IFCPROPERTYSET('set',$,'Mine',$,(#920));",
      "#922=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#10),#921);",
    ].join('\n'),
  },
);

describe.each(IFC_SCHEMAS)('a new file in %s', (schema) => {
  let world: World;
  let made: Exported;
  let model: IfcModel;
  beforeAll(async () => {
    world = await importedWorld(FILE);
    made = exported(world.view, schema);
    ({ model } = await openIfc(made.file));
  });

  /** The facts of the element of a name, null for the one without, and its row. */
  const factsOf = (name: string | null): FileFacts & { readonly row: number } => {
    const one = [...world.view.elements()].find(
      ({ kind, params }) => kind !== 'level' && 'name' in params && (params.name ?? null) === name,
    );
    const guid = world.view.importedAs(one?.id ?? '')?.guid ?? ifcGuid(one?.id ?? '');
    const row = model.rows('IfcProduct').find((at) => model.text(at, 'GlobalId') === guid) ?? -1;
    const facts = new IfcFacts(model).of(Number(model.file.idOf(row)));
    if (facts === null) throw new Error(`no ${name}`);
    return { ...facts, row };
  };
  const materialsOf = (name: string | null): unknown =>
    factsOf(name).materials.map(({ parts }) => parts.map(({ material }) => material));

  test('has the materials of the file where the model knows none, each relationship once', () => {
    for (const name of ['F0', 'F1']) expect(materialsOf(name)).toEqual([['Oak', 'Steel']]);
    for (const name of ['W', 'M', null]) expect(materialsOf(name)).toEqual([['Oak']]);
    expect(model.rows('IfcMaterial').map((row) => model.text(row, 'Name'))).toContain('Steel');
    expect(made.text.match(/IFCMATERIAL\('Oak'/gu)).toHaveLength(1);
  });

  test('has the types of the file where the model has none', () => {
    for (const name of ['F0', 'F1']) expect(factsOf(name).type?.name).toBe('Desk');
    expect(made.text.match(/IFCFURNITURETYPE\([^)]*'Desk'/gu)).toHaveLength(1);
    expect(factsOf('S').type?.name).toBe('Office');
  });

  test('has no name for an element without one, and names the classes that it changes', () => {
    expect(model.text(factsOf(null).row, 'Name')).toBeNull();
    const about = made.warnings.filter((one) => one.startsWith('beam'));
    expect(about.map((one) => one.replace(/`[^`]*`/u, 'ID'))).toEqual([
      'beam ID is written as IfcBeam instead of the IfcMember of the imported file',
    ]);
  });

  test('has the sets of levels', () => {
    const [row = -1] = model.rows('IfcBuildingStorey');
    const { sets } = new IfcFacts(model).of(Number(model.file.idOf(row))) ?? { sets: [] };
    expect(sets.map(({ set }) => set)).toContain('Mine');
  });

  test('breaks no rule of the standard, and is the same each time', () => {
    const broken = runIfcRules(readStepFile(made.file), IFC_RULES)
      .filter(({ rule, found }) => found > 0 && rule.id !== 'GRF003')
      .map(({ rule, findings }) => `${rule.id} ${findings[0]?.message ?? ''}`);
    expect(broken).toEqual([]);
    expect(exported(world.view, schema).file.equals(made.file)).toBe(true);
  });
});
