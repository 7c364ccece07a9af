/** @module check: whether an element can stand in a view as it is; the same rules for making, changing, moving and copying. */
import type { Element, ElementKind, ElementOf } from '../../../schemas/elements.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import type { HostedElement, ModelView } from '../view.ts';
import type { BeamCode } from './beam.ts';
import { checkBeam } from './beam.ts';
import type { ColumnCode } from './column.ts';
import { checkColumn } from './column.ts';
import type { FloorCode } from './floor.ts';
import { checkFloor } from './floor.ts';
import type { GridCode } from './grid.ts';
import { checkGrid } from './grid.ts';
import type { Host } from './hosting.ts';
import { isHosted, requireFits, requireHost, requireWall } from './hosting.ts';
import { checkLevel } from './level.ts';
import type { References } from './lookup.ts';
import type { OpeningCode } from './opening.ts';
import { checkOpening } from './opening.ts';
import type { RailingCode } from './railing.ts';
import { checkRailing } from './railing.ts';
import type { RampCode } from './ramp.ts';
import { checkRamp } from './ramp.ts';
import type { RoofCode } from './roof.ts';
import { checkRoof } from './roof.ts';
import type { RoomCode } from './room.ts';
import { checkRoom } from './room.ts';
import type { SolidCode } from './solid.ts';
import { checkSolid } from './solid.ts';
import type { StairCode } from './stair.ts';
import { checkStair } from './stair.ts';
import type { WallCode } from './wall.ts';
import { checkWall } from './wall.ts';

/** Every code with which an element's own rules can refuse it. */
export type CheckCode =
  | WallCode
  | FloorCode
  | RoofCode
  | ColumnCode
  | BeamCode
  | StairCode
  | RampCode
  | RailingCode
  | GridCode
  | RoomCode
  | OpeningCode
  | SolidCode;

/** The element as it would be stored, and what to say about it. */
export type Checked = { readonly element: Element; readonly warnings: readonly string[] };

/**
 * Refuses an element that breaks a rule of its kind in this view; outlines come back turned
 * counter-clockwise. `siblings` are what else its host holds, by default as in the view.
 */
export function checkElement(
  element: Element,
  view: ModelView,
  context: PlanContext<CheckCode>,
  siblings?: readonly HostedElement[],
): Checked {
  if (isHosted(element)) {
    const host = requireHost(view, element.params.host_id, context);
    const others = siblings ?? view.hostedBy(host.id);
    if (element.kind === 'opening') checkOpening(element, host, others, context);
    else requireFits(element, requireWall(view, host.id, context), others, context);
    return { element, warnings: [] };
  }
  if (element.kind === 'floor') {
    const { boundary_points, holes, warnings } = checkFloor(element, view, context);
    return {
      element: { ...element, params: { ...element.params, boundary_points, holes } },
      warnings,
    };
  }
  if (element.kind === 'roof') {
    const { boundary_points, warnings } = checkRoof(element, view, context);
    return { element: { ...element, params: { ...element.params, boundary_points } }, warnings };
  }
  if (element.kind === 'room') {
    const { boundary_points, warnings } = checkRoom(element, view, context);
    return { element: { ...element, params: { ...element.params, boundary_points } }, warnings };
  }
  checkPlain(element, view, context);
  return { element, warnings: [] };
}

/** Kinds whose parameters are stored as given. */
export type Plain = ElementOf<
  Exclude<ElementKind, 'floor' | 'roof' | 'room' | 'door' | 'window' | 'opening'>
>;

/** Refuses an element that breaks a rule of its kind where the levels are as in `view`. */
export function checkPlain(
  element: Plain,
  view: References,
  context: PlanContext<CheckCode>,
): void {
  switch (element.kind) {
    case 'level':
      return checkLevel(element, context);
    case 'wall':
      return checkWall(element, view, context);
    case 'column':
      checkColumn(element, view, context);
      return undefined;
    case 'beam':
      return checkBeam(element, view, context);
    case 'stair':
      checkStair(element, view, context);
      return undefined;
    case 'ramp':
      return checkRamp(element, view, context);
    case 'railing':
      checkRailing(element, view, context);
      return undefined;
    case 'grid':
      return checkGrid(element, view, context);
    case 'solid':
      return checkSolid(element, view, context);
    default:
      return element satisfies never;
  }
}

/**
 * Refuses when what `host` holds does not fit it as it is given here (shortened, lowered, redrawn);
 * the refusal names the filling.
 */
export function checkHosted(
  host: Host,
  hosted: readonly HostedElement[],
  context: PlanContext<OpeningCode>,
): void {
  for (const element of hosted) {
    if (element.kind === 'opening') checkOpening(element, host, hosted, context);
    else requireFits(element, host, hosted, context);
  }
}
