/** @module location line of walls: the line on which a wall is drawn and dimensioned, parallel to its axis. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { arcThrough } from '../../geometry/walls/arcs/arc.ts';
import { type Ends, axisUnder, drawnOver, shifted } from '../../geometry/walls/location-line.ts';
import { type AnyElement, type Motion, isOf } from '../kind.ts';
import { drawnMotion, movedAxis } from '../shared/motion.ts';
import { type as typeKind } from '../type/type.ts';
import { type Layer, type LayerSide, coreOffset } from '../types/layers.ts';

/** The line of a wall on which its ends are given: left and right are faces as seen from start to end. */
export const LOCATION_LINES = ['centre', 'left', 'right', 'core'] as const;

/** Faces of closed chains of walls and of arcs: outside is the left or the right one. */
export const ROUND_LINES = ['outside', 'inside'] as const;

/** The parts of a wall that define its location line, mm. */
type Lined = {
  readonly start: PlanPoint;
  readonly end: PlanPoint;
  /** The point of an arc, which moves with its ends. */
  readonly via?: PlanPoint | null;
  readonly thickness: number;
  readonly location_line?: (typeof LOCATION_LINES)[number] | null;
  readonly line_offset?: number | null;
  readonly type_id?: string | null;
  readonly layer_side?: LayerSide | null;
};

/** Offset of the location line of a wall of these layers to the left of the axis, mm. */
function offsetOfLine(
  { location_line, thickness, layer_side }: Lined,
  layers: readonly Layer[],
): number {
  if (location_line === 'left') return thickness / 2;
  if (location_line === 'right') return 0 - thickness / 2;
  return location_line === 'core' ? coreOffset(layers, layer_side ?? 'left') : 0;
}

/** Offset of the drawn ends of a wall to the left of the axis, mm; within the thickness. */
export function lineOffsetOf({ line_offset, thickness }: Lined): number {
  const half = thickness / 2;
  return Math.min(half, Math.max(0 - half, line_offset ?? 0));
}

/** Ends of a wall as parameters: a straight wall has no point between them. */
type Drawn = { start: PlanPoint; end: PlanPoint; via?: PlanPoint | null };

function asParams({ start, end, via }: Ends): Drawn {
  const ends = { start: { ...start }, end: { ...end } };
  return via === undefined ? ends : { ...ends, via: via === null ? null : { ...via } };
}

/** The ends of a wall on its location line, mm, and of an arc the point between them. */
export function drawnEnds(params: Lined): Drawn {
  return asParams(drawnOver(params, lineOffsetOf(params)));
}

/** The axis, as parameters, of a wall whose ends were drawn at this offset, mm. */
export function axisOf(drawn_ends: Ends, line: number): Drawn {
  return asParams(axisUnder(drawn_ends, line));
}

/** Grid per millimetre on which drawn points are recognised from the parallel axis. */
const DRAWN_GRID = 100;

/** A drawn point, recovered from the axis of a wall, mm. */
export function snappedToDrawn({ x, y }: PlanPoint, line: number): PlanPoint {
  if (line === 0) return { x, y };
  return { x: Math.round(x * DRAWN_GRID) / DRAWN_GRID, y: Math.round(y * DRAWN_GRID) / DRAWN_GRID };
}

/** Ends offset to the left by a distance, mm; the ends of an arc keep its centre. */
export function parallelEnds(
  ends: Ends,
  left: number,
  line: number,
): Omit<Drawn, 'via'> & { via?: PlanPoint } {
  const { start, end, via } = asParams(shifted(ends, left));
  if (via === undefined || via === null) return { start, end };
  return {
    start: snappedToDrawn(start, line),
    end: snappedToDrawn(end, line),
    via: snappedToDrawn(via, line),
  };
}

/** The axis of a wall after a motion of its drawn ends, mm. */
export function movedOnLine(params: Lined, motion: Motion): Drawn {
  const line = lineOffsetOf(params);
  const own = line === 0 ? motion : drawnMotion(motion);
  const { via, ...ends } = drawnEnds(params);
  const moved = movedAxis(ends, own);
  if (via === undefined) return axisOf(moved, line);
  return axisOf({ ...moved, via: via === null ? null : own.point(via) }, line);
}

/** A wall whose `start` and `end` lie on its location line, as given; the check of walls moves them to the axis. */
export function onDrawnLine<P extends Lined>(params: P): P {
  if (lineOffsetOf(params) === 0) return params;
  return { ...params, ...drawnEnds(params), line_offset: 0 };
}

/** The part of a model that the type of a wall needs. */
type Types = { element(id: string): AnyElement | undefined };

/** The wall with another location line; its body does not move. */
export function withLineOffset<P extends Lined>(params: P, view: Types): P {
  const is = offsetOfLine(params, layersOf(params, view));
  return is === (params.line_offset ?? 0) ? params : { ...params, line_offset: is };
}

/**
 * The wall with the axis that follows from its location line, which stays: another thickness or other layers move the
 * axis. Unchanged if the view does not show its type.
 */
export function onItsLine<P extends Lined>(params: P, view: Types): P {
  const { type_id, location_line } = params;
  const unseen = type_id !== undefined && type_id !== null && view.element(type_id) === undefined;
  if (unseen && location_line === 'core') return params;
  const [was, is] = [params.line_offset ?? 0, offsetOfLine(params, layersOf(params, view))];
  if (was === is) return params;
  return { ...params, ...axisOf(drawnOver(params, was), is), line_offset: is };
}

function layersOf({ type_id }: Lined, view: Types): readonly Layer[] {
  const found = type_id === undefined || type_id === null ? undefined : view.element(type_id);
  return isOf(typeKind, found) ? found.params.layers : [];
}

/** A location line as stored: `outside` and `inside` of an arc are its left or right face; refused for a straight wall. */
export function storedLine(
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
  // The centre of an arc that curves to the left is on its left.
  const turns_left = (arcThrough(start, via, end)?.turn ?? 1) === 1;
  return (line === 'inside') === turns_left ? 'left' : 'right';
}

/** Parameters of a wall for answers: its ends on its location line, and its axis if it differs. */
export function shownOnLine(params: Lined): Readonly<Record<string, unknown>> {
  const { line_offset: _, ...shown } = params;
  if (lineOffsetOf(params) === 0) return shown;
  const { start, end, via } = params;
  const axis = via === undefined || via === null ? { start, end } : { start, end, via };
  return { ...shown, ...drawnEnds(params), axis };
}
