/**
 * @module roof lines: ridges, hips, valleys, eaves and verges between the planes of a roof, and the areas of the
 * planes.
 */

import { at } from '../indexed.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import { LEVEL_SLOPE, SAME_SLOPE } from '../tolerances.ts';
import { type Point2, type Point3, segmentLengthMm } from '../vector.ts';
import type { NetFace, RoofNet } from './roof-net.ts';
import { sideEnds } from './roof-rings.ts';

/** The kinds of roof lines. `break` separates the two slopes of one side, `seam` two coplanar planes. */
export const ROOF_LINES = ['ridge', 'hip', 'valley', 'eave', 'verge', 'break', 'seam'] as const;

export type RoofLine = {
  readonly kind: (typeof ROOF_LINES)[number];
  readonly from: Point3;
  readonly to: Point3;
};

/** A roof plane: the index of the side from which it rises, its slope, and its areas in plan and on the slope. */
export type RoofFace = {
  readonly side: number;
  readonly slope_deg: number;
  readonly area_mm2: number;
  readonly sloped_area_mm2: number;
};

/** The vertical face over a gable: the index of its side, and its area in mm². */
export type GablePanel = { readonly side: number; readonly area_mm2: number };

/** Planes, lines and gables of the underside of a roof. */
export type RoofDetails = {
  readonly faces: readonly RoofFace[];
  readonly lines: readonly RoofLine[];
  readonly gables: readonly GablePanel[];
};

/** The planes, lines and gables of a net; `rings` define the numbering of its sides. */
export function detailsOf({ nodes, faces }: RoofNet, rings: readonly Ring[]): RoofDetails {
  const ends = sideEnds(rings);
  const gradients = faces.map(({ side, run }) => gradientOf(at(ends, side), run));
  const sloping = faces.filter(({ run }) => run !== 0);
  return {
    faces: sloping.map((face) => faceOf(face, nodes)),
    lines: linesOf({ nodes, faces }, gradients),
    gables: faces
      .filter(({ run }) => run === 0)
      .map(({ side, loops }) => ({
        side,
        area_mm2: sumOf(loops, (loop) =>
          verticalArea(
            at(ends, side),
            loop.map((n) => at(nodes, n)),
          ),
        ),
      })),
  };
}

function sumOf<T>(list: readonly T[], measure: (item: T) => number): number {
  return list.reduce((sum, item) => sum + measure(item), 0);
}

function faceOf({ side, run, loops }: NetFace, nodes: readonly Point3[]): RoofFace {
  const area_mm2 = sumOf(loops, (loop) => signedArea(loop.map((node) => at(nodes, node))));
  const pitch = 1 / run;
  return {
    side,
    slope_deg: (Math.atan(pitch) * 180) / Math.PI,
    area_mm2,
    sloped_area_mm2: area_mm2 * Math.sqrt(1 + pitch * pitch),
  };
}

function verticalArea([a, b]: readonly [Point2, Point2], points: readonly Point3[]): number {
  const length = segmentLengthMm(a, b);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  return signedArea(points.map(({ x, y, z }) => ({ x: ux * x + uy * y, y: z })));
}

/** Gradient of a plane along x and y. */
function gradientOf([a, b]: readonly [Point2, Point2], run: number): Point2 {
  if (run === 0) return { x: 0, y: 0 };
  const length = segmentLengthMm(a, b);
  return { x: (a.y - b.y) / length / run, y: (b.x - a.x) / length / run };
}

/** The lines of a net, each once, in the order of the faces. */
function linesOf({ nodes, faces }: RoofNet, gradients: readonly Point2[]): readonly RoofLine[] {
  const faceByEdge = new Map<string, number>();
  for (const [index, { loops }] of faces.entries()) {
    for (const [from, to] of loops.flatMap(edgesOf)) faceByEdge.set(`${from},${to}`, index);
  }
  const lines: RoofLine[] = [];
  for (const [index, face] of faces.entries()) {
    if (face.run === 0) continue;
    for (const [from, to] of face.loops.flatMap(edgesOf)) {
      const other = faceByEdge.get(`${to},${from}`);
      if (other !== undefined && other < index && at(faces, other).run !== 0) continue;
      const ends = { from: at(nodes, from), to: at(nodes, to) };
      const outer = other === undefined ? 'eave' : at(faces, other).run === 0 ? 'verge' : null;
      const kind =
        outer ??
        (at(faces, other ?? 0).side === face.side
          ? 'break'
          : kindOf(ends, at(gradients, index), at(gradients, other ?? 0)));
      lines.push({ kind, ...ends });
    }
  }
  return lines;
}

function edgesOf(loop: readonly number[]): readonly (readonly [number, number])[] {
  return loop.map((from, i) => [from, at(loop, (i + 1) % loop.length)]);
}

/** The kind of a line between two planes with the given gradients, one on its left and one on its right. */
function kindOf(
  { from, to }: { readonly from: Point3; readonly to: Point3 },
  left: Point2,
  right: Point2,
): RoofLine['kind'] {
  const length = segmentLengthMm(from, to);
  // The unit normal to the left of the line.
  const normal = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
  const change = normal.x * (right.x - left.x) + normal.y * (right.y - left.y);
  if (length === 0 || Math.abs(change) < SAME_SLOPE) return 'seam';
  if (change < 0) return 'valley';
  return Math.abs(to.z - from.z) <= LEVEL_SLOPE * length ? 'ridge' : 'hip';
}
