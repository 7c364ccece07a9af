/** @module window: a window in a wall, on a sill. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { DistanceMm, LengthMm } from '../../../../schemas/units.ts';
import { DRAWN_GLASS, PICTURE_GLASS } from '../facets/appearance.ts';
import { STATES_CLOSING } from '../facets/stated-properties.ts';
import { area, line } from '../facets/symbol.ts';
import { areaFigures, areaNames } from '../fittings/fitting-figures.ts';
import { type ElementFor, type Filling, type KindView, defineKind, isOf } from '../kind.ts';
import { Anchor, movedAnchor } from '../rules/anchor.ts';
import { fillingOutline, requireSill } from '../rules/hosting.ts';
import { axisOfCut, carriedOffset } from '../rules/in-wall.ts';
import { HOLE_SHAPE, mirroredShape, shapedCut, withOutlineSizes } from '../shared/hole-shape.ts';
import { Name, Ref } from '../shared/params.ts';
import { PANEL_HOSTS, type PanelCode, panelFacets } from '../shared/wall-panel.ts';
import { TypeId } from '../types/of-type.ts';
import { WINDOW_TYPES } from '../types/operations.ts';
import { wall } from '../wall/wall.ts';
import { windowIfc } from './ifc.ts';

const params = z.strictObject({
  host_id: Ref,
  name: Name,
  offset: DistanceMm,
  width: LengthMm,
  height: LengthMm,
  sill_height: DistanceMm,
  window_type: z.enum(WINDOW_TYPES),
  type_id: TypeId,
  anchor: Anchor,
  /** Whether it shows the grid and the hinges of its type from the other side, as a mirrored window does. */
  flipped: z.boolean().nullable().exactOptional(),
  ...HOLE_SHAPE,
});
export type Window = ElementFor<'window', typeof params>;

function fillingFor({ id, kind, params: values }: Window): Filling {
  const { host_id, offset, sill_height: sill, width, height, anchor } = values;
  const cut = { host_id, offset, location: null, sill, width, height, anchor };
  return { id, kind, cut: { ...cut, ...shapedCut(values, { offset, sill }) } };
}

/** Whether a mirrored window differs from the window: a type can have a grid, and hinges at a side. */
function isHanded({ window_type, type_id = null }: Window['params']): boolean {
  return type_id !== null || window_type === 'casement' || window_type === 'tilt_and_turn';
}

const AREAS = ['frame', 'glass'] as const;

const facets = panelFacets<Window>(fillingFor, ({ params: { window_type } }) => ({ window_type }));

/** A window. */
export const window = defineKind({
  kind: 'window',
  category: 'Windows',
  params,
  fixed: {},
  plain_numbers: {},
  refs: { host_id: 'sits_in', type_id: 'is_of' },
  ...facets,
  check(
    proposed: Window,
    view: KindView,
    context: PlanContext<PanelCode | 'INVALID_BOUNDARY'>,
    siblings?: readonly Filling[],
  ) {
    const sized = withOutlineSizes(proposed.params, view.element(proposed.id), context);
    return facets.check({ ...proposed, params: sized }, view, context, siblings);
  },
  workspace: 'none',
  obstructs: 'none',
  bears: 'none',
  covers: 'none',
  fills: {
    hosts: PANEL_HOSTS,
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
      const place = { host_id: host.id, offset: there, ...movedAnchor(element.params, motion) };
      const shape = mirroredShape(element.params, motion.mirrored);
      const isTurned = motion.mirrored && isHanded(element.params);
      const seen = isTurned ? { flipped: element.params.flipped === true ? null : true } : {};
      return { ...element, params: { ...element.params, ...place, ...shape, ...seen } };
    },
  },
  appearance: { picture: PICTURE_GLASS, elevation: DRAWN_GLASS, gltf: [0.35, 0.6, 0.75] },
  stated: { set: 'Pset_WindowCommon', has: STATES_CLOSING },
  ifc: windowIfc,
  symbol: {
    layer: 90,
    plans: 'body',
    marks(element: Window, site) {
      const filling = fillingFor(element);
      const host = site.element(element.params.host_id);
      const outline = fillingOutline(filling, PANEL_HOSTS, site);
      if (outline === null || !isOf(wall, host)) return [];
      return [area('gap', outline), line(axisOfCut(host, filling.cut))];
    },
  },
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
    figures: {
      names: areaNames(AREAS),
      of: (element: Window, view) => areaFigures(element, view, AREAS),
    },
  },
  shown: 'all',
});
