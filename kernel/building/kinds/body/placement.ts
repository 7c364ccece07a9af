/** @module placement of a body: where its stored mesh and its box are after it was moved, turned and mirrored. */
import { type BoxMm, type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { type Box2, directionOf, type Point2 } from '../../geometry/vector.ts';
import type { Motion, Site } from '../kind.ts';
import { storedMeshOf, turnedOver } from '../shared/appearance.ts';
import { roundedBox } from '../shared/boxes.ts';
import { directed, turnOf } from '../shared/motion.ts';
import type { BodyElement } from './params.ts';

type Params = BodyElement['params'];

/** Whether the element is mirrored. */
function isMirrored({ mirrored }: Params): boolean {
  return mirrored ?? false;
}

/** The map of plan points from before all motions to the present place. */
function mapOf(params: Params): (point: Point2) => Point2 {
  const { x: cosine, y: sine } = directionOf(turnOf(params));
  const { offset } = params;
  const flip = isMirrored(params) ? -1 : 1;
  return ({ x, y }) => ({
    x: x * cosine - flip * y * sine + offset.x,
    y: x * sine + flip * y * cosine + offset.y,
  });
}

/** The corners of its box in plan at their present places, mm on the grid: the lowest corner first. */
export function cornersOf({ params }: BodyElement): readonly PlanPoint[] {
  const map = mapOf(params);
  const { min, max } = params.box;
  const ring = [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }].map((corner) => {
    const { x, y } = map(corner);
    return { x: toGrid(x), y: toGrid(y) };
  });
  if (!isMirrored(params)) return ring;
  const [first, ...others] = ring;
  return first === undefined ? ring : [first, ...others.toReversed()];
}

/** The plan box around its turned box, mm. */
export function planBox(element: BodyElement): Box2 {
  const corners = cornersOf(element);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    min: { x: Math.min(...xs), y: Math.min(...ys) },
    max: { x: Math.max(...xs), y: Math.max(...ys) },
  };
}

/** The box around its turned box, mm. It is the box of the body after quarter turns, else it contains that. */
export function outerBox(element: BodyElement): BoxMm {
  const { box, offset } = element.params;
  const { min, max } = planBox(element);
  return roundedBox({
    min: { ...min, z: box.min.z + offset.z },
    max: { ...max, z: box.max.z + offset.z },
  });
}

/** Whether its sides are parallel to those of its box before all motions. */
export function isSquare({ params }: BodyElement): boolean {
  return turnOf(params) % 90 === 0;
}

/**
 * Its mesh at its present place, mm; null if it has no mesh, or where stored meshes are not at hand.
 * @throws {RangeError} if the mesh is missing or damaged; the message names the element, `cause` is the reason
 */
export function placedMesh(element: BodyElement, site: Pick<Site, 'storedMesh'>): Mesh | null {
  const stored = storedMesh(element, site);
  if (stored === null) return null;
  const { box, offset } = element.params;
  const map = mapOf(element.params);
  const positions = new Float64Array(stored.positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const { x, y } = map({
      x: at(stored.positions, i) + box.min.x,
      y: at(stored.positions, i + 1) + box.min.y,
    });
    positions[i] = x;
    positions[i + 1] = y;
    positions[i + 2] = at(stored.positions, i + 2) + box.min.z + offset.z;
  }
  return {
    positions,
    triangles: isMirrored(element.params) ? turnedOver(stored.triangles) : stored.triangles,
  };
}

function storedMesh(element: BodyElement, site: Pick<Site, 'storedMesh'>): Mesh | null {
  const { mesh, digest } = element.params;
  return mesh === null || digest === null ? null : storedMeshOf(element, { ...mesh, digest }, site);
}

/** Offset, rotation and mirroring after a motion. Parameters that keep their default are not stored. */
export function movedParams(params: Params, motion: Motion): Params {
  const { offset } = params;
  const there = { ...motion.point(offset), z: offset.z + motion.dz };
  const turn = directed(turnOf(params), motion);
  const mirrored = isMirrored(params) !== motion.mirrored;
  return {
    ...params,
    offset: there,
    ...(turn === turnOf(params) ? {} : { turn_deg: turn }),
    ...(mirrored === isMirrored(params) ? {} : { mirrored }),
  };
}
