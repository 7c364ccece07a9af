/** @module tests of imported elements on the page: reference models, and what a file states. */
import { expect, test } from 'vitest';

import { importedWorld } from '../../building/import-file.ts';
import { openReferenceWorld, structureFile } from '../../geometry/reference-world.ts';
import { looker, Page } from '../looking-of.ts';
import { readPart } from '../read-part.ts';
import { WorkspacePage } from '../workspace-page.ts';

const AT = { branch: 'main' };

test('elements of a reference model are in the scene and marked', async () => {
  const { world, walls, level, refer } = await openReferenceWorld();
  await refer();
  const page = await WorkspacePage.open(world.harness, looker());
  const { storeys } = await page.json('scene', { at: AT });
  const marks = new Map<string, number>();
  for (const { level_id, parts } of storeys) {
    for (let part = 0; part < parts; part++) {
      const { columns } = readPart(await page.bytes('part', { at: AT, level_id, part }));
      for (const [row, id] of columns.id.entries()) marks.set(id, columns.reference[row] ?? -1);
    }
  }
  expect(walls.map((id) => marks.get(id))).toEqual([0, 0, 0, 0]);
  const references = [...marks].filter(([, mark]) => mark === 1);
  // Three columns, two walls and a door.
  expect(references).toHaveLength(6);
  expect(storeys.map(({ level_id }) => level_id)).toContain(level);
  const [id = ''] = references[0] ?? [];
  const { history } = await page.json('element', { at: AT, id });
  expect(history.map(({ text }) => text)).toEqual(['imported']);
  await world.harness.close();
});

test('an imported element shows what its file states', async () => {
  const world = await importedWorld(structureFile());
  const page = new Page(world);
  const [wall] = [...world.view.elementsOf('wall')];
  const answer = await page.json('element', { at: AT, id: wall?.id ?? '' });
  const texts = new Map(answer.properties.map(({ name, text }) => [name, text]));
  expect(texts.get('IFC.Entity')).toMatch(/^IfcWall/u);
  expect(texts.get('Pset_WallCommon.LoadBearing')).toMatch(/^(?:yes|no)$/u);
});
