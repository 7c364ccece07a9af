/** @module shape-node: the shape of a product as its file describes it: a tree of swept, clipped and faceted bodies. */
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { Matrix } from './matrix.ts';

/** A piece of a curve in the plane of a profile, mm. */
export type Segment = {
  readonly from: Point2;
  readonly to: Point2;
  /** The arc between the two points; null for a straight piece. `sweep` is in radians, positive counter-clockwise. */
  readonly arc: { readonly centre: Point2; readonly radius: number; readonly sweep: number } | null;
};

/** A closed chain of pieces: each begins where the one before ends, the first where the last ends. */
export type Loop = readonly Segment[];

/** The area that a solid sweeps, in its own plane, mm. */
export type ProfileShape = {
  /** Entity, such as `IfcRectangleProfileDef`. */
  readonly entity: string;
  readonly name: string | null;
  /**
   * Attributes of a parameterised profile by name, lengths in mm, slopes in radians; null for profiles by curves. They
   * are in the frame of `place`.
   */
  readonly parameters: Readonly<Record<string, number>> | null;
  /** Position of a parameterised profile in the plane: origin in mm, and direction of its x axis. */
  readonly place: { readonly origin: Point2; readonly x: Point2 };
  /** Counter-clockwise, in the plane of the solid (`place` is applied). */
  readonly outer: Loop;
  /** Clockwise. */
  readonly inner: readonly Loop[];
};

/** A half space: the side of a plane on which material is. */
export type HalfSpace = {
  readonly form: 'half_space';
  readonly point: Point3;
  /** Unit vector that points out of the material. */
  readonly normal: Point3;
  /** Prism of unlimited length that bounds the half space: its area and the matrix of its plane; null without one. */
  readonly within: { readonly place: Matrix; readonly outer: Loop } | null;
};

/** A node of the tree. Coordinates are in mm in the frame of the representation item, before the placement of the product. */
export type ShapeNode =
  | {
      readonly form: 'extrusion';
      readonly profile: ProfileShape;
      /** From the plane of the profile. */
      readonly place: Matrix;
      /** Direction and depth in the frame of `place`, mm. */
      readonly vector: Point3;
      /** The profile at the far end, for tapered bodies; null if it is the same. */
      readonly end: ProfileShape | null;
    }
  | {
      readonly form: 'revolution';
      readonly profile: ProfileShape;
      readonly place: Matrix;
      /** Axis in the frame of `place`; angle in radians. */
      readonly axis: { readonly origin: Point3; readonly direction: Point3 };
      readonly angle: number;
    }
  | {
      readonly form: 'pipe';
      /** Points of the directrix, arcs as facets, mm. */
      readonly path: readonly Point3[];
      readonly radius: number;
      readonly inner_radius: number | null;
    }
  | {
      readonly form: 'sweep';
      readonly profile: ProfileShape;
      /** The plane of the profile at each point of the path; the area is the same everywhere. */
      readonly frames: readonly Matrix[];
    }
  | {
      readonly form: 'faces';
      /** Corners, mm. */
      readonly points: readonly Point3[];
      /** Rings of point indices: the boundary, then the holes. */
      readonly faces: readonly (readonly (readonly number[])[])[];
      /** Whether the file states that the faces enclose a volume. */
      readonly closed: boolean;
    }
  | {
      readonly form: 'boolean';
      readonly operation: 'union' | 'difference' | 'intersection';
      readonly first: ShapeNode;
      readonly second: ShapeNode;
    }
  | {
      readonly form: 'primitive';
      readonly shape: 'block' | 'cylinder' | 'cone' | 'sphere' | 'pyramid';
      readonly place: Matrix;
      /** Attributes by name, mm. */
      readonly parameters: Readonly<Record<string, number>>;
    }
  | HalfSpace
  /** A form that is not supported, or that cannot be read: an entity and the reason. */
  | { readonly form: 'unsupported'; readonly entity: string; readonly why: string };

/** One body of a representation; mapped items are resolved. */
export type ShapeItem = {
  readonly node: ShapeNode;
  /** From the coordinates of the node to the model: placement of the product, mapping and shift of the import; mm. */
  readonly place: Matrix;
  /** Row of the item in the file; for a mapped one, of the item in the mapped representation. */
  readonly row: number;
  /** Row of the representation map; null for an item of its own. */
  readonly map: number | null;
};

/** The body of a product. */
export type ProductShape = {
  /** `RepresentationType` of the representation, such as `SweptSolid`. */
  readonly representation: string;
  readonly row: number;
  readonly items: readonly ShapeItem[];
};
