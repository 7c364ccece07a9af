/** @module tests of GLB files: the Khronos validator finds no fault, and every body is unchanged. */
import { readFileSync } from 'node:fs';

import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';

import { emptyMesh, meshVolume } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { Glb, GlbOptions } from '../../../../kernel/documents/gltf/glb.ts';
import { glbOf } from '../../../../kernel/documents/gltf/glb.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { World } from '../../../servers/building/world.ts';
import { stopsOf } from '../../base/work/stops.ts';
import { oneOfEach } from '../../building/kinds/one-of-each.ts';
import { created, Site } from '../../building/model/build.ts';
import { modelOf, solids } from '../../checks/clash/clash-model.ts';
import { randomBuilding } from '../../checks/clash/random-building.ts';
import { boxAround, cornersOf, readGlb, volumeOf } from './read-glb.ts';

function glb(view: ModelView, options: GlbOptions = {}): Glb {
  return glbOf(view, options);
}

async function house(): Promise<ModelView> {
  const world = await World.create();
  const script = readFileSync(new URL('../../../../examples/house.plumb', import.meta.url), 'utf8');
  await world.do('run_script', { script });
  const model = new Model({ solids });
  model.applyAll(world.log.all);
  const view = model.view('main');
  if (view === null) throw new Error('main is always there');
  return view;
}

/** No error and no warning, and every element with a body has the same box, triangles and volume. */
async function expectFaithful(view: ModelView): Promise<void> {
  const made = glb(view, { spaces: true });
  const { issues, info } = await validateBytes(made.bytes);
  expect([issues.numErrors, issues.numWarnings, issues.messages.slice(0, 3)]).toEqual([
    0,
    0,
    expect.anything(),
  ]);
  const read = readGlb(made.bytes);
  const nodes = (read.document.nodes ?? []).filter(({ mesh }) => mesh !== undefined);
  const ids = [...view.elements()].map(({ id }) => id).filter((id) => view.mesh(id) !== null);
  expect(nodes.map(({ extras }) => extras['element_id'])).toEqual(ids);
  expect([made.elements, made.spaces_left_out]).toEqual([ids.length, 0]);
  let triangles = 0;
  for (const node of nodes) {
    const id = node.extras['element_id'] ?? '';
    const [mesh, bounds] = [view.mesh(id), view.bounds(id)];
    const corners = cornersOf(read, node);
    expect([id, corners.length]).toEqual([id, mesh?.triangles.length]);
    triangles += corners.length / 3;
    const box = boxAround(corners);
    for (const end of ['min', 'max'] as const) {
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(Math.abs(box[end][axis] - (bounds?.[end][axis] ?? NaN))).toBeLessThan(0.002);
      }
    }
    const volume = meshVolume(mesh ?? emptyMesh);
    expect(Math.abs(volumeOf(corners) - volume)).toBeLessThan(1e-4 * volume);
  }
  expect([made.triangles, info.totalTriangleCount]).toEqual([triangles, triangles]);
}

test('the example house is valid', async () => {
  await expectFaithful(await house());
});

test('a file with one element of each kind is valid', async () => {
  await expectFaithful(oneOfEach());
});

test.each([1, 2, 3])('random building %i is valid', async (seed) => {
  const elements = randomBuilding(seed);
  expect(elements.length).toBeGreaterThan(10);
  const view = modelOf(...elements.map(({ kind, id, params }) => created(kind, id, params)));
  await expectFaithful(view);
});

const FAR = 9_000_000;
const wall = created('wall', 'W1', {
  name: 'Süd <1>',
  start: { x: FAR, y: FAR },
  end: { x: FAR + 1234.567, y: FAR },
});

test('a node describes its element and is under the node of its level', () => {
  const { document } = readGlb(
    glb(modelOf(wall, created('door', 'D1', { width: 500, offset: 100 }))).bytes,
  );
  expect(document.nodes?.map(({ name, children, extras }) => ({ name, children, extras }))).toEqual(
    [
      {
        name: 'Ground',
        children: [1, 2],
        extras: {
          element_id: 'L1',
          ifc_guid: ifcGuid('L1'),
          category: 'Levels',
          kind: 'level',
          level: null,
        },
      },
      {
        name: 'Süd <1>',
        extras: {
          element_id: 'W1',
          ifc_guid: ifcGuid('W1'),
          category: 'Walls',
          kind: 'wall',
          level: 'Ground',
        },
      },
      {
        name: 'door D1',
        extras: {
          element_id: 'D1',
          ifc_guid: ifcGuid('D1'),
          category: 'Doors',
          kind: 'door',
          level: 'Ground',
        },
      },
    ],
  );
  expect(document.scenes).toEqual([{ name: 'Building', nodes: [0] }]);
  expect(document.materials?.map(({ name }) => name)).toEqual(['Walls', 'Doors']);
});

test('coordinates are exact far from the origin: y is up, north is −z, metres', () => {
  const read = readGlb(glb(modelOf(wall)).bytes);
  const node = read.document.nodes?.[1];
  expect(node?.translation).toEqual([9000, 0, -8999.9]);
  if (node === undefined) throw new Error('a wall has a node');
  const { min, max } = boxAround(cornersOf(read, node));
  // 1,234.567 mm along x, 200 mm across, 3,000 mm high.
  expect(
    [max.x - min.x, max.y - min.y, max.z - min.z].map((size) => Math.round(size * 100) / 100),
  ).toEqual([1234.57, 200, 3000]);
});

test('spaces are omitted unless requested', () => {
  const view = modelOf(created('room', 'R1'));
  expect(glb(view)).toMatchObject({ elements: 0, triangles: 0, spaces_left_out: 1 });
  expect(glb(view, { spaces: true })).toMatchObject({ elements: 1, spaces_left_out: 0 });
});

test('an empty model is a valid file', async () => {
  const { bytes } = glb(new Site().view());
  const { issues } = await validateBytes(bytes);
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
});

test('the same model yields the same bytes, with a checkpoint for every few elements', async () => {
  const [one, other] = [await house(), await house()];
  expect(glb(one).bytes.equals(glb(other).bytes)).toBe(true);
  const { stops } = stopsOf(() => glbOf(one));
  expect(stops.length).toBeGreaterThan(one.count() / 20);
  expect(stops[0]).toEqual({ done: 0, total: one.count(), doing: 'bodies' });
  expect(new Set(stops.map(({ doing }) => doing))).toEqual(new Set(['bodies', 'file']));
});

test('elements with a type have the colour of its material', async () => {
  const view = modelOf(
    created('material', 'M', { name: 'concrete', colour: '#ff8000' }),
    created('type', 'T', { name: 'W1' }),
    created('wall', 'W', { type_id: 'T' }),
    created('wall', 'plain', { start: { x: 0, y: 5000 }, end: { x: 5000, y: 5000 } }),
  );
  await expectFaithful(view);
  const { materials = [], meshes = [] } = readGlb(glb(view).bytes).document;
  // 128 of 255 is 0.2159 in linear light.
  expect(materials.map((one) => [one.name, one.pbrMetallicRoughness.baseColorFactor])).toEqual([
    ['concrete', [1, 0.2159, 0, 1]],
    ['Walls', [0.78, 0.74, 0.66, 1]],
  ]);
  expect(meshes).toHaveLength(2);
});
