import { ringBounds, type Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
/** @module space boundaries: the walls whose faces a room's outline runs along. */
import type { AnyElement } from '../../kinds/kind.ts';
import type { Draft } from './draft.ts';

/** An outline lies on a face that is no further away, and runs along it for at least that long, mm. */
const [ON_FACE_MM, LEAST_MM] = [0.01, 1];

/** First-level boundaries of a space that is in the file: one for each wall, without geometry of its own. */
export function writeBoundaries(draft: Draft, element: AnyElement): void {
  const { view, file, placed } = draft;
  const space = placed.get(element.id);
  if (space === undefined) return;
  const [level, ring] = [view.levelOf(element.id), view.outline(element.id)];
  if (level === null || ring === null) return;
  const rings = [ring, ...view.holes(element.id)];
  const entity =
    draft.schema.name === 'IFC2X3' ? 'IfcRelSpaceBoundary' : 'IfcRelSpaceBoundary1stLevel';
  for (const { id, params } of view.wallsNear(level, ringBounds(ring))) {
    const face = view.footprint(id)?.ring;
    const wall = placed.get(id);
    if (face === undefined || wall === undefined) continue;
    if (!rings.some((one) => runsAlong(one, face))) continue;
    file.root(entity, `${element.id}/bounds/${id}`, {
      Name: '1stLevel',
      RelatingSpace: space.ref,
      RelatedBuildingElement: wall.ref,
      PhysicalOrVirtualBoundary: 'PHYSICAL',
      InternalOrExternalBoundary: params.usage === 'exterior' ? 'EXTERNAL' : 'INTERNAL',
    });
  }
}

type Side = readonly [from: Point2, to: Point2];

function sidesOf(ring: Ring): readonly Side[] {
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length];
    return to === undefined ? [] : [[from, to] as const];
  });
}

function runsAlong(ring: Ring, face: Ring): boolean {
  const faces = sidesOf(face);
  return sidesOf(ring).some((side) => faces.some((other) => overlap(side, other) >= LEAST_MM));
}

/** How long two sides run along each other, mm; 0 where they do not lie on one line. */
function overlap([a, b]: Side, [c, d]: Side): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length === 0) return 0;
  const across = ({ x, y }: Point2): number => Math.abs((x - a.x) * dy - (y - a.y) * dx) / length;
  if (across(c) > ON_FACE_MM || across(d) > ON_FACE_MM) return 0;
  const along = ({ x, y }: Point2): number => ((x - a.x) * dx + (y - a.y) * dy) / length;
  const [from, to] = [Math.min(along(c), along(d)), Math.max(along(c), along(d))];
  return Math.min(length, to) - Math.max(0, from);
}
