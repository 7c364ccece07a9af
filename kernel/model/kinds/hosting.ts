/** @module hosting: where openings, doors and windows fit in walls, floors and roofs, exact to 0.001 mm. */
import type { Element, ElementOf } from '../../../schemas/elements.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { validateRegion } from '../../geometry/polygon.ts';
import { fitsWithin, micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import { sillOf } from '../heights.ts';
import type { HostedElement, ModelView } from '../view.ts';
import { rectangleAround } from '../wall-plan.ts';
import type { ElementCode } from './lookup.ts';
import { requireElement } from './lookup.ts';

/** Codes of a filling or void that its host cannot take. */
export type HostingCode = 'OPENING_EXCEEDS_HOST' | 'OPENING_OVERLAP';
/** Codes of finding the host. */
export type HostCode = ElementCode | 'NOT_A_HOST';

export type Host = ElementOf<'wall' | 'floor' | 'roof'>;

/** Whether an element can hold openings. */
export function isHost(element: Element): element is Host {
  return element.kind === 'wall' || element.kind === 'floor' || element.kind === 'roof';
}

/** Whether an element sits in a host. */
export function isHosted(element: Element): element is HostedElement {
  return element.kind === 'opening' || element.kind === 'door' || element.kind === 'window';
}

/** The wall that a door or window goes into. Refuses ELEMENT_NOT_FOUND, CROSS_BRANCH or NOT_A_HOST. */
export function requireWall(
  view: ModelView,
  id: string,
  context: PlanContext<HostCode>,
): ElementOf<'wall'> {
  const element = requireElement(view, id, context);
  if (element.kind === 'wall') return element;
  return refuseHost(element, 'a wall', context);
}

/** The wall, floor or roof that an opening cuts. Refuses as `requireWall`. */
export function requireHost(view: ModelView, id: string, context: PlanContext<HostCode>): Host {
  const element = requireElement(view, id, context);
  if (isHost(element)) return element;
  return refuseHost(element, 'a wall, floor or roof', context);
}

function refuseHost(element: Element, wanted: string, context: PlanContext<'NOT_A_HOST'>): never {
  return context.refuse(
    'NOT_A_HOST',
    `\`${element.id}\` is a ${element.kind}, expected ${wanted}`,
    {
      element_id: element.id,
      kind: element.kind,
    },
  );
}

/**
 * Refuses what does not fit: OPENING_EXCEEDS_HOST past the end, above the top or outside the outline,
 * OPENING_OVERLAP with another of `siblings`. In a wall the very end fits and neighbours may touch;
 * in a floor or roof a gap must remain, because a hole that touches an edge is a notch.
 */
export function requireFits(
  element: HostedElement,
  host: Host,
  siblings: readonly HostedElement[],
  context: PlanContext<HostingCode>,
): void {
  if (host.kind === 'wall') requireFitsWall(element, host, siblings, context);
  else requireFitsSlab(element, host, siblings, context);
}

function requireFitsWall(
  element: HostedElement,
  wall: ElementOf<'wall'>,
  siblings: readonly HostedElement[],
  context: PlanContext<HostingCode>,
): void {
  const { start, end, height: wall_height } = wall.params;
  const { width, height } = element.params;
  const offset = element.params.offset ?? 0;
  const sill = sillOf(element);
  // Added as integers: 0.1 + 0.2 must be 0.3.
  if (!fitsWithin((micrometres(offset) + micrometres(width)) / 1000, start, end)) {
    const wall_length = segmentLengthMm(start, end);
    const greatest = shown(wall_length - width);
    const room =
      greatest < 0 ? 'which is too short for it' : `where offset is at most ${greatest} mm`;
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${element.kind} \`${element.id}\` from offset ${offset} mm with width ${width} mm ends past wall \`${wall.id}\` of length ${shown(wall_length)} mm, ${room}`,
      {
        element_id: element.id,
        host_id: wall.id,
        offset,
        width,
        wall_length: shown(wall_length),
        greatest_offset: greatest < 0 ? null : greatest,
      },
    );
  }
  if (micrometres(sill) + micrometres(height) > micrometres(wall_height))
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${element.kind} \`${element.id}\` with sill ${sill} mm and height ${height} mm ends above wall \`${wall.id}\` of height ${wall_height} mm`,
      { element_id: element.id, host_id: wall.id, sill, height, wall_height },
    );
  for (const other of siblings) {
    if (other.id === element.id || !overlapInWall(element, other)) continue;
    const taken = `${other.params.offset ?? 0} to ${(micrometres(other.params.offset ?? 0) + micrometres(other.params.width)) / 1000} mm`;
    context.refuse(
      'OPENING_OVERLAP',
      `${element.kind} at offset ${offset} mm with width ${width} mm overlaps ${other.kind} \`${other.id}\`, which takes ${taken} of wall \`${wall.id}\``,
      { element_id: element.id, other_id: other.id, host_id: wall.id, offset, width },
    );
  }
}

/** A wall length for people: rounded down, so that what is said always fits. */
function shown(mm: number): number {
  return Math.floor(mm * 1000 + 1e-6) / 1000;
}

/** Whether two fillings of a wall share area of its face; touching does not count. */
function overlapInWall(a: HostedElement, b: HostedElement): boolean {
  return (
    intervalsOverlap(a.params.offset ?? 0, a.params.width, b.params.offset ?? 0, b.params.width) &&
    intervalsOverlap(sillOf(a), a.params.height, sillOf(b), b.params.height)
  );
}

function intervalsOverlap(a: number, a_size: number, b: number, b_size: number): boolean {
  const [from_a, from_b] = [micrometres(a), micrometres(b)];
  return from_a < from_b + micrometres(b_size) && from_b < from_a + micrometres(a_size);
}

function requireFitsSlab(
  element: HostedElement,
  host: ElementOf<'floor' | 'roof'>,
  siblings: readonly HostedElement[],
  context: PlanContext<HostingCode>,
): void {
  if (element.kind !== 'opening') return;
  const { width, height, location } = element.params;
  const about = { element_id: element.id, host_id: host.id, location, width, height };
  const said = `opening \`${element.id}\` of ${width} by ${height} mm at (${location?.x ?? 0}, ${location?.y ?? 0})`;
  const corners = rectangleAround(element);
  if (!validateRegion(host.params.boundary_points, [corners]).ok)
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${said} does not lie inside the outline of ${host.kind} \`${host.id}\``,
      about,
    );
  const others = siblings.filter(
    (other): other is ElementOf<'opening'> => other.kind === 'opening' && other.id !== element.id,
  );
  for (const other of others) {
    if (!validateRegion(host.params.boundary_points, [corners, rectangleAround(other)]).ok)
      context.refuse('OPENING_OVERLAP', `${said} touches or overlaps opening \`${other.id}\``, {
        ...about,
        other_id: other.id,
      });
  }
  const own_holes = host.kind === 'floor' ? host.params.holes : [];
  if (!validateRegion(host.params.boundary_points, [corners, ...own_holes]).ok)
    context.refuse(
      'OPENING_OVERLAP',
      `${said} touches or overlaps a hole of ${host.kind} \`${host.id}\``,
      { ...about, other_id: null },
    );
}
