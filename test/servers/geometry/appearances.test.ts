/** @module tests of the appearance of imported doors and windows: the meshes of their file until they are edited. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { insideScope } from '../../../governance/access/scope.ts';
import {
  meshBounds,
  meshVolume,
  rotateMeshZ,
  translateMesh,
} from '../../../kernel/building/geometry/mesh/mesh.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { appearanceOf } from '../../../kernel/building/kinds/shared/appearance.ts';
import { glbOf } from '../../../kernel/documents/gltf/glb.ts';
import { importOf, type Import } from '../../../kernel/documents/ifc/recognise/import-of.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { readGlb } from '../../kernel/documents/gltf/read-glb.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { readWithWebIfc } from '../../kernel/documents/ifc/write/web-ifc.ts';
import { World } from '../building/world.ts';
import { apart, drawn, FRONTS, meshOf, PICTURES, undoLast, warningsOf } from './appearing.ts';

/** A house by Revit (CC BY 4.0): 14 doors and 22 windows fill openings of their sizes. */
const HOUSE = join(import.meta.dirname, '../../fixtures/imports/Duplex_A_20110907.ifczip');
const BYTES = readFileSync(HOUSE);
const CHOICES = {
  name: 'house.ifc',
  import_id: 'import_1',
  only: { categories: null, levels: null },
  taken: [],
};
const made = await importOf(BYTES, CHOICES);

/** A world with an import. `meshes`: whether the store has its meshes. */
async function worldOf({ record, blobs }: Import, { meshes = true } = {}): Promise<World> {
  const world = await World.create();
  for (const { sha256, content } of blobs) {
    if (meshes || sha256 !== record.meshes?.sha256) world.log.blobs.set(sha256, content);
  }
  world.log.append('main', 'operation-import', [
    { type: 'model.imported', aggregate_id: record.import_id, payload: record },
  ]);
  await world.domain.catchUp();
  return world;
}

const fillingsOf = ({ view }: World): readonly Element[] =>
  [...view.elements()].filter(({ kind }) => kind === 'door' || kind === 'window');

/** The first door or window whose mesh has more triangles than a box, and its wall. */
function detailed(world: World, kind: 'door' | 'window') {
  for (const element of world.view.elementsOf(kind)) {
    const { id, params } = element;
    const wall = world.view.elementOf(params.host_id, 'wall');
    const mesh = world.view.fileMesh(id)?.mesh;
    if (mesh === undefined || wall === undefined || mesh.triangles.length <= 36) continue;
    if (meshVolume(mesh) > 0.9 * params.width * params.height * wall.params.thickness) continue;
    return { id, params, wall };
  }
  throw new Error(`no ${kind} with a mesh`);
}

const width = (id: string, value: number) => ({
  element_id: id,
  parameter_name: 'width',
  value,
});

/** Number of triangles of an element in the glTF file of a view. */
function glbTriangles({ view }: World, id: string): number {
  const { document } = readGlb(Buffer.from(glbOf(view, { structure: 'elements' }).bytes));
  const node = document.nodes?.find(({ extras }) => Object.values(extras ?? {}).includes(id));
  const primitives = document.meshes?.[node?.mesh ?? -1]?.primitives ?? [];
  return primitives.reduce(
    (sum, { indices }) => sum + (document.accessors?.[indices]?.count ?? 0) / 3,
    0,
  );
}

test('a restricted reader gets the meshes of the elements that it sees, and no others', async () => {
  const world = await worldOf(made);
  const sight = {
    key: 'test',
    maker: 'maker',
    own: () => false,
    place: (at: Parameters<typeof insideScope>[1]) => insideScope({ categories: ['Doors'] }, at),
    branch: () => true,
  };
  const { view } = world.domain.callerView(world.view, sight);
  for (const { id, kind } of fillingsOf(world)) {
    const shown = view.fileMesh(id);
    expect(shown).toEqual(kind === 'window' ? null : world.view.fileMesh(id));
  }
});

/** Triangles of a window with a frame around a hole, and a pane. */
const FRAME_AND_GLASS = 32 + 12;

describe('an imported door or window', () => {
  test('is shown with the mesh that web-ifc reads from the file', async () => {
    const world = await worldOf(made);
    const { bodies } = readWithWebIfc(made.blobs[0]?.content ?? new Uint8Array());
    const fillings = fillingsOf(world);
    expect(fillings.length).toBe(36);
    for (const { id } of fillings) {
      const body = bodies.get(world.view.importedAs(id)?.guid ?? '');
      const { min, max } = meshBounds(meshOf(world, id));
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(Math.abs(min[axis] - (body?.box.min[axis] ?? NaN))).toBeLessThan(0.1);
        expect(Math.abs(max[axis] - (body?.box.max[axis] ?? NaN))).toBeLessThan(0.1);
      }
    }
  });

  test('has the mesh in glTF files, elevations and pictures until its width changes, and after undo', async () => {
    const world = await worldOf(made);
    const { id, params } = detailed(world, 'window');
    const shown = meshOf(world, id);
    expect(glbTriangles(world, id)).toBe(shown.triangles.length / 3);
    const [fronts, pictures] = [drawn(world, FRONTS), drawn(world, PICTURES)];
    await world.do('modify_parameter', width(id, params.width - 10));
    expect(world.view.fileMesh(id)).toBeNull();
    expect(glbTriangles(world, id)).toBe(FRAME_AND_GLASS);
    await undoLast(world);
    await world.do('modify_parameter', {
      element_id: id,
      parameter_name: 'appearance',
      value: null,
    });
    expect(drawn(world, FRONTS)).not.toBe(fronts);
    expect(drawn(world, PICTURES)).not.toBe(pictures);
    await undoLast(world);
    expect(apart(meshOf(world, id), shown)).toBe(0);
    expect(drawn(world, FRONTS)).toBe(fronts);
    expect(drawn(world, PICTURES)).toBe(pictures);
  });

  test('is measured, clashed and drawn in plans as its own parts', async () => {
    const world = await worldOf(made);
    const { id, params, wall } = detailed(world, 'window');
    const { width: w, height: h } = params;
    // A frame of 60 by 60 mm, and glass of 24 mm.
    const glass = (w - 120) * (h - 120);
    const volume = (w * h - glass) * 60 + glass * 24;
    expect(world.view.measures(id).volume_mm3).toBeCloseTo(volume, -1);
    expect(meshVolume(meshOf(world, id))).toBeLessThan(0.9 * w * h * wall.params.thickness);
    const facts = async () => {
      const { view } = world;
      const plans = view.levels().map((level): ViewDefinition => {
        return { view: 'plan', level_id: level.id, scale: 50, cut_height: 1200 };
      });
      return {
        clashes: (await world.run('clash_detection', { source_category: 'Doors' }))['total'],
        plans: drawn(world, plans),
        own: [view.mesh(id), view.pieces(id), view.bounds(id), view.outline(id), view.marks(id)],
      };
    };
    const before = await facts();
    const removals = fillingsOf(world).map((one): PlannedEvent => ({
      type: 'element.modified',
      aggregate_id: one.id,
      payload: { updates: { appearance: null }, previous: { appearance: appearanceOf(one) } },
    }));
    world.log.append('main', 'operation-removals', removals);
    await world.domain.catchUp();
    expect(fillingsOf(world).filter((one) => world.view.fileMesh(one.id) !== null)).toEqual([]);
    expect(await facts()).toEqual(before);
  });

  test('moves, turns and mirrors its mesh with its wall', async () => {
    const world = await worldOf(made);
    for (const kind of ['door', 'window'] as const) {
      const { id, wall } = detailed(world, kind);
      const before = meshOf(world, id);
      await world.do('move_element', { element_id: wall.id, delta: { x: 1200, y: -340 } });
      const by = { x: 1200, y: -340, z: 0 };
      expect(apart(meshOf(world, id), translateMesh(before, by))).toBeLessThan(0.001);
      await undoLast(world);
      const turn = { element_id: wall.id, angle_deg: 90, center: { x: 500, y: 1500 } };
      await world.do('rotate_element', turn);
      const turned = rotateMeshZ(before, 90, { x: 500, y: 1500 });
      expect(apart(meshOf(world, id), turned)).toBeLessThan(0.001);
      await undoLast(world);
      const mirror = { operation: 'mirror', from: { x: 0, y: 0 }, to: { x: 0, y: 1 } };
      await world.do('transform_elements', { element_ids: [wall.id], ...mirror });
      const mirrored = meshOf(world, id);
      const flipped = before.positions.map((value, i) => (i % 3 === 0 ? 0 - value : value));
      expect(apart(mirrored, { ...before, positions: flipped })).toBeLessThan(0.001);
      expect(meshVolume(mirrored)).toBeCloseTo(meshVolume(before), -2);
      await world.do('transform_elements', { element_ids: [wall.id], ...mirror });
      expect(apart(meshOf(world, id), before)).toBeLessThan(0.001);
    }
  });

  test('slides and is copied with its mesh', async () => {
    const world = await worldOf(made);
    const { id, params, wall } = detailed(world, 'window');
    const sill_height = world.view.elementOf(id, 'window')?.params.sill_height ?? NaN;
    const before = meshOf(world, id);
    const { new_id } = await world.do('copy_element', {
      element_id: wall.id,
      to_location: { x: 50_000, y: 50_000 },
    });
    const copy = world.view
      .hostedBy(String(new_id))
      .find((one) => 'offset' in one.params && one.params.offset === params.offset);
    const { start } = wall.params;
    const by = { x: 50_000 - start.x, y: 50_000 - start.y, z: 0 };
    expect(apart(meshOf(world, copy?.id ?? ''), translateMesh(before, by))).toBeLessThan(0.001);
    const sill = { element_id: id, parameter_name: 'sill_height', value: sill_height + 25 };
    await world.do('modify_parameter', sill);
    expect(apart(meshOf(world, id), translateMesh(before, { x: 0, y: 0, z: 25 }))).toBeLessThan(
      0.001,
    );
  });

  test('answers that it has the mesh, and only null can be set', async () => {
    const world = await worldOf(made);
    const { id } = detailed(world, 'door');
    const { params } = await world.ask('get_element', { element_id: id });
    expect(params).toMatchObject({ appearance: 'mesh of the file' });
    const set = { element_id: id, parameter_name: 'appearance' };
    const element = world.view.element(id);
    const appearance = element === undefined ? null : appearanceOf(element);
    expect(await world.refusal('modify_parameter', { ...set, value: appearance })).toMatchObject({
      message: expect.stringContaining('only an import sets it'),
    });
    await world.do('modify_parameter', { ...set, value: null });
    expect(world.view.fileMesh(id)).toBeNull();
    const after = await world.ask('get_element', { element_id: id });
    expect(after['params']).not.toHaveProperty('appearance');
  });

  test('answers that its mesh is not shown any more, and why, until it is undone', async () => {
    const world = await worldOf(made);
    const { id, params } = detailed(world, 'window');
    const shown = async (): Promise<unknown> =>
      (await world.ask('get_element', { element_id: id }))['params'];
    await world.do('modify_parameter', width(id, params.width - 5));
    expect(await shown()).toMatchObject({
      appearance: 'mesh of the file, not shown: it was made for another `width`',
    });
    await undoLast(world);
    expect(await shown()).toMatchObject({ appearance: 'mesh of the file' });
  });

  test('ends its appearance with the thickness of its wall, and the warning says so', async () => {
    const world = await worldOf(made);
    const { id, params, wall } = detailed(world, 'window');
    const set = { element_id: wall.id, parameter_name: 'type_id', value: null };
    expect(await warningsOf(world, set)).not.toContain('appearance');
    await world.do('modify_parameter', set);
    const { thickness } = wall.params;
    const thicker = { ...set, parameter_name: 'thickness', value: thickness + 20 };
    const warnings = await warningsOf(world, thicker);
    expect(warnings).toMatch(/^the appearance of the file ends for .*another `thickness`;/mu);
    expect(warnings).toContain(id);
    expect(await warningsOf(world, width(id, params.width - 5))).toContain(
      `the appearance of the file ends for \`${id}\`: it was made for another \`width\`; pictures and files show the own body of the element`,
    );
  });
});

describe('the export of appearances', () => {
  test.each(IFC_SCHEMAS)('to %s is read back as the same meshes', async (schema) => {
    const world = await worldOf(made);
    const file = exported(world.view, schema);
    const again = await worldOf(await importOf(file.file, CHOICES));
    const guids = new Map(
      fillingsOf(again).map(({ id }) => [again.view.importedAs(id)?.guid ?? '', id]),
    );
    const fillings = fillingsOf(world);
    for (const { id } of fillings) {
      const other = guids.get(world.view.importedAs(id)?.guid ?? '') ?? '';
      const [was, is] = [meshOf(world, id), meshOf(again, other)];
      expect(Math.abs(meshVolume(is) / meshVolume(was) - 1)).toBeLessThan(1e-4);
      const [a, b] = [meshBounds(was), meshBounds(is)];
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(Math.abs(a.min[axis] - b.min[axis])).toBeLessThan(0.01);
        expect(Math.abs(a.max[axis] - b.max[axis])).toBeLessThan(0.01);
      }
    }
  });
});

test('an element whose mesh the store has lost is named by what shows it, and all else works', async () => {
  const world = await worldOf(made, { meshes: false });
  const { id, params } = [...world.view.elementsOf('door')][0] ?? { id: '', params: null };
  expect(() => glbOf(world.view)).toThrow(/^the mesh of \w+ `\w+` cannot be read/u);
  await world.ask('get_element', { element_id: id, include: ['measures', 'bounds'] });
  await world.do('modify_parameter', width(id, (params?.width ?? 0) - 10));
});
