/** @module hosting: openings, doors and windows in their hosts. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type BoxMm, toGrid } from '../../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { AnyElement, AnyKind, Filling, Holds, KindView, Site, Storey } from '../kind.ts';
import { fillingOf } from '../kind.ts';
import { boxOver } from '../shared/boxes.ts';
import { type ElementCode, requireElement } from './lookup.ts';

/** Codes of the lookup of a host. */
export type HostCode = ElementCode | 'NOT_A_HOST';

/** A host with its `holds` facet. */
export type Host = { readonly element: AnyElement; readonly holds: Holds<AnyElement> };

/** The element as a host if one of `hosts` is its kind, null otherwise. */
export function asHost(element: AnyElement | undefined, hosts: readonly AnyKind[]): Host | null {
  if (element === undefined) return null;
  const holds = hosts.find(({ kind }) => kind === element.kind)?.holds ?? 'none';
  return holds === 'none' ? null : { element, holds };
}

/** The host that an element cuts. Refuses ELEMENT_NOT_FOUND, CROSS_BRANCH or NOT_A_HOST. */
export function requireHost(
  view: KindView,
  id: string,
  hosts: readonly AnyKind[],
  context: PlanContext<HostCode>,
): Host {
  const element = requireElement(view, id, context);
  return (
    asHost(element, hosts) ??
    context.refuse(
      'NOT_A_HOST',
      `\`${element.id}\` is a ${element.kind}, expected ${oneOf(hosts)}`,
      { element_id: element.id, kind: element.kind },
    )
  );
}

/** `a wall`, `a wall, floor or roof`. */
function oneOf(hosts: readonly AnyKind[]): string {
  const names = hosts.map(({ kind }) => kind);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? `a ${last}` : `a ${names.slice(0, -1).join(', ')} or ${last}`;
}

/** The fillings of a host in a view. */
export function fillingsIn(view: KindView, host_id: string): readonly Filling[] {
  return view.hostedBy(host_id).flatMap((element) => fillingOf(view.kinds, element) ?? []);
}

/** Outline of a filling in plan; null without one. */
export function fillingOutline(
  filling: Filling,
  hosts: readonly AnyKind[],
  site: Site,
): Ring | null {
  const host = asHost(site.element(filling.cut.host_id), hosts);
  return host === null ? null : host.holds.outline(host.element, filling);
}

/** World box of a filling; null without one. */
export function fillingBounds(
  filling: Filling,
  hosts: readonly AnyKind[],
  level: Storey,
  site: Site,
): BoxMm | null {
  const host = asHost(site.element(filling.cut.host_id), hosts);
  const outline = host?.holds.outline(host.element, filling) ?? null;
  const span = host?.holds.span(host.element, level, filling, site) ?? null;
  return outline === null || span === null ? null : boxOver(outline, span);
}

/** The new height of a sill on the grid. Refuses OPENING_EXCEEDS_HOST if it is below the foot of the wall. */
export function requireSill(sill: number, filling: Filling, context: ExceedsContext): number {
  return requireInHost({ name: 'sill', length: sill, where: 'below the foot' }, filling, context);
}

/** The new offset along a wall on the grid. Refuses OPENING_EXCEEDS_HOST if it is before the start of the wall. */
export function requireOffset(offset: number, filling: Filling, context: ExceedsContext): number {
  return requireInHost(
    { name: 'offset', length: offset, where: 'before the start' },
    filling,
    context,
  );
}

type ExceedsContext = PlanContext<'OPENING_EXCEEDS_HOST'>;

/** A length on the grid; refused if it is negative. */
function requireInHost(
  {
    name,
    length,
    where,
  }: { readonly name: string; readonly length: number; readonly where: string },
  { id, kind, cut }: Filling,
  context: ExceedsContext,
): number {
  const rounded = toGrid(length);
  if (rounded < 0) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${kind} \`${id}\` would start ${-rounded} mm ${where} of its wall`,
      { element_id: id, host_id: cut.host_id, [name]: rounded },
    );
  }
  return rounded;
}
