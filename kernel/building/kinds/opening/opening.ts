/** @module opening: a void through a wall, floor or roof. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { DistanceMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import { ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import { pointOnGrid } from '../../geometry/vector.ts';
import { area } from '../facets/symbol.ts';
import { floor } from '../floor/floor.ts';
import type { AnyElement, AnyKind, ElementFor, Filling, KindView } from '../kind.ts';
import { defineKind, isOf } from '../kind.ts';
import { roof } from '../roof/roof.ts';
import { Anchor, movedAnchor, withAnchoredWidth } from '../rules/anchor.ts';
import type { HostCode } from '../rules/hosting.ts';
import {
  fillingBounds,
  fillingOutline,
  fillingsIn,
  requireHost,
  requireSill,
} from '../rules/hosting.ts';
import { type HostingCode, carriedOffset } from '../rules/in-wall.ts';
import { type BoundsCode, requirePointsInModel } from '../rules/model-bounds.ts';
import { requireFitsUnder } from '../rules/wall-under.ts';
import { formFault, requireArch, requireOneForm } from '../shared/hole-form.ts';
import { faceShapeOf, HOLE_SHAPE, requireStraightHost } from '../shared/hole-shape.ts';
import { turnedBy, turnOf } from '../shared/motion.ts';
import { Boundary, Name, Ref, Turn } from '../shared/params.ts';
import { builtThickness, MIN_OPENING_MM } from '../shared/sizes.ts';
import { requireBetweenJoints } from '../wall/between-joints.ts';
import { cutArea } from '../wall/wall-outlines.ts';
import { wall } from '../wall/wall.ts';
import { openingIfc } from './ifc.ts';
import {
  boxOf,
  boxOfOutline,
  carriedAlong,
  cutOf,
  movedOutline,
  withOutline,
} from './opening-outline.ts';

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
  /** Rotation of width and height in a floor or roof; never in a wall. */
  turn_deg: Turn,
  /** Instead of a rectangle: plan points in a floor or roof, in a wall x along it and y above its base. */
  outline: Boundary.nullable().exactOptional(),
  /** In a wall; `round` also in a floor or roof. */
  shape: HOLE_SHAPE.shape,
  rise: HOLE_SHAPE.rise,
  /** The stair for which it was cut; the opening follows it. */
  stair_id: Ref.nullable().exactOptional(),
  /** The point of its wall from which it keeps its distance. */
  anchor: Anchor,
});
export type Opening = ElementFor<'opening', typeof params>;
export type OpeningCode =
  | HostCode
  | HostingCode
  | BoundsCode
  | 'INVALID_ARGUMENT'
  | 'INVALID_BOUNDARY';

const HOSTS: readonly AnyKind[] = [wall, floor, roof];

/** A stair has one opening in a floor that follows it; a copy of the opening does not. */
function withStair(element: Opening, view: KindView): Opening {
  const { stair_id, host_id } = element.params;
  if (stair_id === undefined || stair_id === null) return element;
  const others = view.hostedBy(host_id).filter(({ id }) => id !== element.id);
  return others.some((other) => isOpening(other) && other.params.stair_id === stair_id)
    ? { ...element, params: { ...element.params, stair_id: null } }
    : element;
}

/** Refuses an outline that starts before or below its wall, or in a curved wall or a curtain wall with a grid. */
function requireOutline(
  outline: readonly PlanPoint[],
  host: AnyElement,
  context: PlanContext<'INVALID_ARGUMENT' | 'OPENING_EXCEEDS_HOST'>,
): void {
  requireStraightHost(host, 'an opening with an `outline`', context);
  const { id } = host;
  const { min } = ringBounds(outline);
  if (min.x >= 0 && min.y >= 0) return;
  context.refuse(
    'OPENING_EXCEEDS_HOST',
    `\`outline\` reaches to x ${min.x} mm along wall \`${id}\` and y ${min.y} mm above its base, expected both from 0: they are counted from the start and the foot of the wall`,
    { host_id: id, min },
  );
}

/** Refuses INVALID_ARGUMENT for a place that the host does not have. */
function requirePlace(
  { params: values }: Opening,
  host: AnyElement,
  context: PlanContext<'INVALID_ARGUMENT' | 'OPENING_EXCEEDS_HOST'>,
): void {
  const { offset, location, sill, outline, anchor } = values;
  if (host.kind !== wall.kind) {
    if (values.shape === 'arched') {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${host.id}\` is a ${host.kind}: \`shape\` was arched, expected rectangle or round`,
      );
    }
    if (anchor !== undefined && anchor !== null) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${host.id}\` is a ${host.kind}, which has no ends: \`anchor\` was ${anchor}, expected no \`anchor\``,
      );
    }
    if (location !== null && offset === null && sill === 0) return;
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${host.id}\` is a ${host.kind}: expected \`location\` of the centre, and neither \`offset\` nor \`sill\``,
    );
  }
  if (outline !== undefined && outline !== null) requireOutline(outline, host, context);
  if (faceShapeOf(values) !== null) {
    requireStraightHost(host, `an opening with \`shape\` ${values.shape}`, context);
  }
  if (offset !== null && location === null && turnOf(values) === 0) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `\`${host.id}\` is a wall: expected \`offset\` along it, and neither \`location\` nor \`turn_deg\``,
  );
}

function isOpening(element: AnyElement | undefined): element is Opening {
  return element?.kind === 'opening';
}

function fillingFor({ id, kind, params: values }: Opening): Filling {
  return { id, kind, cut: cutOf(values) };
}

/** An opening. */
export const opening = defineKind({
  kind: 'opening',
  category: 'Openings',
  params,
  fixed: {},
  plain_numbers: { turn_deg: 'deg' },
  refs: { host_id: 'sits_in' },
  check(
    proposed: Opening,
    view: KindView,
    context: PlanContext<OpeningCode>,
    siblings?: readonly Filling[],
  ) {
    const { element: host, holds } = requireHost(view, proposed.params.host_id, HOSTS, context);
    const in_wall = host.kind === wall.kind;
    const known = view.element(proposed.id);
    const before = isOpening(known) ? known.params : undefined;
    const placed = withOutline(proposed.params, before, in_wall, context);
    const { location, outline } = placed;
    const sized =
      (outline ?? null) === null
        ? withAnchoredWidth({ ...proposed, params: placed }, known, context)
        : placed;
    requireOneForm(sized, context);
    requireArch(sized, context);
    const element = withStair({ ...proposed, params: sized }, view);
    requirePlace(element, host, context);
    if (location !== null) requirePointsInModel('`location`', [location], context);
    requirePointsInModel('`outline`', outline ?? [], context);
    const others = siblings ?? fillingsIn(view, host.id);
    holds.requireFits(host, fillingFor(element), others, context);
    requireFitsUnder(host, fillingFor(element), view, context);
    requireBetweenJoints(fillingFor(element), host, view, context);
    return { element, warnings: [], facts: { host_id: host.id } };
  },
  integrity: ({ params: values }: Opening) => formFault(values, boxOf(values)),
  reach: 'none',
  inputs: (element: Opening, site) => [site.element(element.params.host_id)],
  body: 'none',
  workspace: 'none',
  obstructs: 'none',
  bears: 'none',
  covers: 'none',
  file_mesh: 'none',
  bounds: (element: Opening, level, site) => fillingBounds(fillingFor(element), HOSTS, level, site),
  outline: (element: Opening, site) => fillingOutline(fillingFor(element), HOSTS, site),
  quantities: ['area_mm2'],
  measures: ({ params: values }: Opening) => ({ area_mm2: cutArea(cutOf(values)) }),
  transform: 'in_host',
  follows: 'none',
  fills: {
    hosts: HOSTS,
    cut: ({ params: values }: Opening) => cutOf(values),
    slid(element: Opening, { offset, dz }, context) {
      const { outline, offset: from, sill: low } = element.params;
      const sill = requireSill(low + dz, fillingFor(element), context);
      const place = { ...element.params, offset, sill };
      if (outline === undefined || outline === null) return { ...element, params: place };
      const by = { x: offset - (from ?? 0), y: sill - low };
      return { ...element, params: { ...place, outline: movedOutline(outline, by) } };
    },
    carried(element: Opening, host, motion) {
      const { location, stair_id } = element.params;
      const host_id = host.id;
      if (location === null) {
        const offset = isOf(wall, host)
          ? carriedOffset(element.params, host, motion)
          : element.params.offset;
        const along = carriedAlong(element.params, offset ?? 0, motion.mirrored);
        const place = { host_id, offset, ...along, ...movedAnchor(element.params, motion) };
        return { ...element, params: { ...element.params, ...place } };
      }
      // In a copied floor the opening does not belong to a stair.
      const own =
        host_id === element.params.host_id || stair_id === undefined ? {} : { stair_id: null };
      const { outline } = element.params;
      if (outline !== undefined && outline !== null) {
        const placed = outline.map((point) => pointOnGrid(motion.point(point)));
        const moved = signedArea(placed) < 0 ? placed.toReversed() : placed;
        const there = { ...own, host_id, outline: moved, ...boxOfOutline(moved, false) };
        return { ...element, params: { ...element.params, ...there } };
      }
      const place = { location: motion.point(location), ...turnedBy(element.params, motion) };
      return { ...element, params: { ...element.params, ...own, host_id, ...place } };
    },
  },
  holds: 'none',
  appearance: 'none',
  stated: 'none',
  ifc: openingIfc,
  symbol: {
    layer: 80,
    plans: 'body',
    marks(element: Opening, site) {
      const outline = fillingOutline(fillingFor(element), HOSTS, site);
      return outline === null ? [] : [area('gap', outline)];
    },
  },
  sizes: ({ params: { width, height } }: Opening) => [
    ['width', width, MIN_OPENING_MM],
    ['height', height, MIN_OPENING_MM],
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
