/** @module outline arcs: which sides of an outline are facets of walls that follow an arc. */
import type { Point2 } from '../../geometry/vector.ts';
import type { Arc } from '../../geometry/walls/arcs/arc.ts';
import { alongArc, FACET_MM } from '../../geometry/walls/arcs/arc.ts';
import { chainOf } from '../../geometry/walls/arcs/chain.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { CutWall } from './cut-walls.ts';

/** Corners of facets lie this near to the arc of their face, and beside its ends, mm. */
const ON_ARC_MM = 2.5;

/** Corners of a facet beside the outermost place of an arc lie at most this far behind it, mm: four times what it leaves the arc. */
const OFF_FACETS_MM = 4 * FACET_MM + ON_ARC_MM;

/** A wall along an arc: its axis, how far its faces are from that, mm, and by how much one of its facets turns, radians. */
type Bow = {
  readonly wall: ElementOf<'wall'>;
  readonly arc: Arc;
  readonly half: number;
  readonly turn: number;
};

/** A face of a wall along an arc, with its radius, mm. */
export type BowedFace = {
  readonly wall: ElementOf<'wall'>;
  readonly arc: Arc;
  readonly radius: number;
};

/** Finds the walls along arcs to which sides of outlines belong. */
export class OutlineArcs {
  readonly #bows: readonly Bow[];

  constructor(walls: readonly CutWall[]) {
    this.#bows = walls.flatMap(({ wall }) => {
      const chain = chainOf(wall.params);
      if (chain === null) return [];
      const { arc, thickness, units } = chain;
      return [{ wall, arc, half: thickness / 2, turn: arc.angle / units.length }];
    });
  }

  /** The face of which a side of an outline (mm) is a facet or a part of one; null of a straight one. */
  faceOf(from: Point2, to: Point2): BowedFace | null {
    for (const bow of this.#bows) {
      const { wall, arc } = bow;
      for (const radius of radiiOf(bow)) {
        if (isOn(from, bow, radius) && isOn(to, bow, radius)) return { wall, arc, radius };
      }
    }
    return null;
  }

  /** Where a point of an outline is along a unit vector, mm; of a facet at the outermost place of its arc, where that is. */
  at(point: Point2, along: Point2): number {
    const own = dot(point, along);
    for (const bow of this.#bows) {
      const { arc, half, turn } = bow;
      const slack = OFF_FACETS_MM + half * turn;
      for (const radius of radiiOf(bow)) {
        for (const reach of [radius, -radius]) {
          const outermost = dot(arc.centre, along) + reach;
          if (Math.abs(own - outermost) > slack || !isOn(point, bow, radius)) continue;
          const tip = {
            x: arc.centre.x + along.x * reach,
            y: arc.centre.y + along.y * reach,
          };
          if (isOn(tip, bow, radius)) return outermost;
        }
      }
    }
    return own;
  }
}

function radiiOf({ arc, half }: Bow): readonly number[] {
  return [arc.radius + half, arc.radius - half];
}

function isOn(point: Point2, { arc, half, turn }: Bow, radius: number): boolean {
  const [dx, dy] = [point.x - arc.centre.x, point.y - arc.centre.y];
  const off = Math.abs(Math.sqrt(dx * dx + dy * dy) - radius);
  // Corners with neighbours may lie behind its ends, where its outermost facets go straight on.
  const along = alongArc(arc, point);
  const behind = Math.max(0, -along, along - arc.length);
  const leaves = behind * (turn / 2 + behind / (2 * radius));
  return behind <= ON_ARC_MM + half * 2 && off <= ON_ARC_MM + leaves;
}

function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}
