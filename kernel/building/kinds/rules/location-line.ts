/** @module location line of walls: the line on which a wall is drawn and dimensioned, beside its axis. */
import type { PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { arcThrough } from '../../geometry/walls/arcs/arc.ts';
import type { Ends } from '../../geometry/walls/location-line.ts';
import { axisUnder, drawnOver, shifted } from '../../geometry/walls/location-line.ts';
import type { AnyElement, Motion } from '../kind.ts';
import { isOf } from '../kind.ts';
import { drawnMotion, movedAxis } from '../motion.ts';
import type { Layer, LayerSide } from '../types/layers.ts';
import { coreOffset } from '../types/layers.ts';
import { type as typeKind } from '../types/type.ts';

/** The line of a wall on which its ends are given: left and right are faces as seen from start to end. */
export const LOCATION_LINES = ['centre', 'left', 'right', 'core'] as const;

/** Faces of walls that go round, and of arcs: outside is the left or the right one. */
export const ROUND_LINES = ['outside', 'inside'] as const;

/** A wall as far as its line asks, mm. */
type Lined = {
  readonly start: PlanPoint;
  readonly end: PlanPoint;
  /** Of an arc, which goes with its ends. */
  readonly via?: PlanPoint | null;
  readonly thickness: number;
  readonly location_line?: (typeof LOCATION_LINES)[number] | null;
  readonly line_offset?: number | null;
  readonly type_id?: string | null;
  readonly layer_side?: LayerSide | null;
};

/** How far to the left of the axis the location line of a wall of these layers lies, mm. */
function wantedOffset(
  { location_line, thickness, layer_side }: Lined,
  layers: readonly Layer[],
): number {
  if (location_line === 'left') return thickness / 2;
  if (location_line === 'right') return 0 - thickness / 2;
  return location_line === 'core' ? coreOffset(layers, layer_side ?? 'left') : 0;
}

/** How far to the left of the axis the ends of a wall were drawn, mm; within the thickness. */
export function lineOffsetOf({ line_offset, thickness }: Lined): number {
  const half = thickness / 2;
  return Math.min(half, Math.max(0 - half, line_offset ?? 0));
}

/** Ends of a wall as parameters have them: a straight wall has no point between them. */
type Drawn = { start: PlanPoint; end: PlanPoint; via?: PlanPoint | null };

function asParams({ start, end, via }: Ends): Drawn {
  const ends = { start: { ...start }, end: { ...end } };
  return via === undefined ? ends : { ...ends, via: via === null ? null : { ...via } };
}

/** The ends of a wall on its location line, mm, and of an arc the point between them. */
export function drawnEnds(params: Lined): Drawn {
  return asParams(drawnOver(params, lineOffsetOf(params)));
}

/** The axis, as parameters have it, of a wall that was drawn so beside it, mm. */
export function axisOf(drawn_ends: Ends, line: number): Drawn {
  return asParams(axisUnder(drawn_ends, line));
}

/** Places per millimetre on which drawn points are known again from an axis beside them. */
const DRAWN_GRID = 100;

/** A drawn point as it is known again from the axis of a wall whose line lies beside it, mm. */
export function knownAgain({ x, y }: PlanPoint, line: number): PlanPoint {
  if (line === 0) return { x, y };
  return { x: Math.round(x * DRAWN_GRID) / DRAWN_GRID, y: Math.round(y * DRAWN_GRID) / DRAWN_GRID };
}

/** Drawn ends so far to the left of others, mm; those of an arc keep its centre. */
export function besideIt(
  ends: Ends,
  left: number,
  line: number,
): Omit<Drawn, 'via'> & { via?: PlanPoint } {
  const { start, end, via } = asParams(shifted(ends, left));
  if (via === undefined || via === null) return { start, end };
  return {
    start: knownAgain(start, line),
    end: knownAgain(end, line),
    via: knownAgain(via, line),
  };
}

/** The axis of a wall after a motion of its ends as they were drawn, mm. */
export function movedOnLine(params: Lined, motion: Motion): Drawn {
  const line = lineOffsetOf(params);
  const own = line === 0 ? motion : drawnMotion(motion);
  const { via, ...ends } = drawnEnds(params);
  const moved = movedAxis(ends, own);
  if (via === undefined) return axisOf(moved, line);
  return axisOf({ ...moved, via: via === null ? null : own.point(via) }, line);
}

/** A wall whose `start` and `end` lie on its location line, as they are given; a rule of walls puts them on the axis. */
export function drawn<P extends Lined>(params: P): P {
  if (lineOffsetOf(params) === 0) return params;
  return { ...params, ...drawnEnds(params), line_offset: 0 };
}

/** What a wall asks of the model about its type. */
type Types = { element(id: string): AnyElement | undefined };

/** The wall with another location line beside its body, which stays. */
export function beside<P extends Lined>(params: P, view: Types): P {
  const is = wantedOffset(params, layersOf(params, view));
  return is === (params.line_offset ?? 0) ? params : { ...params, line_offset: is };
}

/**
 * The wall with its axis where its location line asks for it, which stays: with another thickness or other layers the axis
 * moves. As it is where its type is not seen.
 */
export function onItsLine<P extends Lined>(params: P, view: Types): P {
  const { type_id, location_line } = params;
  const unseen = type_id !== undefined && type_id !== null && view.element(type_id) === undefined;
  if (unseen && location_line === 'core') return params;
  const [was, is] = [params.line_offset ?? 0, wantedOffset(params, layersOf(params, view))];
  if (was === is) return params;
  return { ...params, ...axisOf(drawnOver(params, was), is), line_offset: is };
}

function layersOf({ type_id }: Lined, view: Types): readonly Layer[] {
  const found = type_id === undefined || type_id === null ? undefined : view.element(type_id);
  return isOf(typeKind, found) ? found.params.layers : [];
}

/** A line as it is stored: outside and inside of an arc are its left or right face. Refuses both for a straight wall. */
export function facing(
  line: (typeof LOCATION_LINES)[number] | (typeof ROUND_LINES)[number],
  { start, via, end }: Ends,
  context: PlanContext<'INVALID_ARGUMENT'>,
): (typeof LOCATION_LINES)[number] {
  if (line !== 'outside' && line !== 'inside') return line;
  if (via === undefined || via === null) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `a straight wall has no ${line}: expected \`location_line\` left or right, as seen from its start to its end`,
      { location_line: line },
    );
  }
  // The centre of an arc that turns to the left lies on its left.
  const turns_left = (arcThrough(start, via, end)?.turn ?? 1) === 1;
  return (line === 'inside') === turns_left ? 'left' : 'right';
}

/** Parameters of a wall as answers show them: its ends on its location line, and its axis where that is another. */
export function shownOnLine(params: Lined): Readonly<Record<string, unknown>> {
  const { line_offset: _, ...shown } = params;
  if (lineOffsetOf(params) === 0) return shown;
  const { start, end, via } = params;
  const axis = via === undefined || via === null ? { start, end } : { start, end, via };
  return { ...shown, ...drawnEnds(params), axis };
}
