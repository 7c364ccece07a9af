/** @module outline arcs: finds the sides of an outline that are facets of curved walls. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Arc } from '../../../building/geometry/walls/arcs/arc.ts';
import { alongArc, FACET_MM } from '../../../building/geometry/walls/arcs/arc.ts';
import { chainOf } from '../../../building/geometry/walls/arcs/chain.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { CutWall } from './cut-walls.ts';

/** Maximum distance of a corner of a facet from the arc of its face, or beyond the ends of this arc, mm. */
const ON_ARC_MM = 2.5;

/**
 * Maximum distance of the corners of a facet behind the outermost point of its arc, mm. A facet with this point
 * deviates from the arc by at most `FACET_MM`; its far corner is at most four times as far behind.
 */
const OFF_FACETS_MM = 4 * FACET_MM + ON_ARC_MM;

/**
 * A curved wall: its axis, the distance of its faces from the axis, mm, and the angle between adjacent facets, radians.
 */
type CurvedWall = {
  readonly wall: ElementOf<'wall'>;
  readonly arc: Arc;
  readonly half: number;
  readonly facet_angle: number;
};

/** A face of a curved wall, with its radius, mm. */
export type BowedFace = {
  readonly wall: ElementOf<'wall'>;
  readonly arc: Arc;
  readonly radius: number;
};

/** Finds the curved walls to which sides of outlines belong. */
export class OutlineArcs {
  readonly #curved_walls: readonly CurvedWall[];

  constructor(walls: readonly CutWall[]) {
    this.#curved_walls = walls.flatMap(({ wall }) => {
      const chain = chainOf(wall.params);
      if (chain === null) return [];
      const { arc, thickness, units } = chain;
      return [{ wall, arc, half: thickness / 2, facet_angle: arc.angle / units.length }];
    });
  }

  /** The curved face of which a side of an outline (mm) is a facet or part of a facet; null for a straight side. */
  faceOf(from: Point2, to: Point2): BowedFace | null {
    for (const curved of this.#curved_walls) {
      const { wall, arc } = curved;
      for (const radius of radiiOf(curved)) {
        if (isOn(from, curved, radius) && isOn(to, curved, radius)) return { wall, arc, radius };
      }
    }
    return null;
  }

  /**
   * Position of an outline point along a unit vector, mm. For a corner of the facet at the outermost point of an arc,
   * it is the position of this outermost point instead.
   */
  at(point: Point2, along: Point2): number {
    const own = dot(point, along);
    for (const curved of this.#curved_walls) {
      const { arc, half, facet_angle } = curved;
      const slack = OFF_FACETS_MM + half * facet_angle;
      for (const radius of radiiOf(curved)) {
        for (const reach of [radius, -radius]) {
          const outermost = dot(arc.centre, along) + reach;
          if (Math.abs(own - outermost) > slack || !isOn(point, curved, radius)) continue;
          const tip = {
            x: arc.centre.x + along.x * reach,
            y: arc.centre.y + along.y * reach,
          };
          if (isOn(tip, curved, radius)) return outermost;
        }
      }
    }
    return own;
  }
}

function radiiOf({ arc, half }: CurvedWall): readonly number[] {
  return [arc.radius + half, arc.radius - half];
}

function isOn(point: Point2, { arc, half, facet_angle }: CurvedWall, radius: number): boolean {
  const [dx, dy] = [point.x - arc.centre.x, point.y - arc.centre.y];
  const off = Math.abs(Math.sqrt(dx * dx + dy * dy) - radius);
  // At joints with neighbours, corners may be beyond the ends of the arc, where its last facets continue straight.
  const along = alongArc(arc, point);
  const behind = Math.max(0, -along, along - arc.length);
  const leaves = behind * (facet_angle / 2 + behind / (2 * radius));
  return behind <= ON_ARC_MM + half * 2 && off <= ON_ARC_MM + leaves;
}

function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}
