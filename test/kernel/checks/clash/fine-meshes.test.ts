/** @module tests of clashes of imported bodies with very fine surfaces: bounded work, and a reason for what is not measured. */
import { describe, expect, test } from 'vitest';

import {
  mergeMeshes,
  type Mesh,
  translateMesh,
} from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { type Given, madeBodies } from '../../building/kinds/body/bodies.ts';
import { created, Site } from '../../building/model/build.ts';
import { clashesIn, lines, solids } from './clash-model.ts';

/** A sphere around the origin with `n` by `2n` faces; seen from inside if `hollow`. */
function sphere(radius: number, n: number, hollow = false): Mesh {
  const positions = [0, 0, -radius];
  for (let row = 1; row < n; row += 1) {
    for (let k = 0; k < 2 * n; k += 1) {
      const [up, round] = [(Math.PI * row) / n - Math.PI / 2, (Math.PI * k) / n];
      positions.push(
        radius * Math.cos(up) * Math.cos(round),
        radius * Math.cos(up) * Math.sin(round),
        radius * Math.sin(up),
      );
    }
  }
  positions.push(0, 0, radius);
  const last = positions.length / 3 - 1;
  const at = (row: number, k: number): number =>
    row === 0 ? 0 : row === n ? last : 1 + (row - 1) * 2 * n + (k % (2 * n));
  const triangles: number[] = [];
  const add = (a: number, b: number, c: number): void => {
    if (a !== b && b !== c && c !== a) triangles.push(...(hollow ? [a, c, b] : [a, b, c]));
  };
  for (let row = 0; row < n; row += 1) {
    for (let k = 0; k < 2 * n; k += 1) {
      add(at(row, k), at(row, k + 1), at(row + 1, k + 1));
      add(at(row, k), at(row + 1, k + 1), at(row + 1, k));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

function viewOf(given: Readonly<Record<string, Given>>): StateView {
  const { elements, source } = madeBodies(given);
  const site = new Site(new Model({ solids, meshes: source }));
  site.commit('main', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    created('wall', 'W', { level_id: 'L1', start: { x: 0, y: 900 }, end: { x: 5000, y: 900 } }),
    ...elements.map(({ id, params }) => created('body', id, params)),
  ]);
  return site.view();
}

describe('a body with a very fine surface', () => {
  test('clashes with a wall to the depth of the overlap', () => {
    const ball = translateMesh(sphere(400, 60), { x: 2500, y: 500, z: 1500 });
    const { findings } = clashesIn(viewOf({ ball: { mesh: ball } }));
    expect(lines({ findings })).toEqual(['hard W ball']);
    expect(findings[0]?.details).toMatchObject({
      penetration: { depth_mm: expect.closeTo(100, 0) },
    });
  });

  test('inside another one that it does not meet is not measured, with the number of faces', () => {
    const shell = mergeMeshes([sphere(1000, 60), sphere(900, 60, true)]);
    const at = { x: 2500, y: 5000, z: 1500 };
    const { findings, not_measured } = clashesIn(
      viewOf({
        shell: { mesh: translateMesh(shell, at) },
        // Not convex, so that it is a mesh.
        core: { mesh: translateMesh(mergeMeshes([sphere(800, 60), sphere(100, 4, true)]), at) },
      }),
    );
    expect(lines({ findings })).toEqual([]);
    expect(not_measured.map(({ because }) => because)).toEqual([
      expect.stringMatching(
        /^\d+ and \d+ faces are near each other, expected at most 50000000 pairs$/u,
      ),
    ]);
  });
});
