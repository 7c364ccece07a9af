/** @module meet: a wall cut off or prolonged where it meets the line of another. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { Wall } from '../../../kinds/wall.ts';
import type { ModelView } from '../../view.ts';
import type { EditCode, Line } from './line-change.ts';
import { changedEnds, lineOf, named, pointAt } from './line-change.ts';
import type { WallEdit } from './split.ts';

export type End = 'start' | 'end';

/** sin 1°: lines that run so nearly the same way meet nowhere that was meant. */
const SHARPEST = 0.017_452_406_437_283_51;

/**
 * Where the location line of a wall crosses that of another: the distance from its start, mm. Refuses INVALID_ARGUMENT
 * where they run the same way, or the other one does not go there.
 */
export function crossingAlong(
  own: Wall,
  other: Wall,
  context: PlanContext<EditCode>,
): { readonly along: number; readonly line: Line } {
  const [line, across] = [lineOf(own), lineOf(other)];
  const cross = line.ux * across.uy - line.uy * across.ux;
  const data = { element_id: own.id, other_id: other.id };
  if (own.id === other.id || Math.abs(cross) < SHARPEST) {
    const what = own.id === other.id ? 'is the same wall' : 'runs the same way';
    context.refuse('INVALID_ARGUMENT', `${named(other)} ${what}: expected one across it`, data);
  }
  const [dx, dy] = [across.start.x - line.start.x, across.start.y - line.start.y];
  const along = (dx * across.uy - dy * across.ux) / cross;
  const place = (dx * line.uy - dy * line.ux) / cross;
  const beyond = Math.max(0 - place, place - across.length);
  if (beyond > (own.params.thickness + other.params.thickness) / 2) {
    const end = place < 0 ? 'start' : 'end';
    context.refuse(
      'INVALID_ARGUMENT',
      `${named(own)} would pass ${toGrid(beyond)} mm beyond the ${end} of ${named(other)}: extend that one first`,
      { ...data, beyond_mm: toGrid(beyond) },
    );
  }
  return { along, line };
}

/** Ends not further than this from where they would go stay, mm. */
const STAYS_MM = 0.002;

/** Plans a wall that ends where it crosses another; `keep` is the end that stays, needed where both parts are long. */
export function planTrim(
  own: Wall,
  { other, keep }: { readonly other: Wall; readonly keep: End | undefined },
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const { along, line } = crossingAlong(own, other, context);
  const [fromStart, fromEnd] = [along, line.length - along];
  const data = { element_id: own.id, other_id: other.id };
  if (fromStart < 0 - STAYS_MM || fromEnd < 0 - STAYS_MM) {
    const gap = toGrid(Math.max(0 - fromStart, 0 - fromEnd));
    context.refuse(
      'INVALID_ARGUMENT',
      `${named(own)} ends ${gap} mm before the line of ${named(other)}: expected \`operation\` extend`,
      { ...data, gap_mm: gap },
    );
  }
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

/** Plans a wall prolonged until it meets another. */
export function planExtend(
  own: Wall,
  { other, keep }: { readonly other: Wall; readonly keep: End | undefined },
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const { along, line } = crossingAlong(own, other, context);
  const end = along > line.length / 2 ? 'end' : 'start';
  const data = { element_id: own.id, other_id: other.id };
  if (along > STAYS_MM && along < line.length - STAYS_MM) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${named(own)} reaches ${named(other)} already, ${toGrid(along)} mm from its start: expected \`operation\` trim`,
      data,
    );
  }
  if (keep === end) {
    context.refuse(
      'INVALID_ARGUMENT',
      `only the ${end} of ${named(own)} can be prolonged to ${named(other)}: got \`keep\` ${keep}, leave it out`,
      data,
    );
  }
  return planMeeting(own, { other, end, along }, view, context);
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
      `${end} of ${named(own)} is on the line of ${named(other)} already`,
      {
        element_id: own.id,
        other_id: other.id,
      },
    );
  }
  const change = changedEnds(own, { [end]: pointAt(line, along) }, view, context);
  const what = by > 0 ? 'prolonged' : 'cut off';
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
