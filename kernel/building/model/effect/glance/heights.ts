/** @module heights: columns that end short of the floor above, and beams at head height. */
import type { BoxMm, PlanPoint } from '../../../../../schemas/units.ts';
import { pointInRing } from '../../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import { depthOfBeam, isPlain, isUpright, lengthOfBeam } from '../../../kinds/beam/axis.ts';
import type { Element, ElementOf } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { standingIn, uprightOver } from './upright.ts';

/**
 * A column that ends up to the first distance below a floor may end at a ceiling or a drop panel. One that ends further
 * below than the second distance is a post, mm.
 */
const SHORT_MM = 300;
const POST_MM = 1500;
/**
 * A person cannot pass upright under a beam lower than the first height. A beam whose top is below the second height is
 * stepped over, mm.
 */
const HEAD_MM = 2000;
const STEPPED_OVER_MM = 500;

/** Reports columns that are too short and beams that are too low among the elements around them. */
export function oddHeights(element: Element, view: ModelView): readonly Glimpse[] {
  if (element.kind === 'column') return shortColumn(element, view);
  return element.kind === 'beam' ? lowBeam(element, view) : [];
}

function shortColumn(column: ElementOf<'column'>, view: ModelView): readonly Glimpse[] {
  const box = view.bounds(column.id);
  if (box === null) return [];
  const above: BoxMm = { min: { ...box.min, z: box.max.z }, max: { ...box.max, z: Infinity } };
  const near = { min: above.min, max: { ...above.max, z: box.max.z + POST_MM } };
  const over = uprightOver(column.id, near, view);
  const met = meeting(near, ['floor', 'roof', 'beam', 'wall', 'column'], view);
  const found = met.flatMap((other) => {
    const own = other.id === column.id ? null : view.bounds(other.id);
    if (own === null || !standingIn(over, other, view)) return [];
    return [{ other, gap: own.min.z - box.max.z }];
  });
  const [lowest] = found.toSorted((a, b) => a.gap - b.gap);
  // A slope begins lower than its underside over the column, so only floors are reported.
  if (lowest === undefined || lowest.gap <= SHORT_MM || lowest.other.kind !== 'floor') return [];
  return [
    {
      key: `${column.id} short`,
      text: `column \`${column.id}\` ends ${Math.round(lowest.gap)} mm below floor \`${lowest.other.id}\`: leave out its \`height\`, or give it a \`top_level_id\``,
    },
  ];
}

/** Height of the underside of a beam in the middle of its box, mm. */
function undersideOf(element: ElementOf<'beam'>, { min, max }: BoxMm): number {
  const { params } = element;
  if (isPlain(params)) return min.z;
  const steepness = lengthOfBeam(params) / segmentLengthMm(params.start, params.end);
  return (min.z + max.z - depthOfBeam(element) * steepness) / 2;
}

function lowBeam(element: ElementOf<'beam'>, view: ModelView): readonly Glimpse[] {
  const { id } = element;
  const box = view.bounds(id);
  if (box === null || isUpright(element.params)) return [];
  const { min, max } = box;
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const at = { min: { ...middle, z: min.z - HEAD_MM }, max: { ...middle, z: max.z } };
  return view.inBox(at).flatMap((other) => {
    const room = view.elementOf(other, 'room');
    const floor = room === undefined ? undefined : view.bounds(other)?.min.z;
    if (floor === undefined || max.z - floor < STEPPED_OVER_MM) return [];
    if (!isInRoom(middle, other, view)) return [];
    const clear = undersideOf(element, box) - floor;
    return clear >= HEAD_MM || clear < 0
      ? []
      : [
          {
            key: `${id} low ${other}`,
            text: `beam \`${id}\` hangs ${Math.round(clear)} mm above the floor of room \`${other}\`, expected at least ${HEAD_MM} mm: give it a greater \`elevation_offset\``,
          },
        ];
  });
}

function isInRoom(p: PlanPoint, room_id: string, view: ModelView): boolean {
  const outline = view.outline(room_id);
  if (outline === null || !pointInRing(p, outline)) return false;
  return view.holes(room_id).every((hole) => !pointInRing(p, hole));
}
