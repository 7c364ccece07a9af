/** @module in wall: whether openings, doors and windows fit in a wall, exact to 0.001 mm. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, type SpacePoint, toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { micrometres, pointOnGrid, segmentLengthMm } from '../../geometry/vector.ts';
import { axisLength, sectorRing, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { Cut, Fault, Filling, Motion } from '../kind.ts';
import type { WallGiven } from '../wall/params.ts';
import { cutArea } from '../wall/wall-outlines.ts';
import { anchoredOffset } from './anchor.ts';
import { drawnEnds } from './location-line.ts';

/** Codes of a filling or void that does not fit its host. */
export type HostingCode = 'OPENING_EXCEEDS_HOST' | 'OPENING_OVERLAP';

/** The parts of a wall that fillings need, mm. */
type Host = {
  readonly id: string;
  readonly params: Pick<
    WallGiven,
    'start' | 'end' | 'via' | 'height' | 'thickness' | 'top_under' | 'line_offset'
  > & { readonly wall_type?: string };
};

/**
 * Refuses a filling that does not fit: OPENING_EXCEEDS_HOST past the end, above the top or if no wall remains,
 * OPENING_OVERLAP with one of `siblings`. It may end at the end of the wall, and neighbours may touch.
 */
export function requireFitsWall(
  wall: Host,
  filling: Filling,
  siblings: readonly Filling[],
  context: PlanContext<HostingCode>,
): void {
  const wall_height = wall.params.height;
  const axis = wallAxis(wall.params);
  const { width, height, sill, outline = null } = filling.cut;
  if (outline !== null && (axis.chain !== null || wall.params.wall_type === 'curtain')) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${filling.kind} \`${filling.id}\` is no rectangle: expected wall \`${wall.id}\` to stay straight, and no curtain wall`,
      { element_id: filling.id, host_id: wall.id },
    );
  }
  const offset = filling.cut.offset ?? 0;
  // Added as integers, so that 0.1 + 0.2 is 0.3.
  if (!axis.fits((micrometres(offset) + micrometres(width)) / 1000)) {
    const wall_length = axis.length;
    const greatest = roundedDown(wall_length - width);
    const room =
      greatest < 0 ? 'which is too short for it' : `where offset is at most ${greatest} mm`;
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${filling.kind} \`${filling.id}\` from offset ${offset} mm with width ${width} mm ends past wall \`${wall.id}\` of length ${roundedDown(wall_length)} mm, ${room}`,
      {
        element_id: filling.id,
        host_id: wall.id,
        offset,
        width,
        wall_length: roundedDown(wall_length),
        greatest_offset: greatest < 0 ? null : greatest,
      },
    );
  }
  // A wall that ends under a roof has no single height.
  const isLevel = typeof wall.params.top_under !== 'string';
  if (isLevel && micrometres(sill) + micrometres(height) > micrometres(wall_height)) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${filling.kind} \`${filling.id}\` with sill ${sill} mm and height ${height} mm ends above wall \`${wall.id}\` of height ${wall_height} mm`,
      { element_id: filling.id, host_id: wall.id, sill, height, wall_height },
    );
  }
  for (const other of siblings) {
    if (other.id === filling.id || !overlapInWall(filling.cut, other.cut)) continue;
    const from = other.cut.offset ?? 0;
    const to = (micrometres(from) + micrometres(other.cut.width)) / 1000;
    const taken = `${from} to ${to} mm`;
    const isFree = (place: number): boolean =>
      place >= 0 &&
      axis.fits((micrometres(place) + micrometres(width)) / 1000) &&
      !siblings.some(
        ({ id, cut }) => id !== filling.id && overlapInWall({ ...filling.cut, offset: place }, cut),
      );
    const beside = [toGrid(from - width), to].filter(isFree);
    context.refuse(
      'OPENING_OVERLAP',
      `${filling.kind} at offset ${offset} mm with width ${width} mm overlaps ${other.kind} \`${other.id}\`, which occupies ${taken} of wall \`${wall.id}\``,
      { element_id: filling.id, other_id: other.id, host_id: wall.id, offset, width, beside },
    );
  }
  if (isLevel) requireRest(wall, filling, siblings, context);
}

/** Bodies smaller than a cube of 1 mm are empty, mm³. */
export const NO_BODY_MM3 = 1;

/** Refuses OPENING_EXCEEDS_HOST for a filling that leaves nothing of the face of the wall. */
function requireRest(
  { id, params }: Host,
  filling: Filling,
  siblings: readonly Filling[],
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): void {
  const all = [filling, ...siblings.filter((other) => other.id !== filling.id)];
  const taken = all.reduce((sum, { cut }) => sum + cutArea(cut), 0);
  const rest = axisLength(params) * params.height - taken;
  if (rest * params.thickness >= NO_BODY_MM3) return;
  const along = all.length === 1 ? '' : `, with the ${all.length - 1} others in it,`;
  context.refuse(
    'OPENING_EXCEEDS_HOST',
    `${filling.kind} \`${filling.id}\` of ${filling.cut.width} by ${filling.cut.height} mm${along} leaves nothing of wall \`${id}\`: expected some wall to remain`,
    { element_id: filling.id, host_id: id },
  );
}

/** A length for messages: rounded down, so that it always fits. */
function roundedDown(mm: number): number {
  return Math.floor(mm * 1000 + 1e-6) / 1000;
}

/** Whether two cuts of a wall share area of its face; touching does not count. */
export function overlapInWall(a: Cut, b: Cut): boolean {
  return (
    intervalsOverlap(a.offset ?? 0, a.width, b.offset ?? 0, b.width) &&
    intervalsOverlap(a.sill, a.height, b.sill, b.height)
  );
}

function intervalsOverlap(a: number, a_size: number, b: number, b_size: number): boolean {
  const [from_a, from_b] = [micrometres(a), micrometres(b)];
  return from_a < from_b + micrometres(b_size) && from_b < from_a + micrometres(a_size);
}

/** Why a filling does not fit its wall, regardless of its neighbours; null if it fits. */
export function misfitInWall(wall: Host, filling: Filling): Fault | null {
  const { height } = wall.params;
  const axis = wallAxis(wall.params);
  const { offset, width, sill } = filling.cut;
  const data = { host_id: wall.id };
  const of = filling;
  if (axis.chain !== null && (filling.cut.outline ?? null) !== null) {
    return { of, why: `is no rectangle, but wall \`${wall.id}\` is an arc`, data };
  }
  if (offset === null) return { of, why: `has no offset along wall \`${wall.id}\`` };
  if (!axis.fits(offset + width)) {
    return {
      of,
      why: `ends ${offset + width} mm along wall \`${wall.id}\`, which is ${axis.length.toFixed(3)} mm long`,
      data,
    };
  }
  const top = sill + filling.cut.height;
  const isLevel = typeof wall.params.top_under !== 'string';
  return isLevel && micrometres(top) > micrometres(height)
    ? {
        of,
        why: `ends ${top} mm above the foot of wall \`${wall.id}\`, which is ${height} mm high`,
        data,
      }
    : null;
}

/**
 * Outline in plan of a filling, over the whole thickness of its wall; counter-clockwise, on the grid. A rectangle; in an
 * arc it has radial sides and the corners of the facets.
 */
export function rectangleInWall(wall: Host, { cut }: Filling): Ring {
  const from = cut.offset ?? 0;
  const ring = sectorRing(wallAxis(wall.params), from, from + cut.width, wall.params.thickness / 2);
  return ring.map((corner) => pointOnGrid(corner));
}

/**
 * Offset of a cut after a change of its wall, mm: it keeps the distance from its anchor, or without an anchor from the
 * end that stays.
 */
export function keptInWall({ params: was }: Host, { params: is }: Host, { cut }: Filling): number {
  const offset = cut.offset ?? 0;
  if (cut.anchor !== undefined && cut.anchor !== null) {
    return anchoredOffset(cut.anchor, cut, [was, is]);
  }
  const [before, after] = [drawnEnds(was), drawnEnds(is)];
  if ((before.via ?? null) !== null && deepEqual(before, after)) {
    // The axis of an arc has a new radius: cuts keep their angle.
    const middle = offset + cut.width / 2;
    return toGrid((middle / axisLength(was)) * axisLength(is) - cut.width / 2);
  }
  const [from, to] = [before.start, after.start];
  // With a location line off the axis, moving one end also turns the axis at the other end.
  const same = from.x === to.x && from.y === to.y;
  return same ? offset : toGrid(offset + toGrid(axisLength(is) - axisLength(was)));
}

/** The displacement along the wall, on an arc at the middle of the cut, and a note about the part across it. */
export function slideInWall(
  wall: Host,
  { cut }: Filling,
  delta: SpacePoint,
): { readonly along: number; readonly notes: readonly string[] } {
  const { x: ux, y: uy } = wallAxis(wall.params).directionAt((cut.offset ?? 0) + cut.width / 2);
  const along = toGrid(delta.x * ux + delta.y * uy);
  const across = toGrid(delta.y * ux - delta.x * uy);
  return {
    along,
    notes:
      across === 0
        ? []
        : [
            `moved along wall \`${wall.id}\` only: ${across} mm across it are ignored; modify_parameter host_id with {host_id, offset} moves it to another wall`,
          ],
  };
}

/** Maximum change of the length of a turned axis: its ends are rounded to 0.01 mm in each direction, mm. */
const ROUNDED_MM = 0.015;

/**
 * Offset of a cut after its wall was moved, turned or mirrored, mm; `wall` is the new wall. A mirrored wall is reversed,
 * so the offset is the former length after the cut. Clamped to the end of the wall within rounding.
 */
export function carriedOffset(
  cut: Cut,
  wall: Host,
  { mirrored }: Pick<Motion, 'mirrored'>,
): number {
  const room = axisLength(wall.params) - cut.width;
  const was = cut.offset ?? 0;
  const is = toGrid(mirrored ? room - was : was);
  const past = is - room;
  if (past > ROUNDED_MM) return is;
  return Math.max(0, past > 0 ? Math.floor(room * 1000) / 1000 : is);
}

/** Ends of a cut on the axis of its wall, mm; in an arc the ends of the chord between its sides. */
export function axisOfCut(wall: Host, { offset, width }: Cut): readonly [PlanPoint, PlanPoint] {
  const axis = wallAxis(wall.params);
  return [axis.at(offset ?? 0), axis.at((offset ?? 0) + width)];
}

/**
 * The straight passage through a cut, mm: a point on the right face at its beginning, the direction along the wall, and
 * the clear width. In an arc, the direction is that of the straight line between the sides, and the width is the
 * distance between their ends on the inner face, where they are closest to each other.
 */
export type Way = { readonly right: PlanPoint; readonly along: PlanPoint; readonly width: number };

export function wayThrough(wall: Host, cut: Cut): Way {
  const axis = wallAxis(wall.params);
  const half = wall.params.thickness / 2;
  const [from, to] = axisOfCut(wall, cut);
  if (axis.chain === null) {
    const along = axis.directionAt(0);
    const right = { x: from.x + along.y * half, y: from.y - along.x * half };
    return { right, along, width: cut.width };
  }
  const chord = segmentLengthMm(from, to);
  const along = { x: (to.x - from.x) / chord, y: (to.y - from.y) / chord };
  const inner = axis.chain.arc.turn * half;
  const begin = cut.offset ?? 0;
  const [a, b] = [axis.at(begin, inner), axis.at(begin + cut.width, inner)];
  const width = segmentLengthMm(a, b);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return {
    right: {
      x: middle.x - (along.x * width) / 2 + along.y * half,
      y: middle.y - (along.y * width) / 2 - along.x * half,
    },
    along,
    width,
  };
}
