/** @module obstacles: finds the obstacles on a level by the heights of bodies. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { at } from '../geometry/indexed.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import { signedArea } from '../geometry/plan/polygon.ts';
import type { Area } from '../geometry/plan/regions.ts';
import { united, without } from '../geometry/plan/regions.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { Element } from '../kinds/elements.ts';
import { obstructionOf } from '../kinds/facets/per-element.ts';
import type { ModelView } from '../model/view.ts';
import type { Passage } from './passages.ts';
import { bandOver, EVERYWHERE, STOP_AFTER, strip } from './passages.ts';

/** An element with its outline in plan. */
export type Obstacle = { readonly id: string; readonly kind: string; readonly area: Area };

/** Half the width of a body that is described by its centre line, such as a railing, mm. */
const HALF_PATH_MM = 25;

/**
 * All elements with a body between 20 and 1,800 mm above a floor at this elevation, on any level, by id; only those in a
 * part of the plan if one is given.
 */
export function obstaclesAt(
  view: ModelView,
  floor_mm: number,
  passages: readonly Passage[],
  plan: Box2 = EVERYWHERE,
): readonly Obstacle[] {
  const holes = new Map<string, Ring[]>();
  for (const { host_id, hole } of passages) {
    const others = holes.get(host_id);
    if (others === undefined) holes.set(host_id, [hole]);
    else others.push(hole);
  }
  const found: Obstacle[] = [];
  const band = bandOver(floor_mm, plan);
  const ids = view.inBox(band);
  for (const [i, id] of ids.entries()) {
    if (i % STOP_AFTER === 0) {
      checkpoint({ done: i, total: ids.length, doing: 'finding obstacles' });
    }
    const element = view.element(id);
    const bounds = view.bounds(id);
    if (element === undefined || bounds === null || !isObstacle(element, view)) continue;
    // A body that only touches the height band is not in it.
    if (bounds.min.z >= band.max.z || bounds.max.z <= band.min.z) continue;
    const taken = outlineOf(element, view);
    const area = without(taken, holes.get(id) ?? []);
    if (area.length > 0) found.push({ id, kind: element.kind, area });
  }
  return found.toSorted((a, b) => compareText(a.id, b.id));
}

/** Whether routes go around the body of an element; not around a sloping slab, which is a roof. */
function isObstacle(element: Element, { kinds }: ModelView): boolean {
  const obstructs = obstructionOf(element, kinds);
  const { covers } = kinds.of(element);
  if (covers !== 'none' && !covers.flat(element)) return false;
  return obstructs !== 'none' && obstructs.routes;
}

/** The plan area that an element occupies: a strip along its path, its outline, or else the convex hull of its body. */
function outlineOf(element: Element, view: ModelView): Area {
  const obstructs = obstructionOf(element, view.kinds);
  const path = obstructs === 'none' ? null : obstructs.path;
  if (path !== null) return united(stripsAlong(path(element)).map((ring): Area => [ring]));
  const outline = view.outline(element.id);
  if (outline !== null && outline.length > 2) {
    return [signedArea(outline) < 0 ? outline.toReversed() : outline];
  }
  const mesh = view.mesh(element.id);
  if (mesh === null) return [];
  const points: Point2[] = [];
  for (let i = 0; i + 2 < mesh.positions.length; i += 3) {
    points.push({ x: at(mesh.positions, i), y: at(mesh.positions, i + 1) });
  }
  const hull = convexHull(points);
  return hull.length < 3 ? [] : [hull];
}

/** One strip of `HALF_PATH_MM` to each side of every segment of a path, counter-clockwise: the width of its body. */
export function stripsAlong(path: readonly Point2[]): readonly Ring[] {
  return path.slice(1).map((end, i) => {
    const start = at(path, i);
    const length = segmentLengthMm(start, end);
    const through = { x: (start.y - end.y) / length, y: (end.x - start.x) / length };
    return strip(start, end, through, HALF_PATH_MM);
  });
}

/** Counter-clockwise convex hull (Andrew 1979). */
function convexHull(points: readonly Point2[]): Ring {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(points: readonly Point2[]): readonly Point2[] {
  const kept: Point2[] = [];
  for (const p of points) {
    for (;;) {
      const [a, b] = [kept.at(-2), kept.at(-1)];
      if (a === undefined || b === undefined) break;
      if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
      kept.pop();
    }
    kept.push(p);
  }
  return kept.slice(0, -1);
}
