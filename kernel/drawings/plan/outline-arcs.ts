/** @module outline arcs: which sides of an outline are facets of walls that follow an arc. */
import type { Point2 } from '../../geometry/vector.ts';
import type { Arc } from '../../geometry/walls/arcs/arc.ts';
import { alongArc } from '../../geometry/walls/arcs/arc.ts';
import { chainOf } from '../../geometry/walls/arcs/chain.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { CutWall } from './cut-walls.ts';

/** Corners of facets lie this near to the arc of their face, and beside its ends, mm. */
const ON_ARC_MM = 2.5;

/** A wall along an arc: its axis, and how far its faces are from that, mm. */
type Bow = { readonly wall: ElementOf<'wall'>; readonly arc: Arc; readonly half: number };

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
      return chain === null ? [] : [{ wall, arc: chain.arc, half: chain.thickness / 2 }];
    });
  }

  /** The face of which a side of an outline (mm) is a facet or a part of one; null of a straight one. */
  faceOf(from: Point2, to: Point2): BowedFace | null {
    for (const { wall, arc, half } of this.#bows) {
      for (const radius of [arc.radius + half, arc.radius - half]) {
        if (isOn(from, arc, radius) && isOn(to, arc, radius)) return { wall, arc, radius };
      }
    }
    return null;
  }
}

function isOn(point: Point2, arc: Arc, radius: number): boolean {
  const [dx, dy] = [point.x - arc.centre.x, point.y - arc.centre.y];
  if (Math.abs(Math.sqrt(dx * dx + dy * dy) - radius) > ON_ARC_MM) return false;
  const along = alongArc(arc, point);
  // Corners with neighbours may lie behind its ends.
  const beside = ON_ARC_MM + Math.abs(radius - arc.radius) * 2;
  return along >= -beside && along <= arc.length + beside;
}
