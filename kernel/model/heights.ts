/** @module heights: where elements stand above their levels, millimetres in world coordinates. */
import type { ElementOf } from '../../schemas/elements.ts';
import { levelIn } from './lookup.ts';
import { elementIn, isKind } from './state.ts';
import type { BranchState } from './state.ts';
import type { HostedElement } from './view.ts';

/** From the lower to the upper end, mm. */
export type Span = { readonly low: number; readonly high: number };

type Level = ElementOf<'level'>;

/** From the level's elevation plus the offset, up. */
export function wallSpan(level: Level, { params }: ElementOf<'wall'>): Span {
  const low = level.params.elevation + params.base_offset;
  return { low, high: low + params.height };
}

/** The top is at the level's elevation plus the offset; the thickness goes down from there. */
export function floorSpan(level: Level, { params }: ElementOf<'floor'>): Span {
  const high = level.params.elevation + params.top_offset;
  return { low: high - params.thickness, high };
}

/** From the base offset above its level to its top level, or by its height. */
export function columnSpan(
  state: BranchState,
  level: Level,
  { params }: ElementOf<'column'>,
): Span {
  const low = level.params.elevation + params.base_offset;
  const top = params.top_level_id === null ? undefined : levelIn(state, params.top_level_id);
  return { low, high: top === undefined ? low + params.height : top.params.elevation };
}

/** Top of a beam: the top of its level plus the offset. */
export function beamTop(level: Level, { params }: ElementOf<'beam'>): number {
  return level.params.elevation + level.params.height + params.elevation_offset;
}

/** Height of the sill above the base of the wall, mm. */
export function sillOf(hosted: HostedElement): number {
  switch (hosted.kind) {
    case 'door':
      return 0;
    case 'window':
      return hosted.params.sill_height;
    case 'opening':
      return hosted.params.sill;
    default:
      return hosted satisfies never;
  }
}

/** From the sill up by the height, in a wall. */
export function spanInWall(level: Level, wall: ElementOf<'wall'>, hosted: HostedElement): Span {
  const low = wallSpan(level, wall).low + sillOf(hosted);
  return { low, high: low + hosted.params.height };
}

/** The wall that holds an element, undefined for what is held by a floor or a roof. */
export function hostWall(state: BranchState, hosted: HostedElement): ElementOf<'wall'> | undefined {
  const host = elementIn(state, hosted.params.host_id);
  return isKind(host, 'wall') ? host : undefined;
}
