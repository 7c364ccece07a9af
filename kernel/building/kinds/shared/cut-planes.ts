/** @module cut planes: the parameter of elements that planes cut, such as imported walls under a roof. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { PlanPoint, SpacePoint } from '../../../../schemas/units.ts';
import {
  type ConvexRegion,
  type HalfSpaceCut,
  regionsOf,
  type UnlimitedPrism,
} from '../../geometry/convex/half-space-cut.ts';
import { validateRing } from '../../geometry/plan/polygon.ts';
import { UNIT_VECTOR } from '../../geometry/tolerances.ts';
import { dot, type Point3 } from '../../geometry/vector.ts';
import type { Motion } from '../kind.ts';
import { type BoundsCode, requireInModel } from '../rules/model-bounds.ts';

/** Maximum numbers of planes of an element, of points of the outline of a prism, and of points of all its prisms. */
const [MAX_PLANES, MAX_POINTS, MAX_ALL_POINTS] = [64, 64, 512];

const Ratio = z.number().min(-1).max(1);
const UnitVector = z.strictObject({ x: Ratio, y: Ratio, z: Ratio });

const Prism = z.strictObject({
  origin: SpacePoint,
  axis: UnitVector,
  x: UnitVector,
  points: z.array(PlanPoint).min(3).max(MAX_POINTS),
});

const CutPlane = z.strictObject({
  point: SpacePoint,
  normal: UnitVector,
  within: Prism.nullable(),
});

/**
 * Planes that cut an element: what is on the side to which the unit vector `normal` points is removed, only in the
 * unlimited prism `within` if one is given (see `HalfSpaceCut`). x and y are world mm; z is mm above the elevation of
 * the level, so that planes move with their level.
 */
export const CutPlanes = z
  .array(CutPlane)
  .min(1)
  .max(MAX_PLANES)
  .refine((planes) => pointsOf(planes) <= MAX_ALL_POINTS, {
    error: `expected at most ${MAX_ALL_POINTS} points in all prisms of an element`,
  })
  .nullable()
  .exactOptional();

/** Points of all prisms: more would take minutes to cut. */
function pointsOf(planes: readonly z.output<typeof CutPlane>[]): number {
  return planes.reduce((sum, { within }) => sum + (within?.points.length ?? 0), 0);
}

type Planes = NonNullable<z.output<typeof CutPlanes>>;

/** The part of the parameters of an element that planes cut. */
export type CutByPlanes = { readonly cut_planes?: Planes | null };

/** Whether planes cut an element. */
export function isCutByPlanes({ cut_planes }: CutByPlanes): boolean {
  return (cut_planes ?? null) !== null;
}

/** The cuts of an element in world mm; `elevation` is that of its level. */
export function cutsOf({ cut_planes }: CutByPlanes, elevation: number): readonly HalfSpaceCut[] {
  const raised = ({ x, y, z: height }: Point3): Point3 => ({ x, y, z: height + elevation });
  return (cut_planes ?? []).map(({ point, normal, within }) => ({
    point: raised(point),
    normal,
    within: within === null ? null : raisedPrism(within, elevation),
  }));
}

function raisedPrism(prism: UnlimitedPrism, elevation: number): UnlimitedPrism {
  const { origin, axis, x, points } = prism;
  return { origin: { ...origin, z: origin.z + elevation }, axis, x, points };
}

/** The regions that the planes of an element remove, world mm. */
export function cutRegions(params: CutByPlanes, elevation: number): readonly ConvexRegion[] {
  return regionsOf(cutsOf(params, elevation));
}

/**
 * Refuses OUT_OF_RANGE for directions that are not unit vectors at right angles and for outlines that cross themselves,
 * OUT_OF_MODEL_BOUNDS for points outside the model.
 */
export function requireCutPlanes(
  {
    id,
    kind,
    params,
  }: { readonly id: string; readonly kind: string; readonly params: CutByPlanes },
  context: PlanContext<'OUT_OF_RANGE' | BoundsCode>,
): void {
  for (const [index, plane] of (params.cut_planes ?? []).entries()) {
    requireInModel(`cut_planes[${index}].point`, plane.point, context);
    if (plane.within !== null) {
      requireInModel(`cut_planes[${index}].within.origin`, plane.within.origin, context);
    }
    const why = faultOf(plane);
    if (why === null) continue;
    context.refuse('OUT_OF_RANGE', `\`cut_planes[${index}]\` of ${kind} \`${id}\`: ${why}`, {
      element_id: id,
      index,
    });
  }
}

function faultOf({ normal, within }: Planes[number]): string | null {
  const length = Math.sqrt(dot(normal, normal));
  if (Math.abs(length - 1) > UNIT_VECTOR) {
    return `its normal has the length ${length}, expected 1`;
  }
  if (within === null) return null;
  const { axis, x, points } = within;
  for (const [name, vector] of [
    ['axis', axis],
    ['x', x],
  ] as const) {
    const long = Math.sqrt(dot(vector, vector));
    if (Math.abs(long - 1) > UNIT_VECTOR) {
      return `\`${name}\` of its prism has the length ${long}, expected 1`;
    }
  }
  const cosine = dot(axis, x);
  if (Math.abs(cosine) > UNIT_VECTOR) {
    return `\`axis\` and \`x\` of its prism have the cosine ${cosine}, expected 0`;
  }
  const ring = validateRing(points);
  return ring.ok
    ? null
    : `the outline of its prism is invalid (${ring.fault}), expected a simple one`;
}

/** Cuts in world mm as the parameter of an element on a level of this elevation. */
export function cutPlanesFrom(cuts: readonly HalfSpaceCut[], elevation: number): Planes {
  const stored = ({ x, y, z: height }: Point3): Point3 => {
    return { x: mm(x), y: mm(y), z: mm(height - elevation) };
  };
  return cuts.map(({ point, normal, within }) => ({
    point: stored(point),
    normal: directionOf(normal),
    within:
      within === null
        ? null
        : {
            origin: stored(within.origin),
            axis: directionOf(within.axis),
            x: directionOf(within.x),
            points: within.points.map(({ x, y }) => ({ x: mm(x), y: mm(y) })),
          },
  }));
}

/** The planes of an element after a motion, as a parameter; empty without planes. */
export function movedPlanes({ cut_planes }: CutByPlanes, motion: Motion): CutByPlanes {
  if (cut_planes === undefined) return {};
  if (cut_planes === null) return { cut_planes };
  const point = ({ x, y, z: height }: Point3): Point3 => {
    return { ...motion.point({ x, y }), z: height + motion.dz };
  };
  const turned = turnedBy(motion);
  const moved = cut_planes.map(({ point: at, normal, within }) => ({
    point: point(at),
    normal: turned(normal),
    within:
      within === null
        ? null
        : {
            origin: point(within.origin),
            axis: turned(within.axis),
            x: turned(within.x),
            // The third axis of a mirrored frame points the other way.
            points: within.points.map(({ x, y }) => ({ x, y: motion.mirrored ? 0 - y : y })),
          },
  }));
  return { cut_planes: cutPlanesFrom(moved, 0) };
}

/** The planes of an element, moved up by a height in mm, as a parameter; empty without planes. */
export function raisedPlanes({ cut_planes }: CutByPlanes, by: number): CutByPlanes {
  if (cut_planes === undefined) return {};
  if (cut_planes === null || by === 0) return { cut_planes };
  return { cut_planes: cutPlanesFrom(cutsOf({ cut_planes }, by), 0) };
}

/** Rotates a direction in plan; a mirrored one is first mirrored in the x axis. */
function turnedBy({ turn_deg, mirrored }: Motion): (direction: Point3) => Point3 {
  const quarter = turn_deg / 90;
  const turn = (turn_deg * Math.PI) / 180;
  const [cos, sin] = Number.isInteger(quarter)
    ? [[1, 0, -1, 0].at(quarter % 4) ?? 1, [0, 1, 0, -1].at(quarter % 4) ?? 0]
    : [Math.cos(turn), Math.sin(turn)];
  return ({ x, y: given, z: height }) => {
    const y = mirrored ? 0 - given : given;
    return { x: x * cos - y * sin, y: x * sin + y * cos, z: height };
  };
}

/** Digits of stored coordinates, mm, and of stored directions: far below the grid at 100 m. */
const [PER_MM, PER_ONE] = [1e6, 1e12];

function mm(value: number): number {
  const rounded = Math.round(value * PER_MM) / PER_MM;
  return rounded === 0 ? 0 : rounded;
}

function directionOf({ x, y, z: height }: Point3): Point3 {
  return { x: ratio(x), y: ratio(y), z: ratio(height) };
}

function ratio(value: number): number {
  const rounded = Math.round(value * PER_ONE) / PER_ONE;
  return Math.min(1, Math.max(-1, rounded === 0 ? 0 : rounded));
}
