/** @module cut walls: walls as cut by a plan, without the parts that doors, windows and openings remove. */
import { toGrid } from '../../../../schemas/units.ts';
import { spansAt } from '../../../building/geometry/convex/around-outline.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { signedArea } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import { wallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import { outlineAt } from '../../../building/geometry/walls/height-bands.ts';
import type { WallFootprint, WallOutline } from '../../../building/geometry/walls/wall-joins.ts';
import { outlinesBeside } from '../../../building/geometry/walls/wall-mesh.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import type { Filling } from '../../../building/kinds/kind.ts';
import { fillingOf } from '../../../building/kinds/kind.ts';
import { isCutByPlanes } from '../../../building/kinds/shared/cut-planes.ts';
import { partsIn } from '../../../building/kinds/wall/curtain/wall-parts.ts';
import { straightWall } from '../../../building/kinds/wall/straight-wall.ts';
import { wallSpan } from '../../../building/kinds/wall/wall-body.ts';
import { Derivation } from '../../../building/model/derived/derived-cache.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { inFrame, planFrame, sectionOf } from '../lines/slice.ts';
import type { PaperBox } from '../sketch.ts';
import { usedBox } from './used-box.ts';

type Wall = ElementOf<'wall'>;

/** A door, window or opening in a wall, as a plan shows it. */
export type InWall = {
  readonly element: Element;
  readonly wall: Wall;
  readonly filling: Filling;
  /**
   * Position of the element relative to the cut of the plan: cut by it, completely below it, or completely above it.
   */
  readonly met: 'cut' | 'below' | 'above';
  /** Direction of the wall axis as a unit vector, and the points on the axis where the element starts and ends, mm. */
  readonly along: Point2;
  readonly from: Point2;
  readonly to: Point2;
  /** The box of the element and its workspace in plan, mm in the building; null if it has neither. */
  readonly used: PaperBox | null;
};

/** A wall and its parts in the cutting plane of a plan. */
export type CutWall = {
  readonly wall: Wall;
  /**
   * The cut outline of the wall after joining with its neighbours, with openings filled; under a roof and where
   * planes cut the wall it may be smaller.
   */
  readonly footprints: readonly Ring[];
  /** The cut parts of the wall without glass panels. */
  readonly pieces: readonly Ring[];
  /** The cut glass panels of a curtain wall. */
  readonly glass: readonly Ring[];
  readonly fillings: readonly InWall[];
};

/** Cache of cut walls. */
const CUT_WALLS = new Derivation<CutWall>();

/** A wall as cut by a plan at a height in the world, mm; null if the view has no outline of it. */
export function cutWall(wall: Wall, cut: number, view: ModelView): CutWall | null {
  const footprint = view.footprint(wall.id);
  const level = view.elementOf(wall.params.level_id, 'level');
  if (footprint === null || level === undefined || view.bounds(wall.id) === null) return null;
  const { low } = wallSpan(level, wall);
  const hosted = view.hostedBy(wall.id);
  const isWhole = typeof wall.params.top_under !== 'string' && !isCutByPlanes(wall.params);
  const under = isWhole ? null : view.uncutMesh(wall.id);
  const inputs = [footprint, low, cut, under, ...hosted];
  return CUT_WALLS.of(wall, inputs, () =>
    cutAt(
      wall,
      { outline: outlineAtCut(wall, footprint, cut - low), low, cut, hosted, under },
      view,
    ),
  );
}

/** The outline of a wall at a height above its foot, mm; that of its foot or top beyond them. */
function outlineAtCut({ params }: Wall, footprint: WallFootprint, above: number): WallOutline {
  return outlineAt(footprint, params.base_offset + above);
}

/** The data from which the section of a wall is computed. */
type Around = {
  /** The outline of the wall at the height of the cut. */
  readonly outline: WallOutline;
  /** Height of the foot of the wall in the world, mm. */
  readonly low: number;
  readonly cut: number;
  readonly hosted: readonly Element[];
  /** The body, without its openings, of a wall that ends under a roof or another element or is cut by planes; null for others. */
  readonly under: Mesh | null;
};

/** Minimum area by which the section of a wall must be smaller than its footprint to be drawn instead of it, mm². */
const MIN_CUT_OFF_MM2 = 1000;

/** The section of a wall that ends under another element or is cut by planes, if the cut misses part of the wall; otherwise null. */
function slopingSection({ outline, under, cut }: Around): readonly Ring[] | null {
  const rings = under === null ? [] : sliceAt(under, cut);
  const left = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
  return under !== null && left < Math.abs(signedArea(outline.ring)) - MIN_CUT_OFF_MM2
    ? rings
    : null;
}

function sliceAt(mesh: Mesh, cut: number): readonly Ring[] {
  const { rings } = sectionOf(inFrame(mesh, planFrame(cut)), mesh.triangles);
  return rings.map((ring) => (signedArea(ring) < 0 ? ring.toReversed() : ring));
}

/** The parts of a filling at a height above the foot of its wall, mm from the start of the wall. */
function spansOf(
  { cut: { offset, width, outline = null } }: Filling,
  up: number,
): readonly (readonly [number, number])[] {
  const begin = offset ?? 0;
  return outline === null ? [[begin, begin + width]] : spansAt(outline, up);
}

/** From the first to the last part of a filling that is no rectangle; null for a rectangle. */
function spanOver(
  { cut: { outline = null } }: Filling,
  open: readonly (readonly [number, number])[],
): readonly [number, number] | null {
  const [first, last] = [open[0], open.at(-1)];
  return outline === null || first === undefined || last === undefined ? null : [first[0], last[1]];
}

function cutAt(wall: Wall, around: Around, view: ModelView): CutWall {
  const { outline, low, cut, hosted } = around;
  const footprint = outline.ring;
  const slope = slopingSection(around);
  const { start } = wall.params;
  const axis = wallAxis(wall.params);
  const along = axis.directionAt(0);
  const fillings: InWall[] = [];
  const gaps: (readonly [number, number])[] = [];
  for (const element of hosted) {
    const filling = fillingOf(view.kinds, element);
    if (filling === null || filling.cut.offset === null) continue;
    const { offset, width, sill, height } = filling.cut;
    const foot = low + sill;
    const met = foot >= cut ? 'above' : foot + height <= cut ? 'below' : 'cut';
    const open = spansOf(filling, cut - low);
    if (met === 'cut') gaps.push(...open);
    // The symbol of a window is as wide as its part in the plane of the cut.
    const isCut = met === 'cut' && element.kind === 'window';
    const span = isCut ? spanOver(filling, open) : null;
    const [begin, end] = span ?? [offset, offset + width];
    const [from, to] = [axis.at(begin), axis.at(end)];
    // In a curved wall, fillings are drawn on the chord between their jambs.
    const chord = segmentLengthMm(from, to);
    const isBowed = axis.chain !== null;
    const drawn = isBowed ? chord : span === null ? width : toGrid(end - begin);
    fillings.push({
      element,
      wall,
      filling: drawn === width ? filling : { ...filling, cut: { ...filling.cut, width: drawn } },
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
        ? partsBetweenGaps(footprint, start, { along, gaps })
        : curvedPartsBetweenGaps(wall, gaps, outline);
    return { wall, footprints: [footprint], pieces, glass: [], fillings };
  }
  const outlines = (isSolid: boolean): readonly Ring[] =>
    parts.flatMap((part) => (part.solid === isSolid ? part.outlines : []));
  return {
    wall,
    footprints: [footprint],
    pieces: outlines(true),
    glass: outlines(false),
    fillings,
  };
}

/** The parts of the outline of a curved wall between its openings. */
function curvedPartsBetweenGaps(
  wall: Wall,
  gaps: readonly (readonly [number, number])[],
  footprint: WallOutline,
): readonly Ring[] {
  const openings = gaps.map(([from, to]) => ({
    offset: from,
    width: to - from,
    sill: 0,
    height: 1,
  }));
  const solid = { wall: straightWall(wall), footprint, base: 0, height: 1, openings };
  return outlinesBeside(solid) ?? [footprint.ring];
}

/** The parts of the outline of a straight wall between its openings. */
function partsBetweenGaps(
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
      const piece = clippedRing(clippedRing(footprint, { start, along, least: from }), {
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

/** A half-plane: all points whose distance from `start` in the direction `along` is at least `least`, mm. */
type HalfPlane = { readonly start: Point2; readonly along: Point2; readonly least: number };

function clippedRing(ring: Ring, { start, along, least }: HalfPlane): Ring {
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
