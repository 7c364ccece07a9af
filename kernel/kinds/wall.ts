/** @module wall: one straight wall on a level. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { CoordinateMm, LengthMm, PlanPoint, toGrid } from '../../schemas/units.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Box2 } from '../geometry/vector.ts';
import { micrometres, segmentLengthMm } from '../geometry/vector.ts';
import type { StraightWall } from '../geometry/walls/wall-contacts.ts';
import { wallReach } from '../geometry/walls/wall-contacts.ts';
import type { WallSolid } from '../geometry/walls/wall-mesh.ts';
import { wallMesh, wallPieces, wallSolid } from '../geometry/walls/wall-mesh.ts';
import { boxOver } from './boxes.ts';
import { neededSolids, zeroLength } from './faults.ts';
import { wallIfc } from './ifc/wall.ts';
import type { ElementFor, Fault, Filling, Holds, KindView, Site, Span, Storey } from './kind.ts';
import { defineKind } from './kind.ts';
import { onLevel } from './motion.ts';
import { FireRating, FollowsLevel, Name, Ref } from './params.ts';
import {
  misfitInWall,
  overlapInWall,
  rectangleInWall,
  requireFitsWall,
  shiftInWall,
  slideInWall,
} from './rules/in-wall.ts';
import { atHeightOf, heightFault } from './rules/level-height.ts';
import { stripCorners } from './rules/line.ts';
import type { LevelCode } from './rules/lookup.ts';
import { requireLevel } from './rules/lookup.ts';
import type { BoundsCode } from './rules/model-bounds.ts';
import { requireInModel, requirePointsInModel } from './rules/model-bounds.ts';
import {
  builtLength,
  builtSize,
  builtThickness,
  LEAST_MM,
  LEAST_THICKNESS_MM,
  lengthSize,
} from './sizes.ts';
import { area } from './symbol.ts';

/** Constructions and places of a wall. */
export const WALL_TYPES = ['basic', 'structural', 'curtain', 'retaining'] as const;
export const WALL_USAGES = ['exterior', 'interior', 'partition'] as const;
/** How a wall meets its neighbours; `auto` mitres corners and trims T-junctions. */
export const JOIN_TYPES = ['auto', 'miter', 'butt', 'none'] as const;

const params = z.strictObject({
  level_id: Ref,
  name: Name,
  start: PlanPoint,
  end: PlanPoint,
  height: LengthMm,
  thickness: LengthMm,
  base_offset: CoordinateMm,
  wall_type: z.enum(WALL_TYPES),
  usage: z.enum(WALL_USAGES),
  fire_rating_min: FireRating,
  load_bearing: z.boolean(),
  join_type: z.enum(JOIN_TYPES),
  follows_level: FollowsLevel,
});
export type Wall = ElementFor<'wall', typeof params>;
export type WallCode = LevelCode | BoundsCode | 'WALL_ZERO_LENGTH';

/** The wall as the join solver takes it. */
export function straightWall({
  id,
  params: { start, end, thickness, join_type, base_offset, height },
}: Wall): StraightWall {
  const join = join_type === 'auto' ? undefined : join_type;
  return { id, start, end, thickness, join, low: base_offset, high: base_offset + height };
}

/** Plan box within which a wall touches other walls, mm. */
function reachOfWall({ id, params: { start, end, thickness } }: Wall): Box2 {
  return wallReach({ id, start, end, thickness });
}

/** From the level's elevation plus the offset, up. */
function wallSpan(level: Storey, { params: { base_offset, height } }: Wall): Span {
  const low = level.params.elevation + base_offset;
  return { low, high: low + height };
}

const holds: Holds<Wall> = {
  requireFits: requireFitsWall,
  slide: (wall, _filling, delta) => slideInWall(wall, delta),
  shift: shiftInWall,
  misfit: misfitInWall,
  outline: rectangleInWall,
  span(wall, level, { cut }) {
    const low = wallSpan(level, wall).low + cut.sill;
    return { low, high: low + cut.height };
  },
};

/** A wall. */
export const wall = defineKind({
  kind: 'wall',
  category: 'Walls',
  params,
  fixed: [],
  plain_numbers: { fire_rating_min: null },
  refs: { level_id: 'stands_on' },
  check(element: Wall, view: KindView, context: PlanContext<WallCode>) {
    const { level_id, start, end, base_offset, height, thickness } = element.params;
    const { elevation } = requireLevel(view, level_id, context).params;
    requireInModel('`start`', { x: start.x, y: start.y }, context);
    requireInModel('`end`', { x: end.x, y: end.y }, context);
    requireInModel('foot of the wall', { z: elevation + base_offset }, context);
    requireInModel('top of the wall', { z: elevation + base_offset + height }, context);
    if (
      micrometres(start.x) === micrometres(end.x) &&
      micrometres(start.y) === micrometres(end.y)
    ) {
      context.refuse(
        'WALL_ZERO_LENGTH',
        `start and end are the same point (${start.x}, ${start.y}), expected at least 0.001 mm between them`,
        { start, end },
      );
    }
    requirePointsInModel('outline of the wall', stripCorners(start, end, thickness), context);
    // The length is that of the axis.
    const length_mm = toGrid(segmentLengthMm(start, end));
    return { element, warnings: [], facts: { length_mm } };
  },
  integrity: (element: Wall, site) =>
    zeroLength(element.params) ?? heightFault(element, site) ?? contentsFault(element, site),
  reach(element: Wall) {
    const { base_offset: low, height } = element.params;
    return { grid: 'walls', box: reachOfWall(element), low, high: low + height };
  },
  inputs: (element: Wall, site) => [site.footprint(element), ...site.contents(element.id)],
  body: {
    occupies: 'matter',
    may_fail: false,
    mesh: wallBody,
    pieces: (element: Wall, level, site) => wallPieces(solidOf(element, level, site)),
  },
  workspace: 'none',
  bounds: (element: Wall, level, site) =>
    boxOver(site.footprint(element).ring, wallSpan(level, element)),
  outline: (element: Wall, site) => site.footprint(element).ring,
  quantities: ['length_mm', 'area_mm2', 'volume_mm3'],
  measures(element: Wall, site) {
    const length_mm = segmentLengthMm(element.params.start, element.params.end);
    const cut = site
      .fillings(element.id)
      .reduce((sum, filling) => sum + filling.cut.width * filling.cut.height, 0);
    const area_mm2 = length_mm * element.params.height - cut;
    return { length_mm, area_mm2, volume_mm3: site.volume(element) };
  },
  transform: {
    points: ({ params: { start, end } }: Wall) => [start, end],
    reference: ({ params: { start } }: Wall) => start,
    moved: (element: Wall, { point, dz }) => ({
      ...element,
      params: {
        ...element.params,
        start: point(element.params.start),
        end: point(element.params.end),
        base_offset: element.params.base_offset + dz,
      },
    }),
    relevelled: (element: Wall, target) => atHeightOf(onLevel(element, target), target),
  },
  follows: 'none',
  fills: 'none',
  holds,
  ifc: wallIfc,
  symbol: {
    layer: 70,
    marks: (element: Wall, site) => [area('solid', site.footprint(element).ring)],
  },
  sizes: ({ params: { start, end, height, thickness } }: Wall) => [
    lengthSize({ start, end }),
    ['height', height, LEAST_MM],
    ['thickness', thickness, LEAST_THICKNESS_MM],
  ],
  buildable: ({ params: { start, end, height, thickness } }: Wall) => [
    builtLength({ start, end }),
    builtSize('height', height),
    builtThickness('thickness', thickness),
  ],
  schedule: {
    type: 'wall_type',
    columns: [
      'name',
      'level',
      'wall_type',
      'usage',
      'thickness',
      'height',
      'length_m',
      'area_m2',
      'volume_m3',
      'fire_rating_min',
      'load_bearing',
    ],
    summed: [],
  },
  shown: 'all',
});

function solidOf(element: Wall, level: Storey, site: Site): WallSolid {
  const openings = site.fillings(element.id).map(({ cut }) => ({
    offset: cut.offset ?? 0,
    width: cut.width,
    sill: cut.sill,
    height: cut.height,
  }));
  return {
    wall: straightWall(element),
    footprint: site.footprint(element),
    base: wallSpan(level, element).low,
    height: element.params.height,
    openings,
  };
}

function wallBody(element: Wall, level: Storey, site: Site): Mesh {
  const spec = solidOf(element, level, site);
  const { mesh, unresolved } = wallMesh(spec);
  return unresolved.length === 0 ? mesh : wallSolid(neededSolids(site.solids, element), spec);
}

/** What sits in a wall fits it, and may touch but not overlap. */
function contentsFault(element: Wall, site: Site): Fault | null {
  const fillings = site.fillings(element.id);
  for (const [i, second] of fillings.entries()) {
    const misfit = misfitInWall(element, second);
    if (misfit !== null) return misfit;
    const first = fillings.slice(0, i).find(({ cut }) => overlapInWall(cut, second.cut));
    if (first !== undefined) return overlapFault(element, first, second);
  }
  return null;
}

function overlapFault(element: Wall, first: Filling, second: Filling): Fault {
  return {
    of: second,
    why: `overlaps ${first.kind} \`${first.id}\` in wall \`${element.id}\``,
    data: { host_id: element.id, overlaps: first.id },
  };
}
