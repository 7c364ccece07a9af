/** @module tests of imported bodies: one import event, and the tools that work on its bodies. */
import { describe, expect, test } from 'vitest';

import {
  boxMesh,
  meshBounds,
  type Mesh,
  meshVolume,
  translateMesh,
} from '../../../kernel/building/geometry/mesh/mesh.ts';
import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';
import { glbOf } from '../../../kernel/documents/gltf/glb.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import { IfcModel } from '../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../kernel/documents/ifc/read/step-file.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
} from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { block, openBlock } from '../../kernel/building/imports/meshes.ts';
import { type Given, madeBodies } from '../../kernel/building/kinds/body/bodies.ts';
import { differences, exported } from '../../kernel/documents/ifc/write/reread.ts';
import { readWithWebIfc } from '../../kernel/documents/ifc/write/web-ifc.ts';
import { levelRecord, madeImport, wallRecord } from '../../made-import.ts';
import { World } from '../building/world.ts';

const at = (x: number, y: number, z: number): { x: number; y: number; z: number } => ({ x, y, z });

/** A desk in an L, which is neither convex nor a prism of half of its vertices. */
const DESK: Mesh = (() => {
  const corners = [
    [0, 0],
    [1600, 0],
    [1600, 800],
    [600, 800],
    [600, 1500],
    [0, 1500],
  ];
  const positions = [0, 740].flatMap((z) => corners.flatMap(([x = 0, y = 0]) => [x, y, z]));
  const foot = [0, 3, 1, 1, 3, 2, 0, 4, 3, 0, 5, 4];
  const top = foot.toReversed().map((corner) => corner + 6);
  const sides = corners.flatMap((_, i) => {
    const next = (i + 1) % 6;
    return [i, next, next + 6, i, next + 6, i + 6];
  });
  return {
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from([...foot, ...top, ...sides]),
  };
})();

/** The mesh with triangles of which two corners are one vertex, or two vertices in one place, as in files. */
function withSlivers({ positions, triangles }: Mesh): Mesh {
  const [added, first] = [positions.length / 3, positions.slice(0, 3)];
  return {
    positions: Float64Array.from([...positions, ...first]),
    triangles: Uint32Array.from([...triangles, 0, 1, 1, 0, 1, added]),
  };
}

/** A pipe through the wall at y = 0, a desk, an open shell, a space and a slab, as of an imported file. */
const GIVEN: Readonly<Record<string, Given>> = {
  body_pipe: {
    mesh: boxMesh({ min: at(2000, -1000, 2000), max: at(2200, 1000, 2200) }),
    params: { ifc_class: 'IfcPipeSegment', type_name: 'DN 200', tag: '4711', name: 'Pipe' },
  },
  body_desk: {
    mesh: translateMesh(DESK, at(500, 1500, 0)),
    params: { ifc_class: 'IfcFurniture', predefined_type: 'DESK', name: 'Desk' },
  },
  body_shell: {
    mesh: withSlivers(translateMesh(openBlock(400, 400, 1800), at(3000, 3000, 0))),
    is_open: true,
    params: { ifc_class: 'IfcBuildingElementProxy', reason: 'its surface is not closed' },
  },
  body_space: {
    mesh: translateMesh(block(4000, 4000, 2500), at(200, 200, 0)),
    params: { ifc_class: 'IfcSpace', name: 'Hall' },
  },
  body_slab: {
    mesh: translateMesh(block(6000, 6000, 200), at(-500, -500, -200)),
    params: { ifc_class: 'IfcSlab' },
  },
};

/** A world with one import of a level, a wall and these bodies. `blob`: whether the store has their meshes. */
async function imported({ blob = true, given = GIVEN } = {}): Promise<World> {
  const world = await World.create();
  const made = madeBodies(given);
  const bodies = made.elements.map(({ id, kind, params }) => ({
    id,
    kind,
    params: { ...params, level_id: 'level_i' },
  }));
  const elements = [levelRecord('level_i', 'Ground'), wallRecord('wall_i', 'level_i'), ...bodies];
  const { event, manifest } = madeImport(elements, { meshes: made.blob.bytes });
  world.log.blobs.set(event.payload.manifest.sha256, manifest);
  if (blob) world.log.blobs.set(made.blob.sha256, made.blob.bytes);
  world.log.append('main', 'operation-import', [event]);
  await world.domain.catchUp();
  return world;
}

async function undoLast(world: World): Promise<void> {
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
}

/** Box and volume of the mesh of an element. */
function sizeOf(world: World, id: string) {
  const mesh = world.view.mesh(id);
  if (mesh === null) throw new Error('no mesh');
  return { ...meshBounds(mesh), volume: Math.round(meshVolume(mesh)) };
}

/** Warnings without the one that the file of this import is not stored. */
const withFile = (warnings: readonly string[]): readonly string[] =>
  warnings.filter((one) => !one.startsWith('the sets of the imported file are left out'));

describe('an imported body', () => {
  test('is answered with its class, place and reason', async () => {
    const world = await imported();
    const include = ['measures', 'bounds'];
    expect(await world.ask('get_element', { element_id: 'body_shell', include })).toMatchObject({
      kind: 'body',
      category: 'Bodies',
      level_id: 'level_i',
      params: { ifc_class: 'IfcBuildingElementProxy', reason: 'its surface is not closed' },
      measures: { volume_mm3: null },
      bounds: { min: at(3000, 3000, 0), max: at(3400, 3400, 1800) },
    });
    const found = await world.ask('query_elements', { filter: { categories: ['Bodies'] } });
    expect(found['total']).toBe(5);
  });

  test('is moved, turned, mirrored, copied, renamed, given properties and deleted, and undo restores it', async () => {
    const world = await imported();
    const element_id = 'body_desk';
    const before = world.view.element(element_id);
    const { volume } = sizeOf(world, element_id);
    await world.do('move_element', { element_id, delta: { x: 100, y: 0, z: 50 } });
    expect(sizeOf(world, element_id)).toEqual({
      min: at(600, 1500, 50),
      max: at(2200, 3000, 790),
      volume,
    });
    await undoLast(world);
    await world.do('rotate_element', { element_id, angle_deg: 90, center: { x: 500, y: 1500 } });
    expect(sizeOf(world, element_id)).toEqual({
      min: at(-1000, 1500, 0),
      max: at(500, 3100, 740),
      volume,
    });
    await undoLast(world);
    const mirror = { operation: 'mirror', from: { x: 0, y: 0 }, to: { x: 0, y: 1 } };
    await world.do('transform_elements', { element_ids: [element_id], ...mirror });
    expect(sizeOf(world, element_id)).toEqual({
      min: at(-2100, 1500, 0),
      max: at(-500, 3000, 740),
      volume,
    });
    await undoLast(world);
    const { new_id } = await world.do('copy_element', { element_id, to_location: { x: 0, y: 0 } });
    expect(sizeOf(world, String(new_id)).min).toEqual(at(0, 0, 0));
    await undoLast(world);
    await world.do('modify_parameter', { element_id, parameter_name: 'name', value: 'Table' });
    await undoLast(world);
    const properties = {
      element_ids: [element_id],
      set: 'Own',
      properties: { Colour: 'red' },
    };
    await world.do('set_properties', properties);
    await undoLast(world);
    await world.do('delete_elements', { element_ids: [element_id] });
    expect(world.view.element(element_id)).toBeUndefined();
    await undoLast(world);
    const after = world.view.element(element_id);
    const shown = Object.entries(after?.params ?? {}).filter(([, value]) => value !== null);
    const known = Object.entries(before?.params ?? {}).filter(([, value]) => value !== null);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(known));
  });

  test('cannot be reshaped, and the refusal says why', async () => {
    const world = await imported();
    const change = { element_id: 'body_shell', parameter_name: 'height', value: 2000 };
    expect(await world.refusal('modify_parameter', change)).toMatchObject({
      name: 'UNKNOWN_PARAMETER',
      message: expect.stringContaining(
        '`height` of a body cannot be set: it is a body of an imported file: its surface is not closed;',
      ),
    });
    const opening = { host_id: 'body_slab', location: { x: 0, y: 0 }, width: 500, height: 500 };
    expect(await world.refusal('create_opening', opening)).toMatchObject({ name: 'NOT_A_HOST' });
  });

  test('clashes with what it runs through; spaces do not clash, open surfaces are reported as not measured', async () => {
    const world = await imported();
    const types = ['hard', 'contained'];
    const { clashes } = await world.run('clash_detection', { types });
    expect(clashes).toMatchObject([
      {
        element_ids: expect.arrayContaining(['wall_i', 'body_pipe']),
        overlap_volume_mm3: 200 * 200 * 200,
      },
    ]);
    await world.do('move_element', { element_id: 'body_desk', delta: { x: 2200, y: 1200 } });
    const again = await world.run('clash_detection', { types });
    expect(again['not_measured']).toMatchObject({
      count: 2,
      reasons: [
        {
          because: 'the surface has open edges, expected a closed one',
          count: 2,
          pairs: [
            expect.arrayContaining(['body_desk', 'body_shell']),
            expect.arrayContaining(['body_slab', 'body_shell']),
          ],
        },
      ],
    });
  });

  test('is hit by rays unless it is a space', async () => {
    const world = await imported();
    const ray = { origin: at(1000, 2000, 2400), direction: { x: 0, y: 0, z: -1 } };
    const { hits } = await world.ask('raycast', ray);
    expect(hits).toMatchObject([
      { element_id: 'body_desk', distance_mm: 1660 },
      { element_id: 'body_slab', distance_mm: 2400 },
    ]);
  });

  test('is drawn in plans, sections, elevations and pictures, and counted in schedules', async () => {
    const world = await imported();
    const drawn = (definition: ViewDefinition): ReadonlySet<string> => {
      const drawing: Drawing | null = drawView(definition, world.view);
      if (drawing === null) throw new Error('nothing drawn');
      return new Set(
        drawing.items.flatMap((item) => ('element' in item ? [String(item.element)] : [])),
      );
    };
    const plan = drawn({ view: 'plan', level_id: 'level_i', scale: 50, cut_height: 1000 });
    expect([...plan].filter((id) => id.startsWith('body')).toSorted()).toEqual([
      'body_desk',
      'body_pipe',
      'body_shell',
      'body_slab',
    ]);
    const section = drawn({
      view: 'section',
      origin: at(1000, 2000, 0),
      normal: { x: 0, y: -1, z: 0 },
      depth: null,
      scale: 50,
    });
    expect(section).toContain('body_shell');
    expect(section).toContain('body_desk');
    expect(section).not.toContain('body_space');
    expect(drawn({ view: 'elevation', direction: 'south', scale: 50 })).toContain('body_slab');
    const camera: ViewDefinition = {
      view: 'camera',
      kind: 'axonometric',
      direction: { x: 1, y: 1, z: -1 },
      scale: null,
    };
    expect(drawView(camera, world.view)?.warnings ?? []).toEqual([]);
    const glb = glbOf(world.view);
    expect(glb).toMatchObject({ elements: 5, spaces_left_out: 1 });
    const text = Buffer.from(glb.bytes).toString('latin1');
    expect(text).toContain('Bodies: services');
    expect(text).toContain('Bodies: furniture');
  });

  test('is checked by its class: a desk carries nothing, and who walks goes around it', async () => {
    const world = await imported();
    // The wall and the slab.
    expect(await world.run('structural_check', {})).toMatchObject({ bodies: { looked_at: 2 } });
    const constraints = await world.run('validate_constraints', {});
    expect(JSON.stringify(constraints['findings'])).not.toContain('body_');
    const boundary_points = [
      at(200, 200, 0),
      at(5000, 200, 0),
      at(5000, 5000, 0),
      at(200, 5000, 0),
    ];
    await world.do('create_floor', {
      level_id: 'level_i',
      boundary_points: boundary_points.map(({ x, y }) => ({ x, y })),
    });
    const [from, to] = [300, 2600].map((x) => ({ level_id: 'level_i', point: { x, y: 2000 } }));
    const length = (): number => {
      if (from === undefined || to === undefined) throw new Error('no ends');
      const found = shortestPath(world.view, from, to, { clear_width_mm: 100 });
      return found.found ? found.length_mm : Infinity;
    };
    expect(length()).toBeGreaterThan(2400);
    expect(length()).toBeLessThan(Infinity);
    await world.do('delete_elements', { element_ids: ['body_desk'] });
    expect(length()).toBeCloseTo(2300, 3);
  });
});

/** Names of the spaces that are parts of a storey, as the schemas require; fails if one is contained in it. */
function partsOf(file: Buffer, schema: IfcSchemaName): readonly (string | null)[] {
  const model = new IfcModel(readStepFile(file), schema);
  const spaces = model.rows('IfcSpace');
  const contained = model
    .rows('IfcRelContainedInSpatialStructure')
    .flatMap((row) => model.refs(row, 'RelatedElements'));
  expect(spaces.filter((row) => contained.includes(row))).toEqual([]);
  const parts = model.rows('IfcRelAggregates').flatMap((row) => model.refs(row, 'RelatedObjects'));
  return spaces.filter((row) => parts.includes(row)).map((row) => model.text(row, 'Name'));
}

describe('the export of imported bodies', () => {
  test.each(IFC_SCHEMAS)(
    'to %s is read back with their boxes, volumes and classes',
    async (schema) => {
      const world = await imported();
      await world.do('rotate_element', { element_id: 'body_desk', angle_deg: 30 });
      const mirror = { operation: 'mirror', from: { x: 0, y: 0 }, to: { x: 1, y: 2 } };
      await world.do('transform_elements', { element_ids: ['body_pipe'], ...mirror });
      const file = exported(world.view, schema);
      expect(differences(world.view, file).filter((one) => !one.includes('body_shell'))).toEqual(
        [],
      );
      const shell = readWithWebIfc(file.file).bodies.get(ifcGuid('body_shell'));
      expect(shell?.box.max.z).toBeCloseTo(1800, 1);
      expect(partsOf(file.file, schema)).toEqual(['Hall']);
      expect(file.text).toMatch(
        schema === 'IFC2X3'
          ? /IFCSHELLBASEDSURFACEMODEL/u
          : /IFCTRIANGULATEDFACESET\(#\d+,\$,\.F\.,/u,
      );
      expect(file.text).toMatch(/'DN 200'.*'4711'/u);
      expect(file.text).toMatch(
        schema === 'IFC2X3' ? /IFCFURNISHINGELEMENT\(/u : /IFCFURNITURE\(/u,
      );
      expect(withFile(file.warnings)).toEqual(
        schema === 'IFC2X3'
          ? [
              'body `body_pipe` is written as IfcFlowSegment: an element of IFC2X3 cannot be an IfcPipeSegment',
              'body `body_desk` is written as IfcFurnishingElement: an element of IFC2X3 cannot be an IfcFurniture',
            ]
          : [],
      );
    },
  );
});

describe('bodies whose meshes the store has lost', () => {
  test('are named in the refusal of what needs them; all else works', async () => {
    const world = await imported({ blob: false });
    const include = ['measures', 'bounds'];
    const element_id = 'body_desk';
    expect(await world.ask('get_element', { element_id, include })).toMatchObject({
      bounds: { min: at(500, 1500, 0) },
    });
    await world.do('move_element', { element_id, delta: { x: 100, y: 0 } });
    await world.do('rotate_element', { element_id, angle_deg: 30 });
    await world.do('modify_parameter', { element_id, parameter_name: 'name', value: 'Table' });
    await expect(world.run('clash_detection', {})).rejects.toThrow(
      /^the mesh of body `body_\w+` cannot be read: the store has no chunk 0 of blob/u,
    );
    const file = exported(world.view, 'IFC4');
    expect(withFile(file.warnings).length).toBe(5);
    expect(withFile(file.warnings)[0]).toContain('the mesh of body `body_pipe` cannot be read');
    await world.do('delete_elements', { element_ids: Object.keys(GIVEN) });
    expect(await world.run('clash_detection', {})).toMatchObject({ total: 0 });
  });
});
