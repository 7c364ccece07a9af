/** @module which wall ends share a point and which land on the side of another wall. */

import { compareIds, inOrder } from './in-order.ts';
import { at } from './indexed.ts';
import type { HalfEdge } from './node-corners.ts';
import { SLACK } from './node-corners.ts';
import type { PointNumbers } from './point-numbers.ts';
import { createPointNumbers } from './point-numbers.ts';
import type { Box2, Point2 } from './vector.ts';
import { micrometres, orientation, pointInMicrometres } from './vector.ts';

/** A straight wall: axis and thickness in mm. `join` is how its ends meet others; default `miter`. */
export type StraightWall = {
  readonly id: string;
  readonly start: Point2;
  readonly end: Point2;
  readonly thickness: number;
  readonly join?: 'miter' | 'butt' | 'none' | undefined;
};

export type WallEnd = 'start' | 'end';

/** sin 10°: a wall that meets another at a smaller angle continues it and does not stop at its side. */
const SHARPEST_TEE = 0.173_648_177_666_930_3;

/** A wall with the numbers that every step needs. */
export type PreparedWall = {
  readonly wall: StraightWall;
  /** Place in the list it was prepared with. */
  readonly index: number;
  readonly id: string;
  /** Ends in integer micrometres. */
  readonly a: Point2;
  readonly b: Point2;
  /** Ends in mm on the grid. */
  readonly start: Point2;
  readonly end: Point2;
  readonly ux: number;
  readonly uy: number;
  /** mm. */
  readonly length: number;
  readonly half: number;
  readonly reach: Box2;
};

/** A point that is the end of at least one wall. */
export type WallNode = {
  /** Integer micrometres. */
  readonly at: Point2;
  /** mm. */
  readonly point: Point2;
  readonly ends: readonly { readonly wall: PreparedWall; readonly end: WallEnd }[];
};

/**
 * Plan box within which a wall touches others: its axis widened by half its thickness, mm. Two walls
 * can change each other's footprint only when these boxes meet.
 */
export function wallReach(wall: StraightWall): Box2 {
  // 0.001 mm more, for an end exactly at half the thickness of a diagonal wall.
  const margin = wall.thickness / 2 + 0.001;
  return {
    min: {
      x: Math.min(wall.start.x, wall.end.x) - margin,
      y: Math.min(wall.start.y, wall.end.y) - margin,
    },
    max: {
      x: Math.max(wall.start.x, wall.end.x) + margin,
      y: Math.max(wall.start.y, wall.end.y) + margin,
    },
  };
}

/** Throws `RangeError` for a wall without length or thickness. */
export function prepareWall(wall: StraightWall, index = 0): PreparedWall {
  const a = pointInMicrometres(wall.start);
  const b = pointInMicrometres(wall.end);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0) || !(wall.thickness > 0)) {
    throw new RangeError(
      `wall \`${wall.id}\` has length ${length / 1000} mm and thickness ${wall.thickness} mm, want both above 0`,
    );
  }
  return {
    wall,
    index,
    id: wall.id,
    a,
    b,
    start: { x: a.x / 1000, y: a.y / 1000 },
    end: { x: b.x / 1000, y: b.y / 1000 },
    ux: dx / length,
    uy: dy / length,
    length: length / 1000,
    half: wall.thickness / 2,
    reach: wallReach(wall),
  };
}

/** All walls prepared, in order of id; throws `RangeError` for a repeated id. */
export function prepareWalls(walls: Iterable<StraightWall>): readonly PreparedWall[] {
  const list = Array.isArray(walls) ? walls : [...walls];
  const prepared = inOrder<StraightWall>(list, compareIds).map((wall, index) =>
    prepareWall(wall, index),
  );
  for (let i = 1; i < prepared.length; i++) {
    if (at(prepared, i).id === at(prepared, i - 1).id) {
      throw new RangeError(`two walls have the id \`${at(prepared, i).id}\``);
    }
  }
  return prepared;
}

/**
 * The wall as seen from one of its ends outwards, or from another point `origin` of its axis in the
 * same direction.
 */
export function halfEdgeOf(wall: PreparedWall, end: WallEnd, origin?: Point2): HalfEdge {
  const sign = end === 'start' ? 1 : -1;
  return {
    id: wall.id,
    dx: sign * (wall.b.x - wall.a.x),
    dy: sign * (wall.b.y - wall.a.y),
    ux: sign * wall.ux,
    uy: sign * wall.uy,
    origin: origin ?? (end === 'start' ? wall.start : wall.end),
    half: wall.half,
    length: wall.length,
    butt: wall.wall.join === 'butt',
  };
}

/** Nodes in order of first use, and for wall i the numbers of its start (2i) and end (2i + 1) node. */
export type WallNodes = {
  readonly nodes: readonly WallNode[];
  readonly nodeOf: Int32Array;
  /** The numbers of the nodes by their points; more points may be added. */
  readonly numbers: PointNumbers;
};

/** Groups the ends of walls, which must be as `prepareWalls` gave them, by exact position. */
export function nodesOf(walls: readonly PreparedWall[]): WallNodes {
  const numbers = createPointNumbers(walls.length);
  const { numberOf } = numbers;
  const nodes: (WallNode & { readonly ends: { wall: PreparedWall; end: WallEnd }[] })[] = [];
  const nodeOf = new Int32Array(walls.length * 2);
  const add = (wall: PreparedWall, end: WallEnd): number => {
    const position = end === 'start' ? wall.a : wall.b;
    const number = numberOf(position);
    if (number === nodes.length) {
      const point = end === 'start' ? wall.start : wall.end;
      nodes.push({ at: position, point, ends: [{ wall, end }] });
    } else {
      at(nodes, number).ends.push({ wall, end });
    }
    return number;
  };
  for (const wall of walls) {
    nodeOf[2 * wall.index] = add(wall, 'start');
    nodeOf[2 * wall.index + 1] = add(wall, 'end');
  }
  return { nodes, nodeOf, numbers };
}

/**
 * Distance in mm from a point (integer micrometres) to the axis of a wall whose side it lands on: it
 * projects strictly between the ends and is at most half the thickness away. Null otherwise.
 */
export function landingDistance(point: Point2, host: PreparedWall): number | null {
  const dx = host.b.x - host.a.x;
  const dy = host.b.y - host.a.y;
  const px = point.x - host.a.x;
  const py = point.y - host.a.y;
  const dot = px * dx + py * dy;
  const square = dx * dx + dy * dy;
  if (dot <= 0 || dot >= square) {
    return null;
  }
  const distance = Math.abs(px * dy - py * dx) / Math.sqrt(square) / 1000;
  const beyond = distance - host.half;
  if (beyond < -0.001) {
    return distance;
  }
  return beyond < 0.001 && withinBand([px, py], [dx, dy], host.wall.thickness) ? distance : null;
}

/** Exactly: 2 |p × d| ≤ thickness · |d|. */
function withinBand(
  [px, py]: readonly [number, number],
  [dx, dy]: readonly [number, number],
  thickness: number,
): boolean {
  const cross = 2n * (BigInt(px) * BigInt(dy) - BigInt(py) * BigInt(dx));
  const width = BigInt(micrometres(thickness));
  return cross * cross <= width * width * (BigInt(dx) * BigInt(dx) + BigInt(dy) * BigInt(dy));
}

/** Numbers of walls: `members` from `from` up to `to`, excluded. */
export type NearWalls = {
  readonly members: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
};

/**
 * The wall, out of those numbered `near`, on whose side the walls that end at `node` stop, or null.
 * Of several the nearest axis, then
 * the smallest id; a wall within 10° of one of them is none. When two walls each end in the side of the other, the smaller id is the host.
 */
export function hostOf(
  node: WallNode,
  near: NearWalls,
  walls: readonly PreparedWall[],
): PreparedWall | null {
  let best: PreparedWall | null = null;
  let bestDistance = Infinity;
  for (let i = near.from; i < near.to; i++) {
    const host = at(walls, at(near.members, i));
    const distance = landingDistance(node.at, host);
    // Numbers rise with the ids, so the first of equally near ones has the smallest id.
    if (
      distance !== null &&
      distance < bestDistance - SLACK &&
      node.ends.every(({ wall }) => wall !== host && standsOn(wall, host))
    ) {
      best = host;
      bestDistance = distance;
    }
  }
  return best;
}

function standsOn(stem: PreparedWall, host: PreparedWall): boolean {
  if (Math.abs(stem.ux * host.uy - stem.uy * host.ux) < SHARPEST_TEE) {
    return false;
  }
  return !(
    stem.id < host.id &&
    (landingDistance(host.a, stem) !== null || landingDistance(host.b, stem) !== null)
  );
}

/** Side (1 left, -1 right, 0 in line) of the host on which a stem that ends at a node stands; exact. */
export function sideOfHost(host: PreparedWall, stem: PreparedWall, end: WallEnd): number {
  return orientation(host.a, host.b, end === 'start' ? stem.b : stem.a);
}
