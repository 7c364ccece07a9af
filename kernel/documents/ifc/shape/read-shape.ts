/** @module read-shape: placements, bodies and axes of the products of a file. */
import { NO_SINE } from '../../../building/geometry/tolerances.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { axesOf, operatorOf } from './axes.ts';
import type { Curve } from './curve-piece.ts';
import { curveOf } from './curves.ts';
import { MapSizes } from './map-sizes.ts';
import { IDENTITY, type Matrix, pointThrough, product } from './matrix.ts';
import { mappedPieces, planePieces } from './outlines.ts';
import { type PlacementFault, Placements } from './placements.ts';
import { ShapeFault } from './shape-fault.ts';
import { MAX_ITEMS } from './shape-limits.ts';
import type { ProductShape, Segment, ShapeItem } from './shape-node.ts';
import { ShapeSource } from './shape-source.ts';
import { ShapeTree } from './shape-tree.ts';
import type { Units } from './units.ts';

/** Entities whose instances are bodies. */
const BODIES = [
  'IfcSolidModel',
  'IfcBooleanResult',
  'IfcCsgPrimitive3D',
  'IfcHalfSpaceSolid',
  'IfcFaceBasedSurfaceModel',
  'IfcShellBasedSurfaceModel',
  'IfcTessellatedFaceSet',
] as const;

/** Reads the shapes of products. Rows are those of `IfcModel`. */
export class ShapeReader {
  readonly #source: ShapeSource;
  readonly #placements: Placements;
  readonly #tree: ShapeTree;
  readonly #sizes: MapSizes;
  readonly #shift: Matrix;

  /** `shift` is added to all positions of the file, mm. */
  constructor(model: IfcModel, shift: Point3) {
    this.#source = new ShapeSource(model);
    this.#placements = new Placements(this.#source);
    this.#tree = new ShapeTree(this.#source);
    this.#sizes = new MapSizes(model);
    this.#shift = [1, 0, 0, shift.x, 0, 1, 0, shift.y, 0, 0, 1, shift.z];
  }

  get units(): Units {
    return this.#source.units;
  }

  /** Placements that could not be read so far; their products are at the place of the parent. */
  get faults(): readonly PlacementFault[] {
    return this.#placements.faults;
  }

  /** From the coordinates of a product to those of the model, mm. */
  place(row: number): Matrix {
    return product(this.#shift, this.#placements.ofProduct(row));
  }

  /**
   * The body of a product: the representation `Body`, else the first one with a body among its items; null without
   * one. Mapped items are resolved. Items that cannot be read are `unsupported` nodes.
   */
  body(row: number): ProductShape | null {
    const { model } = this.#source;
    const representation = this.#bodyOf(row);
    if (representation === null) return null;
    return {
      representation: model.text(representation, 'RepresentationType') ?? '',
      row: representation,
      items: this.#items(representation, this.place(row)),
    };
  }

  /**
   * The axis of a product in plan: the first curve of its representation `Axis`, also in a set, mm in the model; null without one, or
   * if it has no length in plan. An arc that is tilted out of the plan becomes a straight piece.
   */
  axis(row: number): readonly Segment[] | null {
    const { model } = this.#source;
    const representation = this.#named(row, 'Axis');
    const items = representation === null ? [] : this.#flat(representation);
    const curves = items.flatMap(({ row: item, place }) => {
      const rows = model.isA(item, 'IfcGeometricSet') ? model.refs(item, 'Elements') : [item];
      return rows.map((curve) => ({ row: curve, place }));
    });
    const first = curves.find(({ row: curve }) => model.isA(curve, 'IfcCurve'));
    return first === undefined
      ? null
      : this.curve(first.row, product(this.place(row), first.place));
  }

  /** A curve in plan, mm in the model; null if it cannot be read or has no length in plan. */
  curve(row: number, place: Matrix): readonly Segment[] | null {
    this.#source.begin();
    try {
      const pieces = inPlan(curveOf(this.#source, row), place);
      return pieces.length > 0 ? pieces : null;
    } catch (error) {
      if (error instanceof ShapeFault) return null;
      throw error;
    }
  }

  #representations(row: number): readonly number[] {
    const { model } = this.#source;
    const shape = model.ref(row, 'Representation');
    return shape === null ? [] : model.refs(shape, 'Representations');
  }

  #named(row: number, name: string): number | null {
    const { model } = this.#source;
    const isNamed = (one: number): boolean => model.text(one, 'RepresentationIdentifier') === name;
    return this.#representations(row).find(isNamed) ?? null;
  }

  #bodyOf(row: number): number | null {
    const { model } = this.#source;
    const named = this.#named(row, 'Body');
    if (named !== null && model.refs(named, 'Items').length > 0) return named;
    const isBody = (item: number): boolean => BODIES.some((entity) => model.isA(item, entity));
    const hasBody = (one: number): boolean => {
      if (model.text(one, 'RepresentationIdentifier') === 'Clearance') return false;
      return this.#flat(one).some((item) => isBody(item.row));
    };
    return this.#representations(row).find(hasBody) ?? null;
  }

  #items(representation: number, place: Matrix): readonly ShapeItem[] {
    return this.#flat(representation).map(({ row, map, place: own, why }) => ({
      node:
        why === null
          ? this.#tree.nodeOf(row)
          : { form: 'unsupported', entity: this.#source.model.typeOf(row), why },
      place: product(place, own),
      row,
      map,
    }));
  }

  /** The items of a representation, mapped ones replaced by those of their maps, in their order. */
  #flat(representation: number): readonly FlatItem[] {
    const { model } = this.#source;
    const found: FlatItem[] = [];
    // Items to do, the next one last, each with the maps that lead to it.
    const todo: FlatItem[] = [];
    const push = (from: number, parent: Pick<FlatItem, 'map' | 'place' | 'path'>): void => {
      const items = model.refs(from, 'Items').toReversed();
      for (const row of items) todo.push({ ...parent, row, why: null });
    };
    push(representation, { map: null, place: IDENTITY, path: null });
    // The points of maps are counted again for each body.
    this.#source.begin();
    const size = this.#sizes.of(representation);
    let visits = 0;
    for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
      visits += 1;
      if (size > MAX_ITEMS || visits > MAX_ITEMS || todo.length > MAX_ITEMS) {
        return [{ ...item, why: `expected at most ${MAX_ITEMS} items in a body` }];
      }
      if (!model.isA(item.row, 'IfcMappedItem')) {
        found.push(item);
        continue;
      }
      const inner = this.#mapped(item);
      if (typeof inner === 'string') found.push({ ...item, why: inner });
      else push(inner.mapped, inner);
    }
    return found;
  }

  /** The representation of a mapped item and its place; the reason if it has none. */
  #mapped(item: FlatItem): (Omit<FlatItem, 'row' | 'why'> & { readonly mapped: number }) | string {
    const { model } = this.#source;
    const map = model.ref(item.row, 'MappingSource');
    const mapped = map === null ? null : model.ref(map, 'MappedRepresentation');
    const id = `#${model.file.idOf(item.row)}`;
    if (map === null || mapped === null) return `${id}: expected a mapped representation`;
    let depth = 0;
    for (let at = item.path; at !== null; at = at.before) {
      depth += 1;
      if (at.map === map) return `${id}: the map contains itself`;
      if (depth > MAX_MAPS) return `${id}: expected at most ${MAX_MAPS} maps in each other`;
    }
    try {
      const target = operatorOf(this.#source, this.#source.ref(item.row, 'MappingTarget'));
      const origin = model.ref(map, 'MappingOrigin');
      const own = origin === null ? IDENTITY : inverseOf(axesOf(this.#source, origin));
      const place = product(item.place, product(target, own));
      return { map, place, path: { map, before: item.path }, mapped };
    } catch (error) {
      if (error instanceof ShapeFault) return error.message;
      throw error;
    }
  }
}

/** Largest number of maps that contain each other. */
const MAX_MAPS = 32;

/** The maps that lead to an item, the innermost first. */
type Path = { readonly map: number; readonly before: Path | null } | null;

type FlatItem = {
  readonly row: number;
  readonly map: number | null;
  readonly place: Matrix;
  readonly path: Path;
  /** The reason why the item cannot be read; null if it can. */
  readonly why: string | null;
};

/** The inverse of a matrix of orthogonal unit axes. */
function inverseOf([a, b, c, d, e, f, g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a,
    e,
    i,
    -(a * d + e * h + i * l),
    b,
    f,
    j,
    -(b * d + f * h + j * l),
    c,
    g,
    k,
    -(c * d + g * h + k * l),
  ];
}

/** The pieces of a curve in plan, without those that have no length there. */
function inPlan(curve: Curve, place: Matrix): readonly Segment[] {
  const [a, b, c, d, e, f, g, h, i, j] = place;
  const isFlat = [c, g, i, j].every((value) => Math.abs(value) <= NO_SINE);
  const isDrawnFlat = curve.every(
    ({ arc }) => arc === null || Math.abs(arc.normal.z) >= 1 - NO_SINE,
  );
  const map = { origin: { x: d, y: h }, x: { x: a, y: e }, y: { x: b, y: f } };
  const pieces =
    isFlat && isDrawnFlat ? mappedPieces(map, planePieces(curve)) : straightInPlan(curve, place);
  return pieces.filter(({ from, to }) => from.x !== to.x || from.y !== to.y);
}

/** Each piece as the straight line between the images of its ends. */
function straightInPlan(curve: Curve, place: Matrix): readonly Segment[] {
  return curve.map(({ from, to }) => {
    const [a, b] = [pointThrough(place, from), pointThrough(place, to)];
    return { from: { x: a.x, y: a.y }, to: { x: b.x, y: b.y }, arc: null };
  });
}
