/** @module gables: gables of roofs that no wall closes. */
import { toGrid } from '../../../../../schemas/units.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { Ceiling } from '../../../geometry/ceilings/ceiling.ts';
import { ceilingOfRoof } from '../../../geometry/ceilings/ceiling.ts';
import { faceUnder } from '../../../geometry/ceilings/cover.ts';
import { at } from '../../../geometry/indexed.ts';
import { ringBounds } from '../../../geometry/plan/polygon.ts';
import type { OutlineSide } from '../../../geometry/roofs/roof-rings.ts';
import type { Point2 } from '../../../geometry/vector.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { Element, ElementOf } from '../../../kinds/elements.ts';
import { shapeOf, sideAt } from '../../../kinds/roof/roof-form.ts';
import type { ModelView } from '../../view.ts';
import { meeting } from './meeting.ts';

type Roof = ElementOf<'roof'>;
type Sides = { readonly before: ModelView; readonly after: ModelView };

/** A smaller open area only means that an outline runs past the walls, mm². */
const MIN_AREA_MM2 = 20_000;
/**
 * A wall belongs to a side if its faces are no further away than this; it also closes as much past its own ends, mm.
 */
const NEAR_MM = 400;
/** Sine of the largest angle at which a wall still counts as parallel to a side. */
const ALONG = 0.05;
/** Distance inside a side at which the roof planes are evaluated, where they are unambiguous, mm. */
const INSIDE_MM = 1;
/** A wall that ends further than this below the foot of a roof does not belong to the roof, mm. */
const BELOW_MM = 1000;

/** A gable, the area in mm² that the walls leave open, and the walls that could close it. */
type OpenGable = {
  readonly side: number;
  readonly area_mm2: number;
  readonly wall_ids: readonly string[];
};

/**
 * Warns of gables that a change newly leaves open above the walls: gables of roofs that it names, over walls that it
 * names or deletes, and on levels that it moves. A roof with no wall below it causes no warning.
 */
export function gableWarnings(sides: Sides, ids: Iterable<string>): readonly string[] {
  const warnings: string[] = [];
  const roofs = roofsAt(sides, ids);
  for (const [done, roof_id] of [...roofs].entries()) {
    checkpoint({ done, total: roofs.size, doing: 'looking for open gables' });
    const roof = sides.after.elementOf(roof_id, 'roof');
    const open = roof === undefined ? [] : openGables(roof, sides.after);
    if (roof === undefined || open.length === 0) continue;
    const was = sides.before.elementOf(roof_id, 'roof');
    const known = was === undefined ? [] : openGables(was, sides.before).map(({ side }) => side);
    const fresh = open.filter(({ side }) => !known.includes(side));
    if (fresh.length > 0) warnings.push(textOf(roof, fresh));
  }
  return warnings;
}

function textOf({ id, params }: Roof, open: readonly OpenGable[]): string {
  const areas = open.map(
    ({ side, area_mm2 }) => `${(area_mm2 / 1e6).toFixed(2)} m² on side ${side}`,
  );
  const walls = [...new Set(open.flatMap(({ wall_ids }) => wall_ids))].slice(0, 4);
  const named = walls.map((wall) => `\`${wall}\``).join(', ');
  const remedy =
    walls.length === 0
      ? 'walls there whose `top_under` is the roof close them'
      : `\`top_under\` \`${id}\` of wall ${named} closes them`;
  const edges = params.edges !== undefined && params.edges !== null;
  const hip = edges ? 'slopes in `edges` avoid' : '`roof_type` hip avoids';
  return `gables of roof \`${id}\` stay open above the walls: ${areas.join(', ')}: ${remedy} (in a script \`under\`), or ${hip} gables`;
}

/** Roofs that a change names or that lie over elements it names, in the order of the change. */
function roofsAt({ before, after }: Sides, ids: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const id of ids) {
    for (const view of [after, before]) {
      const element = view.element(id);
      if (element === undefined || element === (view === after ? before : after).element(id)) {
        continue;
      }
      for (const roof of roofsOver(element, view)) found.add(roof);
    }
  }
  return found;
}

function roofsOver(element: Element, view: ModelView): readonly string[] {
  const { id, kind } = element;
  if (kind === 'roof') return [id];
  if (kind === 'level') {
    return [...view.elementsOnLevel(id)].flatMap((one) => (one.kind === 'roof' ? [one.id] : []));
  }
  const box = kind === 'wall' ? view.bounds(id) : null;
  if (box === null) return [];
  const [beside, over] = [2 * NEAR_MM, 2 * BELOW_MM];
  const around = {
    min: { x: box.min.x - beside, y: box.min.y - beside, z: box.min.z },
    max: { x: box.max.x + beside, y: box.max.y + beside, z: box.max.z + over },
  };
  return meeting(around, ['roof'], view).map((roof) => roof.id);
}

/** The gables of a roof that walls leave open. */
function openGables(roof: Roof, view: ModelView): readonly OpenGable[] {
  const { params } = roof;
  const made = shapeOf(params);
  const level = view.elementOf(params.level_id, 'level');
  if (!made.ok || level === undefined || made.shape.gables.length === 0) return [];
  const foot = level.params.elevation + params.base_offset;
  const walls = wallsBelow(roof, foot, view);
  if (walls.length === 0) return [];
  const ceiling = ceilingOfRoof(made.shape, foot);
  return made.shape.gables.flatMap(({ side }) => {
    const ends = insideLeft(sideAt(params, side));
    const closers = walls.flatMap((wall) => closerOf(ends, wall) ?? []);
    const area_mm2 = openArea(ends, { ceiling, foot, closers });
    const wall_ids = closers.flatMap(({ id, top }) => (top === Infinity ? [] : [id]));
    return area_mm2 < MIN_AREA_MM2 ? [] : [{ side, area_mm2: toGrid(area_mm2), wall_ids }];
  });
}

/** The ends of a side, ordered so that the roof is on the left. The outlines of courtyards run the other way. */
function insideLeft({ from, to, hole }: OutlineSide): readonly [Point2, Point2] {
  return hole === null ? [from, to] : [to, from];
}

/** A wall with the elevation of its top, mm: `Infinity` if it ends under the roof. */
type Below = { readonly wall: ElementOf<'wall'>; readonly top: number };

/** The walls under a roof that end at most `BELOW_MM` below its foot, or higher. */
function wallsBelow({ id, params }: Roof, foot: number, view: ModelView): readonly Below[] {
  const { min, max } = ringBounds(params.boundary_points);
  const around = {
    min: { x: min.x - NEAR_MM, y: min.y - NEAR_MM, z: foot - BELOW_MM },
    max: { x: max.x + NEAR_MM, y: max.y + NEAR_MM, z: foot + 1 },
  };
  return view.inBox(around).flatMap((other) => {
    const wall = view.elementOf(other, 'wall');
    const high = wall === undefined ? undefined : view.bounds(other)?.max.z;
    if (wall === undefined || high === undefined) return [];
    return [{ wall, top: wall.params.top_under === id ? Infinity : high }];
  });
}

/** The part of a side that a wall closes, as fractions of the side's length, up to an elevation. */
type Closer = {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly top: number;
};

function closerOf([a, b]: readonly [Point2, Point2], { wall, top }: Below): Closer | null {
  const { start, end, thickness } = wall.params;
  const length = segmentLengthMm(a, b);
  const u = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const reach = thickness / 2 + NEAR_MM;
  const off = [start, end].map((p) => (p.y - a.y) * u.x - (p.x - a.x) * u.y);
  const [along = 0, other = 0] = [start, end].map((p) => (p.x - a.x) * u.x + (p.y - a.y) * u.y);
  const [low, high] = [Math.min(...off), Math.max(...off)];
  const turns = high - low > ALONG * Math.abs(other - along);
  if (turns || low < -reach || high > reach) return null;
  const from = Math.max(0, (Math.min(along, other) - reach) / length);
  const to = Math.min(1, (Math.max(along, other) + reach) / length);
  return from < to ? { id: wall.id, from, to, top } : null;
}

type Panel = {
  readonly ceiling: Ceiling;
  readonly foot: number;
  readonly closers: readonly Closer[];
};

/** Area above a side between the walls and the underside of the roof, mm². */
function openArea([a, b]: readonly [Point2, Point2], { ceiling, foot, closers }: Panel): number {
  const length = segmentLengthMm(a, b);
  const [nx, ny] = [((a.y - b.y) / length) * INSIDE_MM, ((b.x - a.x) / length) * INSIDE_MM];
  const point = (share: number): Point2 => ({
    x: a.x + nx + (b.x - a.x) * share,
    y: a.y + ny + (b.y - a.y) * share,
  });
  const ends = [0, 1, ...closers.flatMap(({ from, to }) => [from, to])];
  const stations = [...new Set(ends)].toSorted((s, t) => s - t);
  return stations.slice(0, -1).reduce((sum, from, i) => {
    const to = at(stations, i + 1);
    const middle = (from + to) / 2;
    const over = closers.filter((one) => one.from <= middle && middle <= one.to);
    const base = Math.max(foot, ...over.map(({ top }) => top));
    if (base === Infinity) return sum;
    return sum + faceUnder([point(from), point(to)], ceiling, { base, beyond: base });
  }, 0);
}
