/** @module meet: trims or extends a wall to the line of another wall. */
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { gapBetween, meetCourses } from '../../../geometry/walls/arcs/meet-lines.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import type { EditCode, Line } from './line-change.ts';
import { alongOf, changedTo, lineOf, named, roundOf, stretched } from './line-change.ts';
import type { WallEdit } from './split.ts';

export type End = 'start' | 'end';

type Met = {
  readonly line: Line;
  /**
   * Positions of the intersections on the other wall, mm from the start of this one: one, or two if
   * one line is an arc.
   */
  readonly places: readonly number[];
};

/**
 * Returns the intersections of the prolonged location lines that lie on the other wall, with a slack
 * of half of both thicknesses at its ends. Refuses INVALID_ARGUMENT if the lines never intersect, or
 * only beyond the other wall.
 */
function meetings(own: Wall, other: Wall, context: PlanContext<EditCode>): Met {
  const [line, across] = [lineOf(own), lineOf(other)];
  const data = { element_id: own.id, other_id: other.id };
  const points = own.id === other.id ? [] : meetCourses(line, across);
  if (points.length === 0) {
    context.refuse('INVALID_ARGUMENT', whyApart(own, other, [line, across]), data);
  }
  const slack = (own.params.thickness + other.params.thickness) / 2;
  const there = points.filter((point) => beyond(across, point).by <= slack);
  const [nearest] = points.map((point) => beyond(across, point)).toSorted((a, b) => a.by - b.by);
  if (there.length === 0 && nearest !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${named(own)} would pass ${toGrid(nearest.by)} mm beyond the ${nearest.end} of ${named(other)}: extend that wall first`,
      { ...data, beyond_mm: toGrid(nearest.by) },
    );
  }
  const places = there.map((point) => alongOf(line, point)).toSorted((a, b) => a - b);
  return { line, places };
}

function whyApart(own: Wall, other: Wall, [line, across]: readonly [Line, Line]): string {
  if (own.id === other.id) return `${named(other)} is the same wall: expected a wall across it`;
  if (line.arc === null && across.arc === null) {
    return `${named(other)} runs in the same direction: expected a wall across it, or \`operation\` move_end with the point at which it ends`;
  }
  const gap = gapBetween(line, across);
  const how = gap > 0 ? `pass ${toGrid(gap)} mm from each other` : 'are concentric';
  return `${named(own)} and ${named(other)} never meet, however far they are extended: their lines ${how}; move an end of one with move_end first, or create a nearer copy with \`operation\` offset`;
}

/** Distance by which a point of a line lies beyond the closer end, mm; 0 or negative between the ends. */
function beyond(line: Line, point: PlanPoint): { readonly by: number; readonly end: End } {
  const along = alongOf(line, point);
  return 0 - along > along - line.length
    ? { by: 0 - along, end: 'start' }
    : { by: along - line.length, end: 'end' };
}

/** An end that would move by at most this distance is kept, mm. */
const STAYS_MM = 0.002;

/** Position along a wall where another wall crosses it, mm. Refuses INVALID_ARGUMENT if there are two. */
export function crossingAlong(own: Wall, other: Wall, context: PlanContext<EditCode>): number {
  const { line, places } = meetings(own, other, context);
  const within = places.filter((place) => place > 0 && place < line.length);
  const [first, second] = within.length > 0 ? within : places;
  if (first === undefined || second !== undefined) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `${named(other)} meets ${named(own)} ${distancesText(places)} mm from its start: expected one of them as \`distance\` instead of \`to_wall_id\``,
      { element_id: own.id, other_id: other.id, places: places.map(toGrid) },
    );
  }
  return first;
}

function distancesText(places: readonly number[]): string {
  return places.map((place) => toGrid(place)).join(' and ');
}

/**
 * Plans trimming a wall where it crosses another. `keep` is the end that is kept; it is required if
 * both parts are longer than a stub.
 */
export function planTrim(
  own: Wall,
  { other, keep }: { readonly other: Wall; readonly keep: End | undefined },
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const { line, places } = meetings(own, other, context);
  const data = { element_id: own.id, other_id: other.id };
  const within = places.filter((place) => place >= 0 - STAYS_MM && place <= line.length + STAYS_MM);
  const [along, second] = within;
  if (along === undefined) {
    const gaps = places.map((place) => Math.max(0 - place, place - line.length));
    const gap = toGrid(Math.min(...gaps));
    return context.refuse(
      'INVALID_ARGUMENT',
      `${named(own)} ends ${gap} mm before the line of ${named(other)}: expected \`operation\` extend`,
      { ...data, gap_mm: gap },
    );
  }
  if (second !== undefined) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `${named(other)} crosses ${named(own)} twice, ${distancesText(within)} mm from its start: expected \`operation\` split with one of them as \`distance\`, then delete_elements of the unwanted piece`,
      { ...data, places: within.map(toGrid) },
    );
  }
  const [fromStart, fromEnd] = [along, line.length - along];
  const stub = other.params.thickness;
  const only = fromEnd <= stub ? 'start' : fromStart <= stub ? 'end' : undefined;
  const kept = keep ?? only;
  if (kept === undefined) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `${named(other)} crosses ${named(own)} ${toGrid(fromStart)} mm from its start and ${toGrid(fromEnd)} mm from its end: expected \`keep\`, start or end`,
      { ...data, from_start_mm: toGrid(fromStart), from_end_mm: toGrid(fromEnd) },
    );
  }
  return planMeeting(own, { other, end: kept === 'start' ? 'end' : 'start', along }, view, context);
}

/** Plans extending a wall until it meets another: at the closer end, or at the end opposite to `keep`. */
export function planExtend(
  own: Wall,
  { other, keep }: { readonly other: Wall; readonly keep: End | undefined },
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const { line, places } = meetings(own, other, context);
  const data = { element_id: own.id, other_id: other.id };
  const inside = places.find((place) => place > STAYS_MM && place < line.length - STAYS_MM);
  if (inside !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${named(own)} already reaches ${named(other)}, ${toGrid(inside)} mm from its start: expected \`operation\` trim`,
      data,
    );
  }
  const [nearest] = prolonged(line, places)
    .filter(({ end }) => line.arc === null || end !== keep)
    .toSorted((a, b) => a.by - b.by);
  if (nearest === undefined || nearest.end === keep) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `only the ${keep ?? 'end'} of ${named(own)} can be extended to ${named(other)}: got \`keep\` ${keep ?? ''}, leave it out`,
      data,
    );
  }
  return planMeeting(own, { other, ...nearest }, view, context);
}

type Prolonged = { readonly end: End; readonly along: number; readonly by: number };

/**
 * Possible extensions of a line to positions beyond its ends. On a circle, each position is reachable
 * from both ends.
 */
function prolonged(line: Line, places: readonly number[]): readonly Prolonged[] {
  const round = roundOf(line);
  return places.flatMap((place): readonly Prolonged[] => {
    const behind: Prolonged = { end: 'end', along: place, by: place - line.length };
    const before: Prolonged = { end: 'start', along: place, by: 0 - place };
    if (round === null) return [place > line.length / 2 ? behind : before];
    const [other_end, other_start] = [place + round, place - round];
    return place > line.length / 2
      ? [behind, { end: 'start', along: other_start, by: 0 - other_start }]
      : [before, { end: 'end', along: other_end, by: other_end - line.length }];
  });
}

type Meeting = { readonly other: Wall; readonly end: End; readonly along: number };

function planMeeting(
  own: Wall,
  { other, end, along }: Meeting,
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const line = lineOf(own);
  const by = end === 'end' ? along - line.length : 0 - along;
  if (Math.abs(by) <= STAYS_MM) {
    context.refuse(
      'NO_EFFECT',
      `${end} of ${named(own)} is already on the line of ${named(other)}`,
      {
        element_id: own.id,
        other_id: other.id,
      },
    );
  }
  const requested = stretched(own, end === 'end' ? { to: along } : { from: along });
  const change = changedTo(own, requested, view, context);
  const what = by > 0 ? 'extended' : 'cut off';
  return {
    events: change.events,
    data: { wall_id: own.id, new_id: null, rehosted_ids: [], along_ids: [] },
    warnings: [
      `${end} of ${named(own)} ${what} by ${toGrid(Math.abs(by))} mm to ${named(other)}`,
      ...change.notes,
    ],
    relies_on: [...change.relies_on, other.id],
  };
}
