/** @module tests of materials of files: those of layers with a colour become elements, once for each name. */
import { expect, test } from 'vitest';

import { faceMaterial } from '../../../../../../kernel/building/kinds/types/layer-shares.ts';
import { importOf } from '../../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { scorecardOfRows } from '../../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import { returnIfc } from '../../../../../../kernel/documents/ifc/return/return-ifc.ts';
import { IFC_SCHEMAS } from '../../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ManifestRow } from '../../../../../../schemas/imports.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import { World } from '../../../../../servers/building/world.ts';
import { CONTEXT } from '../../patch/patching.ts';
import { exported } from '../../write/reread.ts';

const LAYERS = [
  { material: 'Plaster', thickness: 15, function: 'finish' },
  { material: 'Brick', thickness: 240, function: 'structure' },
];
const CHOICES = { name: 'a.ifc', import_id: 'import_1', taken: [] };

/** A wall whose outer layer has a colour. */
async function original(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  await world.do('create_material', { name: 'Plaster', colour: '#e0d8c0', class: 'gypsum' });
  const type_id = await world.make('create_type', { name: 'Outer', for: 'wall', layers: LAYERS });
  const line = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  await world.do('create_wall', { level_id, ...line, type_id, name: 'W' });
  return world;
}

const materialsIn = (world: World): unknown =>
  [...world.view.elementsOf('material')].map(({ params }) => params);

test.each(IFC_SCHEMAS)('the colour of a layer is read back from %s', async (schema) => {
  const source = await original();
  const world = await importedWorld(exported(source.view, schema).file);
  const old = schema === 'IFC2X3' ? { class: null } : {};
  expect(materialsIn(world)).toEqual([
    { name: 'Plaster', colour: '#e0d8c0', class: 'gypsum', ...old },
  ]);
  const [wall] = [...world.view.elementsOf('wall')];
  if (wall === undefined) throw new Error('no wall');
  expect(faceMaterial(wall, world.view)?.params.colour).toBe('#e0d8c0');
});

const materialRows = (rows: readonly ManifestRow[]): readonly ManifestRow[] =>
  rows.filter(({ element }) => element?.kind === 'material');

test('a name that the branch has, and materials without a type, are left out', async () => {
  const { file } = exported((await original()).view, 'IFC4');
  const only = { categories: null, levels: null };
  const { rows } = await importOf(file, { ...CHOICES, only });
  expect(materialRows(rows).map(({ entity }) => entity)).toEqual(['IfcMaterial']);
  expect(Object.keys(scorecardOfRows(rows).classes)).not.toContain('IfcMaterial');
  const taken = await importOf(file, { ...CHOICES, only, taken_materials: ['PLASTER'] });
  expect(materialRows(taken.rows)).toEqual([]);
  const walls = { categories: ['Walls', 'Types'], levels: null };
  expect(materialRows((await importOf(file, { ...CHOICES, only: walls })).rows)).toEqual([]);
});

test('a patch lists changes of materials', async () => {
  const { file } = exported((await original()).view, 'IFC4');
  const world = await importedWorld(file);
  const [material] = [...world.view.elementsOf('material')];
  const edit = { element_id: material?.id, parameter_name: 'colour', value: '#ff0000' };
  await world.do('modify_parameter', edit);
  const { model, bytes } = await openIfc(file);
  const only = { categories: null, levels: null };
  const { record, rows } = await importOf(file, { ...CHOICES, only });
  const made = returnIfc({ bytes, model, frame: record.frame, rows }, world.view, CONTEXT);
  expect(Buffer.concat(made.pieces).equals(file)).toBe(true);
  expect(made.not_expressible).toEqual([
    { element_id: material?.id, why: 'its `colour` cannot be written' },
  ]);
});
