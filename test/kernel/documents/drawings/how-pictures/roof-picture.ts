/** @module roof-picture: construction of a roof by sweeping its sides: the wave front in plan, and the swept planes. */

import { at, cyclic } from '../../../../../kernel/building/geometry/indexed.ts';
import type { RoofLine } from '../../../../../kernel/building/geometry/roofs/roof-lines.ts';
import type { RoofNet } from '../../../../../kernel/building/geometry/roofs/roof-net.ts';
import type { RoofShape } from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import { roofShape } from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import type { Point2, Point3 } from '../../../../../kernel/building/geometry/vector.ts';
import type { Drawing, Item } from '../../../../../kernel/documents/drawings/drawing.ts';
import { area, line } from '../../../../../kernel/documents/drawings/shapes.ts';
import { pictureDrawing } from '../../../../../kernel/documents/drawings/sketch.ts';
import type { Rgb } from '../../../../../kernel/documents/raster/raster.ts';
import { AMBER, BLUE, closed, FILLS, GREEN, INK, label, RED, SOFT, toPaper } from './ink.ts';

/** An L-shaped outline with one gable and one steeper side. */
const OUTLINE = [
  { x: 0, y: 0 },
  { x: 11_000, y: 0 },
  { x: 11_000, y: 5000 },
  { x: 5000, y: 5000 },
  { x: 5000, y: 9000 },
  { x: 0, y: 9000 },
];
const EDGES = [{}, { gable: true }, { slope_deg: 50 }, {}, {}, {}];

const COLOURS: Readonly<Record<RoofLine['kind'], Rgb>> = {
  ridge: RED,
  hip: AMBER,
  valley: BLUE,
  eave: INK,
  verge: GREEN,
  break: SOFT,
  seam: SOFT,
};

function shapeOf(): RoofShape {
  const made = roofShape({
    kind: 'hip',
    boundary: OUTLINE,
    holes: [],
    slope_deg: 35,
    upper_slope_deg: 20,
    break_height: 1000,
    edges: EDGES,
    overhang: 600,
  });
  if (!made.ok) throw new Error(JSON.stringify(made.why));
  return made.shape;
}

const PLAN = toPaper({ x: 26, y: 24 }, 100);

/** Projects a point for a view from the north-east and above, at 1:115. */
function project({ x, y, z }: Point3): Point2 {
  const across = -0.83 * x + 0.55 * y;
  const up = 0.574 * depthOf({ x, y }) + 0.819 * z;
  return { x: 245 + across / 115, y: 96 + up / 115 };
}

/** Distance of a point from the viewer in plan, from any origin. */
function depthOf({ x, y }: Point2): number {
  return -0.55 * x - 0.83 * y;
}

/** The picture: the outline at every half metre of height, and the lines and planes of the finished roof. */
export function roofSweep(): Drawing {
  const shape = shapeOf();
  const { under } = shape;
  if (!('sides' in under)) throw new Error('expected a roof with sides');
  const { net } = under.underside;
  const size = { width_mm: 300, height_mm: 140 };
  const items = [
    area([shape.eaves.map(PLAN)], [244, 244, 241]),
    ...contours(net).map((piece) => line(piece.map(PLAN), { ink: SOFT, width_mm: 0.25 })),
    line(closed(OUTLINE.map(PLAN)), { ink: INK, width_mm: 0.3, dash_mm: [2, 1.2] }),
    ...shape.lines.map((one) => lineOf(one, PLAN)),
    ...OUTLINE.map((from, i) => sideName(from, cyclic(OUTLINE, i + 1), i)),
    ...planes(net, shape.lines),
    label({ x: 8, y: 133 }, 'The wave in plan, every 0.5 m of height', { bold: true }),
    label({ x: 160, y: 133 }, 'The planes that the sides have swept', { bold: true }),
    ...legend(),
  ];
  return pictureDrawing('How a roof is swept by its sides', size, items);
}

function lineOf({ kind, from, to }: RoofLine, put: (p: Point3) => Point2): Item {
  const width_mm = kind === 'eave' ? 0.5 : 0.8;
  return line([put(from), put(to)], { ink: COLOURS[kind], width_mm });
}

/** The contour lines of each plane, at every half metre of height above the eaves. */
function contours({ nodes, faces }: RoofNet): readonly (readonly Point2[])[] {
  const low = Math.min(...nodes.map(({ z }) => z));
  const high = Math.max(...nodes.map(({ z }) => z));
  const heights: number[] = [];
  for (let z = low + 500; z < high; z += 500) heights.push(z);
  return faces
    .filter(({ run }) => run !== 0)
    .flatMap(({ loops }) => loops)
    .flatMap((loop) =>
      heights.map((z) =>
        crossings(
          loop.map((n) => at(nodes, n)),
          z,
        ),
      ),
    )
    .filter(({ length }) => length === 2);
}

function crossings(ring: readonly Point3[], height: number): readonly Point2[] {
  return ring.flatMap((a, i) => {
    const b = cyclic(ring, i + 1);
    if (a.z < height === b.z < height) return [];
    const share = (height - a.z) / (b.z - a.z);
    return [{ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }];
  });
}

/** The faces with the lines along them, from the farthest to the nearest, so that nearer faces cover hidden ones. */
function planes({ nodes, faces }: RoofNet, lines: readonly RoofLine[]): readonly Item[] {
  const middle = (loop: readonly Point3[]): number =>
    loop.reduce((sum, point) => sum + depthOf(point), 0) / loop.length;
  return faces
    .flatMap(({ side, run, loops }) =>
      loops.map((loop) => ({ side, run, points: loop.map((n) => at(nodes, n)) })),
    )
    .toSorted((a, b) => middle(b.points) - middle(a.points))
    .flatMap(({ side, run, points }) => {
      const fill: Rgb = run === 0 ? [228, 228, 226] : at(FILLS, side % FILLS.length);
      const along = lines.filter(
        ({ from, to }) => hasCorner(points, from) && hasCorner(points, to),
      );
      return [area([points.map(project)], fill)].concat(along.map((one) => lineOf(one, project)));
    });
}

function hasCorner(points: readonly Point3[], { x, y, z }: Point3): boolean {
  return points.some((p) => Math.hypot(p.x - x, p.y - y, p.z - z) < 1);
}

/** The number and the slope of a side, next to its eave. */
function sideName(from: Point2, to: Point2, side: number): Item {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [nx, ny] = [(to.y - from.y) / length, (from.x - to.x) / length];
  const out = nx === 0 ? 950 : 800;
  const { x, y } = PLAN({ x: (from.x + to.x) / 2 + nx * out, y: (from.y + to.y) / 2 + ny * out });
  const { gable, slope_deg = 35 } = { gable: false, ...at(EDGES, side) };
  const align = nx === 0 ? 'middle' : nx > 0 ? 'left' : 'right';
  const down = ny < 0 ? 2.2 : 0;
  return label({ x, y: y - down }, gable ? `${side}: gable` : `${side}: ${slope_deg}°`, { align });
}

function legend(): readonly Item[] {
  const kinds = ['ridge', 'hip', 'valley', 'eave', 'verge'] as const;
  const shown = kinds.flatMap((kind, i) => {
    const x = 8 + i * 30;
    return [
      line(
        [
          { x, y: 5 },
          { x: x + 10, y: 5 },
        ],
        { ink: COLOURS[kind], width_mm: 0.8 },
      ),
      label({ x: x + 12, y: 4 }, kind),
    ];
  });
  return [
    ...shown,
    line(
      [
        { x: 160, y: 5 },
        { x: 170, y: 5 },
      ],
      { ink: INK, width_mm: 0.3, dash_mm: [2, 1.2] },
    ),
    label({ x: 172, y: 4 }, 'outline'),
    line(
      [
        { x: 195, y: 5 },
        { x: 205, y: 5 },
      ],
      { ink: SOFT, width_mm: 0.25 },
    ),
    label({ x: 207, y: 4 }, 'the sides at one height'),
  ];
}
