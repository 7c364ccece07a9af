/** @module storeys: walls that reach far past their storey, roofs at the foot of the walls they should cover. */
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { cyclic } from '../../../geometry/indexed.ts';
import { ringBounds } from '../../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { Element, ElementOf } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';

/** A wall that ends no further than this above the next level probably ends at a parapet or a beam, mm. */
const PAST_MM = 500;
/** A lower wall is on a roof and not below it, mm. */
const LOW_MM = 1500;

/** Reports elements that do not fit their storey. */
export function outOfStorey(element: Element, view: ModelView): readonly Glimpse[] {
  if (element.kind === 'wall') {
    return [...tallWall(element, view), ...roofsAtFoot(element, view)];
  }
  return element.kind === 'roof' ? roofAtFoot(element, view) : [];
}

function tallWall({ id, params }: ElementOf<'wall'>, view: ModelView): readonly Glimpse[] {
  const level = view.elementOf(params.level_id, 'level');
  if (level === undefined) return [];
  const { elevation, height } = level.params;
  const top = elevation + params.base_offset + params.height;
  const next = view.levels().find((other) => other.params.elevation >= elevation + height);
  const end = next?.params.elevation ?? elevation + height;
  if (top <= end + PAST_MM) return [];
  const above = next === undefined ? 'its storey' : `level \`${next.id}\``;
  return [
    {
      key: `${id} tall`,
      text: `wall \`${id}\` ends ${Math.round(top - end)} mm above ${above}: its storey is ${height} mm high and the wall ${params.height} mm`,
    },
  ];
}

/**
 * Reports roofs of the same level at the foot of this wall and of others around it, whether the wall or the roof was
 * created last.
 */
function roofsAtFoot({ params }: ElementOf<'wall'>, view: ModelView): readonly Glimpse[] {
  return [...view.elementsOf('roof')].flatMap((roof) =>
    roof.params.level_id === params.level_id ? roofAtFoot(roof, view) : [],
  );
}

function roofAtFoot({ id, params }: ElementOf<'roof'>, view: ModelView): readonly Glimpse[] {
  const level = view.elementOf(params.level_id, 'level');
  if (level === undefined) return [];
  const own = frameOf(params.boundary_points);
  const box = ringBounds(params.boundary_points.map(own));
  const near = ringBounds(params.boundary_points);
  const walls = view.wallsNear(level.id, near).filter(({ params: wall }) => {
    const above = wall.base_offset + wall.height - params.base_offset;
    const isUnder = wall.base_offset < params.base_offset + LOW_MM && above > LOW_MM;
    return isUnder && isWithin(own(wall.start), box) && isWithin(own(wall.end), box);
  });
  const [covered] = walls;
  const ends = walls.flatMap(({ params: { start, end } }) => [own(start), own(end)]);
  if (covered === undefined || !isFilled(ringBounds(ends), box)) return [];
  const next = view.levels().find((other) => other.params.elevation > level.params.elevation);
  const remedy =
    next === undefined ? 'create a level at their top' : `put it on level \`${next.id}\``;
  return [
    {
      key: `${id} foot`,
      text: `roof \`${id}\` is at the foot of the walls of level \`${level.id}\`, such as wall \`${covered.id}\`: ${remedy}`,
    },
  ];
}

/** Returns the transformation of points into coordinates along the longest side of an outline and square to it, mm. */
function frameOf(ring: readonly PlanPoint[]): (p: PlanPoint) => PlanPoint {
  const sides = ring.map((a, i) => {
    const b = cyclic(ring, i + 1);
    return { x: b.x - a.x, y: b.y - a.y, length: segmentLengthMm(a, b) };
  });
  const [longest = { x: 1, y: 0, length: 1 }] = sides.toSorted((a, b) => b.length - a.length);
  const [x, y] = [longest.x / longest.length, longest.y / longest.length];
  return (p) => ({ x: p.x * x + p.y * y, y: p.y * x - p.x * y });
}

type Box = ReturnType<typeof ringBounds>;
type Point = Box['min'];

/** Tolerance in plan for roof outlines that follow the axes or either face of the walls, mm. */
const NEAR_MM = 400;
/**
 * Walls that a roof should cover extend over at least this fraction of it; walls of a higher part next to it are along
 * one side.
 */
const FILLED = 0.8;

function isWithin({ x, y }: Point, { min, max }: Box): boolean {
  return (
    min.x - NEAR_MM <= x && x <= max.x + NEAR_MM && min.y - NEAR_MM <= y && y <= max.y + NEAR_MM
  );
}

function isFilled(own: Box, around: Box): boolean {
  const [x, y] = [
    (own.max.x - own.min.x) / (around.max.x - around.min.x),
    (own.max.y - own.min.y) / (around.max.y - around.min.y),
  ];
  return x >= FILLED && y >= FILLED;
}
