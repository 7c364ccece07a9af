/** @module column axis: the axis of a column in space, and its section around it. */
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { type ColumnSpec, leaningFrame } from '../../geometry/members/member-mesh.ts';
import { profileRing } from '../../geometry/members/profile.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import { directionOf, micrometres, type Point3, segmentLengthMm } from '../../geometry/vector.ts';
import { type Mark, area, line } from '../facets/symbol.ts';
import type { Motion, Reach, Site, Span, Storey } from '../kind.ts';
import { mirrorTurnsOf, profileOf, reflectedOutline, sectionBox } from '../rules/profile.ts';
import { widened } from '../shared/boxes.ts';
import { directed, turnedBy, turnOf } from '../shared/motion.ts';
import type { Column } from './params.ts';

type Ends = Pick<Column['params'], 'location' | 'top_location'>;

/** The axis in plan at the top, mm. */
function topLocationOf({ location, top_location }: Ends): PlanPoint {
  return top_location ?? location;
}

/** Whether the axis leans, on the grid of 0.001 mm. */
export function leans(ends: Ends): boolean {
  const [foot, top] = [ends.location, topLocationOf(ends)];
  return micrometres(foot.x) !== micrometres(top.x) || micrometres(foot.y) !== micrometres(top.y);
}

/** Length of the axis in space, mm, of a column of this height. */
export function lengthOfColumn(ends: Ends, height: number): number {
  const plan = leans(ends) ? segmentLengthMm(ends.location, topLocationOf(ends)) : 0;
  return plan === 0 ? height : Math.sqrt(plan * plan + height * height);
}

/** From the base offset above its level to its top level, or by its height. */
export function spanOf(level: Storey, top: Storey | undefined, { params: values }: Column): Span {
  const low = level.params.elevation + values.base_offset;
  return { low, high: top === undefined ? low + values.height : top.params.elevation };
}

export function topOf({ params: { top_level_id } }: Column, site: Site): Storey | undefined {
  return top_level_id === null ? undefined : site.level(top_level_id);
}

/** The member between its levels. Throws `RangeError` for an unknown cross-section. */
export function memberOf(element: Column, level: Storey, site: Site): ColumnSpec {
  const { low: z0, high: z1 } = spanOf(level, topOf(element, site), element);
  return specOf(element, { low: z0, high: z1 });
}

/** Counter-clockwise outline, mm. Throws `RangeError` for an unknown cross-section. */
export function outlineOf(element: Column): Ring {
  return turnedRing(element, profileRing(profileOf(element))).map(({ x, y }) => ({
    x: toGrid(x),
    y: toGrid(y),
  }));
}

/** The turned cross-section at its place. */
export function turnedRing({ params: values }: Column, section: Ring): Ring {
  const { x, y } = values.location;
  const { x: cosine, y: sine } = directionOf(turnOf(values));
  return section.map((point) => ({
    x: x + point.x * cosine - point.y * sine,
    y: y + point.x * sine + point.y * cosine,
  }));
}

/**
 * The section after a motion. A mirrored one that is symmetric about another axis than its width and its depth is turned, one
 * without symmetry becomes the reflected outline.
 */
function turnedSection(element: Column, motion: Motion): Partial<Column['params']> {
  const { params } = element;
  const turns = motion.mirrored ? mirrorTurnsOf(profileOf(element)) : [];
  if (!motion.mirrored || (turns.includes(0) && turns.includes(180))) {
    return turnedBy(params, motion);
  }
  const [turn] = turns;
  const { turn_deg, mirrored } = motion;
  const mirror = { turn_deg: turn_deg - (turn ?? 0), mirrored };
  const is = directed(turnOf(params), mirror);
  const section = turn === undefined ? { outline: reflectedOutline(element) } : {};
  return { ...section, ...(is === turnOf(params) ? {} : { turn_deg: is }) };
}

/** Maximum distance of a cross-section from its centre along the axes, mm. */
function reachOfSection(element: Column): number {
  const { min, max } = sectionBox(element);
  const [x, y] = [Math.max(max.x, 0 - min.x), Math.max(max.y, 0 - min.y)];
  return turnOf(element.params) === 0 ? Math.max(x, y) : Math.sqrt(x * x + y * y);
}

/** The member between two heights. Throws `RangeError` for an unknown cross-section. */
export function specOf(element: Column, { low: z0, high: z1 }: Span): ColumnSpec {
  const { params } = element;
  const { location } = params;
  const upright = { location, z0, z1, profile: profileOf(element), rotation_deg: turnOf(params) };
  return leans(params) ? { ...upright, head: topLocationOf(params) } : upright;
}

/** The corners of the box around the body of a leaning column along its axis, mm. */
export function cornersOf(element: Column, span: Span): readonly Point3[] {
  const { min, max } = sectionBox(element);
  const { length, pointAt } = leaningFrame(specOf(element, span));
  return [0, length].flatMap((along) =>
    [min.x, max.x].flatMap((x) => [min.y, max.y].map((y) => pointAt({ x, y }, along))),
  );
}

/** Where the body can be: a leaning section is not level, so it reaches below the foot and above the top of the axis. */
export function reachOfColumn(element: Column): Reach {
  const { params } = element;
  const { location, top_level_id, base_offset: low, height } = params;
  const grid = top_level_id === null ? 'bodies' : 'tall';
  if (!leans(params)) {
    const box = widened(ringBounds([location]), reachOfSection(element));
    return { grid, box, low, high: low + height };
  }
  const { min, max } = sectionBox(element);
  const [x, y] = [Math.max(max.x, 0 - min.x), Math.max(max.y, 0 - min.y)];
  const by = Math.sqrt(x * x + y * y);
  const box = widened(ringBounds([location, topLocationOf(params)]), by);
  return { grid, box, low: low - by, high: low + height + by };
}

/** The outline of the section; of a leaning column that of its foot, and its axis. */
export function marksOf(element: Column, site: Site): readonly Mark[] {
  const { params } = element;
  const level = site.level(params.level_id);
  if (!leans(params) || level === undefined) return [area('solid', outlineOf(element))];
  const { pointAt } = leaningFrame(memberOf(element, level, site));
  const foot = profileRing(profileOf(element)).map((point) => {
    const { x, y } = pointAt(point, 0);
    return { x, y };
  });
  return [area('solid', foot), line([params.location, topLocationOf(params)])];
}

/** Places and section after a motion. */
export function movedColumn(element: Column, motion: Motion): Partial<Column['params']> {
  const { location, top_location = null } = element.params;
  return {
    location: motion.point(location),
    ...(top_location === null ? {} : { top_location: motion.point(top_location) }),
    ...turnedSection(element, motion),
  };
}

/** Angle between the axis of a leaning column of this length and the horizontal, degrees; null for another one. */
export function slopeOf(ends: Ends, length_mm: number | null): number | null {
  if (length_mm === null || !leans(ends)) return null;
  const plan = segmentLengthMm(ends.location, topLocationOf(ends));
  return toGrid((Math.acos(plan / length_mm) * 180) / Math.PI);
}
