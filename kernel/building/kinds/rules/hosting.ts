/** @module hosting: openings, doors and windows in whatever holds them. */
import type { PlanContext } from '../../../schemas/plan.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { boxOver } from '../boxes.ts';
import type { AnyElement, AnyKind, Filling, Holds, KindView, Site, Storey } from '../kind.ts';
import { fillingOf } from '../kind.ts';
import type { ElementCode } from './lookup.ts';
import { requireElement } from './lookup.ts';

/** Codes of finding the host. */
export type HostCode = ElementCode | 'NOT_A_HOST';

/** A host with how it holds things. */
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

/** What a host holds in a view, as its rules take it. */
export function fillingsIn(view: KindView, host_id: string): readonly Filling[] {
  return view.hostedBy(host_id).flatMap((element) => fillingOf(view.kinds, element) ?? []);
}

/** Outline in plan of what sits in a host, null without one. */
export function fillingOutline(
  filling: Filling,
  hosts: readonly AnyKind[],
  site: Site,
): Ring | null {
  const host = asHost(site.element(filling.cut.host_id), hosts);
  return host === null ? null : host.holds.outline(host.element, filling);
}

/** World box of what sits in a host, null without one. */
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

/** The new height of a sill on the grid. Refuses OPENING_EXCEEDS_HOST below the foot of the wall. */
export function requireSill(
  sill: number,
  { id, kind, cut }: Filling,
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): number {
  const rounded = toGrid(sill);
  if (rounded < 0) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${kind} \`${id}\` would start ${-rounded} mm below the foot of its wall`,
      { element_id: id, host_id: cut.host_id, sill: rounded },
    );
  }
  return rounded;
}

/** The new offset along a wall on the grid. Refuses OPENING_EXCEEDS_HOST before the start of the wall. */
export function requireOffset(
  offset: number,
  { id, kind, cut }: Filling,
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): number {
  const rounded = toGrid(offset);
  if (rounded < 0) {
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${kind} \`${id}\` would start ${-rounded} mm before the start of its wall`,
      { element_id: id, host_id: cut.host_id, offset: rounded },
    );
  }
  return rounded;
}
