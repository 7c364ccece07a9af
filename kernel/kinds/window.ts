/** @module window: a window in a wall, on a sill. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { DistanceMm, LengthMm } from '../../schemas/units.ts';
import { requireBetweenJoints } from './between-joints.ts';
import { windowIfc } from './ifc/fillings.ts';
import { panelInWall, panelPieces } from './in-wall-body.ts';
import type { AnyKind, ElementFor, Filling, KindView } from './kind.ts';
import { defineKind, isOf } from './kind.ts';
import { Name, Ref } from './params.ts';
import type { HostCode } from './rules/hosting.ts';
import {
  fillingBounds,
  fillingOutline,
  fillingsIn,
  requireHost,
  requireSill,
} from './rules/hosting.ts';
import type { HostingCode } from './rules/in-wall.ts';
import { axisOfCut, carriedOffset } from './rules/in-wall.ts';
import { requireFitsUnder } from './rules/wall-under.ts';
import { builtSize, LEAST_MM } from './sizes.ts';
import { area, line } from './symbol.ts';
import type { TypeCode } from './types/of-type.ts';
import { requireOfType, TypeId } from './types/of-type.ts';
import { WINDOW_TYPES } from './types/operations.ts';
import { wall } from './wall.ts';

const params = z.strictObject({
  host_id: Ref,
  name: Name,
  offset: DistanceMm,
  width: LengthMm,
  height: LengthMm,
  sill_height: DistanceMm,
  window_type: z.enum(WINDOW_TYPES),
  type_id: TypeId,
});
export type Window = ElementFor<'window', typeof params>;
export type WindowCode = HostCode | HostingCode | TypeCode;

const HOSTS: readonly AnyKind[] = [wall];

function fillingFor({ id, kind, params: given }: Window): Filling {
  const { host_id, offset, sill_height: sill, width, height } = given;
  return { id, kind, cut: { host_id, offset, location: null, sill, width, height } };
}

/** A window. */
export const window = defineKind({
  kind: 'window',
  category: 'Windows',
  params,
  fixed: [],
  plain_numbers: {},
  refs: { host_id: 'sits_in', type_id: 'is_of' },
  check(
    asked: Window,
    view: KindView,
    context: PlanContext<WindowCode>,
    siblings?: readonly Filling[],
  ) {
    const element = requireOfType(asked, view, context);
    const { element: host, holds } = requireHost(view, element.params.host_id, HOSTS, context);
    const others = siblings ?? fillingsIn(view, host.id);
    holds.requireFits(host, fillingFor(element), others, context);
    requireFitsUnder(host, fillingFor(element), view, context);
    requireBetweenJoints(fillingFor(element), host, view, context);
    const facts = { wall_id: host.id, offset: element.params.offset };
    return { element, warnings: [], facts };
  },
  integrity: () => null,
  reach: 'none',
  inputs: (element: Window, site) => [site.element(element.params.host_id)],
  body: {
    occupies: 'matter',
    may_fail: false,
    mesh: (element: Window, level, site) => panelInWall(fillingFor(element), level, site),
    pieces: (element: Window, level, site) => panelPieces(fillingFor(element), level, site),
  },
  workspace: 'none',
  bounds: (element: Window, level, site) => fillingBounds(fillingFor(element), HOSTS, level, site),
  outline: (element: Window, site) => fillingOutline(fillingFor(element), HOSTS, site),
  quantities: ['area_mm2', 'volume_mm3'],
  measures: (element: Window, site) => ({
    area_mm2: element.params.width * element.params.height,
    volume_mm3: site.volume(element),
  }),
  transform: 'in_host',
  follows: 'none',
  fills: {
    hosts: HOSTS,
    cut: (element: Window) => fillingFor(element).cut,
    slid(element: Window, { offset, dz }, context) {
      const sill_height = requireSill(
        element.params.sill_height + dz,
        fillingFor(element),
        context,
      );
      return { ...element, params: { ...element.params, offset, sill_height } };
    },
    carried(element: Window, host, motion) {
      const { offset } = element.params;
      const there = isOf(wall, host)
        ? carriedOffset(fillingFor(element).cut, host, motion)
        : offset;
      return { ...element, params: { ...element.params, host_id: host.id, offset: there } };
    },
  },
  holds: 'none',
  ifc: windowIfc,
  symbol: {
    layer: 90,
    marks(element: Window, site) {
      const filling = fillingFor(element);
      const host = site.element(element.params.host_id);
      const outline = fillingOutline(filling, HOSTS, site);
      if (outline === null || !isOf(wall, host)) return [];
      return [area('gap', outline), line(axisOfCut(host, filling.cut))];
    },
  },
  sizes: ({ params: { width, height } }: Window) => [
    ['width', width, LEAST_MM],
    ['height', height, LEAST_MM],
  ],
  buildable: ({ params: { width, height } }: Window) => [
    builtSize('width', width),
    builtSize('height', height),
  ],
  schedule: {
    type: 'window_type',
    columns: [
      'name',
      'level',
      'window_type',
      'width',
      'height',
      'sill_height',
      'host',
      'from_room',
      'to_room',
    ],
    summed: [],
  },
  shown: 'all',
});
