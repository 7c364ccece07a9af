/** @module separating cuts: the narrow places that separate the parts of an area in which a disc moves. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import { pointInRing, signedArea } from '../../../building/geometry/plan/polygon.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { type Area, common, without } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Bottleneck } from '../../../building/spatial/disc/bottlenecks.ts';
import type { DiscPart } from '../../../building/spatial/disc/disc-parts.ts';

/** A narrow place, its line as a thin outline (counter-clockwise), and the parts on both sides. */
export type Cut = {
  readonly place: Bottleneck;
  readonly ring: Ring;
  readonly parts: readonly (DiscPart | null)[];
};

/** Half the thickness of a cut, and how far it runs into the bodies at its ends, mm. */
const HALF_MM = 1;
const INTO_MM = 2;
/** Distance from the middle of a cut at which the adjacent pieces are found, mm. */
const PROBE_OFFSET_MM = 0.5;
/** Widths that differ by less than this are equal, mm. */
const SAME_MM = 0.01;

function cutOf(place: Bottleneck): Omit<Cut, 'parts'> {
  const { a, b, width_mm } = place;
  const u = { x: (b.x - a.x) / width_mm, y: (b.y - a.y) / width_mm };
  const corner = (p: Point2, along: number, aside: number): Point2 => ({
    x: p.x + u.x * along - u.y * aside,
    y: p.y + u.y * along + u.x * aside,
  });
  const ring = [
    corner(a, 0 - INTO_MM, 0 - HALF_MM),
    corner(b, INTO_MM, 0 - HALF_MM),
    corner(b, INTO_MM, HALF_MM),
    corner(a, 0 - INTO_MM, HALF_MM),
  ];
  return { place, ring };
}

/** The middle points on both sides of a cut. */
function pointsAcross({ a, b, width_mm }: Bottleneck): readonly [Point2, Point2] {
  const off = (HALF_MM + PROBE_OFFSET_MM) / width_mm;
  const [dx, dy] = [(a.y - b.y) * off, (b.x - a.x) * off];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return [
    { x: middle.x + dx, y: middle.y + dy },
    { x: middle.x - dx, y: middle.y - dy },
  ];
}

/** The pieces of an area that cuts leave, joined again in groups. A group contains at most one part. */
class Pieces {
  readonly #outlines: readonly Ring[];
  readonly #group: number[];
  /** The part of each group; null without one. */
  readonly #part: (DiscPart | null)[];

  constructor(area: Area, parts: readonly DiscPart[]) {
    this.#outlines = area
      .filter((ring) => signedArea(ring) > 0)
      .toSorted((a, b) => signedArea(a) - signedArea(b));
    this.#group = this.#outlines.map((_, i) => i);
    this.#part = this.#outlines.map(() => null);
    for (const part of parts) {
      const piece = this.at(part.point);
      if (piece !== null) this.#part[piece] = part;
    }
  }

  /** Number of the group at a point; null outside. */
  at(point: Point2): number | null {
    const piece = this.#outlines.findIndex((ring) => pointInRing(point, ring));
    return piece < 0 ? null : at(this.#group, piece);
  }

  part(group: number): DiscPart | null {
    return at(this.#part, group);
  }

  join(one: number, other: number): void {
    this.#part[one] ??= this.part(other);
    for (const [piece, group] of this.#group.entries()) {
      if (group === other) this.#group[piece] = one;
    }
  }
}

/**
 * Separates an area at narrow places, so that each piece contains one part. A piece without a part, such as a recess or
 * the inside of a narrow passage, stays with the part to which its widest narrow place leads.
 */
export function separatingCuts(of: {
  readonly free: Area;
  readonly within: Area;
  readonly narrow: readonly Bottleneck[];
  readonly parts: readonly DiscPart[];
}): readonly Cut[] {
  const cuts = of.narrow.map(cutOf);
  const area = common(of.free, of.within);
  const pieces = new Pieces(
    cuts.reduce((rest, { ring }) => without(rest, [ring]), area),
    of.parts,
  );
  let open = cuts.map((cut) => ({ cut, sides: pointsAcross(cut.place) }));
  for (let done = 0; ; done += 1) {
    checkpoint({ done, total: cuts.length, doing: 'finding narrow places in rooms' });
    const joins = open.flatMap(({ cut, sides }) => {
      const [one, other] = sides.map((point) => pieces.at(point));
      if (one === null || one === undefined || other === null || other === undefined) return [];
      const [part, second] = [pieces.part(one), pieces.part(other)];
      if (one === other || (part === null) === (second === null)) return [];
      const size = (part ?? second)?.size_mm2 ?? 0;
      return [{ cut, one, other, size }];
    });
    const [next] = joins.toSorted((a, b) => {
      const wider = b.cut.place.width_mm - a.cut.place.width_mm;
      return Math.abs(wider) > SAME_MM ? wider : b.size - a.size;
    });
    if (next === undefined) break;
    pieces.join(next.one, next.other);
    open = open.filter(({ cut }) => cut !== next.cut);
  }
  return open.flatMap(({ cut, sides }) => {
    const groups = new Set(sides.map((point) => pieces.at(point)));
    if (groups.size < 2 || groups.has(null)) return [];
    const parts = [...groups].map((group) => (group === null ? null : pieces.part(group)));
    return [{ ...cut, parts }];
  });
}
