/** @module calls: a building as tool calls, and the same calls moved, rotated and mirrored as a whole. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { toGrid } from '../../../../schemas/units.ts';

/** A call whose arguments refer to earlier results by `$name`. */
export type Call = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly as: string;
};

/** A rigid motion of the plan: mirrored in the y axis if set, then rotated about the origin, then shifted. */
export type Motion = {
  readonly mirrored: boolean;
  readonly angle_deg: number;
  readonly shift: PlanPoint;
};

export const STAY: Motion = { mirrored: false, angle_deg: 0, shift: { x: 0, y: 0 } };

/** Cosine and sine, exact for quarter turns. */
function turnOf(deg: number): readonly [number, number] {
  const quarter = (((deg / 90) % 4) + 4) % 4;
  if (Number.isInteger(quarter)) {
    return (
      (
        [
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ] as const
      )[quarter] ?? [1, 0]
    );
  }
  const angle = (deg * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The image of a point, on the grid of a thousandth. */
function carriedPoint({ x, y }: PlanPoint, { mirrored, angle_deg, shift }: Motion): PlanPoint {
  const [cos, sin] = turnOf(angle_deg);
  const own = mirrored ? 0 - x : x;
  return {
    x: toGrid(own * cos - y * sin + shift.x),
    y: toGrid(own * sin + y * cos + shift.y),
  };
}

/** The image of a vector. */
function carriedVector(vector: PlanPoint, motion: Motion): PlanPoint {
  return carriedPoint(vector, { ...motion, shift: { x: 0, y: 0 } });
}

/** The preimage of a point, not rounded. */
export function cameFrom({ x, y }: PlanPoint, { mirrored, angle_deg, shift }: Motion): PlanPoint {
  const [cos, sin] = turnOf(angle_deg);
  const [dx, dy] = [x - shift.x, y - shift.y];
  const own = dx * cos + dy * sin;
  return { x: mirrored ? 0 - own : own, y: dy * cos - dx * sin };
}

const POINTS = ['start', 'end', 'via', 'location', 'point', 'to'];
/** Sides that mirroring swaps, by their argument. */
const SIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  location_line: { left: 'right', right: 'left' },
  layer_side: { left: 'right', right: 'left' },
  turn: { left: 'right', right: 'left' },
  handrails: { left: 'right', right: 'left' },
};

/** The call as drawn after a motion of the whole plan. Walls keep their start, so mirroring swaps the sides of their lines. */
export function carriedCall(call: Call, motion: Motion): Call {
  const inWall = call.tool === 'create_opening' && 'sill' in call.arguments;
  const entries = Object.entries(call.arguments).map(([name, value]): [string, unknown] => {
    if (name === 'outline' && inWall) return [name, value];
    if (name === 'edges' && motion.mirrored) return [name, mirroredEdges(value, call)];
    return [name, carriedValue(name, value, motion)];
  });
  return { ...call, arguments: Object.fromEntries(entries) };
}

/** The sides of a roof, ring by ring, each in reverse order from its first side. */
function mirroredEdges(edges: unknown, { arguments: { boundary_points, holes } }: Call): unknown {
  const all: readonly unknown[] = Array.isArray(edges) ? edges : [];
  const mirrored: unknown[] = [];
  for (const ring of [boundary_points, ...(Array.isArray(holes) ? holes : [])]) {
    const count = Array.isArray(ring) ? ring.length : 0;
    const [first, ...rest] = all.slice(mirrored.length, mirrored.length + count);
    mirrored.push(first, ...rest.toReversed());
  }
  return mirrored;
}

function carriedValue(name: string, value: unknown, motion: Motion): unknown {
  const { mirrored, angle_deg } = motion;
  if (POINTS.includes(name) && isPoint(value)) return carriedPoint(value, motion);
  if (typeof value === 'number') {
    if (name === 'direction_deg') {
      return (carriedAngle(mirrored ? 180 - value : value, angle_deg) + 360) % 360;
    }
    return name === 'turn_deg' ? carriedAngle(mirrored ? 0 - value : value, angle_deg) : value;
  }
  if (Array.isArray(value)) return carriedList(name, value, motion);
  return mirrored && typeof value === 'string' ? (SIDES[name]?.[value] ?? value) : value;
}

function carriedAngle(deg: number, by: number): number {
  return toGrid((deg + by) % 360);
}

function carriedList(name: string, list: readonly unknown[], motion: Motion): readonly unknown[] {
  if (name === 'boundary_points' || name === 'outline') {
    return carriedRing(list.filter(isPoint), motion);
  }
  if (name === 'path') return list.filter(isPoint).map((p) => carriedPoint(p, motion));
  if (name === 'placements') {
    return list.filter(isRecord).map((one) => carriedPlacement(one, motion));
  }
  if (name !== 'holes') return list;
  return list.map((ring) =>
    Array.isArray(ring) ? carriedRing(ring.filter(isPoint), motion) : ring,
  );
}

/** A placement relative to the first one after the motion of both. */
function carriedPlacement(
  placement: Readonly<Record<string, unknown>>,
  motion: Motion,
): Readonly<Record<string, unknown>> {
  const carried = (name: string, value: unknown): unknown => {
    if (name === 'move' && isPoint(value)) return carriedVector(value, motion);
    if (isPoint(value)) return carriedPoint(value, motion);
    if (isRecord(value)) return carriedEntries(value, carried);
    return typeof value === 'number' && motion.mirrored ? 0 - value : value;
  };
  return carriedEntries(placement, carried);
}

function carriedEntries(
  given: Readonly<Record<string, unknown>>,
  carried: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, carried(name, value)]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isPoint(value: unknown): value is PlanPoint {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}

/** A mirrored outline is reversed and starts at the other end of its first side, which stays the first. */
export function carriedRing(ring: readonly PlanPoint[], motion: Motion): readonly PlanPoint[] {
  const moved = ring.map((p) => carriedPoint(p, motion));
  if (!motion.mirrored) return moved;
  const [first, second, ...rest] = moved;
  return first === undefined || second === undefined
    ? moved
    : [second, first, ...rest.toReversed()];
}
