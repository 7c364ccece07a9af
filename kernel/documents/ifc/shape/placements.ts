/** @module placements: where products are: chains of local placements, and placements on grids. */
import { NO_SINE } from '../../../building/geometry/tolerances.ts';
import { cross, minus, type Point3 } from '../../../building/geometry/vector.ts';
import { axesOf, matrixOf, plus, scaled, unit } from './axes.ts';
import { curveOf } from './curves.ts';
import { IDENTITY, type Matrix, product } from './matrix.ts';
import { ShapeFault } from './shape-fault.ts';
import { MAX_FAULTS } from './shape-limits.ts';
import { numbersIn, type ShapeSource } from './shape-source.ts';

/** Largest number of grids, each of which is placed on the one before. */
const MAX_GRIDS = 8;

/** A placement that cannot be read: its row and the reason. */
export type PlacementFault = { readonly row: number; readonly why: string };

/** The placements of a file, computed once each. A placement with a fault is that of its parent. */
export class Placements {
  readonly #source: ShapeSource;
  readonly #known = new Map<number, Matrix>();
  readonly #faults: PlacementFault[] = [];
  /** Number of grids that are placed relative to each other in the current chain. */
  #grids = 0;

  constructor(source: ShapeSource) {
    this.#source = source;
  }

  /** The first faults of the placements read so far. */
  get faults(): readonly PlacementFault[] {
    return this.#faults;
  }

  /** From the coordinates of a product to those of the file, mm; the identity for a product without placement. */
  ofProduct(row: number): Matrix {
    const placement = this.#source.model.ref(row, 'ObjectPlacement');
    return placement === null ? IDENTITY : this.of(placement);
  }

  /** The matrix of an IfcObjectPlacement. The chain is followed in a loop, so that its length is not limited. */
  of(row: number): Matrix {
    const chain: number[] = [];
    const seen = new Set<number>();
    let parent = IDENTITY;
    for (let at: number | null = row; at !== null; at = this.#parentOf(at)) {
      const known = this.#known.get(at);
      if (known !== undefined) {
        parent = known;
        break;
      }
      if (seen.has(at)) {
        this.#fault(at, 'the placement is relative to itself');
        break;
      }
      seen.add(at);
      chain.push(at);
    }
    for (const at of chain.toReversed()) {
      parent = this.#isNested(at) ? product(parent, this.#relative(at)) : this.#relative(at);
      if (!parent.every((value) => Number.isFinite(value))) {
        this.#fault(at, 'expected a placement at finite coordinates');
        parent = IDENTITY;
      }
      this.#known.set(at, parent);
    }
    return parent;
  }

  #parentOf(row: number): number | null {
    return this.#isNested(row) ? this.#source.model.ref(row, 'PlacementRelTo') : null;
  }

  /** Whether a placement is relative to the one in PlacementRelTo; one on a grid is relative to its grid instead. */
  #isNested(row: number): boolean {
    return !this.#source.model.isA(row, 'IfcGridPlacement');
  }

  #relative(row: number): Matrix {
    const { model } = this.#source;
    try {
      if (model.isA(row, 'IfcGridPlacement')) return this.#onGrid(row);
      if (model.isA(row, 'IfcLocalPlacement')) {
        return axesOf(this.#source, this.#source.ref(row, 'RelativePlacement'));
      }
      const position = model.ref(row, 'CartesianPosition');
      if (position !== null) return axesOf(this.#source, position);
      throw this.#source.fault(row, 'expected a local placement or one on a grid');
    } catch (error) {
      if (!(error instanceof ShapeFault)) throw error;
      this.#fault(row, error.message);
      return IDENTITY;
    }
  }

  #fault(row: number, why: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ row, why });
  }

  /**
   * The placement at the intersection of two grid axes, in the coordinates of the file. Its x axis is the given
   * direction, that towards a second intersection, or that of the first axis.
   */
  #onGrid(row: number): Matrix {
    const { model } = this.#source;
    const location = this.#source.ref(row, 'PlacementLocation');
    const { point, direction } = this.#intersection(location);
    const towards = model.ref(row, 'PlacementRefDirection');
    let x = direction;
    if (towards !== null && model.isA(towards, 'IfcDirection')) {
      x = this.#source.ratios(towards);
    } else if (towards !== null) {
      x = minus(this.#intersection(towards).point, point);
    }
    const first = unit({ x: x.x, y: x.y, z: 0 });
    if (first === null) {
      throw this.#source.fault(row, 'expected a direction in the plane of the grid');
    }
    const up = { x: 0, y: 0, z: 1 };
    return product(this.#gridOf(location), matrixOf(point, first, cross(up, first), up));
  }

  /** The placement of the grid that owns the first axis of an intersection. */
  #gridOf(intersection: number): Matrix {
    const { model } = this.#source;
    const [axis = -1] = model.refs(intersection, 'IntersectingAxes');
    for (const list of ['UAxes', 'VAxes', 'WAxes']) {
      const [grid] = model.referrers(axis, 'IfcGrid', list);
      const placement = grid === undefined ? null : model.ref(grid, 'ObjectPlacement');
      if (placement !== null) return this.#ofGrid(placement);
    }
    return IDENTITY;
  }

  /** The placement of a grid, which may be on another grid. */
  #ofGrid(placement: number): Matrix {
    if (this.#grids >= MAX_GRIDS) {
      throw this.#source.fault(placement, `expected at most ${MAX_GRIDS} grids on each other`);
    }
    this.#grids += 1;
    try {
      return this.of(placement);
    } finally {
      this.#grids -= 1;
    }
  }

  /** The intersection of two axes, each moved to its left by its offset, and the direction of the first. */
  #intersection(row: number): { readonly point: Point3; readonly direction: Point3 } {
    const { model } = this.#source;
    const [first, second] = model.refs(row, 'IntersectingAxes').map((axis) => this.#line(axis));
    if (first === undefined || second === undefined) {
      throw this.#source.fault(row, 'expected two axes of a grid');
    }
    const { mm } = this.#source.units;
    const [a = 0, b = 0, height = 0] = numbersIn(model.value(row, 'OffsetDistances'));
    const [p, q] = [beside(first, a * mm), beside(second, b * mm)];
    const [d, e] = [first.direction, second.direction];
    const sine = d.x * e.y - d.y * e.x;
    if (!(Math.abs(sine) > NO_SINE)) {
      throw this.#source.fault(row, 'expected two axes of a grid that are not parallel');
    }
    const along = ((q.x - p.x) * e.y - (q.y - p.y) * e.x) / sine;
    const point = plus(p, scaled(d, along));
    return { point: { x: point.x, y: point.y, z: height * mm }, direction: d };
  }

  /** The straight line of an axis of a grid. */
  #line(row: number): { readonly point: Point3; readonly direction: Point3 } {
    const pieces = curveOf(this.#source, this.#source.ref(row, 'AxisCurve'));
    const [from, to] = [pieces[0]?.from, pieces.at(-1)?.to];
    const direction = from === undefined || to === undefined ? null : unit(minus(to, from));
    if (from === undefined || direction === null || pieces.some(({ arc }) => arc !== null)) {
      throw this.#source.fault(row, 'expected a straight axis of a grid');
    }
    const isForward = this.#source.flag(row, 'SameSense', true);
    return { point: from, direction: isForward ? direction : scaled(direction, -1) };
  }
}

/** The point of a line moved to its left. */
function beside(
  { point, direction }: { readonly point: Point3; readonly direction: Point3 },
  offset: number,
): Point3 {
  return plus(point, { x: -direction.y * offset, y: direction.x * offset, z: 0 });
}
