/** @module roof lines: the ridges, hips, valleys, eaves and verges between the planes of a roof, and how large these are. */

import { at } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { segmentLengthMm } from '../vector.ts';
import type { NetFace, RoofNet } from './roof-net.ts';

/** `break` lies between the two slopes of one side, `seam` between planes that go on in each other. */
export const ROOF_LINES = ['ridge', 'hip', 'valley', 'eave', 'verge', 'break', 'seam'] as const;

export type RoofLine = {
  readonly kind: (typeof ROOF_LINES)[number];
  readonly from: Point3;
  readonly to: Point3;
};

/** A plane: the side that it rises from, its slope, and its area in plan and on the slope. */
export type RoofFace = {
  readonly side: number;
  readonly slope_deg: number;
  readonly area_mm2: number;
  readonly sloped_area_mm2: number;
};

/** Area in mm² of the upright face over each gable, by its side. */
export type GablePanel = { readonly side: number; readonly area_mm2: number };

/** What is drawn, measured and answered of an underside. */
export type RoofDetails = {
  readonly faces: readonly RoofFace[];
  readonly lines: readonly RoofLine[];
  readonly gables: readonly GablePanel[];
};

/** A line rises by less than this share of its length and is level: nodes are a few micrometres from where they are. */
const LEVEL = 1e-4;
/** Planes whose slopes across a line differ by less are one. */
const EVEN = 1e-6;

/** The details of a net over rings whose sides it counts. */
export function detailsOf({ nodes, faces }: RoofNet, rings: readonly Ring[]): RoofDetails {
  const ends = rings.flatMap((ring) =>
    ring.map((start, i) => [start, at(ring, (i + 1) % ring.length)] as const),
  );
  const rises = faces.map(({ side, run }) => riseOf(at(ends, side), run));
  const sloping = faces.filter(({ run }) => run !== 0);
  return {
    faces: sloping.map((face) => faceOf(face, nodes)),
    lines: linesOf({ nodes, faces }, rises),
    gables: faces
      .filter(({ run }) => run === 0)
      .map(({ side, loops }) => ({
        side,
        area_mm2: sumOf(loops, (loop) =>
          uprightArea(
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

function uprightArea([a, b]: readonly [Point2, Point2], points: readonly Point3[]): number {
  const length = segmentLengthMm(a, b);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  return signedArea(points.map(({ x, y, z }) => ({ x: ux * x + uy * y, y: z })));
}

/** How fast a plane rises along x and y. */
function riseOf([a, b]: readonly [Point2, Point2], run: number): Point2 {
  if (run === 0) return { x: 0, y: 0 };
  const length = segmentLengthMm(a, b);
  return { x: (a.y - b.y) / length / run, y: (b.x - a.x) / length / run };
}

/** Each line once, in the order of faces. */
function linesOf({ nodes, faces }: RoofNet, rises: readonly Point2[]): readonly RoofLine[] {
  const beside = new Map<string, number>();
  for (const [index, { loops }] of faces.entries()) {
    for (const [from, to] of loops.flatMap(edgesOf)) beside.set(`${from},${to}`, index);
  }
  const lines: RoofLine[] = [];
  for (const [index, face] of faces.entries()) {
    if (face.run === 0) continue;
    for (const [from, to] of face.loops.flatMap(edgesOf)) {
      const other = beside.get(`${to},${from}`);
      if (other !== undefined && other < index && at(faces, other).run !== 0) continue;
      const ends = { from: at(nodes, from), to: at(nodes, to) };
      const outer = other === undefined ? 'eave' : at(faces, other).run === 0 ? 'verge' : null;
      const kind =
        outer ??
        (at(faces, other ?? 0).side === face.side
          ? 'break'
          : kindOf(ends, at(rises, index), at(rises, other ?? 0)));
      lines.push({ kind, ...ends });
    }
  }
  return lines;
}

function edgesOf(loop: readonly number[]): readonly (readonly [number, number])[] {
  return loop.map((from, i) => [from, at(loop, (i + 1) % loop.length)]);
}

/** A line with a plane on its left and one on its right. */
function kindOf(
  { from, to }: { readonly from: Point3; readonly to: Point3 },
  left: Point2,
  right: Point2,
): RoofLine['kind'] {
  const length = segmentLengthMm(from, to);
  // To the left of the way from one end to the other.
  const across = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
  const turn = across.x * (right.x - left.x) + across.y * (right.y - left.y);
  if (length === 0 || Math.abs(turn) < EVEN) return 'seam';
  if (turn < 0) return 'valley';
  return Math.abs(to.z - from.z) <= LEVEL * length ? 'ridge' : 'hip';
}
