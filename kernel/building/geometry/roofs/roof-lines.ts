/**
 * @module roof lines: ridges, hips, valleys, eaves and verges between the planes of a roof, and the areas of the
 * planes.
 */

import { at } from '../indexed.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import { type Point2, type Point3, segmentLengthMm } from '../vector.ts';
import { type Fold, type FoldedNet, foldKinds } from './fold-kinds.ts';
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
    lines: linesOf({ nodes, faces, gradients, rings }),
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
function linesOf(net: FoldedNet): readonly RoofLine[] {
  const { nodes, faces } = net;
  const faceByEdge = new Map<string, number>();
  for (const [index, { loops }] of faces.entries()) {
    for (const [from, to] of loops.flatMap(edgesOf)) faceByEdge.set(`${from},${to}`, index);
  }
  const found: (Fold & { readonly kind: RoofLine['kind'] | null })[] = [];
  for (const [index, face] of faces.entries()) {
    if (face.run === 0) continue;
    for (const [from, to] of face.loops.flatMap(edgesOf)) {
      const right = faceByEdge.get(`${to},${from}`);
      if (right !== undefined && right < index && at(faces, right).run !== 0) continue;
      const outer = right === undefined ? 'eave' : at(faces, right).run === 0 ? 'verge' : null;
      found.push({ kind: outer, from, to, left: index, right: right ?? index });
    }
  }
  const folds = found.filter(({ kind }) => kind === null);
  const kinds = new Map(foldKinds(net, folds).map((kind, i) => [at(folds, i), kind]));
  return found.map((line) => ({
    kind: line.kind ?? kinds.get(line) ?? 'seam',
    from: at(nodes, line.from),
    to: at(nodes, line.to),
  }));
}

function edgesOf(loop: readonly number[]): readonly (readonly [number, number])[] {
  return loop.map((from, i) => [from, at(loop, (i + 1) % loop.length)]);
}
