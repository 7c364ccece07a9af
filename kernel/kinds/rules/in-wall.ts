/** @module in wall: where openings, doors and windows fit in a wall, exact to 0.001 mm. */
import type { PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { fitsWithin, micrometres, pointOnGrid, segmentLengthMm } from '../../geometry/vector.ts';
import type { Cut, Fault, Filling } from '../kind.ts';

/** Codes of a filling or void that its host cannot take. */
export type HostingCode = 'OPENING_EXCEEDS_HOST' | 'OPENING_OVERLAP';

/** A wall as far as fillings ask, mm. */
type Host = {
  readonly id: string;
  readonly params: {
    readonly start: PlanPoint;
    readonly end: PlanPoint;
    readonly height: number;
    readonly thickness: number;
  };
};

/**
 * Refuses what does not fit: OPENING_EXCEEDS_HOST past the end, above the top or where no wall remains, OPENING_OVERLAP
 * with another of `siblings`. The very end fits, and neighbours may touch.
 */
export function requireFitsWall(
  wall: Host,
  filling: Filling,
  siblings: readonly Filling[],
  context: PlanContext<HostingCode>,
): void {
  const { start, end, height: wall_height } = wall.params;
  const { width, height, sill } = filling.cut;
  const offset = filling.cut.offset ?? 0;
  // Added as integers: 0.1 + 0.2 must be 0.3.
  if (!fitsWithin((micrometres(offset) + micrometres(width)) / 1000, start, end)) {
    const wall_length = segmentLengthMm(start, end);
    const greatest = shown(wall_length - width);
    const room =
      greatest < 0 ? 'which is too short for it' : `where offset is at most ${greatest} mm`;
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${filling.kind} \`${filling.id}\` from offset ${offset} mm with width ${width} mm ends past wall \`${wall.id}\` of length ${shown(wall_length)} mm, ${room}`,
      {
        element_id: filling.id,
        host_id: wall.id,
        offset,
        width,
        wall_length: shown(wall_length),
        greatest_offset: greatest < 0 ? null : greatest,
      },
    );
  }
  if (micrometres(sill) + micrometres(height) > micrometres(wall_height)) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${filling.kind} \`${filling.id}\` with sill ${sill} mm and height ${height} mm ends above wall \`${wall.id}\` of height ${wall_height} mm`,
      { element_id: filling.id, host_id: wall.id, sill, height, wall_height },
    );
  }
  for (const other of siblings) {
    if (other.id === filling.id || !overlapInWall(filling.cut, other.cut)) continue;
    const from = other.cut.offset ?? 0;
    const taken = `${from} to ${(micrometres(from) + micrometres(other.cut.width)) / 1000} mm`;
    context.refuse(
      'OPENING_OVERLAP',
      `${filling.kind} at offset ${offset} mm with width ${width} mm overlaps ${other.kind} \`${other.id}\`, which takes ${taken} of wall \`${wall.id}\``,
      { element_id: filling.id, other_id: other.id, host_id: wall.id, offset, width },
    );
  }
  requireRest(wall, filling, siblings, context);
}

/** Less than a cube of 1 mm is no body, mm³. */
export const NO_BODY_MM3 = 1;

/** Refuses OPENING_EXCEEDS_HOST for the filling with which nothing is left of the wall's face. */
function requireRest(
  { id, params: { start, end, height, thickness } }: Host,
  filling: Filling,
  siblings: readonly Filling[],
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): void {
  const all = [filling, ...siblings.filter((other) => other.id !== filling.id)];
  const taken = all.reduce((sum, { cut }) => sum + cut.width * cut.height, 0);
  const rest = segmentLengthMm(start, end) * height - taken;
  if (rest * thickness >= NO_BODY_MM3) return;
  const along = all.length === 1 ? '' : `, with the ${all.length - 1} others that it holds,`;
  context.refuse(
    'OPENING_EXCEEDS_HOST',
    `${filling.kind} \`${filling.id}\` of ${filling.cut.width} by ${filling.cut.height} mm${along} takes all of wall \`${id}\`: expected some wall to remain`,
    { element_id: filling.id, host_id: id },
  );
}

/** A wall length for people: rounded down, so that what is said always fits. */
function shown(mm: number): number {
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

/** Why a filling does not fit the wall it is in, its neighbours apart; null when it does. */
export function misfitInWall(wall: Host, filling: Filling): Fault | null {
  const { start, end, height } = wall.params;
  const { offset, width, sill } = filling.cut;
  const data = { host_id: wall.id };
  const of = filling;
  if (offset === null) return { of, why: `has no offset along wall \`${wall.id}\`` };
  if (!fitsWithin(offset + width, start, end)) {
    return {
      of,
      why: `ends ${offset + width} mm along wall \`${wall.id}\`, which is ${segmentLengthMm(start, end).toFixed(3)} mm long`,
      data,
    };
  }
  const top = sill + filling.cut.height;
  return micrometres(top) > micrometres(height)
    ? {
        of,
        why: `ends ${top} mm above the foot of wall \`${wall.id}\`, which is ${height} mm high`,
        data,
      }
    : null;
}

/** Rectangle in plan of what sits in a wall, over its whole thickness; counter-clockwise, on the grid. */
export function rectangleInWall(wall: Host, { cut }: Filling): Ring {
  const { start, end, thickness } = wall.params;
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const from = cut.offset ?? 0;
  const to = from + cut.width;
  const half = thickness / 2;
  const corner = (along: number, side: number): Point2 =>
    pointOnGrid({
      x: start.x + ux * along - uy * side * half,
      y: start.y + uy * along + ux * side * half,
    });
  return [corner(from, -1), corner(to, -1), corner(to, 1), corner(from, 1)];
}

/**
 * How much larger offsets become when a wall goes from another start to the same end, mm: what sits in it keeps its
 * distance from the end that stays.
 */
export function shiftInWall({ params: was }: Host, { params: is }: Host): number {
  const same = was.start.x === is.start.x && was.start.y === is.start.y;
  if (same) return 0;
  return toGrid(segmentLengthMm(is.start, is.end) - segmentLengthMm(was.start, was.end));
}

/** How far along the wall a displacement goes, and what is said of the part across it. */
export function slideInWall(
  wall: Host,
  delta: SpacePoint,
): { readonly along: number; readonly notes: readonly string[] } {
  const { start, end } = wall.params;
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const along = toGrid(delta.x * ux + delta.y * uy);
  const across = toGrid(delta.y * ux - delta.x * uy);
  return {
    along,
    notes:
      across === 0
        ? []
        : [`moved along wall \`${wall.id}\` only: ${across} mm across it are left out`],
  };
}

/** Ends of a cut on the axis of its wall, mm. */
export function axisOfCut(wall: Host, { offset, width }: Cut): readonly [PlanPoint, PlanPoint] {
  const { start, end } = wall.params;
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const at = (along: number): PlanPoint => ({ x: start.x + ux * along, y: start.y + uy * along });
  return [at(offset ?? 0), at((offset ?? 0) + width)];
}
