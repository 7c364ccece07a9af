/** @module tests of GLB files: the Khronos validator finds no fault, and every body is unchanged. */
import { readFileSync } from 'node:fs';

import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';

import { emptyMesh, meshVolume } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { Glb, GlbOptions } from '../../../../kernel/documents/gltf/glb.ts';
import { glbOf, MOST_NODES } from '../../../../kernel/documents/gltf/glb.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { World } from '../../../servers/building/world.ts';
import { stopsOf } from '../../base/work/stops.ts';
import { oneOfEach } from '../../building/kinds/one-of-each.ts';
import { created, deletes, Site } from '../../building/model/build.ts';
import { modelOf, solids } from '../../checks/clash/clash-model.ts';
import { randomBuilding } from '../../checks/clash/random-building.ts';
import { boxAround, type Corner, cornersOf, readGlb, rowsOf, volumeOf } from './read-glb.ts';

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

/** Compares the corners of triangles with the body of the model: same number, box and volume. */
function expectBody(view: ModelView, id: string, corners: readonly Corner[]): void {
  const [mesh, bounds] = [view.mesh(id), view.bounds(id)];
  expect([id, corners.length]).toEqual([id, view.mesh(id)?.triangles.length]);
  const box = boxAround(corners);
  for (const end of ['min', 'max'] as const) {
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(Math.abs(box[end][axis] - (bounds?.[end][axis] ?? NaN))).toBeLessThan(0.07);
    }
  }
  const volume = meshVolume(mesh ?? emptyMesh);
  expect(Math.abs(volumeOf(corners) - volume)).toBeLessThan(2e-3 * volume);
}

/** Ids of the elements with a body, in order. */
function bodiesIn(view: ModelView): readonly string[] {
  return [...view.elements()].map(({ id }) => id).filter((id) => view.mesh(id) !== null);
}

/** No error and no warning, and every element with a body has the same box and volume, in both structures. */
async function expectFaithful(view: ModelView): Promise<void> {
  const ids = bodiesIn(view);
  for (const structure of ['elements', 'merged'] as const) {
    const made = glb(view, { spaces: true, structure });
    const { issues, info } = await validateBytes(made.bytes);
    expect([issues.numErrors, issues.numWarnings, issues.messages.slice(0, 3)]).toEqual([
      0,
      0,
      expect.anything(),
    ]);
    expect([made.elements, made.spaces_left_out]).toEqual([ids.length, 0]);
    const read = readGlb(made.bytes);
    const nodes = (read.document.nodes ?? []).filter(({ mesh }) => mesh !== undefined);
    const bodies = new Map<string, Corner[]>();
    const rows = rowsOf(read);
    for (const node of nodes) {
      for (const corner of cornersOf(read, node)) {
        const { feature } = corner;
        const id = feature === null ? node.extras['element_id'] : rows[feature]?.['element_id'];
        const own = bodies.get(id ?? '') ?? [];
        bodies.set(id ?? '', own);
        own.push(corner);
      }
    }
    expect(new Set(bodies.keys())).toEqual(new Set(ids));
    for (const [id, corners] of bodies) expectBody(view, id, corners);
    const triangles = [...bodies.values()].reduce((sum, own) => sum + own.length / 3, 0);
    expect(made.triangles).toBe(triangles);
    // The validator counts shared meshes once.
    expect(info.totalTriangleCount).toBeLessThanOrEqual(triangles);
    const named = structure === 'elements' ? nodes.map(({ extras }) => extras['element_id']) : ids;
    expect(named).toEqual(ids);
  }
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

test('spaces are nearly transparent, walls are opaque', () => {
  const view = modelOf(created('room', 'R1'), created('wall', 'W1'));
  const { materials = [] } = readGlb(glb(view, { spaces: true }).bytes).document;
  const shown = materials.map(({ name, alphaMode, pbrMetallicRoughness }) => [
    name,
    alphaMode ?? 'OPAQUE',
    pbrMetallicRoughness.baseColorFactor[3],
  ]);
  expect(new Map(shown.map(([name, ...rest]) => [name, rest]))).toEqual(
    new Map([
      ['Rooms', ['BLEND', 0.15]],
      ['Walls', ['OPAQUE', 1]],
    ]),
  );
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

test('a commit that changes nothing visible leaves the bytes', () => {
  const site = new Site(new Model({ solids }));
  site.commit('main', [created('level', 'L1'), created('wall', 'W')]);
  const before = glb(site.view()).bytes;
  expect(readGlb(before).document.asset).toEqual({ version: '2.0', generator: 'Plumbline' });
  site.commit('main', [created('wall', 'other', { start: { x: 0, y: 9000 } })]);
  expect(glb(site.view()).bytes.equals(before)).toBe(false);
  site.commit('main', [deletes(site.element('other'))]);
  site.fork('option');
  for (const branch of ['main', 'option']) {
    expect(glb(site.view(branch)).bytes.equals(before)).toBe(true);
  }
});

test.each(['elements', 'merged'] as const)(
  'axes and units of %s: 100 in along x are 2.54 m, up is y, north is −z, and faces point outwards',
  (structure) => {
    const view = modelOf(
      created('wall', 'w', {
        start: { x: 0, y: 0 },
        end: { x: 2540, y: 0 },
        height: 3048,
        thickness: 100,
      }),
      created('wall', 'v', {
        start: { x: 0, y: 2000 },
        end: { x: 0, y: 5000 },
        height: 3000,
        thickness: 100,
      }),
    );
    const read = readGlb(glb(view, { structure }).bytes);
    const nodes = read.document.nodes ?? [];
    // A matrix, rotation or scale could mirror a body; only translations are written.
    const written = new Set(nodes.flatMap((node) => Object.keys(node)));
    expect(['matrix', 'rotation', 'scale'].filter((name) => written.has(name))).toEqual([]);
    const rows = rowsOf(read);
    const of = (id: string): readonly Corner[] =>
      nodes.flatMap((node) =>
        cornersOf(read, node).filter(({ feature }) =>
          feature === null
            ? node.extras['element_id'] === id
            : rows[feature]?.['element_id'] === id,
        ),
      );
    // In metres as stored: `cornersOf` gives (x, −z, y) in mm.
    const stored = (id: string) => {
      const { min, max } = boxAround(of(id));
      const round = (value: number): number => Math.round(value * 10) / 1e4 + 0;
      return {
        x: [min.x, max.x].map(round),
        y: [min.z, max.z].map(round),
        z: [-max.y, -min.y].map(round),
      };
    };
    expect(stored('w')).toEqual({ x: [0, 2.54], y: [0, 3.048], z: [-0.05, 0.05] });
    expect(stored('v')).toEqual({ x: [-0.05, 0.05], y: [0, 3], z: [-5, -2] });
    const corners = of('w');
    const tops: number[] = [];
    for (let i = 0; i + 2 < corners.length; i += 3) {
      const [a, b, c] = corners.slice(i, i + 3);
      if (a === undefined || b === undefined || c === undefined) break;
      if ([a, b, c].some(({ z }) => z < 3047)) continue;
      tops.push((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    }
    expect(tops).toHaveLength(2);
    expect(tops.every((up) => up > 0)).toBe(true);
  },
);

test('elements with equal bodies share a mesh', () => {
  const columns = [0, 1, 2].map((i) =>
    created('column', `C${i}`, { location: { x: 5000 * i, y: 0 }, profile: '300x300' }),
  );
  const beside = created('column', 'D', { location: { x: 0, y: 5000 }, profile: '300x400' });
  const { document } = readGlb(glb(modelOf(...columns, beside)).bytes);
  const nodes = (document.nodes ?? []).filter(({ mesh }) => mesh !== undefined);
  expect(nodes.map(({ name, mesh }) => [name, mesh])).toEqual([
    ['column C0', 0],
    ['column C1', 0],
    ['column C2', 0],
    ['column D', 1],
  ]);
  // Two sets of corners and one set of triangles.
  expect(document.accessors).toHaveLength(3);
});

const PLACES = [0, 1, 2, 3].map((i) =>
  created('column', `C${i}`, {
    name: i === 3 ? 'Säule' : null,
    level_id: i < 2 ? 'L1' : 'L2',
    location: { x: 4000 * i, y: 0 },
    profile: '300x300',
  }),
);

test('a merged file has one mesh for each level, one primitive for each material, and a row for each element', () => {
  const view = modelOf(...PLACES, created('wall', 'W', { level_id: 'L1' }));
  const read = readGlb(glb(view, { structure: 'merged' }).bytes);
  const { document } = read;
  expect(document.nodes?.map(({ name, extras }) => [name, extras])).toEqual([
    ['Ground', { element_id: 'L1', kind: 'level' }],
    ['First', { element_id: 'L2', kind: 'level' }],
  ]);
  expect(document.meshes?.map(({ primitives }) => primitives.length)).toEqual([2, 1]);
  expect(document.extensionsUsed).toEqual(['EXT_mesh_features', 'EXT_structural_metadata']);
  const row = (element_id: string, name: string, kind: string, level: string) => ({
    element_id,
    ifc_guid: ifcGuid(element_id),
    name,
    category: kind === 'wall' ? 'Walls' : 'Columns',
    kind,
    level,
  });
  expect(rowsOf(read)).toEqual([
    row('C0', 'column C0', 'column', 'Ground'),
    row('C1', 'column C1', 'column', 'Ground'),
    row('C2', 'column C2', 'column', 'First'),
    row('C3', 'Säule', 'column', 'First'),
    row('W', 'wall W', 'wall', 'Ground'),
  ]);
});

test('files are merged above two thousand elements, and on request', () => {
  const many = Array.from({ length: MOST_NODES }, (_, i) =>
    created('column', `C${i}`, { location: { x: 1000 * i, y: 0 }, profile: '300x300' }),
  );
  // The three levels count too.
  expect(glb(modelOf(...many)).structure).toBe('merged');
  expect(glb(modelOf(...many.slice(3))).structure).toBe('elements');
  expect(glb(modelOf(...many), { structure: 'elements' }).structure).toBe('elements');
});

test('merged bodies keep their place far from the origin and far from each other', async () => {
  await expectFaithful(
    modelOf(
      created('wall', 'near', { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } }),
      created('wall', 'far', {
        start: { x: FAR + 0.5, y: -FAR },
        end: { x: FAR + 5000.5, y: -FAR },
      }),
    ),
  );
});

test('glass is transparent: windows and panels of curtain walls, in frames', async () => {
  const plain = [
    created('wall', 'W', { start: { x: 0, y: 0 }, end: { x: 3000, y: 4000 }, thickness: 200 }),
    created('window', 'V', { host_id: 'W', offset: 1000, width: 1000, height: 1200 }),
  ];
  await expectFaithful(modelOf(...plain));
  const view = modelOf(
    ...plain,
    created('wall', 'curtain', {
      start: { x: 0, y: 9000 },
      end: { x: 6000, y: 9000 },
      wall_type: 'curtain',
      curtain: { columns: 2, rows: 1 },
    }),
  );
  for (const structure of ['elements', 'merged'] as const) {
    const read = readGlb(glb(view, { structure }).bytes);
    const { materials = [], nodes = [] } = read.document;
    const glass = materials.findIndex(({ name }) => name === 'Glass');
    expect(materials[glass]).toMatchObject({ alphaMode: 'BLEND' });
    expect(materials.filter(({ alphaMode }) => alphaMode !== undefined)).toHaveLength(1);
    expect(materials.map(({ name }) => name).toSorted()).toEqual(['Frame', 'Glass', 'Walls']);
    const panes = nodes
      .flatMap((node) => cornersOf(read, node))
      .filter(({ material, y }) => material === glass && y < 8000);
    // A frame of 60 mm around a pane: (1000 - 120) x (1200 - 120) x 24 mm.
    expect(volumeOf(panes) / 1e6).toBeCloseTo(0.88 * 1.08 * 24, 1);
  }
});
