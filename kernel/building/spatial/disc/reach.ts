/**
 * @module reach: shortest paths on one level from a point to all others, by Dijkstra's algorithm on the tangent graph.
 */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../geometry/indexed.ts';
import { MinHeap } from '../../geometry/min-heap.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { isClear } from './free-space.ts';
import type { ArcPlace, Tangent, TangentGraph } from './tangent-graph.ts';
import { tangentsFrom, rotated } from './tangent-graph.ts';

/** The predecessor of a node: another node, or the tangent from the start to the first arc of the path. */
type From =
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'start'; readonly tangent: Tangent };

/** Shortest paths from a point to every node. */
export type Reach = {
  readonly graph: TangentGraph;
  readonly start: Point2;
  /** The tangents from the start to arcs. */
  readonly tangents: readonly Tangent[];
  /** Length of the shortest path to each node, mm; Infinity without a path. */
  readonly distance: Float64Array;
  /** Predecessor of each node; null without a path. */
  readonly from: readonly (From | null)[];
};

/** A path on one level: its length and the points at which it turns. */
export type Way = {
  readonly length_mm: number;
  readonly points: readonly Point2[];
};

/** Number of nodes settled between two checkpoints. */
const STOP_AFTER = 1024;

/** Computes the shortest paths from a point to all nodes. */
export function reachFrom(graph: TangentGraph, start: Point2): Reach {
  const { nodes, onArc, radius } = graph;
  const distance = new Float64Array(nodes.length).fill(Infinity);
  const from: (From | null)[] = nodes.map(() => null);
  const open = new MinHeap();
  const relax = (node: number, length: number, step: From): void => {
    if (length >= (distance[node] ?? 0)) return;
    distance[node] = length;
    from[node] = step;
    open.push(node, length);
  };
  const tangents = tangentsFrom(graph, start);
  for (const tangent of tangents) {
    for (const node of adjacentNodes(graph, tangent)) {
      const turn = radius * Math.abs(at(nodes, node).turn - tangent.turn);
      relax(node, tangent.length_mm + turn, { kind: 'start', tangent });
    }
  }
  const places = placesOf(onArc, nodes.length);
  for (let popped = 0; ; popped++) {
    if (popped % STOP_AFTER === 0) {
      checkpoint({
        done: Math.min(popped, nodes.length),
        total: nodes.length,
        doing: 'finding the way',
      });
    }
    const next = open.pop();
    if (next === null) break;
    const { item: node, key } = next;
    if (key > (distance[node] ?? 0)) continue;
    const { other, length_mm, arc, turn } = at(nodes, node);
    relax(other, key + length_mm, { kind: 'node', node });
    const list = at(onArc, arc);
    for (const step of [-1, 1]) {
      const adjacent = list[(places[node] ?? 0) + step];
      if (adjacent === undefined) continue;
      const length = key + radius * Math.abs(at(nodes, adjacent).turn - turn);
      relax(adjacent, length, { kind: 'node', node });
    }
  }
  return { graph, start, tangents, distance, from };
}

/** Index of each node in the list of its arc. */
function placesOf(onArc: TangentGraph['onArc'], count: number): Uint32Array {
  const places = new Uint32Array(count);
  for (const list of onArc) for (const [place, node] of list.entries()) places[node] = place;
  return places;
}

/** The nodes before and after a position on an arc. */
function adjacentNodes({ nodes, onArc }: TangentGraph, { arc, turn }: ArcPlace): readonly number[] {
  const list = at(onArc, arc);
  const after = list.findIndex((node) => at(nodes, node).turn >= turn);
  const place = after < 0 ? list.length : after;
  return [list[place - 1], list[place]].filter((node) => node !== undefined);
}

/** The end of a path: a straight path, a path over one arc, or from a node along its arc to the last tangent. */
type Arrival =
  | { readonly kind: 'straight' }
  | { readonly kind: 'arc'; readonly first: Tangent; readonly last: Tangent }
  | { readonly kind: 'node'; readonly node: number; readonly last: Tangent };

/** Returns the shortest path to a point; null if there is none. */
export function wayTo(reach: Reach, point: Point2): Way | null {
  const { graph, start, tangents, distance } = reach;
  const { radius, space, nodes } = graph;
  const best: { length: number; arrival: Arrival | null } = { length: Infinity, arrival: null };
  const offer = (length: number, arrival: Arrival): void => {
    if (length >= best.length) return;
    best.length = length;
    best.arrival = arrival;
  };
  if (isClear(space, { a: start, b: point }, radius)) {
    offer(segmentLengthMm(start, point), { kind: 'straight' });
  }
  for (const last of tangentsFrom(graph, point)) {
    for (const first of tangents) {
      if (first.arc !== last.arc) continue;
      const turn = radius * Math.abs(first.turn - last.turn);
      offer(first.length_mm + turn + last.length_mm, { kind: 'arc', first, last });
    }
    for (const node of adjacentNodes(graph, last)) {
      const turn = radius * Math.abs(at(nodes, node).turn - last.turn);
      offer((distance[node] ?? Infinity) + turn + last.length_mm, { kind: 'node', node, last });
    }
  }
  return best.arrival === null ? null : wayOf(reach, best.arrival, best.length, point);
}

function wayOf(reach: Reach, arrival: Arrival, length_mm: number, end: Point2): Way {
  const { graph, start } = reach;
  if (arrival.kind === 'straight') return { length_mm, points: [start, end] };
  const stops: (ArcPlace & { readonly point: Point2 })[] = [arrival.last];
  if (arrival.kind === 'arc') {
    stops.push(arrival.first);
  } else {
    let node = arrival.node;
    for (;;) {
      stops.push(at(graph.nodes, node));
      const step = at(reach.from, node);
      if (step === null) throw new RangeError(`node ${node} was never reached`);
      if (step.kind === 'start') {
        stops.push(step.tangent);
        break;
      }
      ({ node } = step);
    }
  }
  const points: Point2[] = [start];
  for (const [i, stop] of stops.toReversed().entries()) {
    const before = i === 0 ? null : at(stops, stops.length - i);
    if (before !== null && before.arc === stop.arc) points.push(...arcPoints(graph, before, stop));
    points.push(stop.point);
  }
  points.push(end);
  return { length_mm, points: withoutRepeats(points) };
}

/** Angle between consecutive points on an arc, radians: 30 degrees. */
const STEP = Math.PI / 6;

/** The points between two positions on one arc, at most 30 degrees apart. */
function arcPoints(graph: TangentGraph, a: ArcPlace, b: ArcPlace): readonly Point2[] {
  const { centre, from } = at(graph.arcs, a.arc);
  const parts = Math.ceil(Math.abs(b.turn - a.turn) / STEP - 1e-9);
  return Array.from({ length: Math.max(parts - 1, 0) }, (_, i): Point2 => {
    const u = rotated(from, a.turn + ((b.turn - a.turn) * (i + 1)) / parts);
    return { x: centre.x + graph.radius * u.x, y: centre.y + graph.radius * u.y };
  });
}

function withoutRepeats(points: readonly Point2[]): readonly Point2[] {
  return points.filter((point, i) => {
    const before = points[i - 1];
    return before === undefined || segmentLengthMm(before, point) > 1e-6;
  });
}
