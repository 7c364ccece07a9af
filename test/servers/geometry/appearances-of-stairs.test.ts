/** @module tests of imported stairs and railings that are shown with the meshes of their file until they are edited. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  type Mesh,
  meshBounds,
  translateMesh,
} from '../../../kernel/building/geometry/mesh/mesh.ts';
import type { ElementOf } from '../../../kernel/building/kinds/elements.ts';
import { type Import, importOf } from '../../../kernel/documents/ifc/recognise/import-of.ts';
import { modifies } from '../../kernel/building/model/build.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { readWithWebIfc } from '../../kernel/documents/ifc/write/web-ifc.ts';
import { World } from '../building/world.ts';

/** A house by Revit (CC BY 4.0): 2 stairs of treads and boards between strings, with railings. */
const HOUSE = join(import.meta.dirname, '../../fixtures/imports/Duplex_A_20110907.ifczip');
const made = await importOf(readFileSync(HOUSE), {
  name: 'house.ifc',
  import_id: 'import_1',
  only: { categories: null, levels: null },
  taken: [],
});

async function worldOf({ record, blobs }: Import): Promise<World> {
  const world = await World.create();
  for (const { sha256, content } of blobs) world.log.blobs.set(sha256, content);
  world.log.append('main', 'operation-import', [
    { type: 'model.imported', aggregate_id: record.import_id, payload: record },
  ]);
  await world.domain.catchUp();
  return world;
}

const { view } = await worldOf(made);
const stairs: readonly ElementOf<'stair'>[] = [...view.elementsOf('stair')];

function meshOf(of: typeof view, id: string): Mesh {
  const found = of.fileMesh(id);
  if (found === null) throw new Error(`${id} has no mesh of the file`);
  return found.mesh;
}

/** Largest difference of the sides of two boxes, mm. */
function apart(a: Mesh, b: Mesh): number {
  const [x, y] = [meshBounds(a), meshBounds(b)];
  return Math.max(
    ...(['min', 'max'] as const).flatMap((side) =>
      (['x', 'y', 'z'] as const).map((axis) => Math.abs(x[side][axis] - y[side][axis])),
    ),
  );
}

test('stairs are shown with flights, strings and railings of the file', () => {
  expect(
    stairs.map(({ params: { riser_max, tread, width } }) => [riser_max, tread, width]),
  ).toEqual([
    [193.75, 250, 914.4],
    [193.75, 250, 914.4],
  ]);
  for (const { id } of stairs) {
    const { min, max } = meshBounds(meshOf(view, id));
    // The guard rail ends 1,100 mm above the upper floor, at 3,100 mm.
    expect([min.z, max.z].map(Math.round)).toEqual([0, 4200]);
  }
});

test('the mesh moves with the stair, and ends with another form', () => {
  const [stair] = stairs;
  const { id, params } = stair ?? { id: '', params: { start: { x: 0, y: 0 }, width: 0 } };
  const start = { x: params.start.x + 100, y: params.start.y - 2000 };
  const moved = view.apply([modifies(stair, { start })]);
  const there = translateMesh(meshOf(view, id), { x: 100, y: -2000, z: 0 });
  expect(apart(meshOf(moved, id), there)).toBeLessThan(0.01);
  const lifted = view.apply([modifies(stair, { base_offset: 75, top_offset: 75 })]);
  const above = translateMesh(meshOf(view, id), { x: 0, y: 0, z: 75 });
  expect(apart(meshOf(lifted, id), above)).toBeLessThan(0.01);
  for (const updates of [
    { width: 1000 },
    { tread: 260 },
    { riser_max: 160 },
    { landing: 900 },
    { base_offset: 75 },
    { top_offset: -20 },
    { top_tread: true },
  ]) {
    expect(view.apply([modifies(stair, updates)]).fileMesh(id)).toBeNull();
  }
  const top = view.levels().find((level) => level.id === stair?.params.top_level_id);
  const raised = view.apply([modifies(top, { elevation: 3150 })]);
  expect(raised.fileMesh(id)).toBeNull();
});

test('a new file has the mesh, or flights after an edit', () => {
  const [first, second] = stairs;
  const edited = view.apply([modifies(second, { width: 1000 })]);
  const { bodies, counts } = readWithWebIfc(exported(edited, 'IFC4').file);
  expect(counts.get('IFCSTAIRFLIGHT')).toBe(1);
  const { min, max } = meshBounds(meshOf(edited, first?.id ?? ''));
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 2;
  const same = [...bodies.values()].filter(
    ({ box }) =>
      (['x', 'y', 'z'] as const).every((axis) => isSame(box.min[axis], min[axis])) &&
      (['x', 'y', 'z'] as const).every((axis) => isSame(box.max[axis], max[axis])),
  );
  expect(same).toHaveLength(1);
});
