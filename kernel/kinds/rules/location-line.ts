/** @module location line of walls: the line on which a wall is drawn and dimensioned, beside its axis. */
import type { PlanPoint } from '../../../schemas/units.ts';
import type { Ends } from '../../geometry/walls/location-line.ts';
import { axisUnder, drawnOver } from '../../geometry/walls/location-line.ts';
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

/** The ends of a wall on its location line, mm. */
export function drawnEnds(params: Lined): Ends {
  return drawnOver(params, lineOffsetOf(params));
}

/** The axis of a wall after a motion of its ends as they were drawn, mm. */
export function movedOnLine(params: Lined, motion: Motion): Ends {
  const line = lineOffsetOf(params);
  const own = line === 0 ? motion : drawnMotion(motion);
  return axisUnder(movedAxis(drawnEnds(params), own), line);
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
  return { ...params, ...axisUnder(drawnOver(params, was), is), line_offset: is };
}

function layersOf({ type_id }: Lined, view: Types): readonly Layer[] {
  const found = type_id === undefined || type_id === null ? undefined : view.element(type_id);
  return isOf(typeKind, found) ? found.params.layers : [];
}

/** Parameters of a wall as answers show them: its ends on its location line, and its axis where that is another. */
export function shownOnLine(params: Lined): Readonly<Record<string, unknown>> {
  const { line_offset: _, ...shown } = params;
  if (lineOffsetOf(params) === 0) return shown;
  const { start, end } = params;
  return { ...shown, ...drawnEnds(params), axis: { start, end } };
}
