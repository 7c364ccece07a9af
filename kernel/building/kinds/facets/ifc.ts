/**
 * @module ifc facet: an element of a kind in IFC, as data from which the writer makes entities.
 *
 * Names are IFC names. The writer omits attributes, enumeration values and properties that a schema lacks, so
 * one facet serves all schemas.
 */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../../../schemas/units.ts';
import type { HalfSpaceCut } from '../../geometry/convex/half-space-cut.ts';
import type { Profile } from '../../geometry/members/profile.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { FaceShape } from '../../geometry/plan/face-shape.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../geometry/vector.ts';
import type { HoldingView } from '../shared/held.ts';
import type { FileMesh } from './file-mesh.ts';

/** The parts of a level that its elements need; mm. */
export type IfcLevel = {
  readonly id: string;
  readonly params: { readonly elevation: number; readonly height: number };
};

type IfcMeasures = {
  readonly length_mm: number | null;
  readonly area_mm2: number | null;
  readonly perimeter_mm: number | null;
  readonly volume_mm3: number | null;
};

/** The part of the model that facets need. */
export type IfcView = HoldingView & {
  element(id: string): ElementRecord | undefined;
  /** Elements with this name, ignoring case and Unicode variants, in order of creation. */
  named(name: string): readonly ElementRecord[];
  levels(): readonly IfcLevel[];
  outline(id: string): readonly PlanPoint[] | null;
  /** The body before openings are subtracted, mm. */
  uncutMesh(id: string): Mesh | null;
  /** The mesh of its file with which an element is shown, mm; null without one. */
  fileMesh(id: string): FileMesh | null;
  bounds(id: string): BoxMm | null;
  measures(id: string): IfcMeasures;
  /** Measures that ignore openings. */
  grossMeasures(id: string): IfcMeasures;
};

/** An entity in each schema; null if the schema has none. */
export type InSchemas<T = string> = { readonly IFC2X3: T; readonly IFC4: T; readonly IFC4X3: T };

/**
 * A value of an attribute, property or quantity. Lengths mm, areas mm², volumes mm³, angles degrees. A list has
 * enumeration values in order of preference: the first value that the schema has is used.
 */
export type IfcPlain = string | number | boolean | readonly string[] | null | undefined;
export type IfcNamed = { readonly [name: string]: IfcPlain };

/** The local frame of an element, mm in world coordinates: its z axis points up, its x axis has this direction in plan. */
export type IfcPlace = { readonly origin: Point3; readonly x: Point2 };

/** An extruded section, mm in the plane of the extrusion. */
export type IfcSection = Profile | ArchedSection;

/** An arched outline from the lower left corner of its box, around another one at a distance from its sides, or filled. */
export type ArchedSection = {
  readonly kind: 'arched';
  readonly outer: FaceShape;
  /** The hole in it, with the distance of its box; null without one. */
  readonly inner: { readonly shape: FaceShape; readonly inset: number } | null;
};

/** One part of a body. */
export type IfcItem = (
  | {
      readonly item: 'extrusion';
      readonly section: IfcSection;
      /** The name of the section in the tables of rolled sections, or of an outline. */
      readonly name?: string;
      readonly depth: number;
      /** The plane of the section in the local frame, mm; default its xy plane. */
      readonly at?: { readonly origin: Point3; readonly axis: Point3; readonly x: Point3 };
      /** Half-spaces that are subtracted from it, in turn, in the local frame. */
      readonly cuts?: readonly HalfSpaceCut[];
    }
  /** World coordinates, mm. `is_open`: its surface is not closed. */
  | { readonly item: 'mesh'; readonly mesh: Mesh; readonly is_open?: boolean }
) & {
  /** How it looks; default: as its element. */
  readonly finish?: 'glass' | 'frame';
};

/** A body before openings are subtracted, and its local frame. */
export type IfcShape = {
  readonly place: IfcPlace;
  /** Empty for a product without a representation. */
  readonly items: readonly IfcItem[];
  /** The axis in the local frame, mm. */
  readonly axis?: readonly Point2[];
  /** Outlines of the element and of free-standing walls in it, local frame, mm; only if `items` do not give them. */
  readonly footprint?: readonly Ring[];
  /** The circle on which the axis runs from its first point to its last. */
  readonly arc?: IfcArc;
};

/** A circle in the local frame, mm, and the direction of the arc: 1 counter-clockwise, -1 clockwise. */
export type IfcArc = { readonly centre: Point2; readonly radius: number; readonly turn: 1 | -1 };

/** A material. */
export type IfcMaterial = {
  readonly name: string;
  readonly category: string | null;
};

/** One layer, mm. */
export type IfcLayer = {
  readonly thickness: number;
  readonly material: IfcMaterial | null;
  readonly category: string | null;
  /** Whether it is an air gap that is ventilated; null if unknown. */
  readonly ventilated: boolean | null;
};

/** A layer of unknown material. */
export function plainLayer(thickness: number): IfcLayer {
  return { thickness, material: null, category: null, ventilated: null };
}

/** The type that elements share; types with the same name and entity are one. */
export type IfcTypeFacet = {
  readonly entity: InSchemas<string | null>;
  readonly name: string;
  readonly attributes: IfcNamed;
  /** Its layers, from the first to the last. */
  readonly layers?: readonly IfcLayer[];
  /** The materials of its parts. */
  readonly constituents?: readonly { readonly part: string; readonly material: IfcMaterial }[];
  /** Frame and leaves of a door, casements of a window. */
  readonly panels?: readonly { readonly entity: string; readonly attributes: IfcNamed }[];
};

/** One part of a whole. */
export type IfcPart = {
  /** Unique and permanent among the parts of the element: its GUID is derived from it. */
  readonly key: string;
  readonly entity: InSchemas;
  /** Default: the name of the whole. */
  readonly name?: string;
  readonly attributes: IfcNamed;
  /** In the local frame of the whole; default: the items of the whole. */
  readonly items?: readonly IfcItem[];
  /** In the local frame of the whole, mm. */
  readonly axis?: readonly Point2[];
  /** Property set → property → value; parts with the identical object here share the sets. */
  readonly properties?: { readonly [pset: string]: IfcNamed };
  /** Values by the names of the standard quantity sets. */
  readonly quantities?: IfcNamed;
};

/** An element that becomes a product. */
export interface IfcProduct<E> {
  /** `'filling'` cuts its host and fills the hole, `'void'` only cuts it, `'space'` belongs to its storey as a part. */
  readonly as: 'product' | 'filling' | 'void' | 'space';
  entity(element: E, view: IfcView): InSchemas;
  /** Whether a schema may lack the entity: its closest supertype is then written, with a warning. */
  readonly closest?: boolean;
  /**
   * Parts of a whole that has no body of its own, such as the flights of a stair; null without parts. Fillings of such a
   * whole are parts, too.
   */
  readonly parts:
    | { call(element: E, level: IfcLevel, view: IfcView): readonly IfcPart[] | null }['call']
    | 'none';
  /** In addition to name and tag. */
  attributes(element: E, view: IfcView): IfcNamed;
  type(element: E, view: IfcView): IfcTypeFacet | null;
  /** Whether the layers run against the z axis of a slab, or the y axis of a wall; default along it. */
  reversed?(element: E, view: IfcView): boolean;
  /** Body before openings are subtracted; `'panel'`: the body of the hole. Throws `RangeError` for an impossible body. */
  readonly shape: { call(element: E, level: IfcLevel, view: IfcView): IfcShape }['call'] | 'panel';
  /** Property set → property → value. */
  properties(element: E, view: IfcView): { readonly [pset: string]: IfcNamed };
  /** Values by the names of the standard quantity sets. */
  quantities(element: E, view: IfcView): IfcNamed;
}

/** The IFC facet of a kind. */
export type IfcFacet<E> =
  | IfcProduct<E>
  | {
      readonly as: 'storey';
      storey(element: E): { readonly name: string; readonly elevation: number };
    }
  | {
      readonly as: 'grid_axis';
      /** Name and ends in plan, mm. */
      axis(element: E): { readonly tag: string; readonly start: Point2; readonly end: Point2 };
    };

/** Whether a facet is that of products; others are levels, grid lines, and kinds that IFC has not. */
export function isIfcProduct<E>(ifc: IfcFacet<E> | 'none'): ifc is IfcProduct<E> {
  return ifc !== 'none' && ifc.as !== 'storey' && ifc.as !== 'grid_axis';
}

/** A facet of any kind. */
export type AnyIfcProduct = IfcProduct<ElementRecord>;

/** The same entity in every schema. */
export function inAllSchemas(entity: string): InSchemas {
  return { IFC2X3: entity, IFC4: entity, IFC4X3: entity };
}

/** Minutes of fire resistance as a label; undefined without a requirement. */
export function fireRatingLabel(minutes: number | null): string | undefined {
  return minutes === null ? undefined : `${minutes} min`;
}
