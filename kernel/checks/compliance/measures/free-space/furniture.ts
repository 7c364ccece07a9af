/** @module furniture: measures of furniture: the free floor in front of it, and whether doors sweep its clear floor. */
import type { ConvexPiece } from '../../../../building/geometry/convex/convex-piece.ts';
import { at } from '../../../../building/geometry/indexed.ts';
import type { Ring } from '../../../../building/geometry/plan/polygon.ts';
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import { common, sizeOf, united } from '../../../../building/geometry/plan/regions.ts';
import { directionOf } from '../../../../building/geometry/vector.ts';
import { MAX_WORKSPACE_MM } from '../../../../building/kinds/kind.ts';
import { defineMeasure } from '../../measure.ts';
import { notApplicable, notEvaluated, value } from '../../measured.ts';
import type { Run } from '../../run.ts';
import { Frame } from '../../shapes/frame.ts';
import { DEEPEST_MM, freeDepth } from '../landing.ts';
import { elevationOf, footAt, raisedFootAt } from '../surfaces.ts';

export const furnitureFreeDepth = defineMeasure({
  subject: 'furniture',
  unit: 'mm',
  name: 'furniture_free_depth',
  definition: `Free level depth in front of the furniture over its width; measured up to ${DEEPEST_MM} mm.`,
  measured({ id, params }, run) {
    const { location, direction_deg, width, depth, level_id } = params;
    const frame = new Frame(location, directionOf(direction_deg));
    const finish = raisedFootAt(run, level_id, location);
    const elevation = finish ?? elevationOf(run, level_id);
    const edge = { frame, s: depth, t: [-width / 2, width / 2], elevation, finish } as const;
    const free = freeDepth(run, edge, (element) => element.id !== id);
    if (free === null) return notEvaluated('no floor is modelled in front of the furniture');
    return value(free.depth, { ...frame.point(depth, 0), z: elevation }, free.of);
  },
});

/** Plan outlines of upright pieces. */
function ringsOf(pieces: readonly ConvexPiece[]): readonly Ring[] {
  return pieces.flatMap((piece): readonly Ring[] => {
    if (piece.shape !== 'upright') return [];
    const { ring } = piece;
    return [
      Array.from({ length: ring.length / 2 }, (_, i) => ({
        x: at(ring, 2 * i),
        y: at(ring, 2 * i + 1),
      })),
    ];
  });
}

/** The doors at an elevation whose leaves sweep near the rings. */
function doorsNear(run: Run, rings: readonly Ring[], z: number): readonly string[] {
  const { min, max } = ringBounds(rings.flat());
  const box = {
    min: { x: min.x - MAX_WORKSPACE_MM, y: min.y - MAX_WORKSPACE_MM, z },
    max: { x: max.x + MAX_WORKSPACE_MM, y: max.y + MAX_WORKSPACE_MM, z: z + 1 },
  };
  return run.view.inBox(box).filter((id) => run.view.elementOf(id, 'door') !== undefined);
}

export const furnitureUnswept = defineMeasure({
  subject: 'furniture',
  unit: '%',
  name: 'furniture_unswept',
  definition:
    'Share of the clear floor needed to use the furniture that no door leaf sweeps as it opens.',
  measured({ id, params: { level_id, location } }, run) {
    const clear = united([ringsOf(run.view.workspace(id))]);
    if (clear.length === 0) return notApplicable('the use of the furniture needs no clear floor');
    const z = footAt(run, level_id, location);
    const doors = doorsNear(run, clear, z).flatMap((door) => {
      const swept = common(clear, united([ringsOf(run.view.workspace(door))]));
      return swept.length === 0 ? [] : [{ door, swept }];
    });
    const swept = united(doors.map((one) => one.swept));
    const [corner] = swept.flat();
    const share = 100 * (1 - sizeOf(swept) / sizeOf(clear));
    if (corner === undefined) return value(100);
    const point = { ...corner, z };
    return value(share, point, doors.map(({ door }) => door).toSorted());
  },
});
