/** @module integrity: what must hold of every element after a change; the tools refuse more kindly before. */
import type { Element, ElementOf } from '../../schemas/elements.ts';
import { Refusal } from '../../schemas/errors.ts';
import { MODEL_LIMIT_MM } from '../../schemas/units.ts';
import { pointInRing, validateRing } from '../geometry/polygon.ts';
import { fitsWithin, micrometres, segmentLengthMm } from '../geometry/vector.ts';
import type { Derived } from './derived.ts';
import { hostedOutline } from './derived.ts';
import { sillOf } from './heights.ts';
import { dependentsOf, hostedIn, isHosted, levelIn } from './lookup.ts';
import type { BranchState } from './state.ts';
import { elementIn } from './state.ts';
import type { HostedElement } from './view.ts';

function failed(
  element: Element,
  why: string,
  data: Readonly<Record<string, unknown>> = {},
): never {
  throw new Refusal(
    'REGENERATION_FAILED',
    `${element.kind} \`${element.id}\` ${why}`,
    'change or delete that element in the same operation, or plan another change',
    { element_id: element.id, kind: element.kind, ...data },
  );
}

/** Refuses when something is left that needs an element which has gone. */
export function checkGone(state: BranchState, element: Element): void {
  const [left] = dependentsOf(state, element);
  if (left !== undefined)
    failed(left, `needs ${element.kind} \`${element.id}\`, which is deleted`, {
      needs: element.id,
    });
}

/**
 * Refuses with REGENERATION_FAILED unless the element is right by itself: its level and host are there,
 * it has a length, its outline is valid, it fits its host and overlaps no sibling.
 */
export function checkDefinition(state: BranchState, element: Element): void {
  checkReferences(state, element);
  checkParameters(state, element);
}

/** Refuses with REGENERATION_FAILED unless the body of the element can be made and lies within ±10 km. */
export function checkBody(state: BranchState, element: Element, derived: Derived): void {
  // What fits its wall has a body and lies within the wall's bounds.
  if (isHosted(element)) return;
  try {
    if (mayFail(element)) derived.mesh(state, element);
    else derived.bounds(state, element);
  } catch (error) {
    if (error instanceof RangeError) failed(element, `cannot be made: ${error.message}`);
    throw error;
  }
  checkLimits(state, element, derived);
}

/** Kinds whose body may be impossible although references and definition are right; the others are meshed when asked for. */
function mayFail({ kind }: Element): boolean {
  return kind !== 'wall' && kind !== 'room' && kind !== 'level' && kind !== 'grid';
}

function checkReferences(state: BranchState, element: Element): void {
  if (element.kind === 'level') return;
  if (isHosted(element)) {
    const host = elementIn(state, element.params.host_id);
    if (host === undefined) return failed(element, `has no host \`${element.params.host_id}\``);
    const fits =
      host.kind === 'wall' ||
      (element.kind === 'opening' && (host.kind === 'floor' || host.kind === 'roof'));
    return fits ? undefined : failed(element, `cannot sit in ${host.kind} \`${host.id}\``);
  }
  const { level_id } = element.params;
  if (level_id !== null && levelIn(state, level_id) === undefined)
    failed(element, `stands on no level: \`${level_id}\` is not there`);
  if (element.kind !== 'stair' && element.kind !== 'column') return;
  const { top_level_id } = element.params;
  if (top_level_id !== null && levelIn(state, top_level_id) === undefined)
    failed(element, `ends at no level: \`${top_level_id}\` is not there`);
}

function checkParameters(state: BranchState, element: Element): void {
  switch (element.kind) {
    case 'wall':
      checkLength(element);
      return checkContents(state, element);
    case 'beam':
    case 'ramp':
    case 'grid':
      return checkLength(element);
    case 'floor':
    case 'roof':
    case 'room': {
      const check = validateRing(element.params.boundary_points);
      if (!check.ok)
        failed(element, `has an outline that is not valid: ${check.fault.replaceAll('_', ' ')}`);
      // What it holds is named rather than the hole that could not be cut for it.
      for (const hosted of hostedIn(state, element.id)) checkPlace(state, hosted);
      return;
    }
    case 'door':
    case 'window':
    case 'opening':
      return checkPlace(state, element);
    case 'level':
    case 'column':
    case 'stair':
    case 'railing':
    case 'solid':
      return undefined;
    default:
      return element satisfies never;
  }
}

function checkLength(element: ElementOf<'wall' | 'beam' | 'ramp' | 'grid'>): void {
  const { start, end } = element.params;
  if (micrometres(start.x) === micrometres(end.x) && micrometres(start.y) === micrometres(end.y))
    failed(element, 'has no length: start and end are the same point');
}

function checkPlace(state: BranchState, element: HostedElement): void {
  const host = elementIn(state, element.params.host_id);
  if (host?.kind === 'wall') return checkFit(host, element);
  const outline = hostedOutline(state, element);
  if (outline === null || (host?.kind !== 'floor' && host?.kind !== 'roof'))
    return failed(element, 'has no location in its host');
  if (!outline.every((point) => pointInRing(point, host.params.boundary_points)))
    failed(element, `reaches past the edge of ${host.kind} \`${host.id}\``);
}

function checkFit(wall: ElementOf<'wall'>, hosted: HostedElement): void {
  const { start, end, height } = wall.params;
  const { offset, width } = hosted.params;
  if (offset === null) return failed(hosted, `has no offset along wall \`${wall.id}\``);
  if (!fitsWithin(offset + width, start, end))
    failed(
      hosted,
      `ends ${offset + width} mm along wall \`${wall.id}\`, which is ${segmentLengthMm(start, end).toFixed(3)} mm long`,
      { host_id: wall.id },
    );
  const top = sillOf(hosted) + hosted.params.height;
  if (micrometres(top) > micrometres(height))
    failed(
      hosted,
      `ends ${top} mm above the foot of wall \`${wall.id}\`, which is ${height} mm high`,
      {
        host_id: wall.id,
      },
    );
}

type Extent = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

function extentOf(hosted: HostedElement): Extent {
  const from = micrometres(hosted.params.offset ?? 0);
  const low = micrometres(sillOf(hosted));
  return {
    from,
    to: from + micrometres(hosted.params.width),
    low,
    high: low + micrometres(hosted.params.height),
  };
}

/** What sits in a wall may touch but not overlap, in whole micrometres. */
function checkContents(state: BranchState, wall: ElementOf<'wall'>): void {
  const hosted = hostedIn(state, wall.id);
  for (const [i, second] of hosted.entries()) {
    checkFit(wall, second);
    const b = extentOf(second);
    for (const first of hosted.slice(0, i)) {
      const a = extentOf(first);
      if (a.from < b.to && b.from < a.to && a.low < b.high && b.low < a.high)
        failed(second, `overlaps ${first.kind} \`${first.id}\` in wall \`${wall.id}\``, {
          host_id: wall.id,
          overlaps: first.id,
        });
    }
  }
}

function checkLimits(state: BranchState, element: Element, derived: Derived): void {
  if (element.kind === 'level' && Math.abs(element.params.elevation) > MODEL_LIMIT_MM)
    failed(element, `lies at ${element.params.elevation} mm, outside ±${MODEL_LIMIT_MM} mm`);
  const box = derived.bounds(state, element);
  if (box === null) return;
  const values = [box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z];
  if (values.some((value) => !(Math.abs(value) <= MODEL_LIMIT_MM)))
    failed(element, `reaches outside the model bounds of ±${MODEL_LIMIT_MM} mm`);
}
