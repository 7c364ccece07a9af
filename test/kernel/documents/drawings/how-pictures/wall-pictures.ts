/** @module wall-pictures: how walls are joined and how rooms are found, drawn from results of the kernel. */

import { at } from '../../../../../kernel/building/geometry/indexed.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import {
  axisUnder,
  drawnOver,
} from '../../../../../kernel/building/geometry/walls/location-line.ts';
import type { JoinKind } from '../../../../../kernel/building/geometry/walls/node-corners.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { buildWallGraph } from '../../../../../kernel/building/geometry/walls/wall-graph.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import type { Drawing, Item } from '../../../../../kernel/documents/drawings/drawing.ts';
import { area, line } from '../../../../../kernel/documents/drawings/shapes.ts';
import { pictureDrawing } from '../../../../../kernel/documents/drawings/sketch.ts';
import type { ToPaper } from './ink.ts';
import { arrow, BLUE, closed, dot, FILLS, GREEN, INK, label, RED, SOFT, toPaper } from './ink.ts';

/** Both ends of a wall from a text such as `0,0 500,900`, mm. */
function endsOf(text: string): Pick<StraightWall, 'start' | 'end'> {
  const [x1, y1, x2, y2] = text.split(/[ ,]/).map(Number);
  return { start: { x: x1 ?? NaN, y: y1 ?? NaN }, end: { x: x2 ?? NaN, y: y2 ?? NaN } };
}

function wall(
  id: string,
  ends: string,
  thickness: number,
  more: Partial<StraightWall> = {},
): StraightWall {
  return { id, ...endsOf(ends), thickness, ...more };
}

/** A wall that is defined by its right face instead of its axis. */
function byRightFace(id: string, ends: string, thickness: number): StraightWall {
  const line_offset = -thickness / 2;
  return { id, ...axisUnder(endsOf(ends), line_offset), thickness, line: line_offset };
}

type Panel = {
  readonly title: string;
  readonly note: string;
  /** The kind that the solver must return for at least one joint. */
  readonly kind: JoinKind;
  readonly walls: readonly StraightWall[];
};

const PANELS: readonly Panel[] = [
  {
    title: 'miter',
    kind: 'miter',
    note: 'both faces meet in one corner',
    walls: [wall('a', '0,0 -1100,0', 300), wall('b', '0,0 500,900', 200)],
  },
  {
    title: 'step',
    kind: 'step',
    note: 'under 15° here, unequal thickness',
    walls: [wall('a', '0,0 -1100,0', 400), wall('b', '0,0 1050,80', 200)],
  },
  {
    title: 'bevel',
    kind: 'bevel',
    note: 'a spike over 4 half thicknesses is cut',
    walls: [wall('a', '500,0 -1000,-200', 250), wall('b', '500,0 -1000,420', 250)],
  },
  {
    title: 'butt',
    kind: 'butt',
    note: 'b is marked: it stops, a runs through',
    walls: [wall('a', '0,0 -1100,0', 300), wall('b', '0,0 250,1000', 200, { join: 'butt' })],
  },
  {
    title: 'tee',
    kind: 'tee',
    note: 'b and c stop at the near face of a',
    walls: [
      wall('a', '-1100,0 1100,0', 300),
      wall('b', '-150,0 -450,1000', 200),
      wall('c', '-150,0 450,950', 150),
    ],
  },
  {
    title: 'three walls at a node',
    kind: 'miter',
    note: 'each angular neighbour is a pair',
    walls: [
      wall('a', '0,150 -1050,350', 300),
      wall('b', '0,150 900,800', 200),
      wall('c', '0,150 250,-500', 150),
    ],
  },
  {
    title: 'drawn by a face',
    kind: 'miter',
    note: 'the node is the drawn point',
    walls: [byRightFace('a', '-1050,0 300,0', 300), byRightFace('b', '300,0 650,950', 200)],
  },
  {
    title: 'none: crossing axes',
    kind: 'none',
    note: 'not cut, the overlap is reported',
    walls: [wall('a', '-1100,0 1100,300', 300), wall('b', '-250,-450 250,950', 200)],
  },
];

const [COLUMNS, PANEL_W, PANEL_H, SCALE] = [4, 62, 56, 40];

/** The picture of joints, one panel for each kind: outlines, axes, nodes and computed corners. */
export function wallJoints(): Drawing {
  const items = PANELS.flatMap((panel, i) => {
    const corner = {
      x: (i % COLUMNS) * PANEL_W,
      y: (1 - Math.floor(i / COLUMNS)) * PANEL_H + 9,
    };
    return panelItems(panel, corner);
  });
  const size = { width_mm: COLUMNS * PANEL_W, height_mm: 2 * PANEL_H + 9 };
  const legend = [
    line(
      [
        { x: 5, y: 5 },
        { x: 17, y: 5 },
      ],
      { ink: SOFT, width_mm: 0.3, dash_mm: [2, 1.2] },
    ),
    label({ x: 19, y: 4 }, 'axis'),
    dot({ x: 38, y: 5 }, BLUE, 1),
    label({ x: 41, y: 4 }, 'node: the point to which the ends were drawn'),
    dot({ x: 124, y: 5 }, RED),
    label({ x: 127, y: 4 }, 'corner of a wall end, on the 0.001 mm grid'),
  ];
  return pictureDrawing('How walls are joined', size, [...items, ...legend]);
}

function panelItems({ title, note, kind, walls }: Panel, corner: Point2): readonly Item[] {
  const to = toPaper({ x: corner.x + PANEL_W / 2, y: corner.y + 15 }, SCALE);
  const footprints = solveJoins(walls);
  const kinds = [...footprints.values()].flatMap(({ joins }) => joins.map((join) => join.kind));
  if (!kinds.includes(kind)) throw new Error(`expected \`${kind}\`, received ${kinds.join(', ')}`);
  const outlines = walls.flatMap(({ id }, i) => {
    const ring = (footprints.get(id)?.ring ?? []).map(to);
    return [area([ring], at(FILLS, i)), line(closed(ring), { ink: INK, width_mm: 0.35 })];
  });
  const axes = walls.map(({ start, end }) =>
    line([to(start), to(end)], { ink: SOFT, width_mm: 0.3, dash_mm: [2, 1.2] }),
  );
  const corners = walls.flatMap(({ id }) => {
    const footprint = footprints.get(id);
    return (footprint?.joins ?? [])
      .filter((join) => join.kind !== 'none')
      .flatMap(({ end }) => {
        const ends = end === 'start' ? footprint?.startCorners : footprint?.endCorners;
        return ends === undefined ? [] : [ends.left, ends.right];
      });
  });
  return [
    ...outlines,
    ...axes,
    ...corners.map((point) => dot(to(point), RED)),
    ...nodesOf(walls).map((point) => dot(to(point), BLUE, 1)),
    ...walls.map((one) => nameOf(one, to)),
    label({ x: corner.x + 4, y: corner.y + 49 }, title, { bold: true }),
    label({ x: corner.x + 4, y: corner.y + 45 }, note, { size_mm: 2.9, colour: SOFT }),
  ];
}

/** Points at which at least two drawn ends meet. */
function nodesOf(walls: readonly StraightWall[]): readonly Point2[] {
  const drawn = walls.flatMap((one) => {
    const { start, end } = drawnOver(one, one.line ?? 0);
    return [start, end];
  });
  return drawn.filter(({ x, y }, i) =>
    drawn.some((other, j) => j > i && Math.hypot(other.x - x, other.y - y) < 0.01),
  );
}

/** The id of a wall, at four fifths of its length. */
function nameOf({ id, start, end }: StraightWall, to: ToPaper): Item {
  const far = Math.hypot(end.x, end.y) > Math.hypot(start.x, start.y) ? end : start;
  const near = far === end ? start : end;
  const { x, y } = to({ x: near.x + (far.x - near.x) * 0.8, y: near.y + (far.y - near.y) * 0.8 });
  return label({ x, y: y + 0.7 }, id, { align: 'middle', bold: true });
}

const PLAN: readonly StraightWall[] = [
  wall('s', '0,0 9000,0', 300),
  wall('e', '9000,0 9000,5000', 300),
  wall('n', '9000,5000 0,5000', 300),
  wall('w', '0,5000 0,0', 300),
  wall('mid', '5600,0 5000,5000', 200),
  wall('stub', '0,3000 1700,3000', 150),
  wall('f1', '2600,1500 3800,1500', 200),
  wall('f2', '3800,1500 3800,2700', 200),
];

/** The picture of rooms: the graph of the axes with its half edges, and the net outlines of the spaces. */
export function roomSearch(): Drawing {
  const to = toPaper({ x: 12, y: 22 }, 46);
  const footprints = solveJoins(PLAN);
  const graph = buildWallGraph(PLAN);
  const rooms = findRooms(PLAN);
  const walls = PLAN.flatMap(({ id }) => {
    const ring = (footprints.get(id)?.ring ?? []).map(to);
    return [area([ring], [216, 216, 214]), line(closed(ring), { ink: SOFT, width_mm: 0.25 })];
  });
  const floors = rooms.map(({ ring, holes }, i) =>
    area([ring.map(to), ...holes.map((hole) => hole.map(to))], at(FILLS, i)),
  );
  const outlines = rooms.flatMap(({ ring, holes }) =>
    [ring, ...holes].map((one) => line(closed(one.map(to)), { ink: GREEN, width_mm: 0.7 })),
  );
  const axes = PLAN.map(({ start, end }) =>
    line([to(start), to(end)], { ink: SOFT, width_mm: 0.3, dash_mm: [2, 1.2] }),
  );
  const areas = rooms.map(({ area_mm2, grossArea, ring }) => {
    const xs = ring.map(({ x }) => x);
    const x = (Math.min(...xs) + Math.max(...xs)) / 2;
    const text = `net ${(area_mm2 / 1e6).toFixed(2)} m², gross ${(grossArea / 1e6).toFixed(2)} m²`;
    return label(to({ x, y: 4250 }), text, { align: 'middle' });
  });
  const nodes = graph.points.map((point) => dot(to(point), BLUE, 1));
  const half = graph.edges.flatMap((_, edge) => halfEdge(graph, edge, to));
  const legend = [
    ...arrow(
      [
        { x: 6, y: 11 },
        { x: 18, y: 11 },
      ],
      BLUE,
    ),
    label(
      { x: 20, y: 10 },
      'half edges: each piece of an axis in both directions, its room on the left',
    ),
    line(
      [
        { x: 6, y: 5 },
        { x: 18, y: 5 },
      ],
      { ink: GREEN, width_mm: 0.7 },
    ),
    label(
      { x: 20, y: 4 },
      'net outline between the inner faces, with a hole for free-standing walls',
    ),
    dot({ x: 142, y: 11 }, BLUE, 1),
    label({ x: 145, y: 10 }, 'node: an end or a cut of an axis'),
  ];
  const size = { width_mm: 220, height_mm: 140 };
  const items = [...walls, ...floors, ...axes, ...outlines, ...half, ...nodes, ...areas, ...legend];
  return pictureDrawing('How rooms are found', size, items);
}

/** A half edge as an arrow slightly to the left of its axis. */
function halfEdge(
  { edges, nodeOf, points }: ReturnType<typeof buildWallGraph>,
  edge: number,
  to: ToPaper,
): readonly Item[] {
  const { ux, uy } = at(edges, edge);
  const [from, end] = [at(points, at(nodeOf, edge)), at(points, at(nodeOf, edge ^ 1))];
  const beside = (p: Point2, along: number): Point2 =>
    to({ x: p.x + ux * along - uy * 45, y: p.y + uy * along + ux * 45 });
  return arrow([beside(from, 260), beside(end, -260)], BLUE, 0.3);
}
