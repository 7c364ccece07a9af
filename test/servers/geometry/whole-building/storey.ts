/** @module storey: the walls, fillings and rooms of one random storey. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Call } from './calls.ts';
import type { Draw } from './draw.ts';
import { besideMiddle, between, distance } from './draw.ts';
import type { Host, Line } from './hosts.ts';
import { hit, outOf, TYPED_MM } from './hosts.ts';
import type { Outline } from './outlines.ts';
import { backwards } from './outlines.ts';
import { corner, insideOf, ringArea } from './roof-heights.ts';

/** A part of the storey between walls; side i lies along `walls[i]`. */
export type Cell = {
  readonly ring: readonly PlanPoint[];
  readonly walls: readonly Host[];
  /** The courtyard that it surrounds. */
  readonly court: readonly PlanPoint[] | null;
};

export type Storey = {
  readonly level: string;
  /** The level at which walls can end. */
  readonly above: string;
  readonly height: number;
  /** The number of its arc walls. */
  readonly arcs: number;
  /** The roof or floor over it. */
  readonly over: string | null;
  readonly outline: Outline;
};

/** What was drawn. */
export type Drawn = {
  readonly calls: Call[];
  readonly hosts: Host[];
  readonly cells: readonly Cell[];
  /** The outer outline if it follows from the drawing alone; null if it depends on joints. */
  readonly outer: readonly PlanPoint[] | null;
};

type Rounded = (point: PlanPoint) => PlanPoint;
const rounded: Rounded = ({ x, y }) => ({ x: Math.round(x), y: Math.round(y) });

/** Walls around the outline and its courtyard, and between them. */
export function drawnStorey(draw: Draw, storey: Storey): Drawn {
  const calls: Call[] = [];
  const { ring, court } = storey.outline;
  const shell = drawnShell(draw, storey, { ring, as: 's', calls });
  const around =
    court === null
      ? []
      : drawnShell(draw, storey, { ring: backwards(court), as: 'c', calls }).hosts;
  const whole: Cell = { ring, walls: shell.hosts, court };
  const wings = court === null ? null : drawnWings(draw, storey, { whole, around });
  calls.push(...(wings?.calls ?? []));
  const inside = drawnInside(draw, storey, { calls, cells: wings?.cells ?? [whole] });
  const hosts = [...shell.hosts, ...around, ...(wings?.hosts ?? []), ...inside.hosts];
  return { calls, hosts, cells: inside.cells, outer: shell.outer };
}

type Shell = Pick<Drawn, 'hosts' | 'outer'>;

/** Two walls from the outline to the courtyard, and the parts to their right and left; null for a single room around it. */
function drawnWings(
  draw: Draw,
  storey: Storey,
  {
    whole: { ring, walls, court },
    around,
  }: { readonly whole: Cell; readonly around: readonly Host[] },
): (Inside & { readonly calls: readonly Call[] }) | null {
  const [c0, c1, c2, c3] = court ?? [];
  const [left, top, right, bottom] = around;
  if (court === null || c0 === undefined || c1 === undefined || c2 === undefined) return null;
  if (c3 === undefined || left === undefined || right === undefined) return null;
  if (draw.chance(0.4)) return null;
  const one = wayToCourt(
    draw,
    [walls[0], bottom],
    [between(corner(ring, 0), corner(ring, 1), 0.5), between(c0, c1, draw.between(0.35, 0.65))],
  );
  const other = wayToCourt(
    draw,
    [walls[2], top],
    [between(corner(ring, 2), corner(ring, 3), 0.5), between(c2, c3, draw.between(0.35, 0.65))],
  );
  const [w0, w1, w2, w3] = walls;
  if (one === null || other === null || top === undefined || bottom === undefined) return null;
  if (w0 === undefined || w1 === undefined || w2 === undefined || w3 === undefined) return null;
  const thickness = draw.of([100, 150, 240]);
  const hosts = [one, other].map(({ ends: [a, b] }, i): Host => ({
    as: `${storey.level}w${i}`,
    a,
    b,
    via: null,
    thickness,
    line: 'centre',
  }));
  const [first, second] = hosts;
  if (first === undefined || second === undefined) return null;
  const eastern: Cell = {
    ring: [one.p, corner(ring, 1), corner(ring, 2), other.p, other.q, c2, c1, one.q],
    walls: [w0, w1, w2, second, top, right, bottom, first],
    court: null,
  };
  const western: Cell = {
    ring: [other.p, corner(ring, 3), corner(ring, 0), one.p, one.q, c0, c3, other.q],
    walls: [w2, w3, w0, first, bottom, left, top, second],
    court: null,
  };
  const calls = hosts.map((host) => innerCall(draw, storey, host));
  return { calls, hosts, cells: [eastern, western] };
}

function wayToCourt(
  draw: Draw,
  [from, to]: readonly [Host | undefined, Host | undefined],
  [p, q]: readonly [PlanPoint, PlanPoint],
): Pick<Way, 'p' | 'q' | 'ends'> | null {
  if (from === undefined || to === undefined) return null;
  const [first, last] = [hit(from, p, q), hit(to, q, p)];
  if (first === null || last === null || isFar(first, p) || isFar(last, q)) return null;
  return { p, q, ends: [ended(draw, first, q), ended(draw, last, p)] };
}

const SIDES_AS_DRAWN = {
  centre: 'centre',
  outside: 'right',
  inside: 'left',
  core: 'core',
} as const;
const SIDES_BACKWARDS = {
  centre: 'centre',
  outside: 'left',
  inside: 'right',
  core: 'core',
} as const;

/** Walls around a ring, with the storey to its left. */
function drawnShell(
  draw: Draw,
  storey: Storey,
  round: { readonly ring: readonly PlanPoint[]; readonly as: string; readonly calls: Call[] },
): Shell {
  const { ring, calls } = round;
  const line = draw.of<Line>(['centre', 'centre', 'outside', 'inside', 'core']);
  const usual = line === 'core' ? TYPED_MM : draw.of([200, 240, 300, 365]);
  let isPlain = ring.every((_, i) => turnsWell(ring, i));
  const hosts = ring.map((a, i): Host => {
    const b = corner(ring, i + 1);
    const as = `${storey.level}${round.as}${i}`;
    const isArc = distance(a, b) > 3000 && draw.chance(storey.arcs);
    const via = isArc
      ? besideMiddle(a, b, draw.of([-1, -1, 1]) * draw.mm(200, distance(a, b) / 4))
      : null;
    const other = line !== 'core' && draw.chance(0.15);
    const thickness = other ? draw.of([150, 240, 420]) : usual;
    const host: Host = { as, a, b, via, thickness, line };
    const isCurtain = !isArc && line === 'centre' && draw.chance(0.1);
    const missed = line === 'centre' && draw.chance(0.15) ? draw.mm(-15, 15) : 0;
    if (isArc || isCurtain || missed !== 0) isPlain = false;
    calls.push(shellCall(draw, storey, host, { isCurtain, missed }));
    return host;
  });
  return { hosts, outer: isPlain ? movedBy(ring, hosts) : null };
}

/** Whether the faces of both sides meet there, regardless of the joints of sharp and flat corners. */
function turnsWell(ring: readonly PlanPoint[], i: number): boolean {
  const [before, at, after] = [corner(ring, i - 1), corner(ring, i), corner(ring, i + 1)];
  const sides = distance(before, at) * distance(at, after);
  const cross = (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
  return Math.abs(cross) > 0.75 * sides;
}

function movedBy(ring: readonly PlanPoint[], hosts: readonly Host[]): readonly PlanPoint[] {
  return ring.map((p, i) => {
    const [q, s] = [corner(ring, i - 1), corner(ring, i + 1)];
    const [before, own] = [hosts.at(i - 1), hosts[i]];
    const u = insideOf(ring, i - 1)(s);
    const v = insideOf(ring, i)(q);
    const along = 0 - (before === undefined ? 0 : outOf(before)) / u;
    const beside = 0 - (own === undefined ? 0 : outOf(own)) / v;
    return {
      x: p.x + (s.x - p.x) * along + (q.x - p.x) * beside,
      y: p.y + (s.y - p.y) * along + (q.y - p.y) * beside,
    };
  });
}

function shellCall(
  draw: Draw,
  storey: Storey,
  { as, a, b, via, thickness, line }: Host,
  { isCurtain, missed }: { readonly isCurtain: boolean; readonly missed: number },
): Call {
  const isBackwards = draw.chance(0.3);
  const far = rounded(between(a, b, 1 + missed / distance(a, b)));
  const [start, end] = isBackwards ? [far, a] : [a, far];
  const location_line = (isBackwards ? SIDES_BACKWARDS : SIDES_AS_DRAWN)[line];
  const sized =
    line === 'core'
      ? { type_id: '$layers', layer_side: isBackwards ? 'left' : 'right' }
      : { thickness };
  return {
    tool: 'create_wall',
    as,
    arguments: {
      level_id: `$${storey.level}`,
      start,
      end,
      ...sized,
      location_line,
      usage: 'exterior',
      ...(via === null ? {} : { via }),
      ...(isCurtain ? { curtain: { panel_width: 1300, panel_height: 1600 } } : {}),
      ...spanOf(draw, storey, via === null && !isCurtain),
    },
  };
}

/** The ends of a wall. */
function spanOf(draw: Draw, storey: Storey, mayEndUnder: boolean): object {
  const foot = draw.chance(0.2) ? { base_offset: draw.of([-200, 50, 120]) } : {};
  return { ...foot, ...topOf(draw, storey, mayEndUnder) };
}

function topOf(draw: Draw, storey: Storey, mayEndUnder: boolean): object {
  if (storey.over !== null && mayEndUnder && draw.chance(0.6)) {
    return { top_under: `$${storey.over}` };
  }
  const choice = draw.below(4);
  if (choice === 0) return { top_level_id: `$${storey.above}` };
  return choice === 1 ? { height: storey.height - draw.mm(0, 400) } : {};
}

type Inside = { readonly hosts: readonly Host[]; readonly cells: readonly Cell[] };

/** Walls across a part, which divide it in two. */
function drawnInside(
  draw: Draw,
  storey: Storey,
  { calls, cells: whole }: { readonly calls: Call[]; readonly cells: readonly Cell[] },
): Inside {
  let cells = whole;
  const hosts: Host[] = [];
  const wanted = 2 * draw.below(7);
  for (let n = 0; n < wanted; n += 1) {
    const cell = cells[draw.below(cells.length)];
    const parted =
      cell === undefined || cell.court !== null
        ? null
        : partedCell(draw, storey, cell, `${storey.level}i${n}`);
    if (cell === undefined || parted === null) continue;
    calls.push(parted.call);
    hosts.push(parted.host);
    cells = cells.flatMap((one) => (one === cell ? parted.cells : [one]));
  }
  return { hosts, cells };
}

type Parted = { readonly call: Call; readonly host: Host; readonly cells: readonly Cell[] };

type Meeting = NonNullable<ReturnType<typeof hit>>;
/** A line through a cell from side `i` to a later side `k`, and its intersections with the walls there. */
type Way = {
  readonly i: number;
  readonly k: number;
  readonly p: PlanPoint;
  readonly q: PlanPoint;
  readonly from: Host;
  readonly to: Host;
  readonly ends: readonly [PlanPoint, PlanPoint];
};

function wayThrough(draw: Draw, { ring, walls }: Cell): Way | null {
  const [i, k] = [draw.below(ring.length), draw.below(ring.length)].toSorted((a, b) => a - b);
  if (i === undefined || k === undefined || i === k) return null;
  const [p, q] = [placeOn(draw, ring, i), placeOn(draw, ring, k)];
  const [from, to] = [walls[i], walls[k]];
  if (p === null || q === null || from === undefined || to === undefined) return null;
  if (distance(p, q) < 1800 || !runsInside(ring, p, q)) return null;
  const [first, last] = [hit(from, p, q), hit(to, q, p)];
  if (first === null || last === null || isFar(first, p) || isFar(last, q)) return null;
  return { i, k, p, q, from, to, ends: [ended(draw, first, q), ended(draw, last, p)] };
}

function isFar({ at }: Meeting, from: PlanPoint): boolean {
  return distance(at, from) > 1500;
}

function partedCell(draw: Draw, storey: Storey, cell: Cell, as: string): Parted | null {
  const way = wayThrough(draw, cell);
  if (way === null) return null;
  const { ring, walls } = cell;
  const { i, k, p, q, from, to, ends } = way;
  const thickness = draw.of([80, 100, 115, 150, 200, 240]);
  const isArc = draw.chance(0.8 * storey.arcs);
  const via = isArc ? besideMiddle(ends[0], ends[1], draw.of([-1, 1]) * draw.mm(100, 400)) : null;
  const host: Host = { as, a: ends[0], b: ends[1], via, thickness, line: 'centre' };
  const one: Cell = {
    ring: [p, ...ring.slice(i + 1, k + 1), q],
    walls: [from, ...walls.slice(i + 1, k + 1), host],
    court: null,
  };
  const other: Cell = {
    ring: [q, ...ring.slice(k + 1), ...ring.slice(0, i + 1), p],
    walls: [to, ...walls.slice(k + 1), ...walls.slice(0, i + 1), host],
    court: null,
  };
  if (ringArea(one.ring) < 3e6 || ringArea(other.ring) < 3e6) return null;
  return { call: innerCall(draw, storey, host), host, cells: [one, other] };
}

function innerCall(draw: Draw, storey: Storey, { as, a, b, via, thickness }: Host): Call {
  const isCurtain = via === null && draw.chance(0.08);
  const isOnFace = draw.chance(via === null ? 0.15 : 0.3);
  return {
    tool: 'create_wall',
    as,
    arguments: {
      level_id: `$${storey.level}`,
      start: a,
      end: b,
      thickness,
      ...(isOnFace ? { location_line: draw.of(['left', 'right']) } : {}),
      ...(via === null ? {} : { via }),
      ...(isCurtain ? { curtain: { columns: 3 } } : {}),
      ...spanOf(draw, storey, via === null && !isCurtain),
    },
  };
}

/** A position on a side with space at its ends. */
function placeOn(draw: Draw, ring: readonly PlanPoint[], i: number): PlanPoint | null {
  const [a, b] = [corner(ring, i), corner(ring, i + 1)];
  const length = distance(a, b);
  if (length < 2000) return null;
  return between(a, b, draw.between(900 / length, 1 - 900 / length));
}

function runsInside(ring: readonly PlanPoint[], p: PlanPoint, q: PlanPoint): boolean {
  const over = (a: PlanPoint, b: PlanPoint, c: PlanPoint): number =>
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const crossed = ring.some((a, i) => {
    const b = corner(ring, i + 1);
    const own = [over(a, b, p), over(a, b, q)].some(
      (twice) => Math.abs(twice) < 1e-3 * distance(a, b),
    );
    // At least the thickness of a wall away from corners.
    const near = [a].some(
      (c) => Math.abs(over(p, q, c)) < 600 * distance(p, q) && isBeside(p, q, c),
    );
    return (
      near ||
      (!own && over(a, b, p) < 0 !== over(a, b, q) < 0 && over(p, q, a) < 0 !== over(p, q, b) < 0)
    );
  });
  return !crossed && isInside(ring, between(p, q, 0.5));
}

function isBeside(p: PlanPoint, q: PlanPoint, c: PlanPoint): boolean {
  const along = (c.x - p.x) * (q.x - p.x) + (c.y - p.y) * (q.y - p.y);
  return along > 0 && along < distance(p, q) ** 2;
}

export function isInside(ring: readonly PlanPoint[], { x, y }: PlanPoint): boolean {
  let inside = false;
  for (const [i, a] of ring.entries()) {
    const b = corner(ring, i + 1);
    if (a.y > y !== b.y > y && x < a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

/** Distance of the closest side, mm. */
export function freeAround(ring: readonly PlanPoint[], p: PlanPoint): number {
  return Math.min(
    ...ring.map((a, i) => {
      const b = ring[(i + 1) % ring.length] ?? a;
      const square = distance(a, b) ** 2;
      const share = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / square;
      return distance(p, between(a, b, Math.min(1, Math.max(0, share))));
    }),
  );
}

/** The target of a drawn end: the axis of the other wall, its near face, or a few millimetres from them, so that it snaps. */
function ended(
  draw: Draw,
  { at, toFace }: { readonly at: PlanPoint; readonly toFace: number },
  from: PlanPoint,
): PlanPoint {
  const length = distance(at, from);
  const back = draw.of([0, 0, toFace, toFace]) + (draw.chance(0.5) ? draw.between(-15, 15) : 0);
  return rounded(between(at, from, back / length));
}
