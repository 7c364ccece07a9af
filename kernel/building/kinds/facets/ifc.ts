/**
 * @module ifc facet: what an element of a kind is in IFC, as data; whoever writes files turns it into entities.
 *
 * Names are those of IFC. What a schema does not have (an attribute, a value of an enumeration, a property) is left out
 * by the writer, so that one facet says it for all schemas.
 */
import type { ElementRecord } from '../../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../../schemas/units.ts';
import type { Profile } from '../../geometry/members/profile.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../geometry/vector.ts';
import type { HoldingView } from '../held.ts';

/** A level, as far as what stands on it asks; mm. */
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

/** What a facet may ask of the model. */
export type IfcView = HoldingView & {
  element(id: string): ElementRecord | undefined;
  /** Elements whose name a person reads as this one, in order of creation. */
  named(name: string): readonly ElementRecord[];
  levels(): readonly IfcLevel[];
  outline(id: string): readonly PlanPoint[] | null;
  holes(id: string): readonly (readonly PlanPoint[])[];
  mesh(id: string): Mesh | null;
  /** The body before anything in it is cut, mm. */
  uncutMesh(id: string): Mesh | null;
  bounds(id: string): BoxMm | null;
  measures(id: string): IfcMeasures;
  /** The measures that it would have with nothing in it. */
  grossMeasures(id: string): IfcMeasures;
};

/** An entity in each schema; null where the schema has none. */
export type InSchemas<T = string> = { readonly IFC2X3: T; readonly IFC4: T; readonly IFC4X3: T };

/**
 * A value of an attribute, property or quantity. Lengths mm, areas mm², volumes mm³, angles degrees. A list is one of
 * enumeration values in order of preference: the first that the schema has is taken.
 */
export type IfcPlain = string | number | boolean | readonly string[] | null | undefined;
export type IfcNamed = { readonly [name: string]: IfcPlain };

/** Where the element stands, mm in world coordinates: its z axis is upright, its x axis has this direction in plan. */
export type IfcPlace = { readonly origin: Point3; readonly x: Point2 };

/** What is extruded, mm in the plane of the extrusion. */
export type IfcSection =
  | { readonly kind: 'outline'; readonly boundary: Ring; readonly holes: readonly Ring[] }
  | Profile;

/** One part of a body. */
export type IfcItem =
  | {
      readonly item: 'extrusion';
      readonly section: IfcSection;
      /** What the section is called in tables. */
      readonly name?: string;
      readonly depth: number;
      /** Where the section lies in the place of the element, mm; in its xy plane where left out. */
      readonly at?: { readonly origin: Point3; readonly axis: Point3; readonly x: Point3 };
    }
  /** World coordinates, mm. */
  | { readonly item: 'mesh'; readonly mesh: Mesh };

/** A body before anything is cut out of it, and its place. */
export type IfcShape = {
  readonly place: IfcPlace;
  readonly items: readonly IfcItem[];
  /** The axis in the place of the element, mm. */
  readonly axis?: readonly Point2[];
  /** Its outline in the place of the element and those of what stands free in it, mm; beside bodies that do not tell it. */
  readonly footprint?: readonly Ring[];
  /** The circle on which the axis runs from its first point to its last. */
  readonly arc?: IfcArc;
};

/** A circle in the place of an element, mm, and which way an arc runs on it: 1 counter-clockwise, -1 clockwise. */
export type IfcArc = { readonly centre: Point2; readonly radius: number; readonly turn: 1 | -1 };

/** What something is made of. */
export type IfcMaterial = {
  readonly name: string;
  /** As `#rrggbb`; null where nobody has said it. */
  readonly colour: string | null;
  readonly category: string | null;
};

/** One layer, mm. */
export type IfcLayer = {
  readonly thickness: number;
  readonly material: IfcMaterial | null;
  readonly category: string | null;
  /** Whether it is an air gap that is ventilated; null where that is not known. */
  readonly ventilated: boolean | null;
};

/** A layer of which nothing but its thickness is known. */
export function plainLayer(thickness: number): IfcLayer {
  return { thickness, material: null, category: null, ventilated: null };
}

/** The type that elements share; what has the same name and entity is one type. */
export type IfcTypeFacet = {
  readonly entity: InSchemas<string | null>;
  readonly name: string;
  readonly attributes: IfcNamed;
  /** What it consists of, from the first layer to the last. */
  readonly layers?: readonly IfcLayer[];
  /** What its parts are made of. */
  readonly constituents?: readonly { readonly part: string; readonly material: IfcMaterial }[];
  /** Frame and leaves of a door, casements of a window. */
  readonly panels?: readonly { readonly entity: string; readonly attributes: IfcNamed }[];
};

/** One of the parts that a whole consists of. */
export type IfcPart = {
  /** Its own among the parts of the element, for ever: its GUID comes from it. */
  readonly key: string;
  readonly entity: InSchemas;
  /** That of the whole where left out. */
  readonly name?: string;
  readonly attributes: IfcNamed;
  /** In the place of the whole; the items of its shape where left out. */
  readonly items?: readonly IfcItem[];
  /** In the place of the whole, mm. */
  readonly axis?: readonly Point2[];
  /** Values by property, by standard property set; parts of one entity that have the same object share the sets. */
  readonly properties?: { readonly [pset: string]: IfcNamed };
  /** Values by the names of the standard quantity sets. */
  readonly quantities?: IfcNamed;
};

/** An element that becomes a product. */
export interface IfcProduct<E> {
  /** `'filling'` cuts its host and fills the hole, `'void'` only cuts it, `'space'` belongs to its storey as a part. */
  readonly as: 'product' | 'filling' | 'void' | 'space';
  entity(element: E): InSchemas;
  /**
   * Parts that a whole consists of, which then has no body of its own (the flight of a stair); null without. What fills
   * such a whole is one of its parts, too.
   */
  readonly parts:
    | { call(element: E, level: IfcLevel, view: IfcView): readonly IfcPart[] | null }['call']
    | 'none';
  /** Beside name and tag. */
  attributes(element: E, view: IfcView): IfcNamed;
  type(element: E, view: IfcView): IfcTypeFacet | null;
  /** Whether the layers go against the third axis of a slab, or the second of a wall; along it where this is left out. */
  reversed?(element: E, view: IfcView): boolean;
  /** Body before it is cut; `'panel'`: the hole that it fills. Throws `RangeError` when it cannot be made. */
  readonly shape: { call(element: E, level: IfcLevel, view: IfcView): IfcShape }['call'] | 'panel';
  /** Values by property, by standard property set. */
  properties(element: E, view: IfcView): { readonly [pset: string]: IfcNamed };
  /** Values by the names of the standard quantity sets. */
  quantities(element: E, view: IfcView): IfcNamed;
}

/** What a kind is in IFC. */
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

/** A facet of a kind that is known by its name only. */
export type AnyIfcProduct = IfcProduct<ElementRecord>;

/** The same entity in every schema. */
export function inAllSchemas(entity: string): InSchemas {
  return { IFC2X3: entity, IFC4: entity, IFC4X3: entity };
}

/** Minutes of fire resistance as a label; undefined when none is asked. */
export function fireRatingLabel(minutes: number | null): string | undefined {
  return minutes === null ? undefined : `${minutes} min`;
}
