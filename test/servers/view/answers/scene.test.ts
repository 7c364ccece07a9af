/** @module tests of scenes: storeys, parts, coordinates and colours. */
import { beforeAll, describe, expect, test } from 'vitest';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { glbOf } from '../../../../kernel/documents/gltf/glb.ts';
import type { ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import { ShapeCache } from '../../../../servers/view/shapes/shape-cache.ts';
import { ONE_OF_EACH } from '../../../kernel/building/kinds/one-of-each.ts';
import { created, modifies } from '../../../kernel/building/model/build.ts';
import { cornersOf, readGlb } from '../../../kernel/documents/gltf/read-glb.ts';
import { World } from '../../building/world.ts';
import { Page } from '../looking-of.ts';
import { type ReadPart, readPart } from '../read-part.ts';

const AT = { branch: 'main' };

/** One element of each kind, on a level that is not at the origin of the world. */
async function oneOfEachWorld(...more: readonly PlannedEvent[]): Promise<World> {
  const world = await World.create();
  const levels = [
    created('level', 'L1', { name: 'Ground' }),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
  ];
  const others = ONE_OF_EACH.filter(({ kind }) => kind !== 'level').map((element) =>
    created(element.kind, element.id, element.params),
  );
  world.log.append('main', 'operation-1', [...levels, ...others, ...more]);
  await world.domain.catchUp();
  return world;
}

async function partsOf(page: Page): Promise<readonly ReadPart[]> {
  const { storeys } = await page.json('scene', { at: AT });
  const parts: ReadPart[] = [];
  for (const { level_id, parts: count } of storeys) {
    for (let part = 0; part < count; part++) {
      parts.push(readPart(await page.bytes('part', { at: AT, level_id, part })));
    }
  }
  return parts;
}

/** Corners of the triangles of a row, mm in the world, rounded to 0.1 mm. */
function cornersIn(part: ReadPart, row: number): readonly string[] {
  const { opaque, glass, columns } = part;
  const runs = [
    { from: 0, spans: columns.opaque },
    { from: opaque, spans: columns.glass },
    { from: opaque + glass, spans: columns.space },
  ];
  return runs.flatMap(({ from, spans }) => {
    const [first, count] = spans[row] ?? [0, 0];
    return [...part.corners.subarray(from + first, from + first + count)].map((vertex) => {
      expect(part.owners[vertex]).toBe(row);
      const [x = 0, y = 0, z = 0] = part.positions.subarray(3 * vertex, 3 * vertex + 3);
      const [ox, oy, oz] = part.origin_mm;
      return shown({ x: 1000 * x + ox, y: 1000 * y + oy, z: 1000 * z + oz });
    });
  });
}

function shown({
  x,
  y,
  z,
}: {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}): string {
  return [x, y, z].map((mm) => (Math.round(mm * 10) / 10 + 0).toFixed(1)).join(' ');
}

/** A colour of glTF, linear, as sRGB. */
function inSrgb(linear: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = linear.map((value) =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)),
  );
  return 65_536 * red + 256 * green + blue;
}

describe('a building with one element of each kind', () => {
  let world: World;
  let page: Page;
  beforeAll(async () => {
    world = await oneOfEachWorld();
    page = new Page(world);
  });

  test('the parts have each element with a body, in the order of the view', async () => {
    const scene = await page.json('scene', { at: AT });
    const parts = await partsOf(page);
    const ids = parts.flatMap(({ columns }) => columns.id);
    const bodies = [...world.view.elements()].filter(
      (element) => world.view.kinds.of(element).body !== 'none',
    );
    expect(scene.elements).toBe(bodies.length);
    // The bench has no import, so this element has a box and no mesh.
    expect(parts.flatMap(({ left_out }) => left_out)).toEqual(['body']);
    expect(ids).toEqual(bodies.map(({ id }) => id).filter((id) => id !== 'body'));
    expect(ids.length).toBeGreaterThan(10);
  });

  test('bodies and colours are those of the GLB file', async () => {
    const read = readGlb(glbOf(world.view, { spaces: true, structure: 'elements' }).bytes);
    const nodes = new Map(
      (read.document.nodes ?? []).map((node) => [node.extras['element_id'], node]),
    );
    let compared = 0;
    for (const part of await partsOf(page)) {
      for (const [row, id] of part.columns.id.entries()) {
        const node = nodes.get(id);
        if (node === undefined) throw new Error(`no node ${id}`);
        const theirs = cornersOf(read, node);
        expect(cornersIn(part, row).toSorted()).toEqual(theirs.map(shown).toSorted());
        const colours = theirs.map(({ material }) => {
          const { pbrMetallicRoughness, name = '' } = read.document.materials?.[material] ?? {};
          return { name, colour: inSrgb(pbrMetallicRoughness?.baseColorFactor.slice(0, 3) ?? []) };
        });
        const own = colours.find(({ name }) => name !== 'Glass') ?? colours[0];
        expect(part.columns.colour[row]).toBe(own?.colour);
        const [, glass] = part.columns.glass[row] ?? [0, 0];
        expect(glass).toBe(colours.filter(({ name }) => name === 'Glass').length);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('only spaces are in the run of spaces', async () => {
    const kinds = (await partsOf(page)).flatMap(({ columns: { kind, space } }) =>
      space.flatMap(([, corners], row) =>
        corners === 0 ? [] : [kind.texts[kind.rows[row] ?? -1]],
      ),
    );
    expect(kinds).toEqual(['room']);
  });

  test('the box of each row contains its vertices', async () => {
    for (const part of await partsOf(page)) {
      for (const [row, [first, count]] of part.columns.vertices.entries()) {
        const [x, y, z, X, Y, Z] = part.columns.box[row] ?? [0, 0, 0, 0, 0, 0];
        for (let i = 3 * first; i < 3 * (first + count); i += 3) {
          const [px = 0, py = 0, pz = 0] = part.positions.subarray(i, i + 3);
          expect(px).toBeGreaterThan(x - 0.001);
          expect(py).toBeGreaterThan(y - 0.001);
          expect(pz).toBeGreaterThan(z - 0.001);
          expect(px).toBeLessThan(X + 0.001);
          expect(py).toBeLessThan(Y + 0.001);
          expect(pz).toBeLessThan(Z + 0.001);
        }
      }
    }
  });

  test('shapes of chosen elements are those of the parts', async () => {
    const [part] = await partsOf(page);
    if (part === undefined) throw new Error('no part');
    const wall = part.columns.id.indexOf('wall');
    const ids = ['wall', 'nothing', 'wall', 'L1'];
    const chosen = readPart(await page.bytes('shapes', { at: AT, ids }));
    expect(chosen.columns.id).toEqual(['wall']);
    expect(cornersIn(chosen, 0)).toEqual(cornersIn(part, wall));
  });

  test('a header without shapes lists the same elements', async () => {
    const asked = { at: AT, level_id: 'L1', part: 0 };
    const whole = readPart(await page.bytes('part', asked));
    const plain = readPart(await page.bytes('part', { ...asked, shapes: false }));
    expect(plain.columns.id).toEqual([...whole.columns.id, ...whole.left_out]);
    expect(plain.vertices).toBe(0);
  });

  test('a level that is hidden or unknown, and a part past the last one, are refused', async () => {
    const ask = async (level_id: string, part = 0): Promise<unknown> =>
      await page.bytes('part', { at: AT, level_id, part }).catch((error: unknown) => String(error));
    expect(await ask('nothing')).toContain('no level `nothing`');
    expect(await ask('L1', 7)).toContain('part 7 was asked; the storey has 1');
  });
});

describe('shapes that were sent before', () => {
  const BRICK = created('material', 'brick', { name: 'Brick', colour: '#aa5533' });
  const LAYERS = [{ material: 'Brick', thickness: 200, function: 'structure' as const }];
  const TYPE = created('type', 'masonry', { name: 'Masonry', for: 'wall', layers: LAYERS });

  /** The parts that a page gets, without the names of states. */
  const plainParts = async (world: World): Promise<readonly object[]> => {
    const parts = await partsOf(new Page(world));
    return parts.map(({ at: { mark: _mark, ...at }, ...part }) => [at, part]);
  };

  test('are the same bytes as shapes that are built', async () => {
    const world = await oneOfEachWorld(BRICK, TYPE);
    const first = await plainParts(world);
    expect(await plainParts(world)).toEqual(first);
    const steps: readonly (readonly [string, ParamValues])[] = [
      ['wall', { end: { x: 7000, y: 500 } }],
      ['wall', { type_id: 'masonry' }],
      ['brick', { colour: '#3355aa' }],
      ['column', { location: { x: 9000, y: 9000 } }],
      ['L2', { elevation: 3200 }],
    ];
    for (const [id, updates] of steps) {
      world.log.append('main', `change of ${id}`, [modifies(world.view.element(id), updates)]);
      await world.domain.catchUp();
      const again = new World(await loadSolidKernel());
      again.log.all.push(...world.log.all);
      await again.domain.catchUp();
      const sent = await plainParts(world);
      expect(sent).toEqual(await plainParts(again));
      expect(sent).not.toEqual(first);
    }
  });

  test('are dropped when they need more memory than the limit', () => {
    const cache = new ShapeCache(2000);
    const metres = new Float32Array(0);
    const none = new Uint16Array(0);
    const packed = { metres, corners: { opaque: none, glass: none, space: none } };
    const spans = { vertices: [0, 20], opaque: [0, 0], glass: [0, 0], space: [0, 0] } as const;
    const grounds = { origin: '0 0 0', type: null, face: null };
    const shape = { grounds, packed, spans, box: [0, 0, 0, 0, 0, 0] as const, colour: 0 };
    const keys = Array.from({ length: 20 }, () => ({}));
    for (const key of keys) cache.put(key, shape);
    const kept = keys.filter((key) => cache.find(key, grounds) !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(5);
    expect(kept).toContain(keys.at(-1));
    const [key = {}] = kept;
    expect(cache.find(key, { ...grounds, origin: '1 0 0' })).toBeUndefined();
    expect(cache.find(key, { ...grounds, face: {} })).toBeUndefined();
  });
});
