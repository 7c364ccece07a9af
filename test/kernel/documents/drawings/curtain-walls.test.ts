/** @module tests of curtain walls in drawings: mullions and glass in plan, elevation, section, picture and glTF. */
import { expect, test } from 'vitest';

import { signedArea } from '../../../../kernel/building/geometry/plan/polygon.ts';
import { DRAWN_GLASS } from '../../../../kernel/building/kinds/facets/appearance.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { glbOf } from '../../../../kernel/documents/gltf/glb.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

/** A wall of 6,000 x 3,000 mm: panels 1,425, 1,450, 1,450 and 1,425 wide and 2,900 high; a door replaces the second. */
const VIEW = modelOf(
  created('wall', 'X', {
    wall_type: 'curtain',
    end: { x: 6000, y: 0 },
    curtain: {},
  }),
  created('door', 'D', { host_id: 'X', offset: 1525, width: 1450, height: 2950, swing: 'none' }),
);

function drawingOf(definition: ViewDefinition): Drawing {
  const drawing = drawView(definition, VIEW);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

/** Area filled with the colour of glass in a drawing at 1:50, mm² in the building. */
function glassArea({ items }: Drawing): number {
  const rings = items.flatMap((item) =>
    item.shape === 'area' && item.fill.colour === DRAWN_GLASS && item.element === 'X'
      ? item.rings
      : [],
  );
  return rings.reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0) * 2500;
}

test('a plan shows thin glass panels between mullions, and a door instead of one panel', () => {
  const drawing = drawingOf({ view: 'plan', level_id: 'L1', scale: 50, cut_height: 1200 });
  expect(glassArea(drawing)).toBeCloseTo((2 * 1425 + 1450) * 30, 3);
  const mullions = drawing.items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT' && item.fill.colour !== DRAWN_GLASS
      ? item.rings
      : [],
  );
  expect(mullions.length).toBe(5);
  const areas = mullions.map((ring) => Math.abs(signedArea(ring)) * 2500);
  for (const area of areas) expect(area).toBeCloseTo(50 * 150, 3);
});

test('an elevation shows the glass area and the lines of all mullions', () => {
  const drawing = drawingOf({ view: 'elevation', direction: 'south', scale: 50 });
  expect(glassArea(drawing)).toBeCloseTo((2 * 1425 + 1450) * 2900, 0);
  const uprights = drawing.items.flatMap((item) =>
    item.shape === 'polyline' && item.pen.layer === 'WALLS'
      ? item.points.flatMap(({ x }, i) =>
          Math.abs(x - (item.points[i + 1]?.x ?? NaN)) < 1e-6 ? [x * 50] : [],
        )
      : [],
  );
  // The paper begins 12 mm before the building.
  const stations = [...new Set(uprights.map((x) => Math.round(x - 600)))].toSorted((a, b) => a - b);
  expect(stations).toEqual([0, 50, 1475, 1525, 2975, 3025, 4475, 4525, 5950, 6000]);
});

test('a section shows the cut panel and mullions', () => {
  const drawing = drawingOf({
    view: 'section',
    origin: { x: 700, y: 0, z: 0 },
    normal: { x: 1, y: 0, z: 0 },
    depth: null,
    scale: 50,
  });
  const cut = drawing.items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT' ? item.rings : [],
  );
  const area = cut.reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0) * 2500;
  expect(area).toBeCloseTo(2 * 50 * 150 + 2900 * 30, 0);
});

test('a camera view and a glTF file show glass in a separate colour', () => {
  const item = drawingOf({
    view: 'camera',
    kind: 'axonometric',
    direction: { x: 0, y: 1, z: 0 },
    scale: null,
  }).items[0];
  if (item?.shape !== 'picture') throw new Error('no picture');
  const { rgb } = item.raster;
  let bluish = 0;
  for (let i = 0; i < rgb.length; i += 3) if ((rgb[i + 2] ?? 0) > (rgb[i] ?? 0) + 20) bluish += 1;
  expect(bluish / (rgb.length / 3)).toBeGreaterThan(0.1);
  const { bytes } = glbOf(VIEW);
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as {
    readonly materials: readonly { readonly name: string }[];
    readonly meshes: readonly {
      readonly primitives: readonly { readonly material: number; readonly indices: number }[];
    }[];
    readonly accessors: readonly { readonly count: number }[];
  };
  const [frame, glass] = json.meshes[0]?.primitives ?? [];
  expect(json.materials[glass?.material ?? -1]?.name).toBe('Glass');
  // Boxes of 12 triangles: three panels; five vertical mullions, and three horizontal ones below and four above.
  expect(json.accessors[glass?.indices ?? -1]?.count).toBe(3 * 36);
  expect(json.accessors[frame?.indices ?? -1]?.count).toBe(12 * 36);
});

test('a plan shows a solid panel as a part of the frame', () => {
  const view = modelOf(
    created('wall', 'X', {
      wall_type: 'curtain',
      end: { x: 6000, y: 0 },
      curtain: { columns: 4, panels: [{ column: 2, row: 1, kind: 'solid' }] },
    }),
  );
  const drawing = drawView({ view: 'plan', level_id: 'L1', scale: 50, cut_height: 1200 }, view);
  if (drawing === null) throw new Error('nothing drawn');
  expect(glassArea(drawing)).toBeCloseTo((2 * 1425 + 1450) * 30, 3);
});
