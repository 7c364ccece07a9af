/** @module wall: a wall on a level, straight or along an arc. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { type Box2, micrometres } from '../../geometry/vector.ts';
import { axisLength } from '../../geometry/walls/arcs/wall-axis.ts';
import { wallReach } from '../../geometry/walls/wall-contacts.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import type { Figures } from '../facets/scheduled.ts';
import { STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import type { AnyElement, ElementFor, Fault, Filling, Holds, KindView, Site } from '../kind.ts';
import { defineKind } from '../kind.ts';
import { arcFault, arcFigures, requireArc } from '../rules/arc.ts';
import {
  keptInWall,
  misfitInWall,
  overlapInWall,
  rectangleInWall,
  requireFitsWall,
  slideInWall,
} from '../rules/in-wall.ts';
import { atHeightOf, heightFault } from '../rules/level-height.ts';
import { stripCorners } from '../rules/line.ts';
import { movedOnLine, onItsLine, shownOnLine } from '../rules/location-line.ts';
import { type ElementCode, type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { requireTop, risingFrom } from '../rules/wall-top.ts';
import { minHeightOf, overheadOf, requireUnder, underFault } from '../rules/wall-under.ts';
import { actualHeight } from '../shared/actual-height.ts';
import { isCutByPlanes, movedPlanes, requireCutPlanes } from '../shared/cut-planes.ts';
import { zeroLength } from '../shared/faults.ts';
import type { HoldingView } from '../shared/held.ts';
import { onLevel } from '../shared/motion.ts';
import { builtSize, builtThickness, MIN_MM, MIN_THICKNESS_MM } from '../shared/sizes.ts';
import { type TypeCode, requireOfType } from '../types/of-type.ts';
import { curtainMesh } from './curtain/curtain-mesh.ts';
import { curtainFault, gridFault, panelFault } from './curtain/grid-faults.ts';
import { mirroredCurtain } from './curtain/mirrored.ts';
import { CURTAIN_FIGURES, curtainFigures, curtainMarks } from './curtain/wall-parts.ts';
import { curtainCutFault, cutFault } from './cut-wall.ts';
import { wallIfc } from './ifc.ts';
import { WallParams } from './params.ts';
import { movedPins, pinnedEnds, withKeptPins } from './pins/kept-pins.ts';
import { requirePins } from './pins/require-pins.ts';
import { straightWall } from './straight-wall.ts';
import {
  boundsOf,
  faceOf,
  leastVolumeOf,
  openAreaOf,
  partsOf,
  solidOf,
  storeyOf,
  volumeByPieces,
  wallBody,
  wallPiecesOf,
  wallSpan,
} from './wall-body.ts';

export type Wall = ElementFor<'wall', typeof WallParams>;
export type WallCode =
  | LevelCode
  | BoundsCode
  | TypeCode
  | ElementCode
  | 'OUT_OF_RANGE'
  | 'WALL_ZERO_LENGTH';

/** Plan box within which a wall touches other walls, with its pinned ends, mm. */
function reachOfWall(element: Wall): Box2 {
  const box = wallReach(straightWall(element));
  const { pins } = element.params;
  return ringBounds([box.min, box.max, ...(pins?.start ?? []), ...(pins?.end ?? [])]);
}

const holds: Holds<Wall> = {
  requireFits: requireFitsWall,
  slide: slideInWall,
  kept: keptInWall,
  misfit: misfitInWall,
  outline: rectangleInWall,
  span(wall, level, { cut }) {
    const low = wallSpan(level, wall).low + cut.sill;
    return { low, high: low + cut.height };
  },
};

/** Figures of a curtain wall and of an arc. */
const WALL_FIGURES: Figures<Wall> = {
  names: [...CURTAIN_FIGURES, ...arcFigures.names, 'min_height_mm'],
  of: (element, view) => ({
    ...curtainFigures(element, view),
    ...arcFigures.of(element, view),
    ...minHeightFigure(element, view),
  }),
};

/** The minimum height of a wall that ends under a roof or floor, mm. */
function minHeightFigure(element: Wall, view: HoldingView): Readonly<Record<string, number>> {
  if (typeof element.params.top_under !== 'string') return {};
  const ring = view.footprint(element.id)?.ring;
  const least = ring === undefined ? null : minHeightOf(element, ring, view);
  return least === null ? {} : { min_height_mm: toGrid(least) };
}

/** A wall. */
export const wall = defineKind({
  kind: 'wall',
  category: 'Walls',
  params: WallParams,
  fixed: {
    line_offset: 'it follows from location_line and thickness',
    pins: {
      unless_null:
        'only an import sets the outlines of ends; with null the join solver computes both ends',
    },
    cut_planes: { unless_null: 'only an import sets planes; with null they do not cut the wall' },
  },
  plain_numbers: { fire_rating_min: null, curtain: null, cut_planes: null },
  refs: {
    level_id: 'stands_on',
    type_id: 'is_of',
    top_level_id: 'rises_to',
    top_under: 'ends_under',
  },
  check(proposed: Wall, view: KindView, context: PlanContext<WallCode>) {
    const typed = requireTop(requireOfType(proposed, view, context), view, context);
    const before = view.element(proposed.id);
    const lined = onItsLine(typed.params, view);
    const params = isWall(before) ? withKeptPins(before.params, lined) : lined;
    const element: Wall = { ...typed, params };
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
    const isNewGrid = !isWall(before) || !deepEqual(before.params.curtain, params.curtain);
    const misfit = gridFault(element.params) ?? (isNewGrid ? panelFault(element.params) : null);
    if (misfit !== null) context.refuse('OUT_OF_RANGE', misfit, { element_id: element.id });
    requireArc(element.params, context);
    requirePins(element, context);
    requireCutPlanes(element, context);
    const uncut = curtainCutFault(element);
    if (uncut !== null) {
      context.refuse('OUT_OF_RANGE', `wall \`${element.id}\` ${uncut.why}`, {
        element_id: element.id,
      });
    }
    const warnings = requireUnder(element, view, context);
    // The length is the length of the axis.
    const length_mm = toGrid(axisLength(element.params));
    return { element, warnings, facts: { length_mm } };
  },
  integrity: (element: Wall, site) =>
    zeroLength(element.params) ??
    arcFault(element) ??
    heightFault(element, site) ??
    curtainFault(element.params) ??
    contentsFault(element, site) ??
    underFault(element, () => solidOf(element, storeyOf(element, site), site), site) ??
    curtainCutFault(element) ??
    cutFault(element, site),
  reach(element: Wall) {
    const { base_offset: low, height, top_under } = element.params;
    // Independent of the height of the roof above.
    const high = typeof top_under === 'string' ? Infinity : low + height;
    return { grid: 'walls', box: reachOfWall(element), low, high };
  },
  inputs: (element: Wall, site) => [
    site.footprint(element),
    ...site.contents(element.id),
    ...overheadOf(element, site),
  ],
  ...STANDALONE,
  body: {
    occupies: 'matter',
    may_fail: false,
    least_volume: leastVolumeOf,
    mesh: wallBody,
    pieces: wallPiecesOf,
  },
  obstructs: OBSTRUCTS,
  bears: 'post',
  bounds: boundsOf,
  outline: (element: Wall, site) => site.footprint(element).ring,
  quantities: ['length_mm', 'area_mm2', 'volume_mm3'],
  measures(element: Wall, site) {
    const length_mm = axisLength(element.params);
    return {
      length_mm,
      area_mm2: faceOf(element, site) - openAreaOf(element, site),
      volume_mm3: volumeByPieces(element, site) ?? site.volume(element),
    };
  },
  transform: {
    points: ({ params: { start, end, via } }: Wall) =>
      via === undefined || via === null ? [start, end] : [start, end, via],
    reference: ({ params: { start } }: Wall) => start,
    moved(element: Wall, motion) {
      const params = {
        ...element.params,
        ...movedOnLine(element.params, motion),
        base_offset: element.params.base_offset + motion.dz,
      };
      const moved = {
        ...movedPins(element.params, params, motion),
        ...movedPlanes(element.params, motion),
        ...(motion.mirrored ? mirroredCurtain(element.params) : {}),
      };
      return { ...element, params: { ...params, ...moved } };
    },
    relevelled: (element: Wall, target, view, context) =>
      atHeightOf(
        onLevel(endingLevel(risingFrom(element, target.id, view, context)), target),
        target,
      ),
  },
  holds,
  file_mesh: curtainMesh,
  appearance: { picture: [238, 234, 226], elevation: null, gltf: [0.78, 0.74, 0.66] },
  stated: { set: 'Pset_WallCommon', has: STATES_ALL },
  ifc: wallIfc,
  symbol: {
    layer: 70,
    plans: 'body',
    marks: (element: Wall, site) =>
      curtainMarks(partsOf(element, site), site.footprint(element).ring),
  },
  sizes: ({ params: proposed }: Wall) => [
    ['length', axisLength(proposed), MIN_MM],
    ['height', proposed.height, MIN_MM],
    ['thickness', proposed.thickness, MIN_THICKNESS_MM],
  ],
  buildable: ({ params: proposed }: Wall) => [
    builtSize('length', axisLength(proposed)),
    builtSize('height', proposed.height),
    builtThickness('thickness', proposed.thickness),
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
    figures: WALL_FIGURES,
    actual: actualHeight,
  },
  shown({ params }: Wall) {
    const { pins: _, cut_planes: __, ...shown } = shownOnLine(params);
    const pinned = pinnedEnds(params);
    return {
      ...shown,
      ...(pinned.length === 0 ? {} : { pinned }),
      ...(isCutByPlanes(params) ? { cut_planes: params.cut_planes?.length } : {}),
    };
  },
});

function isWall(element: AnyElement | undefined): element is Wall {
  return element?.kind === 'wall';
}

/** The wall on another level: it does not end under a roof or floor there, but has its own height. */
function endingLevel(element: Wall): Wall {
  if (typeof element.params.top_under !== 'string') return element;
  return { ...element, params: { ...element.params, top_under: null } };
}

/** Why the contents of a wall are invalid: they must fit the wall, and may touch but not overlap. */
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
