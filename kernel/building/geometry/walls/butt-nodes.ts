/** @module butt nodes: butt joints of three or more walls: one runs through and the others stop at its faces. */

import { at } from '../indexed.ts';
import { NEARLY_COLLINEAR, ROUND_OFF_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import type { HalfEdge } from './half-edge.ts';
import type { EndShape, EndShapes, PairCorner } from './node-corners.ts';
import { BARE_END, compareRunning, pairCorner } from './node-corners.ts';

/**
 * Sets the shapes of three or more walls at a node if all but one are marked `butt` or are infill next to that one.
 * If all are marked, the first by `compareRunning` runs through. The union of the walls is the same as with mitres.
 * Returns false, without setting shapes, if the walls are mitred instead: if more than one is unmarked, one is an arc
 * or meets the runner at less than about 35°, or the corner of two others is not on the runner's strip.
 */
export function putButts(node: Point2, edges: readonly HalfEdge[], shapes: EndShapes): boolean {
  const meeting = meetingOf(node, edges);
  if (meeting === null) return false;
  const { way, order, corners, left, ahead, right } = meeting;
  const [runner, ...others] = order;
  if (runner === undefined) return false;
  const corner = (i: number): Point2 => at(corners, i).left;
  // The corners at which the last wall on each side meets the wall ahead, or the first wall on the other side.
  const before_right = order.length - right.length - 1;
  const l = endOf(way, 1, { point: corner(left.length), stem: left.at(-1) });
  const r = endOf(way, -1, { point: corner(before_right), stem: right[0] });
  if (ahead === null && (l.outside || r.outside)) return false;
  // Walls on one side must meet outside the runner's strip; offset walls need not meet in the direction of the node.
  const isOffset = edges.some(({ side }) => side !== 0);
  const meet = order.every((edge, i) => {
    const next = order[i + 1];
    const side = next === undefined ? 0 : sharedSide(edge, next, meeting);
    return side === 0 || (!isOffset && side * offOf(way, corner(i)) > way.half + ROUND_OFF_MM);
  });
  if (!meet) return false;
  const between = ahead === null ? l.within : [...l.within, ...r.within];
  const own = { left: l.face, right: r.face, between };
  shapes[runner.index] = shapeOf(own, idOf(order[1]), idOf(order.at(-1)));
  for (const [i, edge] of others.entries()) {
    const [to, from] = [corner(i + 1), corner(i)];
    // Seen from the node, the left of the wall ahead faces the walls on the right of the runner.
    const faces = [r, l].flatMap(({ outside, face }) => (outside ? [face] : []));
    const points =
      edge === ahead
        ? { left: to, right: from, between: faces }
        : stemPoints(way, left.includes(edge) ? 1 : -1, { stem: edge, to, from });
    shapes[edge.index] = shapeOf(points, idOf(order[i + 2] ?? runner), idOf(order[i]));
  }
  return true;
}

function idOf(edge: HalfEdge | undefined): string {
  return edge?.wall.id ?? '';
}

/** The running wall: half the width of its strip, and the distance of the node to the left of its axis; mm. */
type RunnerStrip = {
  readonly runner: HalfEdge;
  readonly node: Point2;
  readonly node_off: number;
  readonly half: number;
};

type Meeting = Groups & {
  readonly way: RunnerStrip;
  /** The runner, then the other walls counter-clockwise. */
  readonly order: readonly HalfEdge[];
  /** `corners[i]` is between `order[i]` and the next wall. */
  readonly corners: readonly PairCorner[];
};

function meetingOf(node: Point2, edges: readonly HalfEdge[]): Meeting | null {
  const runner = runnerOf(edges);
  if (runner === null || edges.some(({ bend }) => bend !== null)) return null;
  const first = edges.indexOf(runner);
  const others = [...edges.slice(first + 1), ...edges.slice(0, first)];
  const order = [runner, ...others];
  const corners = order.map((edge, i) => pairCorner(edge, order[i + 1] ?? runner));
  const groups = groupsOf(runner, others);
  if (groups === null || corners.some(hasNoPoint)) return null;
  const { half } = runner.wall;
  const way = { runner, node, node_off: 0, half };
  return { ...groups, way: { ...way, node_off: offOf(way, node) }, order, corners };
}

/** The side of the runner on which both walls are; 0 if they are on different sides. */
function sharedSide(a: HalfEdge, b: HalfEdge, { left, right }: Groups): 1 | 0 | -1 {
  if (left.includes(a) && left.includes(b)) return 1;
  return right.includes(a) && right.includes(b) ? -1 : 0;
}

type SideEnd = {
  readonly face: Point2;
  /** The corner if it is inside the runner's strip. */
  readonly within: readonly Point2[];
  /** Whether the corner is outside the runner's strip. */
  readonly outside: boolean;
};

/** End of the runner's face on a side (1 left, -1 right): at the corner of the last wall there with the next one. */
function endOf(
  way: RunnerStrip,
  side: 1 | -1,
  { point, stem }: { readonly point: Point2; readonly stem: HalfEdge | undefined },
): SideEnd {
  if (stem === undefined) return { face: point, within: [], outside: false };
  const beyond = side * offOf(way, point) - way.half;
  if (beyond > ROUND_OFF_MM) {
    return { face: entryPoint(way, side, point), within: [], outside: true };
  }
  const within = beyond < 0 - ROUND_OFF_MM ? [point] : [];
  return { face: onFace(way, side, { point, stem }), within, outside: false };
}

/** Distance of a point to the left of the runner's axis, seen from the node outwards; mm. */
function offOf(
  { runner: { origin, ux, uy } }: Pick<RunnerStrip, 'runner'>,
  { x, y }: Point2,
): number {
  return (y - origin.y) * ux - (x - origin.x) * uy;
}

/** The point at which the line from an outside corner to the node enters the runner's strip. */
function entryPoint(way: RunnerStrip, side: 1 | -1, corner: Point2): Point2 {
  const off = offOf(way, corner);
  const share = (side * off - way.half) / (side * (off - way.node_off));
  const { node } = way;
  return { x: corner.x + (node.x - corner.x) * share, y: corner.y + (node.y - corner.y) * share };
}

/** The point at which the parallel to a stem through a point meets a face of the runner. */
function onFace(
  way: RunnerStrip,
  side: 1 | -1,
  { point, stem }: { readonly point: Point2; readonly stem: HalfEdge },
): Point2 {
  const { runner } = way;
  const sine = runner.ux * stem.uy - runner.uy * stem.ux;
  const along = (side * way.half - offOf(way, point)) / sine;
  return { x: point.x + stem.ux * along, y: point.y + stem.uy * along };
}

type Stem = { readonly stem: HalfEdge; readonly to: Point2; readonly from: Point2 };

function stemPoints(
  way: RunnerStrip,
  side: 1 | -1,
  { stem, to, from }: Stem,
): Pick<EndShape, 'left' | 'right' | 'between'> {
  const [lefts, rights] = [to, from].map((point): readonly Point2[] =>
    side * offOf(way, point) - way.half <= ROUND_OFF_MM
      ? [onFace(way, side, { point, stem })]
      : [point, entryPoint(way, side, point)],
  );
  const [l, r] = [lefts ?? [to], rights ?? [from]];
  return { left: at(l, 0), right: at(r, 0), between: [...l.slice(1), ...r.slice(1).toReversed()] };
}

/**
 * The only wall that is not marked to stop; if all are marked, the first by `compareRunning`; null if several are not.
 */
function runnerOf(edges: readonly HalfEdge[]): HalfEdge | null {
  const solid = edges.some(({ wall }) => wall.wall.infill !== true);
  const through = edges.filter(
    ({ wall: { wall } }) =>
      wall.join !== 'butt' && !(solid && wall.infill === true && wall.join === undefined),
  );
  if (through.length > 1) return null;
  const [runner] =
    through.length === 1 ? through : edges.toSorted((a, b) => compareRunning(a.wall, b.wall));
  return runner ?? null;
}

function hasNoPoint({ kind, middle, left, right }: PairCorner): boolean {
  return kind === 'none' || middle !== null || left.x !== right.x || left.y !== right.y;
}

type Groups = {
  readonly left: readonly HalfEdge[];
  readonly ahead: HalfEdge | null;
  readonly right: readonly HalfEdge[];
};

/** The other walls by the side on which they leave the runner; null if one is along the runner. */
function groupsOf(runner: HalfEdge, others: readonly HalfEdge[]): Groups | null {
  const sine = (edge: HalfEdge): number => runner.ux * edge.uy - runner.uy * edge.ux;
  const flat = others.filter((edge) => Math.abs(sine(edge)) < NEARLY_COLLINEAR);
  const [ahead = null, second] = flat;
  if (second !== undefined) return null;
  if (ahead !== null && ahead.ux * runner.ux + ahead.uy * runner.uy > 0) return null;
  return {
    left: others.filter((edge) => edge !== ahead && sine(edge) > 0),
    ahead,
    right: others.filter((edge) => edge !== ahead && sine(edge) < 0),
  };
}

function shapeOf(
  points: Pick<EndShape, 'left' | 'right' | 'between'>,
  next: string,
  before: string,
): EndShape {
  return { ...BARE_END, ...points, next, before, beforeKind: 'butt' };
}
