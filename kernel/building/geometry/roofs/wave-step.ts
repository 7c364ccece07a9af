/**
 * @module wave step: advances the wavefront to its next event and rebuilds it there.
 *
 * Coinciding vertices become one place, sides are split at vertices that are on them, overlapping parts in opposite
 * directions end in a ridge, and at each place every incoming part is joined to the next outgoing one. The same code
 * thus handles edge collapses, splits and any number of simultaneous events.
 */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { nextEvent, switchingAt, turnBetween } from './wave-events.ts';
import type { Piece, Vertex, Wave } from './wave.ts';
import { dot, placeOf, vertexBetween, WaveStop } from './wave.ts';

/** A part of a side from place `i` to place `j`; `first` and `last` are the side's vertices there, null within it. */
type Part = {
  readonly side: number;
  readonly i: number;
  readonly j: number;
  readonly first: Vertex | null;
  readonly last: Vertex | null;
};

/** The distinct positions of vertices. `node` returns the index of the node at a place and creates it if needed. */
type Places = {
  readonly points: readonly Point2[];
  readonly of: ReadonlyMap<Vertex, number>;
  readonly node: (place: number) => number;
};

/** A part joined to the next one at the vertex `kept`, which continues; null if a new vertex starts there. */
type Joint = { readonly before: Part; readonly after: Part; readonly kept: Vertex | null };

/** Advances the wavefront until no side is left. Throws `WaveStop`. */
export function sweep(wave: Wave): void {
  const maxSteps = 20 * wave.lines.length + 100;
  for (let step = 0; wave.pieces.length > 0; step++) {
    const next = nextEvent(wave);
    if (next === Infinity) {
      const sides = [...new Set(wave.pieces.map(({ side }) => side))];
      throw new WaveStop({ fault: 'open', sides: sides.toSorted((a, b) => a - b) });
    }
    if (step > maxSteps) throw new WaveStop({ fault: 'unresolved' });
    advance(wave, next);
  }
}

function advance(wave: Wave, height: number): void {
  const switching = switchingAt(wave, height);
  wave.height = height;
  const live = new Set(wave.pieces.map(({ from }) => from));
  const places = placesOf(wave, live);
  const parts = withoutRidges(wave, places, splitParts(wave, places));
  const joints = jointsOf(wave, parts, switching);
  const kept = new Set(joints.map((joint) => joint.kept));
  for (const vertex of live) {
    if (kept.has(vertex)) continue;
    const node = places.node(placeOfVertex(places.of, vertex));
    if (node === vertex.node) continue;
    at(wave.lines, vertex.a).swept.edges.push([vertex.node, node]);
    at(wave.lines, vertex.b).swept.edges.push([node, vertex.node]);
  }
  for (const side of switching) switchPhase(wave, side, { parts, places });
  wave.pieces = joinPieces(wave, joints, places);
}

function placeOfVertex(places: ReadonlyMap<Vertex, number>, vertex: Vertex): number {
  const place = places.get(vertex);
  if (place === undefined) throw new WaveStop({ fault: 'unresolved' });
  return place;
}

/** The places of the vertices at the height of the wavefront; vertices closer than `near` share a place. */
function placesOf(wave: Wave, live: ReadonlySet<Vertex>): Places {
  const points: Point2[] = [];
  const of = new Map<Vertex, number>();
  const square = wave.near * wave.near;
  for (const vertex of live) {
    const p = placeOf(vertex, wave.height);
    let place = points.findIndex((q) => (q.x - p.x) ** 2 + (q.y - p.y) ** 2 < square);
    if (place < 0) place = points.push(p) - 1;
    of.set(vertex, place);
  }
  const nodes = new Map<number, number>();
  const node = (place: number): number => {
    const known = nodes.get(place);
    if (known !== undefined) return known;
    const made = wave.nodes.push({ ...at(points, place), z: wave.height }) - 1;
    nodes.set(place, made);
    return made;
  };
  return { points, of, node };
}

/** The parts of all sides, split at every place that is on them; sides of zero length have none. */
function splitParts(wave: Wave, { points, of }: Places): readonly Part[] {
  const parts: Part[] = [];
  for (const { side, from, to } of wave.pieces) {
    const [i, j] = [placeOfVertex(of, from), placeOfVertex(of, to)];
    if (i === j) continue;
    const { u, n } = at(wave.lines, side);
    const start = at(points, i);
    const end = at(points, j);
    const length = dot(u, { x: end.x - start.x, y: end.y - start.y });
    if (length < 0) throw new WaveStop({ fault: 'unresolved' });
    const between: [along: number, place: number][] = [];
    for (const [place, { x, y }] of points.entries()) {
      if (Math.abs(n.x * (x - start.x) + n.y * (y - start.y)) >= wave.near) continue;
      const along = u.x * (x - start.x) + u.y * (y - start.y);
      if (place !== i && place !== j && along > 0 && along < length) between.push([along, place]);
    }
    between.sort((a, b) => a[0] - b[0]);
    const chain = [i, ...between.map(([, place]) => place), j];
    for (let k = 0; k + 1 < chain.length; k++) {
      const [first, last] = [k === 0 ? from : null, k + 2 === chain.length ? to : null];
      parts.push({ side, i: at(chain, k), j: at(chain, k + 1), first, last });
    }
  }
  return parts;
}

/** The parts except pairs between the same places in opposite directions, which become edges of their faces. */
function withoutRidges(wave: Wave, { node }: Places, parts: readonly Part[]): readonly Part[] {
  const waiting = new Map<string, Part[]>();
  const removed = new Set<Part>();
  for (const part of parts) {
    const { i, j } = part;
    const opposite = waiting.get(`${j},${i}`)?.pop();
    if (opposite === undefined) {
      const key = `${i},${j}`;
      const list = waiting.get(key) ?? [];
      list.push(part);
      waiting.set(key, list);
      continue;
    }
    for (const one of [part, opposite]) {
      removed.add(one);
      at(wave.lines, one.side).swept.edges.push([node(one.j), node(one.i)]);
    }
  }
  return parts.filter((part) => !removed.has(part));
}

/** Pairs every part that leaves a place with the part that arrives there next to it, counter-clockwise. */
function jointsOf(
  wave: Wave,
  parts: readonly Part[],
  switching: ReadonlySet<number>,
): readonly Joint[] {
  const arriving = new Map<number, Part[]>();
  const leaving = new Map<number, Part[]>();
  for (const part of parts) {
    arriving.set(part.j, [...(arriving.get(part.j) ?? []), part]);
    leaving.set(part.i, [...(leaving.get(part.i) ?? []), part]);
  }
  const joints: Joint[] = [];
  for (const [place, out] of leaving) {
    const rest = [...(arriving.get(place) ?? [])];
    if (rest.length !== out.length) throw new WaveStop({ fault: 'unresolved' });
    for (const after of out) {
      const before = nextArriving(wave, after, rest);
      rest.splice(rest.indexOf(before), 1);
      const stays =
        out.length === 1 &&
        before.last !== null &&
        before.last === after.first &&
        !switching.has(before.side) &&
        !switching.has(after.side);
      joints.push({ before, after, kept: stays ? before.last : null });
    }
  }
  return joints;
}

function nextArriving({ lines }: Wave, after: Part, rest: readonly Part[]): Part {
  const { u } = at(lines, after.side);
  let best = at(rest, 0);
  let least = Infinity;
  for (const part of rest) {
    const { u: to } = at(lines, part.side);
    const turn = turnBetween(u, { x: -to.x, y: -to.y });
    if (turn < least) [best, least] = [part, turn];
  }
  return best;
}

type Rebuilt = { readonly parts: readonly Part[]; readonly places: Places };

/** Ends the face of a side at its remaining parts, and starts the face of its next phase there. */
function switchPhase(wave: Wave, side: number, { parts, places }: Rebuilt): void {
  const line = at(wave.lines, side);
  const remaining = parts.filter((part) => part.side === side);
  line.d += line.run * (wave.height - line.since);
  line.since = wave.height;
  line.phase += 1;
  line.run = at(line.phases, line.phase).run;
  if (remaining.length === 0) return;
  const before = line.swept;
  line.swept = { side, phase: line.phase, edges: [] };
  wave.swept.push(line.swept);
  for (const { i, j } of remaining) {
    before.edges.push([places.node(j), places.node(i)]);
    line.swept.edges.push([places.node(i), places.node(j)]);
  }
}

/** The parts with the vertices at their joints, as the new active parts of the wavefront. */
function joinPieces(wave: Wave, joints: readonly Joint[], places: Places): readonly Piece[] {
  const starts = new Map<Part, Vertex>();
  const ends = new Map<Part, Vertex>();
  for (const { before, after, kept } of joints) {
    const vertex = kept ?? vertexBetween(wave, before.side, after.side, places.node(after.i));
    starts.set(after, vertex);
    ends.set(before, vertex);
  }
  return [...starts].map(([part, from]) => {
    const to = ends.get(part);
    if (to === undefined) throw new WaveStop({ fault: 'unresolved' });
    return { side: part.side, from, to };
  });
}
