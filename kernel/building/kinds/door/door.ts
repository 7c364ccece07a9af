/** @module door: a door in a wall, at the foot of the wall or on a sill. */
import * as z from 'zod';

import { type PlanPoint, DistanceMm, LengthMm } from '../../../../schemas/units.ts';
import { type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { STATES_CLOSING } from '../facets/stated-properties.ts';
import { type Mark, area, line } from '../facets/symbol.ts';
import { areaFigures, areaNames } from '../fittings/fitting-figures.ts';
import type { ElementFor, Filling, Site, Storey } from '../kind.ts';
import { defineKind, MAX_WORKSPACE_MM, isOf } from '../kind.ts';
import { Anchor, movedAnchor } from '../rules/anchor.ts';
import { doorLeaves } from '../rules/door-leaves.ts';
import { fillingBounds, fillingOutline, requireSill } from '../rules/hosting.ts';
import { axisOfCut, carriedOffset } from '../rules/in-wall.ts';
import { FireRating, Name, Ref } from '../shared/params.ts';
import { PANEL_HOSTS, panelFacets } from '../shared/wall-panel.ts';
import { TypeId } from '../types/of-type.ts';
import { DOOR_TYPES } from '../types/operations.ts';
import { wall } from '../wall/wall.ts';
import { doorIfc } from './ifc.ts';

export const SWINGS = ['left', 'right', 'both', 'none'] as const;
/** A mirrored door has its hinges at the other end of its void. */
const OTHER_SWING = { left: 'right', right: 'left', both: 'both', none: 'none' } as const;

/** The meaning of `swing` with its viewpoint; derived, not stored. */
const SWING_TEXTS: Readonly<Record<(typeof SWINGS)[number], string>> = {
  left: 'hinge on the left, seen in the direction in which it opens',
  right: 'hinge on the right, seen in the direction in which it opens',
  both: 'opens to both sides of the wall',
  none: 'does not swing',
};

const params = z.strictObject({
  host_id: Ref,
  name: Name,
  offset: DistanceMm,
  width: LengthMm,
  height: LengthMm,
  /** Threshold above the foot of the wall; absent or null: at the foot. */
  sill: DistanceMm.nullable().exactOptional(),
  door_type: z.enum(DOOR_TYPES),
  swing: z.enum(SWINGS),
  fire_rating_min: FireRating,
  is_exit: z.boolean(),
  type_id: TypeId,
  anchor: Anchor,
});
export type Door = ElementFor<'door', typeof params>;

function fillingFor({ id, kind, params: values }: Door): Filling {
  const { host_id, offset, width, height, anchor } = values;
  const sill = sillOf(values);
  return { id, kind, cut: { host_id, offset, location: null, sill, width, height, anchor } };
}

/** Height of the threshold of a door above the foot of its wall, mm. */
export function sillOf({ sill }: Pick<Door['params'], 'sill'>): number {
  return sill ?? 0;
}

const AREAS = ['frame', 'leaf', 'glass'] as const;

/** A door. */
export const door = defineKind({
  kind: 'door',
  category: 'Doors',
  params,
  fixed: {},
  plain_numbers: { fire_rating_min: null },
  refs: { host_id: 'sits_in', type_id: 'is_of' },
  ...panelFacets<Door>(fillingFor, ({ params: { door_type, swing } }, mirrored) => ({
    door_type,
    swing: mirrored ? OTHER_SWING[swing] : swing,
  })),
  workspace: swingOf,
  obstructs: 'none',
  bears: 'none',
  covers: 'none',
  fills: {
    hosts: PANEL_HOSTS,
    cut: (element: Door) => fillingFor(element).cut,
    slid(element: Door, { offset, dz }, context) {
      const { sill = null } = element.params;
      const there = { ...element, params: { ...element.params, offset } };
      if (dz === 0) return there;
      if (sill === null) {
        return context.refuse(
          'INVALID_ARGUMENT',
          'a door without a `sill` stands at the foot of its wall: expected `delta.z` = 0, or set its `sill` with modify_parameter',
        );
      }
      const raised = requireSill(sill + dz, fillingFor(element), context);
      return { ...there, params: { ...there.params, sill: raised } };
    },
    carried(element: Door, host, motion) {
      const { swing } = element.params;
      const cut = fillingFor(element).cut;
      const offset = isOf(wall, host) ? carriedOffset(cut, host, motion) : element.params.offset;
      const hung = motion.mirrored ? OTHER_SWING[swing] : swing;
      const place = { host_id: host.id, offset, swing: hung, ...movedAnchor(cut, motion) };
      return { ...element, params: { ...element.params, ...place } };
    },
  },
  appearance: { picture: [150, 112, 78], elevation: [226, 222, 214], gltf: [0.34, 0.17, 0.06] },
  stated: { set: 'Pset_DoorCommon', has: STATES_CLOSING },
  ifc: doorIfc,
  symbol: { layer: 100, plans: 'body', marks: symbolOf },
  schedule: {
    type: 'door_type',
    columns: [
      'name',
      'level',
      'door_type',
      'width',
      'height',
      'swing',
      'fire_rating_min',
      'is_exit',
      'host',
      'from_room',
      'to_room',
    ],
    summed: [],
    figures: {
      names: areaNames(AREAS),
      of: (element: Door, view) => areaFigures(element, view, AREAS),
    },
  },
  shown: ({ params: own }: Door) => ({ ...own, swing_seen: SWING_TEXTS[own.swing] }),
});

/** A gap in the wall, with the leaf and its swing. */
function symbolOf(element: Door, site: Site): readonly Mark[] {
  const filling = fillingFor(element);
  const host = site.element(element.params.host_id);
  const outline = fillingOutline(filling, PANEL_HOSTS, site);
  if (outline === null || !isOf(wall, host)) return [];
  const [start, end] = axisOfCut(host, filling.cut);
  return [area('gap', outline), ...leaves(element, start, end)];
}

/** A leaf on the axis of its wall; `turn` 1 opens counter-clockwise, -1 clockwise. */
type Leaf = { readonly hinge: PlanPoint; readonly closes: PlanPoint; readonly turn: 1 | -1 };

/** The leaves of a door, once for each side to which they open. */
function leavesOf(element: Door, start: PlanPoint, end: PlanPoint): readonly Leaf[] {
  const at = (along: number): PlanPoint => ({
    x: start.x + ((end.x - start.x) * along) / element.params.width,
    y: start.y + ((end.y - start.y) * along) / element.params.width,
  });
  return doorLeaves(element.params).flatMap(({ hinge, closes, sides }) =>
    sides.map((side): Leaf => {
      const backwards = closes < hinge;
      return { hinge: at(hinge), closes: at(closes), turn: backwards === (side === 1) ? -1 : 1 };
    }),
  );
}

function leaves(element: Door, start: PlanPoint, end: PlanPoint): readonly Mark[] {
  const found = leavesOf(element, start, end);
  return found.length === 0 ? [line([start, end], 2)] : found.map((one) => leaf(one));
}

/** Width of the widest leaf that swings, mm. */
const WIDEST_LEAF_MM = MAX_WORKSPACE_MM;

/** The space next to the wall that the leaves sweep as they open to a right angle, over the height of the door. */
function swingOf(element: Door, level: Storey, site: Site): readonly ConvexPiece[] {
  const { cut } = fillingFor(element);
  const host = site.element(element.params.host_id);
  const box = fillingBounds(fillingFor(element), PANEL_HOSTS, level, site);
  if (box === null || !isOf(wall, host)) return [];
  const [start, end] = axisOfCut(host, cut);
  return leavesOf(element, start, end)
    .map((one) => sweptRing(one, host.params.thickness / 2))
    .filter((ring) => ring.length > 0)
    .map((ring) => uprightPiece(ring, box.min.z, box.max.z));
}

/** Counter-clockwise outline of the area outside the wall that a leaf sweeps; empty if it sweeps none. */
function sweptRing({ hinge, closes, turn }: Leaf, half: number): Ring {
  const radius = segmentLengthMm(hinge, closes);
  if (radius <= half || radius > WIDEST_LEAF_MM) return [];
  const [ux, uy] = [(closes.x - hinge.x) / radius, (closes.y - hinge.y) / radius];
  const at = (along: number, aside: number): PlanPoint => ({
    x: hinge.x + ux * along - uy * aside * turn,
    y: hinge.y + uy * along + ux * aside * turn,
  });
  const first = Math.asin(half / radius);
  const arc = Array.from({ length: SWING_STEPS + 1 }, (_, step): PlanPoint => {
    const angle = first + (step / SWING_STEPS) * (Math.PI / 2 - first);
    return at(radius * Math.cos(angle), radius * Math.sin(angle));
  });
  const ring = [at(0, half), ...arc];
  return turn === 1 ? ring : ring.toReversed();
}

const SWING_STEPS = 8;

/** An open leaf at the hinge and a quarter circle to its closed position. */
function leaf({ hinge, closes, turn }: Leaf): Mark {
  const [dx, dy] = [closes.x - hinge.x, closes.y - hinge.y];
  const arc = Array.from({ length: SWING_STEPS + 1 }, (_, step): PlanPoint => {
    const angle = turn * (step / SWING_STEPS) * (Math.PI / 2);
    return {
      x: hinge.x + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: hinge.y + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  });
  return line([...arc, hinge]);
}
