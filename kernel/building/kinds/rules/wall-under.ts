/** @module wall under: walls that end at the underside of a roof or floor. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import type { Ceiling } from '../../geometry/ceilings/ceiling.ts';
import {
  ceilingOfParts,
  ceilingOfRoof,
  levelCeiling,
  planeCeiling,
} from '../../geometry/ceilings/ceiling.ts';
import { coverOf, lowestOver } from '../../geometry/ceilings/cover.ts';
import { leastUnder } from '../../geometry/ceilings/wall-under.ts';
import { type Ring, offsetRing, signedArea, validateRing } from '../../geometry/plan/polygon.ts';
import type { Part } from '../../geometry/roofs/layer-pieces.ts';
import { partsBeyond } from '../../geometry/roofs/roof-shape.ts';
import { micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import { outlinesOver } from '../../geometry/walls/height-bands.ts';
import type { WallSolid } from '../../geometry/walls/wall-mesh.ts';
import { floor } from '../floor/floor.ts';
import type { Floor } from '../floor/params.ts';
import { plateOf, undersideOf } from '../floor/slope.ts';
import type { AnyElement, Fault, Filling, KindView, Site, Storey } from '../kind.ts';
import { isOf } from '../kind.ts';
import { level as levelKind } from '../level/level.ts';
import type { Roof } from '../roof/params.ts';
import { shapeOf } from '../roof/roof-form.ts';
import { roof } from '../roof/roof.ts';
import type { WallGiven } from '../wall/params.ts';
import { NO_BODY_MM3, rectangleInWall } from './in-wall.ts';
import { stripCorners } from './line.ts';
import { type ElementCode, requireElement } from './lookup.ts';

/** The parts of a wall that define its top, mm. */
type Ended = {
  readonly id: string;
  readonly kind: string;
  readonly params: WallGiven;
};

/** An element that can end under a roof or floor. */
type Under = { readonly params: Pick<WallGiven, 'top_under'> };

export type Look = { element(id: string): AnyElement | undefined };

/** The roof or floor of an id with its level; null for other elements. */
function overhead(
  { params: { top_under } }: Under,
  look: Look,
): { readonly over: AnyElement; readonly level: Storey } | null {
  const over = typeof top_under === 'string' ? look.element(top_under) : undefined;
  if (!isOf(roof, over) && !isOf(floor, over)) return null;
  const level = look.element(over.params.level_id);
  return isOf(levelKind, level) ? { over, level } : null;
}

/** Inputs of its body: the roof or floor above, and the level of that roof or floor. */
export function overheadOf(wall: Under, look: Look): readonly unknown[] {
  if (typeof wall.params.top_under !== 'string') return [];
  const found = overhead(wall, look);
  return [found?.over ?? null, found?.level ?? null];
}

/**
 * The underside at which a wall ends; null if its top is level. The underside is extended past the edge of the roof or
 * floor by the thickness of the wall, so that a roof drawn on wall axes covers the walls, and up to the ends of joints.
 */
function ceilingOver(wall: Ended, look: Look, footprint: Ring = NO_JOINTS): Ceiling | null {
  const found = overhead(wall, look);
  if (found === null) return null;
  const { over, level } = found;
  const { elevation } = level.params;
  const past = pastEdge(wall, footprint);
  if (isOf(floor, over)) {
    return ceilingOfFloor(over, elevation, (ring) => widerRing(ring, past));
  }
  if (!isOf(roof, over)) return null;
  const foot = elevation + over.params.base_offset;
  const own = shapeOf(over.params);
  if (own.ok) {
    const ceiling = ceilingOfRoof(own.shape, foot);
    if (!coverOf(aroundWall(wall, past), ceiling).isOpen) return ceiling;
  }
  const wider = widerRoof(over.params, past);
  return wider === null ? null : ceilingOfParts(wider, foot);
}

/** The underside of a floor on a level at this elevation, over its outline after a change. */
function ceilingOfFloor(
  { params }: Floor,
  elevation: number,
  changed: (ring: Ring) => Ring,
): Ceiling {
  const { boundary_points, top_offset, thickness } = params;
  const plate = plateOf(params);
  const top = elevation + top_offset;
  if (plate === null) return levelCeiling(changed(boundary_points), top - thickness);
  const { outline, height } = undersideOf(params, plate, top);
  return planeCeiling(changed(outline), height);
}

/** The underside at which an element other than a wall ends, not extended; null if its top is level. */
export function undersideOver(element: Under, look: Look): Ceiling | null {
  const found = overhead(element, look);
  if (found === null) return null;
  const { over, level } = found;
  const { elevation } = level.params;
  if (isOf(floor, over)) {
    return ceilingOfFloor(over, elevation, (ring) => ring);
  }
  const made = isOf(roof, over) ? shapeOf(over.params) : null;
  if (made?.ok !== true || !isOf(roof, over)) return null;
  return ceilingOfRoof(made.shape, elevation + over.params.base_offset);
}

/** The underside at which a joined wall ends; null if its top is level. */
export function ceilingAmid(wall: Ended & AnyElement, site: Site): Ceiling | null {
  if (typeof wall.params.top_under !== 'string') return null;
  return ceilingOver(wall, site, outlinesOver(site.footprint(wall)).flat());
}

const NO_JOINTS: Ring = [];

/**
 * Extension of an underside past its edge for a wall, mm: the thickness of the wall, or the distance of its corners from
 * its drawn ends if that is greater: a joined wall may be thicker.
 */
function pastEdge({ params: { start, end, thickness } }: Ended, footprint: Ring): number {
  const round = footprint.map((corner) =>
    Math.min(segmentLengthMm(start, corner), segmentLengthMm(end, corner)),
  );
  return Math.max(thickness, Math.ceil(thickness / 2 + Math.max(0, ...round)));
}

/** The strip of a wall, widened on all sides. */
function aroundWall({ params: { start, end, thickness } }: Ended, beside: number): Ring {
  const length = segmentLengthMm(start, end);
  const [x, y] = [end.x - start.x, end.y - start.y].map((d) => (d / length) * beside);
  const [dx, dy] = [x ?? 0, y ?? 0];
  return stripRing(
    { x: start.x - dx, y: start.y - dy },
    { x: end.x + dx, y: end.y + dy },
    thickness + 2 * beside,
  );
}

/** Corners of a strip in order, counter-clockwise, mm. */
function stripRing(start: PlanPoint, end: PlanPoint, width: number): Ring {
  const [a, b, c, d] = stripCorners(start, end, width);
  return [b, d, c, a].filter((corner) => corner !== undefined);
}

function widerRing(ring: Ring, by: number): Ring {
  const wider = offsetRing(ring, by);
  return wider !== null && validateRing(wider).ok && signedArea(wider) > 0 ? wider : ring;
}

const WIDER = new WeakMap<object, Map<number, readonly Part[] | null>>();

/** The underside of a roof with every side extended, where there is room; null without a roof. */
function widerRoof(params: Roof['params'], by: number): readonly Part[] | null {
  const known = WIDER.get(params) ?? new Map<number, readonly Part[] | null>();
  WIDER.set(params, known);
  const kept = known.get(by);
  if (kept !== undefined) return kept;
  const own = shapeOf(params);
  // Planes are extended without rounding: rounded corners would tilt them slightly.
  const wider = own.ok ? partsBeyond(own.shape, by) : null;
  known.set(by, wider);
  return wider;
}

/**
 * Warnings of a wall that extends beyond its roof or floor. Refuses ELEMENT_NOT_FOUND for an unknown element,
 * INVALID_ARGUMENT for another kind or a curtain wall, OUT_OF_RANGE if nothing of the wall is left.
 */
export function requireUnder(
  wall: Ended,
  view: KindView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT' | 'OUT_OF_RANGE'>,
): readonly string[] {
  const { top_under, start, end, thickness, height } = wall.params;
  if (typeof top_under !== 'string') return [];
  const over = requireOverhead(top_under, view, context);
  const level = endsLevel(wall);
  if (level !== null) {
    context.refuse('INVALID_ARGUMENT', `${level} ends level: expected \`top_under\` null for it`, {
      element_id: wall.id,
    });
  }
  const ceiling = ceilingOver(wall, view);
  if (ceiling === null) return [];
  const base = footOf(wall, view);
  const outline = stripRing(start, end, thickness);
  const { tops, isOpen } = coverOf(outline, ceiling);
  const name = `${over.kind} \`${over.id}\``;
  if (!isOpen && tops.every((top) => Math.max(...top.ring.map(top.height)) <= base)) {
    context.refuse(
      'OUT_OF_RANGE',
      `the foot of wall \`${wall.id}\` at ${toGrid(base)} mm is above the underside of ${name}: expected a lower \`base_offset\`, or \`top_under\` null`,
      { element_id: wall.id, top_under },
    );
  }
  return isOpen
    ? [`wall \`${wall.id}\` reaches beyond ${name}, where it is ${height} mm high`]
    : [];
}

/** The roof or floor with this id. Refuses ELEMENT_NOT_FOUND, and INVALID_ARGUMENT for another kind. */
export function requireOverhead(
  top_under: string,
  view: KindView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT'>,
): AnyElement {
  const over = requireElement(view, top_under, context);
  if (over.kind === 'roof' || over.kind === 'floor') return over;
  return context.refuse(
    'INVALID_ARGUMENT',
    `\`top_under\` is ${over.kind} \`${top_under}\`, expected the id of a roof or floor`,
    { element_id: top_under, kind: over.kind },
  );
}

/** Description of a wall that cannot end under a roof or floor; null for other walls. */
function endsLevel({ params: { wall_type, via } }: Ended): string | null {
  if (wall_type === 'curtain') return 'a curtain wall';
  return via === undefined || via === null ? null : 'a wall on an arc';
}

/** Elevation of the foot, mm. */
function footOf({ params: { level_id, base_offset } }: Ended, look: Look): number {
  const level = look.element(level_id);
  return (isOf(levelKind, level) ? level.params.elevation : 0) + base_offset;
}

/** The minimum height of a wall that ends under a roof or floor, mm; null if its top is level. */
export function minHeightOf(wall: Ended, outline: Ring, look: Look): number | null {
  const ceiling = ceilingOver(wall, look, outline);
  if (ceiling === null) return null;
  const base = footOf(wall, look);
  return Math.max(0, lowestOver(outline, ceiling, base + wall.params.height) - base);
}

/** Free height above the foot at a filling, mm; the height of the wall if its top is level. */
function freeHeight(wall: Ended, filling: Filling, look: Look): number {
  const { height } = wall.params;
  const ceiling = ceilingOver(wall, look);
  if (ceiling === null) return height;
  const base = footOf(wall, look);
  // Rounded down, so that the reported height always fits.
  const free = lowestOver(rectangleInWall(wall, filling), ceiling, base + height) - base;
  return Math.floor(free * 1000 + 1e-3) / 1000;
}

/** Tolerance for the rounding of the corners of a turned roof, which tilts its planes slightly, micrometres. */
const TILT_UM = 10;

/** Refuses OPENING_EXCEEDS_HOST for a filling that ends above the top of its wall. */
export function requireFitsUnder(
  host: AnyElement,
  filling: Filling,
  view: KindView,
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): void {
  if (!isEnded(host)) return;
  const { sill, height } = filling.cut;
  const free_height = freeHeight(host, filling, view);
  if (micrometres(sill) + micrometres(height) <= micrometres(free_height) + TILT_UM) return;
  context.refuse(
    'OPENING_EXCEEDS_HOST',
    `${filling.kind} \`${filling.id}\` with sill ${sill} mm and height ${height} mm ends above \`${host.params.top_under}\`, under which wall \`${host.id}\` ends: ${free_height} mm are free there`,
    { element_id: filling.id, host_id: host.id, sill, height, free_height },
  );
}

function isEnded(element: AnyElement): element is AnyElement & Ended {
  return element.kind === 'wall' && typeof element.params['top_under'] === 'string';
}

/** Why a wall cannot end under its roof or floor; null if it can, or its top is level. */
export function underFault(wall: Ended, solid: () => WallSolid, site: Site): Fault | null {
  const { top_under } = wall.params;
  if (typeof top_under !== 'string') return null;
  const data = { top_under };
  const missing = overheadFault(top_under, site);
  if (missing !== null) return missing;
  const level = endsLevel(wall);
  if (level !== null) return { why: `is ${level}, which ends level`, data };
  const fillings = site.fillings(wall.id);
  const high = fillings.find(
    (filling) =>
      micrometres(filling.cut.sill + filling.cut.height) >
      micrometres(freeHeight(wall, filling, site)) + TILT_UM,
  );
  if (high !== undefined) {
    return {
      of: high,
      why: `ends above \`${top_under}\`, under which wall \`${wall.id}\` ends`,
      data: { host_id: wall.id },
    };
  }
  return bodyFault(wall, solid, site);
}

/** Why nothing can end under the element with this id; null if it is a roof or floor. */
export function overheadFault(top_under: string, site: Site): Fault | null {
  const over = site.element(top_under);
  const data = { top_under };
  if (over === undefined) return { why: `ends under \`${top_under}\`, which does not exist`, data };
  return over.kind === 'roof' || over.kind === 'floor'
    ? null
    : { why: `cannot end under ${over.kind} \`${top_under}\``, data };
}

/** Whether a body is left: by the lower bound of its volume if that suffices, else by the body. */
function bodyFault(wall: Ended, solid: () => WallSolid, site: Site): Fault | null {
  if (site.solids === null) return null;
  try {
    const spec = solid();
    const ceiling = ceilingOver(wall, site, outlinesOver(spec.footprint).flat());
    if (ceiling === null || leastUnder({ spec, ceiling }) >= NO_BODY_MM3) return null;
    const volume = site.volume(wall);
    if (volume === null || volume >= NO_BODY_MM3) return null;
    return { why: `would have no body left under \`${wall.params.top_under}\`` };
  } catch (error) {
    if (error instanceof RangeError) return { why: `cannot be built: ${error.message}` };
    throw error;
  }
}
