/** @module tests of drawings of imported bodies whose surface is open: lines where they are cut, seen from both sides. */
import { describe, expect, test } from 'vitest';

import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { mergeMeshes } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { painted } from '../../../../kernel/documents/drawings/print/png.ts';
import type { Compass, ViewDefinition } from '../../../../schemas/views.ts';
import { type Given, madeBodies } from '../../building/kinds/body/bodies.ts';
import { created, Site } from '../../building/model/build.ts';
import { solids } from '../../checks/clash/clash-model.ts';

/** A box with these of its six faces: 0 bottom, 1 top, 2 south, 3 east, 4 north, 5 west; outward. */
function sheets(x: number, faces: readonly number[]): Mesh {
  const corner = (i: number): readonly number[] => [
    x + (i & 1) * 1000,
    ((i >> 1) & 1) * 1000,
    500 + ((i >> 2) & 1) * 1000,
  ];
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [1, 3, 7, 5],
    [3, 2, 6, 7],
    [2, 0, 4, 6],
  ] as const;
  return {
    positions: Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner)),
    triangles: Uint32Array.from(
      faces.flatMap((face) => {
        const [a = 0, b = 0, c = 0, d = 0] = sides[face] ?? [];
        return [a, b, c, a, c, d];
      }),
    ),
  };
}

function viewOf(given: Readonly<Record<string, Given>>): ModelView {
  const { elements, source } = madeBodies(given);
  const site = new Site(new Model({ solids, meshes: source }));
  site.commit('main', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    ...elements.map(({ id, params }) => created('body', id, params)),
  ]);
  return site.view();
}

function drawingOf(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const PLAN: ViewDefinition = { view: 'plan', level_id: 'L1', cut_height: 1000, scale: 50 };
const SECTION: ViewDefinition = {
  view: 'section',
  origin: { x: 0, y: 500, z: 0 },
  normal: { x: 0, y: -1, z: 0 },
  depth: null,
  scale: 50,
};
const elevation = (direction: Compass): ViewDefinition => {
  return { view: 'elevation', direction, scale: 50 };
};

const FILLED = [0, 1, 2, 3, 4, 5];
/** Elements of the filled cut areas. */
const areas = ({ items }: Drawing): readonly (string | null)[] =>
  items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'BODIES-CUT' ? [item.element] : [],
  );
/** Lengths on paper of the cut lines of elements, mm. */
const lines = ({ items }: Drawing): readonly string[] =>
  items.flatMap((item) => {
    if (item.shape !== 'polyline' || item.pen.layer !== 'BODIES-CUT') return [];
    const lengths = item.points.slice(1).map(({ x, y }, i) => {
      const { x: fx = x, y: fy = y } = item.points[i] ?? {};
      return Math.hypot(x - fx, y - fy).toFixed(3);
    });
    return [`${item.element} ${lengths.join(' ')}`];
  });

describe.each([
  ['plan', PLAN, [2, 3, 4], [2, 3, 4, 5]],
  ['section', SECTION, [0, 3, 1], [0, 3, 1, 5]],
] as const)('a %s', (_, definition, gutter, tube) => {
  test('shows a cut open surface as a line, without the chord between its ends', () => {
    const drawing = drawingOf(
      definition,
      viewOf({ B: { mesh: sheets(0, gutter), is_open: true } }),
    );
    expect(areas(drawing)).toEqual([]);
    expect(lines(drawing)).toEqual(['B 20.000 20.000 20.000']);
  });

  test('does not fill the closed section of an open surface', () => {
    const drawing = drawingOf(definition, viewOf({ B: { mesh: sheets(0, tube), is_open: true } }));
    expect(areas(drawing)).toEqual([]);
    expect(lines(drawing)).toEqual(['B 20.000 20.000 20.000 20.000']);
  });

  test('fills closed bodies, and closed parts of an open one', () => {
    const mesh = mergeMeshes([sheets(0, FILLED), sheets(3000, gutter)]);
    const view = viewOf({ A: { mesh: sheets(6000, FILLED) }, B: { mesh, is_open: true } });
    const drawing = drawingOf(definition, view);
    expect(new Set(areas(drawing))).toEqual(new Set(['A', 'B']));
    expect(lines(drawing)).toEqual(['B 20.000 20.000 20.000']);
  });
});

describe('a sheet', () => {
  const view = viewOf({ B: { mesh: sheets(0, [2]), is_open: true } });

  test.each(['south', 'north'] as const)('is seen from the %s', (direction) => {
    const { items } = drawingOf(elevation(direction), view);
    const own = items.filter((item) => item.shape === 'polyline' && item.element === 'B');
    expect(own).toHaveLength(4);
  });

  test('has the same size in pictures from both sides', () => {
    const [front = [], back = []] = [1, -1].map((y) => {
      const camera: ViewDefinition = {
        view: 'camera',
        kind: 'axonometric',
        direction: { x: 0, y, z: 0 },
        scale: null,
      };
      const { rgb } = painted(drawingOf(camera, view), 200);
      return [...rgb].filter((_, i) => i % 3 === 0 && rgb[i + 2] !== rgb[i]);
    });
    expect(front.length).toBeGreaterThan(1000);
    expect(back.length / front.length).toBeCloseTo(1, 1);
  });
});
