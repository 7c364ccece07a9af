/** @module furniture: seats, tables, beds, storage, sanitary and kitchen units on a level. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import { mergeMeshes } from '../../geometry/mesh/mesh.ts';
import { type Ring, ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { STANDALONE } from '../facets/standalone.ts';
import { type Mark, area, line } from '../facets/symbol.ts';
import { type KindView, type Span, type Storey, defineKind } from '../kind.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { boxOver } from '../shared/boxes.ts';
import { directed, onLevel } from '../shared/motion.ts';
import { builtSize, MIN_MM, MIN_OPENING_MM } from '../shared/sizes.ts';
import { type FurniturePart, partsOf } from './body.ts';
import { placed, rectangle } from './frame.ts';
import { furnitureIfc } from './ifc.ts';
import { type Furniture, FurnitureParams } from './params.ts';
import { symbolOf } from './symbol.ts';
import { clearFloorOf } from './types.ts';

export type FurnitureCode = LevelCode | BoundsCode;

/** Its rectangle in plan, counter-clockwise, mm. */
function outlineOf({ params: values }: Furniture): Ring {
  const { width, depth } = values;
  return onGrid(placed(values, rectangle(-width / 2, 0, width / 2, depth)));
}

function onGrid(ring: Ring): Ring {
  return ring.map(({ x, y }) => ({ x: toGrid(x), y: toGrid(y) }));
}

function spanOf({ params: { base_offset, height } }: Furniture, level: Storey): Span {
  const low = level.params.elevation + base_offset;
  return { low, high: low + height };
}

/** Its parts in the world, mm. */
function worldParts(element: Furniture, level: Storey): readonly FurniturePart[] {
  const { params: values } = element;
  const foot = spanOf(element, level).low;
  return partsOf(values.furniture_type, values).map(({ ring, low, high }) => ({
    ring: placed(values, ring),
    low: foot + low,
    high: foot + high,
  }));
}

/** Clear floor is kept free between these heights above the foot, mm: above a threshold, and as high as people. */
const CLEAR_MM: Span = { low: 50, high: 2000 };

/** The rings of the floor that must stay free for its use, in front and along both sides, mm. */
function clearRings({ params: values }: Furniture): readonly Ring[] {
  const { width, depth, furniture_type } = values;
  const { front, sides } = clearFloorOf(furniture_type, width);
  const side = width / 2;
  const rings = [
    ...(front > 0 ? [rectangle(-side, depth, side, depth + front)] : []),
    ...(sides > 0
      ? [rectangle(-side - sides, 0, -side, depth), rectangle(side, 0, side + sides, depth)]
      : []),
  ];
  return rings.map((ring) => placed(values, ring));
}

function workspaceOf(element: Furniture, level: Storey): readonly ConvexPiece[] {
  const { low } = spanOf(element, level);
  return clearRings(element).map((ring) =>
    uprightPiece(ring, low + CLEAR_MM.low, low + CLEAR_MM.high),
  );
}

/** Its symbol in the world, mm. */
function marksOf({ params: values }: Furniture): readonly Mark[] {
  return symbolOf(values.furniture_type, values).map((mark): Mark => {
    switch (mark.shape) {
      case 'area':
        return area(mark.fill, ...mark.rings.map((ring) => onGrid(placed(values, ring))));
      case 'line':
        return line(onGrid(placed(values, mark.points)), mark.weight);
      case 'text':
        return { shape: 'text', at: placed(values, [mark.at])[0] ?? mark.at, lines: mark.lines };
      default:
        return mark satisfies never;
    }
  });
}

/** Furniture. */
export const furniture = defineKind({
  kind: 'furniture',
  category: 'Furniture',
  params: FurnitureParams,
  fixed: {},
  plain_numbers: { direction_deg: 'deg' },
  refs: { level_id: 'stands_on' },
  check(element: Furniture, view: KindView, context: PlanContext<FurnitureCode>) {
    const { level_id, base_offset, height, location } = element.params;
    const foot = requireLevel(view, level_id, context).params.elevation + base_offset;
    requireInModel('`location`', { x: location.x, y: location.y }, context);
    requireInModel('foot of the furniture', { z: foot }, context);
    requireInModel('top of the furniture', { z: foot + height }, context);
    requirePointsInModel('outline of the furniture', outlineOf(element), context);
    return { element, warnings: [], facts: {} };
  },
  integrity: () => null,
  reach(element: Furniture) {
    const { base_offset: low, height } = element.params;
    return { grid: 'bodies', box: ringBounds(outlineOf(element)), low, high: low + height };
  },
  inputs: () => [],
  ...STANDALONE,
  body: {
    occupies: 'matter',
    may_fail: false,
    least_volume: 'of_body',
    mesh: (element: Furniture, level) =>
      mergeMeshes(
        worldParts(element, level).map(({ ring, low, high }) =>
          extrudeRegion({ boundary: ring, holes: [] }, low, high),
        ),
      ),
    pieces: (element: Furniture, level) =>
      worldParts(element, level).map(({ ring, low, high }) => uprightPiece(ring, low, high)),
  },
  workspace: workspaceOf,
  // Nobody walks below a table or a wall cupboard, so headroom is not measured there.
  obstructs: { ...OBSTRUCTS, heads: false },
  bears: 'none',
  bounds: (element: Furniture, level) => boxOver(outlineOf(element), spanOf(element, level)),
  outline: outlineOf,
  quantities: ['volume_mm3'],
  measures: ({ params: values }: Furniture) => ({
    volume_mm3: partsOf(values.furniture_type, values).reduce(
      (sum, { ring, low, high }) => sum + signedArea(ring) * (high - low),
      0,
    ),
  }),
  transform: {
    points: ({ params: { location } }: Furniture) => [location],
    reference: ({ params: { location } }: Furniture) => location,
    moved: (element: Furniture, motion) => ({
      ...element,
      params: {
        ...element.params,
        location: motion.point(element.params.location),
        base_offset: element.params.base_offset + motion.dz,
        direction_deg: directed(element.params.direction_deg, motion),
      },
    }),
    relevelled: onLevel,
  },
  appearance: { picture: [196, 182, 160], elevation: null, gltf: [0.52, 0.42, 0.3] },
  stated: 'none',
  ifc: furnitureIfc,
  symbol: { layer: 45, plans: 'marks', marks: marksOf },
  sizes: ({ params: { width, depth, height } }: Furniture) => [
    ['width', width, MIN_MM],
    ['depth', depth, MIN_MM],
    // A level-access shower tray is 20 mm high.
    ['height', height, MIN_OPENING_MM],
  ],
  buildable: ({ params: { width, depth, height } }: Furniture) => [
    builtSize('width', width),
    builtSize('depth', depth),
    builtSize('height', height),
  ],
  schedule: {
    type: 'furniture_type',
    columns: ['name', 'level', 'furniture_type', 'width', 'depth', 'height'],
    summed: [],
  },
  shown: 'all',
});
