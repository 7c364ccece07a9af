/** @module turned roofs: roofs at any angle and the walls that end under them share no volume, despite the rounding of corners. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { pieceVolume } from '../../../kernel/building/geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../kernel/building/geometry/convex/overlap.ts';
import { meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };

const gable = { gable: true };
const FORMS = [
  { roof_type: 'shed', slope: 20 },
  { roof_type: 'gable', slope: 40 },
  { roof_type: 'hip', slope: 35 },
  { roof_type: 'mansard' },
  { edges: [{ slope_deg: 30 }, gable, { slope_deg: 50 }, gable] },
  { edges: [{ slope_deg: 25 }, { slope_deg: 60 }, { slope_deg: 35 }, { slope_deg: 45 }] },
] as const;

/** Maximum common volume of two bodies along hips, where planes meet within a ten-thousandth of a millimetre, mm³. */
const LEAST_MM3 = 0.1;

it('walls under a turned roof share no volume with it', async () => {
  const world = await World.create();
  const ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const eaves = await world.make('create_level', { name: 'Eaves', elevation: 3000 });
  const random = fc.record({
    form: fc.constantFrom(...FORMS),
    angle: fc.integer({ min: 0, max: 3599 }).map((tenths) => (tenths * Math.PI) / 1800),
    width: fc.integer({ min: 7000, max: 14_000 }),
    depth: fc.integer({ min: 4000, max: 6900 }),
    overhang: fc.constantFrom(0, 120, 500),
    thickness: fc.constantFrom(120, 300, 365),
    beyond: fc.constantFrom(0, 0.5),
  });
  let pieced = 0;
  await fc.assert(
    fc.asyncProperty(random, async ({ form, angle, width, depth, overhang, thickness, beyond }) => {
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      const grid = (mm: number): number => Math.round(mm * 1000) / 1000;
      const turned = ([x, y]: readonly [number, number]): Point => ({
        x: grid(x * cosine - y * sine),
        y: grid(x * sine + y * cosine),
      });
      // Roofs are drawn to the outer faces of walls, or on their axes.
      const out = beyond * thickness;
      const around = (by: number): readonly Point[] =>
        (
          [
            [-by, -by],
            [width + by, -by],
            [width + by, depth + by],
            [-by, depth + by],
          ] as const
        ).map(turned);
      const roof = await world.make('create_roof', {
        level_id: eaves,
        boundary_points: around(out),
        overhang,
        ...form,
      });
      const axes = around(0);
      const lines = [
        ...axes.map((start, i) => [start, axes[(i + 1) % 4]] as const),
        [turned([width / 3, 0]), turned([width / 3, depth])] as const,
      ];
      const ids: string[] = [];
      for (const [start, end] of lines) {
        const wall = { level_id: ground, start, end, thickness, top_under: roof };
        ids.push(await world.make('create_wall', wall));
      }
      const over = world.view.pieces(roof) ?? [];
      const mesh = world.view.mesh(roof);
      const pieces = over.reduce((sum, piece) => sum + pieceVolume(piece), 0);
      expect(mesh === null ? 0 : pieces / meshVolume(mesh)).toBeCloseTo(1, 6);
      for (const id of ids) {
        // A body without pieces is compared by its mesh.
        const below = world.view.pieces(id) ?? [];
        pieced += below.length === 0 ? 0 : 1;
        const shared = below.flatMap((a) => over.map((b) => overlapOf(a, b)?.volume_mm3 ?? 0));
        expect(shared.reduce((sum, volume) => sum + volume, 0)).toBeLessThan(LEAST_MM3);
      }
      await world.do('delete_elements', { element_ids: [...ids, roof] });
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(pieced).toBeGreaterThan(40);
}, 120_000);
