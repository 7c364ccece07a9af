/** @module touching-openings.test: two openings that touch leave no thin column of wall between them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { isWatertight, meshVolume } from '../../kernel/building/geometry/mesh/mesh.ts';
import { World } from '../servers/building/world.ts';

/** Whole micrometres as millimetres. */
const mm = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1000 * least, max: 1000 * most }).map((um) => um / 1000);

const THICKNESS = 240;

test('two windows that touch remove exactly their volume from their wall, in any direction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        offset: mm(1000, 2000),
        width: mm(300, 1200),
        sill_height: mm(200, 900),
        degrees: fc.integer({ min: 0, max: 359 }),
        under: fc.boolean(),
      }),
      async ({ offset, width, sill_height, degrees, under }) => {
        const world = await World.create();
        world.snap_mm = 0;
        const level_id = await world.make('create_level', {
          name: 'G',
          elevation: 0.001,
          height: 3000,
        });
        const angle = (degrees * Math.PI) / 180;
        const end = {
          x: Math.round(6000 * Math.cos(angle)),
          y: Math.round(6000 * Math.sin(angle)),
        };
        const line = { level_id, start: { x: 0, y: 0 }, end, thickness: THICKNESS };
        const wall_id = await world.make('create_wall', { ...line, height: 2750.333 });
        if (under) {
          const ring = [-8000, 8000].flatMap((x) => [
            { x, y: -x },
            { x, y: x },
          ]);
          const boundary_points = [ring[0], ring[3], ring[2], ring[1]];
          const roof = { level_id, boundary_points, roof_type: 'hip', slope: 30 };
          const roof_id = await world.make('create_roof', roof);
          const lift = { element_id: roof_id, parameter_name: 'base_offset', value: 2700 };
          await world.do('modify_parameter', lift);
          const ends = { element_id: wall_id, parameter_name: 'top_under', value: roof_id };
          await world.do('modify_parameter', ends);
        }
        const solid = world.view.measures(wall_id).volume_mm3 ?? 0;
        const windows = [
          { offset, width, sill_height, height: 1400.001 },
          {
            offset: Math.round(1000 * (offset + width)) / 1000,
            width: 700,
            sill_height,
            height: 1200,
          },
        ];
        for (const one of windows) await world.do('place_window', { wall_id, ...one });
        const cut = windows.reduce((sum, one) => sum + one.width * one.height * THICKNESS, 0);
        const mesh = world.view.mesh(wall_id);
        if (mesh === null) throw new Error('no body');
        expect(isWatertight(mesh)).toBe(true);
        // Corners are rounded to 0.001 mm: the tolerance is that distance over the area of four faces
        const slack = 0.001 * 4 * 6000 * 3000;
        const measured = world.view.measures(wall_id).volume_mm3 ?? 0;
        expect(Math.abs(measured - solid + cut)).toBeLessThan(slack);
        expect(Math.abs(meshVolume(mesh) - solid + cut)).toBeLessThan(slack);
      },
    ),
    { numRuns: 60 },
  );
});
