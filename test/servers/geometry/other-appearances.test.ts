/** @module tests of appearances that are no door of a file: open meshes, and curtain walls. */
import { describe, expect, test } from 'vitest';

import {
  type Mesh,
  meshBounds,
  meshVolume,
  rotateMeshZ,
  translateMesh,
} from '../../../kernel/building/geometry/mesh/mesh.ts';
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { block, openBlock } from '../../kernel/building/imports/meshes.ts';
import { make } from '../../kernel/building/model/build.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { readWithWebIfc } from '../../kernel/documents/ifc/write/web-ifc.ts';
import { levelRecord, wallRecord } from '../../made-import.ts';
import type { World } from '../building/world.ts';
import { apart, FRONTS, meshOf, PICTURES, undoLast, warningsOf, worldWith } from './appearing.ts';

/** A world with a door in a wall along x, which is shown with this mesh of its local frame. */
async function withDoor(mesh: Mesh, { closed }: { readonly closed: boolean }): Promise<World> {
  const wall = wallRecord('wall_i', 'level_i');
  const sizes = { width: 900, height: 2100, door_type: 'single', swing: 'left' } as const;
  const door = make('door', 'door_i', { host_id: wall.id, offset: 1000, ...sizes });
  const of = {
    ...sizes,
    thickness: Number(wall.params['thickness']),
    straight: true,
    type_id: null,
  };
  return await worldWith([levelRecord('level_i', 'Ground'), wall, door], door.id, {
    mesh,
    closed,
    of,
  });
}

/** Warnings without that about the properties of the file, which imports made by hand do not have. */
const ofMeshes = (warnings: readonly string[]): readonly string[] =>
  warnings.filter((one) => !one.startsWith('the sets of the imported file'));

describe('an open mesh of a file', () => {
  test.each(IFC_SCHEMAS)('is shown and written to %s as an open surface', async (schema) => {
    const world = await withDoor(openBlock(900, 60, 2100), { closed: false });
    const door = world.view.fileMesh('door_i');
    expect(door).toMatchObject({ is_closed: false });
    const { min, max } = meshBounds(meshOf(world, 'door_i'));
    expect([max.x - min.x, max.y - min.y, max.z - min.z]).toEqual([900, 60, 2100]);
    for (const definition of [...FRONTS, ...PICTURES]) {
      expect(drawView(definition, world.view)?.items.length).toBeGreaterThan(0);
    }
    expect(await world.run('clash_detection', {})).toMatchObject({ total: 0 });
    const { text, warnings } = exported(world.view, schema);
    expect(ofMeshes(warnings)).toEqual([]);
    expect(text).toMatch(
      schema === 'IFC2X3'
        ? /IFCSHELLBASEDSURFACEMODEL/u
        : /IFCTRIANGULATEDFACESET\(#\d+,\$,\.F\.,/u,
    );
  });
});

describe('a curtain wall with a grid', () => {
  /** 6 m along x from the origin, of 4 panels, with a door in it; shown with a block of its file. */
  async function withCurtain(): Promise<World> {
    const wall = make('wall', 'wall_i', {
      level_id: 'level_i',
      start: { x: 0, y: 0 },
      end: { x: 6000, y: 0 },
      wall_type: 'curtain',
      curtain: { columns: 4, rows: 1 },
      height: 3000,
      thickness: 150,
    });
    const door = make('door', 'door_i', {
      host_id: 'wall_i',
      offset: 1600,
      width: 1000,
      height: 2100,
    });
    const site = {
      element: () => undefined,
      contents: (id: string) => (id === 'wall_i' ? [door] : []),
    };
    const { file_mesh: facet } = KINDS.of(wall);
    if (facet === 'none') throw new Error('no facet');
    const mesh = translateMesh(block(6000, 120, 3000), { x: 0, y: -60, z: 0 });
    const of = { ...facet.madeFor(wall, site, false) };
    const elements = [levelRecord('level_i', 'Ground'), wall, door];
    return await worldWith(elements, 'wall_i', { mesh, closed: true, of });
  }

  test('is shown with the mesh of its file after turns and mirrors, until it or a door in it changes', async () => {
    const world = await withCurtain();
    const before = meshOf(world, 'wall_i');
    expect(meshBounds(before)).toEqual({
      min: { x: 0, y: -60, z: 0 },
      max: { x: 6000, y: 60, z: 3000 },
    });
    expect(world.view.mesh('wall_i')?.triangles.length).not.toBe(before.triangles.length);
    const turn = { element_id: 'wall_i', angle_deg: 33, center: { x: 500, y: 1500 } };
    await world.do('rotate_element', turn);
    const turned = rotateMeshZ(before, 33, { x: 500, y: 1500 });
    expect(apart(meshOf(world, 'wall_i'), turned)).toBeLessThan(0.03);
    await undoLast(world);
    const mirror = { operation: 'mirror', from: { x: 0, y: 0 }, to: { x: 1, y: 2 } };
    await world.do('transform_elements', { element_ids: ['wall_i'], ...mirror });
    const flipped = meshOf(world, 'wall_i');
    expect(meshVolume(flipped)).toBeCloseTo(meshVolume(before), -3);
    await world.do('transform_elements', { element_ids: ['wall_i'], ...mirror });
    expect(apart(meshOf(world, 'wall_i'), before)).toBeLessThan(0.03);
    for (const [element_id, parameter_name, value] of [
      ['wall_i', 'height', 3100],
      ['wall_i', 'curtain', { columns: 3, rows: 1 }],
      ['door_i', 'width', 900],
    ] as const) {
      const change = { element_id, parameter_name, value };
      expect(await warningsOf(world, change)).toContain(
        'the appearance of the file ends for `wall_i`',
      );
      await world.do('modify_parameter', change);
      expect(world.view.fileMesh('wall_i')).toBeNull();
      await undoLast(world);
      expect(world.view.fileMesh('wall_i')).not.toBeNull();
    }
  });

  test.each(IFC_SCHEMAS)(
    'is written to %s as one body, with its door as a part',
    async (schema) => {
      const world = await withCurtain();
      const { file, text, warnings } = exported(world.view, schema);
      expect(ofMeshes(warnings)).toEqual([]);
      expect(text).not.toMatch(/IFCPLATE\(|IFCRELVOIDSELEMENT\(/u);
      expect(text).toMatch(/IFCRELAGGREGATES\([^;]*\);/u);
      const { box } = readWithWebIfc(file).bodies.get(ifcGuid('wall_i')) ?? {};
      expect(box?.max.x).toBeCloseTo(6000, 1);
      expect(box?.max.y).toBeCloseTo(60, 1);
    },
  );
});
