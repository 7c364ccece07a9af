/** @module opening: a void through a wall, floor or roof. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { DistanceMm, LengthMm, PlanPoint } from '../../schemas/units.ts';
import { requireBetweenJoints } from './between-joints.ts';
import { floor } from './floor.ts';
import { openingIfc } from './ifc/fillings.ts';
import type { AnyKind, ElementFor, Filling, KindView } from './kind.ts';
import { defineKind } from './kind.ts';
import { turnedBy, turnOf } from './motion.ts';
import { Name, Ref, Turn } from './params.ts';
import { roof } from './roof.ts';
import type { HostCode } from './rules/hosting.ts';
import {
  fillingBounds,
  fillingOutline,
  fillingsIn,
  requireHost,
  requireSill,
} from './rules/hosting.ts';
import type { HostingCode } from './rules/in-wall.ts';
import type { BoundsCode } from './rules/model-bounds.ts';
import { requirePointsInModel } from './rules/model-bounds.ts';
import { builtThickness, LEAST_OPENING_MM } from './sizes.ts';
import { area } from './symbol.ts';
import { wall } from './wall.ts';

const params = z.strictObject({
  host_id: Ref,
  name: Name,
  /** Along the wall from its start to the near edge; null for openings in floors and roofs. */
  offset: DistanceMm.nullable(),
  /** Centre in plan for openings in floors and roofs; null in walls. */
  location: PlanPoint.nullable(),
  sill: DistanceMm,
  width: LengthMm,
  /** Height in a wall; size along y in a floor or roof. */
  height: LengthMm,
  /** Of width and height in a floor or roof; never in a wall. */
  turn_deg: Turn,
});
export type Opening = ElementFor<'opening', typeof params>;
export type OpeningCode = HostCode | HostingCode | BoundsCode | 'INVALID_ARGUMENT';

const HOSTS: readonly AnyKind[] = [wall, floor, roof];

function fillingFor({ id, kind, params: cut }: Opening): Filling {
  return { id, kind, cut };
}

/** An opening. */
export const opening = defineKind({
  kind: 'opening',
  category: 'Openings',
  params,
  fixed: [],
  plain_numbers: { turn_deg: 'deg' },
  refs: { host_id: 'sits_in' },
  check(
    element: Opening,
    view: KindView,
    context: PlanContext<OpeningCode>,
    siblings?: readonly Filling[],
  ) {
    const { element: host, holds } = requireHost(view, element.params.host_id, HOSTS, context);
    const { offset, location, sill } = element.params;
    const in_wall = host.kind === wall.kind;
    if (in_wall && (offset === null || location !== null || turnOf(element.params) !== 0)) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${host.id}\` is a wall: expected \`offset\` along it, and neither \`location\` nor \`turn_deg\``,
      );
    }
    if (!in_wall && (location === null || offset !== null || sill !== 0)) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${host.id}\` is a ${host.kind}: expected \`location\` of the centre, and neither \`offset\` nor \`sill\``,
      );
    }
    if (location !== null) requirePointsInModel('`location`', [location], context);
    const others = siblings ?? fillingsIn(view, host.id);
    holds.requireFits(host, fillingFor(element), others, context);
    requireBetweenJoints(fillingFor(element), host, view, context);
    return { element, warnings: [], facts: { host_id: host.id } };
  },
  integrity: () => null,
  reach: 'none',
  inputs: (element: Opening, site) => [site.element(element.params.host_id)],
  body: 'none',
  workspace: 'none',
  bounds: (element: Opening, level, site) => fillingBounds(fillingFor(element), HOSTS, level, site),
  outline: (element: Opening, site) => fillingOutline(fillingFor(element), HOSTS, site),
  quantities: ['area_mm2'],
  measures: ({ params: { width, height } }: Opening) => ({ area_mm2: width * height }),
  transform: 'in_host',
  follows: 'none',
  fills: {
    hosts: HOSTS,
    cut: ({ params: cut }: Opening) => cut,
    slid(element: Opening, { offset, dz }, context) {
      const sill = requireSill(element.params.sill + dz, fillingFor(element), context);
      return { ...element, params: { ...element.params, offset, sill } };
    },
    carried(element: Opening, host_id, motion) {
      const { location } = element.params;
      if (location === null) return { ...element, params: { ...element.params, host_id } };
      const place = { location: motion.point(location), ...turnedBy(element.params, motion) };
      return { ...element, params: { ...element.params, host_id, ...place } };
    },
  },
  holds: 'none',
  ifc: openingIfc,
  symbol: {
    layer: 80,
    marks(element: Opening, site) {
      const outline = fillingOutline(fillingFor(element), HOSTS, site);
      return outline === null ? [] : [area('gap', outline)];
    },
  },
  sizes: ({ params: { width, height } }: Opening) => [
    ['width', width, LEAST_OPENING_MM],
    ['height', height, LEAST_OPENING_MM],
  ],
  buildable: ({ params: { width, height } }: Opening) => [
    builtThickness('width', width),
    builtThickness('height', height),
  ],
  schedule: {
    type: null,
    columns: ['name', 'level', 'host', 'width', 'height', 'sill', 'area_m2'],
    summed: [],
  },
  shown: 'all',
});
