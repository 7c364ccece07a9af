/** @module tests of hidden-line removal: samples of edges are compared with a brute-force test of all triangles. */
import { expect, test } from 'vitest';

import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../../../kernel/building/geometry/vector.ts';
import { gridOver, seenDepth } from '../../../../kernel/documents/drawings/lines/face-grid.ts';
import type { Edge, Face } from '../../../../kernel/documents/drawings/lines/faces.ts';
import { addBody, faceOver } from '../../../../kernel/documents/drawings/lines/faces.ts';
import { HiddenLines } from '../../../../kernel/documents/drawings/lines/hidden-lines.ts';
import type { Frame } from '../../../../kernel/documents/drawings/lines/slice.ts';
import { inFrame } from '../../../../kernel/documents/drawings/lines/slice.ts';
import { houseView } from './house.ts';

const view = await houseView();

const FRAMES: Readonly<Record<string, Frame>> = {
  south: {
    origin: { x: 0, y: 0, z: 0 },
    right: { x: 1, y: 0, z: 0 },
    up: { x: 0, y: 0, z: 1 },
    deeper: { x: 0, y: 1, z: 0 },
  },
  oblique: {
    origin: { x: 0, y: 0, z: 0 },
    right: { x: 0.8, y: -0.6, z: 0 },
    up: { x: 0.36, y: 0.48, z: 0.8 },
    deeper: { x: 0.48, y: 0.64, z: -0.6 },
  },
};

/** Visible depth at a place: the minimum over all triangles of all bodies. */
function deepest(
  bodies: readonly { readonly spots: Float64Array; readonly triangles: Uint32Array }[],
  x: number,
  y: number,
): number {
  let depth = Infinity;
  for (const { spots, triangles } of bodies) {
    for (let i = 0; i < triangles.length; i += 3) {
      const corner = (k: number): Point3 => {
        const at = (triangles[i + k] ?? 0) * 3;
        return { x: spots[at] ?? 0, y: spots[at + 1] ?? 0, z: spots[at + 2] ?? 0 };
      };
      const [a, b, c] = [corner(0), corner(1), corner(2)];
      const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
      if (Math.abs(area) < 1e-6) continue;
      const u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
      const v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      depth = Math.min(depth, a.z + u * (b.z - a.z) + v * (c.z - a.z));
    }
  }
  return depth;
}

test.each(Object.keys(FRAMES))(
  'the house seen in the direction %s: an edge is drawn exactly where no triangle hides it',
  (name) => {
    const frame = FRAMES[name];
    if (frame === undefined) throw new Error(name);
    const meshes = [...view.elements()].flatMap((element): readonly Mesh[] => {
      const { body } = view.kinds.of(element);
      const mesh = body !== 'none' && body.occupies === 'matter' ? view.mesh(element.id) : null;
      return mesh === null ? [] : [mesh];
    });
    const bodies = meshes.map((mesh) => ({
      spots: inFrame(mesh, frame),
      triangles: mesh.triangles,
    }));
    const scene: { faces: Face[]; edges: Edge[] } = { faces: [], edges: [] };
    for (const [index, body] of bodies.entries()) addBody(index, body, scene);
    const grid = gridOver(scene.faces);
    const lines = new HiddenLines(scene.faces, grid);
    const checked = { seen: 0, hidden: 0 };
    const wrong: unknown[] = [];
    for (const [index, edge] of scene.edges.entries()) {
      if (index % 5 !== 0) continue;
      const parts = lines.visible(edge);
      for (const share of [0.137, 0.411, 0.773]) {
        const [x, y] = [
          edge.ax + (edge.bx - edge.ax) * share,
          edge.ay + (edge.by - edge.ay) * share,
        ];
        const depth = edge.az + (edge.bz - edge.az) * share;
        // Samples both sides of the edge. If they disagree, the edge of another body is here, and the sample is
        // skipped.
        const length = Math.sqrt((edge.bx - edge.ax) ** 2 + (edge.by - edge.ay) ** 2);
        if (length < 5) continue;
        const [ox, oy] = [
          (-(edge.by - edge.ay) / length) * 0.01,
          ((edge.bx - edge.ax) / length) * 0.01,
        ];
        const sides = [deepest(bodies, x + ox, y + oy), deepest(bodies, x - ox, y - oy)];
        const isHidden = sides.every((side) => side < depth - 1);
        const isSeen = sides.every((side) => side > depth - 0.04);
        if (isHidden === isSeen) continue;
        checked[isSeen ? 'seen' : 'hidden'] += 1;
        const drawn = parts.some(([from, to]) => from < share && share < to);
        if (drawn !== isSeen) wrong.push({ edge, share, sides, depth });
        expect(seenDepth(scene.faces, grid, x + ox, y + oy)).toBeCloseTo(sides[0] ?? 0, 3);
      }
    }
    expect(wrong).toEqual([]);
    expect(Math.min(checked.seen, checked.hidden)).toBeGreaterThan(40);
  },
);

test('the depth at the lower and left edge of a face is that of the face', () => {
  const corners = [0, 0, 100, 0, 100, 0, 100, 100, 100, 100, 0, 100, 0, 100, 0, 0];
  const faces = [faceOver(0, Float64Array.from(corners), { px: 0, py: 0, p0: 7 })];
  const grid = gridOver(faces);
  expect(seenDepth(faces, grid, 50, 0)).toBe(7);
  expect(seenDepth(faces, grid, 0, 50)).toBe(7);
  expect(seenDepth(faces, grid, 50, -0.001)).toBe(Infinity);
});
