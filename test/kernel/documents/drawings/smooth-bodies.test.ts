/** @module tests of edges of bodies of files and of bodies in pieces: only real edges are lines. */
import { describe, expect, test } from 'vitest';

import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import { faceOver } from '../../../../kernel/documents/drawings/lines/faces.ts';
import { LineSet } from '../../../../kernel/documents/drawings/lines/line-set.ts';
import { publicFile } from '../../../public-files.ts';
import { madeBodies } from '../../building/kinds/body/bodies.ts';
import { created, Site } from '../../building/model/build.ts';
import { solids } from '../../checks/clash/clash-model.ts';
import { importedWithBodies } from '../ifc/return/returned.ts';
import { darkPixels } from './dark-pixels.ts';

/** Number of upright lines of the walls that planes cut in the south elevation; with lines where pieces meet, 35. */
const UPRIGHT = 26;

/** A sheet of 10 facets, each 1,200 mm wide and 8 m long, whose angles differ by `angle` degrees from one to the next. */
function vault(angle: number): Mesh {
  const [count, wide, long] = [10, 1200, 8000];
  const profile: (readonly [y: number, z: number])[] = [[0, 0]];
  for (let i = 0; i < count; i += 1) {
    const [y, z] = profile.at(-1) ?? [0, 0];
    const turn = ((count / 2 - 0.5 - i) * angle * Math.PI) / 180;
    profile.push([y + wide * Math.cos(turn), z + wide * Math.sin(turn)]);
  }
  const positions = profile.flatMap(([y, z]) => [0, y, 500 + z, long, y, 500 + z]);
  const triangles = Array.from({ length: count }, (_, i) => i * 2).flatMap((at) => {
    return [at, at + 1, at + 3, at, at + 3, at + 2];
  });
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

function viewOf(mesh: Mesh): ModelView {
  const { elements, source } = madeBodies({ B: { mesh, is_open: true } });
  const site = new Site(new Model({ solids, meshes: source }));
  site.commit('main', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    ...elements.map(({ id, params }) => created('body', id, params)),
  ]);
  return site.view();
}

/** Lines of an element in the south elevation: their lengths and the places of their starts, mm. */
function linesOf(view: ModelView, id: string): readonly { long: number; upright: boolean }[] {
  const drawing = drawView({ view: 'elevation', direction: 'south', scale: 10 }, view);
  return (drawing?.items ?? []).flatMap((item) => {
    if (item.shape !== 'polyline' || item.element !== id) return [];
    const [a, b] = item.points;
    if (a === undefined || b === undefined) return [];
    const long = Math.round(Math.hypot(b.x - a.x, b.y - a.y) * 10);
    return [{ long, upright: Math.abs(b.x - a.x) < 0.01 }];
  });
}

describe('facets of a body of a file', () => {
  const [smooth, sharp] = [viewOf(vault(10)), viewOf(vault(24))];

  test('have no lines between them in an elevation if they meet at a flat angle', () => {
    const long = (view: ModelView): number =>
      linesOf(view, 'B').filter(({ long: length }) => length === 8000).length;
    // The lower edge, and the outline at the top.
    expect(long(smooth)).toBe(2);
    expect(long(sharp)).toBe(6);
  });

  test('have no lines between them in a camera view if they meet at a flat angle', () => {
    expect(darkPixels(smooth)).toBeLessThan(darkPixels(viewOf(vault(0))) + 300);
    expect(darkPixels(sharp)).toBeGreaterThan(darkPixels(smooth) + 3000);
  });
});

describe('edges where pieces of one body meet', () => {
  const PLANE = { px: 0, py: 0, p0: 100 };
  const face = faceOver(0, new Float64Array(), PLANE);
  /** Lengths of the drawn lines from edges along x = 0: each from and to a height, at a depth. */
  function drawn(...all: readonly (readonly [from: number, to: number, depth: number])[]) {
    const set = new LineSet();
    for (const [ay, by, depth] of all) {
      const ends = { ax: 0, ay, az: depth, bx: 0, by, bz: depth };
      const edge = { body: 0, face: 0, ...ends, mayBeSeam: true };
      const of = { ...face, p0: depth };
      set.add({ edge, face: of, part: [0, 1], id: 'W', category: 'Walls' });
    }
    return [...set.merged()].map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  }

  test('are no lines if a flush face is on both sides', () => {
    expect(drawn([0, 3000, 100], [3000, 0, 100])).toEqual([]);
    expect(drawn([0, 3000, 100], [2000, 0, 100])).toEqual([1000]);
  });

  test('hide no line behind them, and no outline next to a sliver', () => {
    expect(drawn([0, 3000, 100], [3000, 0, 100], [0, 3000, 500])).toEqual([3000]);
    expect(drawn([0, 3000, 100], [0, 3000, 100], [3000, 0, 100])).toEqual([3000]);
  });
});

test('a wall of a public house whose body is in pieces has no lines above its doors', async () => {
  const file = publicFile('ifc-real/cases/House.ifc');
  if (file === null) return;
  const { view } = await importedWithBodies(file);
  const inPieces = [...view.elementsOf('wall')].filter(
    ({ params }) => (params.cut_planes ?? []).length > 0,
  );
  const upright = inPieces.flatMap(({ id }) => linesOf(view, id).filter((one) => one.upright));
  expect(upright).toHaveLength(UPRIGHT);
}, 60_000);
