/** @module cut walls: walls as a plan cuts them, less what is cut of them by doors, windows and openings. */
import { spansAt } from '../../geometry/convex/around-outline.ts';
import type { CurtainPart } from '../../geometry/curtain/curtain-body.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { outlinesBeside } from '../../geometry/walls/wall-mesh.ts';
import { partsIn } from '../../kinds/curtain/wall-parts.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { Filling } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { straightWall } from '../../kinds/wall.ts';
import { Derivation } from '../../model/derived/derived-cache.ts';
import { inFrame, planFrame, sliceRings } from '../lines/slice.ts';
import type { PaperBox } from '../sketch.ts';
import type { DrawnView } from './storey.ts';
import { usedBox } from './used-box.ts';

type Wall = ElementOf<'wall'>;

/** Something in a wall, as a plan meets it. */
export type InWall = {
  readonly element: Element;
  readonly wall: Wall;
  readonly filling: Filling;
  /** Whether the cut of the plan goes through it, over it (it is seen) or under it. */
  readonly met: 'cut' | 'below' | 'above';
  /** Axis of the wall: unit vector, and where along it the thing begins and ends, mm. */
  readonly along: Point2;
  readonly from: Point2;
  readonly to: Point2;
  /** What it and its use take of the plan, mm in the building. */
  readonly used: PaperBox | null;
};

export type CutWall = {
  readonly wall: Wall;
  /** Outline among its neighbours, gaps filled, as far as it is cut: under a roof that may be less. */
  readonly footprints: readonly Ring[];
  /** What is cut of it, panels of glass apart. */
  readonly pieces: readonly Ring[];
  readonly glass: readonly Ring[];
  readonly fillings: readonly InWall[];
};

const CUT_WALLS = new Derivation<CutWall>();

/** A wall that a plan cuts at a height in the world, mm; null where the view has no outline of it. */
export function cutWall(wall: Wall, cut: number, view: DrawnView): CutWall | null {
  const footprint = view.footprint(wall.id);
  const low = view.bounds(wall.id)?.min.z;
  if (footprint === null || low === undefined) return null;
  const held = view.hostedBy(wall.id);
  const under = typeof wall.params.top_under === 'string' ? view.uncutMesh(wall.id) : null;
  const inputs = [footprint, low, cut, under, ...held];
  return CUT_WALLS.of(wall, inputs, () =>
    cutAt(wall, { footprint: footprint.ring, low, cut, held, under }, view),
  );
}

type Around = {
  readonly footprint: Ring;
  /** Foot of the wall in the world, mm. */
  readonly low: number;
  readonly cut: number;
  readonly held: readonly Element[];
  /** The body without its gaps of a wall that ends under something. */
  readonly under: Mesh | null;
};

/** What is cut off a wall must be more to be seen, mm². */
const LEAST_MM2 = 1000;

/** The outline of a wall that ends under something, where the cut is above some of it; null elsewhere. */
function sloping({ footprint, under, cut }: Around): readonly Ring[] | null {
  const rings = under === null ? [] : sliceAt(under, cut);
  const left = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
  return under !== null && left < Math.abs(signedArea(footprint)) - LEAST_MM2 ? rings : null;
}

function sliceAt(mesh: Mesh, cut: number): readonly Ring[] {
  return sliceRings(inFrame(mesh, planFrame(cut)), mesh.triangles).map((ring) =>
    signedArea(ring) < 0 ? ring.toReversed() : ring,
  );
}

function cutAt(wall: Wall, around: Around, view: DrawnView): CutWall {
  const { footprint, low, cut, held } = around;
  const slope = sloping(around);
  const { start } = wall.params;
  const axis = wallAxis(wall.params);
  const along = axis.directionAt(0);
  const fillings: InWall[] = [];
  const gaps: (readonly [number, number])[] = [];
  for (const element of held) {
    const filling = fillingOf(view.kinds, element);
    if (filling === null || filling.cut.offset === null) continue;
    const { offset, width, sill, height } = filling.cut;
    const foot = low + sill;
    const met = foot >= cut ? 'above' : foot + height <= cut ? 'below' : 'cut';
    const shape = filling.cut.outline ?? null;
    const open = shape === null ? [[offset, offset + width] as const] : spansAt(shape, cut - low);
    if (met === 'cut') gaps.push(...open);
    const [from, to] = [axis.at(offset), axis.at(offset + width)];
    // In an arc things are drawn on the straight line between their sides.
    const chord = segmentLengthMm(from, to);
    const isBowed = axis.chain !== null;
    fillings.push({
      element,
      wall,
      filling: isBowed ? { ...filling, cut: { ...filling.cut, width: chord } } : filling,
      met,
      along: isBowed ? { x: (to.x - from.x) / chord, y: (to.y - from.y) / chord } : along,
      from,
      to,
      used: usedBox(element.id, view),
    });
  }
  const parts = partsIn(wall, view)?.filter(
    ({ rect }) => rect.low <= cut - low && cut - low < rect.high,
  );
  if (parts === undefined && slope !== null) {
    const mesh = view.mesh(wall.id);
    const pieces = mesh === null ? [] : sliceAt(mesh, cut);
    return { wall, footprints: slope, pieces, glass: [], fillings };
  }
  if (parts === undefined) {
    const pieces =
      axis.chain === null
        ? between(footprint, start, { along, gaps })
        : besideGaps(wall, gaps, view);
    return { wall, footprints: [footprint], pieces, glass: [], fillings };
  }
  const outlines = (of: CurtainPart['role']): readonly Ring[] =>
    parts.flatMap((part) => (part.role === of ? part.outlines : []));
  return {
    wall,
    footprints: [footprint],
    pieces: outlines('mullion'),
    glass: outlines('panel'),
    fillings,
  };
}

/** What gaps along an arc leave of its outline. */
function besideGaps(
  wall: Wall,
  gaps: readonly (readonly [number, number])[],
  view: DrawnView,
): readonly Ring[] {
  const footprint = view.footprint(wall.id);
  if (footprint === null) return [];
  const openings = gaps.map(([from, to]) => ({
    offset: from,
    width: to - from,
    sill: 0,
    height: 1,
  }));
  const solid = { wall: straightWall(wall), footprint, base: 0, height: 1, openings };
  return outlinesBeside(solid) ?? [footprint.ring];
}

/** What gaps along a wall leave of its outline. */
function between(
  footprint: Ring,
  start: Point2,
  {
    along,
    gaps,
  }: { readonly along: Point2; readonly gaps: readonly (readonly [number, number])[] },
): readonly Ring[] {
  if (gaps.length === 0) return [footprint];
  const sorted = gaps.toSorted((a, b) => a[0] - b[0]);
  const pieces: Ring[] = [];
  let from = -Infinity;
  for (const [gap_from, gap_to] of [...sorted, [Infinity, Infinity] as const]) {
    if (gap_from > from) {
      const piece = clipped(clipped(footprint, { start, along, least: from }), {
        start,
        along: { x: -along.x, y: -along.y },
        least: -gap_from,
      });
      if (piece.length > 2) pieces.push(piece);
    }
    from = Math.max(from, gap_to);
  }
  return pieces;
}

/** What lies at least `least` mm along a direction from a point. */
type HalfPlane = { readonly start: Point2; readonly along: Point2; readonly least: number };

function clipped(ring: Ring, { start, along, least }: HalfPlane): Ring {
  if (least === -Infinity) return ring;
  const reach = ({ x, y }: Point2): number =>
    (x - start.x) * along.x + (y - start.y) * along.y - least;
  const out: Point2[] = [];
  for (const [i, to] of ring.entries()) {
    const from = ring.at(i - 1) ?? to;
    const [a, b] = [reach(from), reach(to)];
    if (a < 0 !== b < 0) {
      const share = a / (a - b);
      out.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
    if (b >= 0) out.push(to);
  }
  return out;
}
