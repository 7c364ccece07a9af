/** @module tests of cut bodies that overlap, and of roofs that cross behind a section. */
import { describe, expect, test } from 'vitest';

import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { raycast } from '../../../../kernel/building/spatial/bodies/raycast.ts';
import { PRECEDENCE } from '../../../../kernel/building/spatial/joins/precedence.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { painted } from '../../../../kernel/documents/drawings/print/png.ts';
import type { SectionDefinition, ViewDefinition } from '../../../../schemas/views.ts';
import { World } from '../../../servers/building/world.ts';

function drawingOf(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const rect = (x: number, y: number, width: number, depth: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + depth },
  { x, y: y + depth },
];

/** A building whose wall, slab, roof, column, beam and solid run through each other, made in the given order. */
async function overlapping(order: readonly number[]): Promise<{ view: ModelView; level: string }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  const roof = { boundary_points: rect(-500, -500, 5000, 3000), roof_type: 'shed', slope: 40 };
  const calls = [
    ['create_wall', { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 }, thickness: 300 }],
    ['create_floor', { boundary_points: rect(-200, -400, 4400, 2000), thickness: 200 }],
    ['create_roof', { ...roof, overhang: 0, thickness: 250 }],
    ['create_column', { location: { x: 2000, y: 100 }, profile: '400x400', height: 3000 }],
    ['create_beam', { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 }, profile: '500x400' }],
  ] as const;
  for (const index of order) {
    const [tool, args] = calls[index] ?? [];
    if (tool === undefined) {
      // The union of two columns that overlap: 1,200 by 800 mm.
      const block = { level_id, profile: '800x800', height: 2500 };
      const element_a = await world.make('create_column', {
        location: { x: 1800, y: 0 },
        ...block,
      });
      const element_b = await world.make('create_column', {
        location: { x: 2200, y: 0 },
        ...block,
      });
      await world.do('boolean_operation', { element_a, element_b, operation: 'union' });
    } else {
      await world.do(tool, { level_id, ...args });
    }
  }
  return { view: world.view, level: level_id };
}

/** What a drawing shows, without the ids of elements. */
const shown = ({ items }: Drawing): unknown =>
  items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer.endsWith('-CUT')
      ? [
          [
            item.fill,
            item.pen,
            item.rings.map((ring) =>
              JSON.stringify(
                ring
                  .map(({ x, y }) => [Math.round(x * 1e6), Math.round(y * 1e6)])
                  .toSorted(([ax = 0, ay = 0], [bx = 0, by = 0]) => ax - bx || ay - by),
              ),
            ),
          ],
        ]
      : [],
  );

/** Layers of cut bodies in the order in which they are painted. */
const layers = ({ items }: Drawing): readonly string[] => [
  ...new Set(
    items.flatMap((item) =>
      item.shape === 'area' && item.fill.layer.endsWith('-CUT') ? [item.fill.layer] : [],
    ),
  ),
];

describe('where cut bodies overlap', () => {
  const orders = [
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
    [2, 4, 0, 5, 3, 1],
    [1, 5, 0, 4, 2, 3],
  ];
  const section: SectionDefinition = {
    view: 'section',
    origin: { x: 2000, y: 0, z: 0 },
    normal: { x: 1, y: 0, z: 0 },
    depth: null,
    scale: 50,
  };

  test('a section is the same for any order of creation: solids under walls, roofs, slabs, beams, columns', async () => {
    const drawings = [];
    for (const order of orders) drawings.push(drawingOf(section, (await overlapping(order)).view));
    const [first] = drawings;
    if (first === undefined) throw new Error('nothing drawn');
    const order = [
      'SOLIDS-CUT',
      'WALLS-CUT',
      'ROOFS-CUT',
      'FLOORS-CUT',
      'BEAMS-CUT',
      'COLUMNS-CUT',
    ];
    expect(layers(first)).toEqual(order);
    for (const other of drawings.slice(1)) expect(shown(other)).toEqual(shown(first));
  });

  test('a plan is the same for any order of creation', async () => {
    const drawings = [];
    for (const order of orders) {
      const { view, level } = await overlapping(order);
      drawings.push(
        drawingOf({ view: 'plan', level_id: level, cut_height: 1500, scale: 50 }, view),
      );
    }
    const [first] = drawings;
    if (first === undefined) throw new Error('nothing drawn');
    expect(layers(first)).toEqual(['SOLIDS-CUT', 'WALLS-CUT', 'ROOFS-CUT', 'COLUMNS-CUT']);
    for (const other of drawings.slice(1)) expect(shown(other)).toEqual(shown(first));
  });

  test('every category with a body has a place in the order', () => {
    const missing = KINDS.all.flatMap(({ body, category, fills }) =>
      body !== 'none' && body.occupies === 'matter' && !PRECEDENCE.includes(category)
        ? [`${category} ${fills === 'none' ? '' : 'fills'}`]
        : [],
    );
    expect(missing).toEqual([]);
  });
});

test('behind a section, the colour of roofs that cross is where a ray meets a roof, without seams', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Eaves', elevation: 3000 });
  const roof = async (
    boundary_points: unknown,
    roof_type: string,
    slope: number,
  ): Promise<void> => {
    await world.do('create_roof', { level_id, boundary_points, roof_type, slope, overhang: 300 });
  };
  await roof(rect(0, 0, 12_000, 6000), 'hip', 40);
  await roof(rect(3800, -3000, 4200, 9000), 'gable', 45);
  for (const end of [12_000, 0]) {
    await world.make('create_wall', {
      level_id,
      base_offset: -3000,
      start: { x: 0, y: 5000 },
      end: { x: 12_000, y: end / 3 },
    });
  }
  const normal = { x: 0.4, y: -1 };
  const drawing = drawingOf(
    {
      view: 'section',
      origin: { x: 0, y: -1500, z: 0 },
      normal: { ...normal, z: 0 },
      depth: null,
      scale: 50,
    },
    world.view,
  );
  const [placed] = drawing.placements;
  if (placed === undefined) throw new Error('no placement');
  const perMm = 8;
  const picture = painted(drawing, Math.round(drawing.width_mm * perMm));
  const grey = (x: number, y: number): number =>
    picture.rgb[(y * picture.width + x) * 3] ?? Number.NaN;
  const length = Math.hypot(normal.x, normal.y);
  const [nx, ny] = [normal.x / length, normal.y / length];
  const through = -1500 * ny;
  let [compared, wrong, seams] = [0, 0, 0];
  for (let px = 4; px < picture.width - 4; px += 4) {
    for (let py = 4; py < picture.height - 4; py += 4) {
      const paper = { x: (px + 0.5) / perMm, y: drawing.height_mm - (py + 0.5) / perMm };
      const [u, z] = [paper.x - placed.origin.x, paper.y - placed.origin.y].map((v) => v * 50);
      if (u === undefined || z === undefined || z < 0 || paper.x > placed.box.max.x) continue;
      const around = [-2, 0, 2].flatMap((dx) => [-2, 0, 2].map((dy) => grey(px + dx, py + dy)));
      // Lines, cut bodies and borders are not compared.
      if (Math.max(...around) - Math.min(...around) > 0 || grey(px, py) < 200) continue;
      const [hit] = raycast(world.view, {
        origin: { x: nx * through - ny * u, y: ny * through + nx * u, z },
        direction: { x: -nx, y: -ny, z: 0 },
        max_mm: 50_000,
        limit: 1,
      });
      compared += 1;
      if ((hit?.kind === 'roof') !== grey(px, py) < 240) wrong += 1;
    }
  }
  for (let px = 3; px < picture.width - 3; px += 1) {
    for (let py = 3; py < picture.height - 3; py += 1) {
      const own = grey(px, py);
      if (own < 234 || own > 252) continue;
      const sides = [grey(px - 3, py), grey(px + 3, py), grey(px, py - 3), grey(px, py + 3)];
      if (sides.every((side) => side > 230 && side < 234)) seams += 1;
    }
  }
  expect(compared).toBeGreaterThan(5000);
  expect([wrong, seams]).toEqual([0, 0]);
});
