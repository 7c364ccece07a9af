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
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';

/** A level, as far as what stands on it asks; mm. */
export type IfcLevel = {
  readonly id: string;
  readonly params: { readonly elevation: number; readonly height: number };
};

/** What a facet may ask of the model. */
export type IfcView = {
  element(id: string): ElementRecord | undefined;
  levels(): readonly IfcLevel[];
  footprint(wall_id: string): WallFootprint | null;
  outline(id: string): readonly PlanPoint[] | null;
  holes(id: string): readonly (readonly PlanPoint[])[];
  mesh(id: string): Mesh | null;
  bounds(id: string): BoxMm | null;
  measures(id: string): {
    readonly length_mm: number | null;
    readonly area_mm2: number | null;
    readonly perimeter_mm: number | null;
    readonly volume_mm3: number | null;
  };
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
};

/** The type that elements share; what has the same name and entity is one type. */
export type IfcTypeFacet = {
  readonly entity: InSchemas<string | null>;
  readonly name: string;
  readonly attributes: IfcNamed;
  /** Thickness of the one layer that it consists of, mm. */
  readonly layer?: number;
  /** Leaves of a door, casements of a window. */
  readonly panels?: readonly { readonly entity: string; readonly attributes: IfcNamed }[];
};

/** An element that becomes a product. */
export interface IfcProduct<E> {
  /** `'filling'` cuts its host and fills the hole, `'void'` only cuts it, `'space'` belongs to its storey as a part. */
  readonly as: 'product' | 'filling' | 'void' | 'space';
  entity(element: E): InSchemas;
  /** Parts that a whole consists of, which then has no body of its own (the flight of a stair); null without. */
  part(element: E): { readonly entity: InSchemas; readonly attributes: IfcNamed } | null;
  /** Beside name and tag. */
  attributes(element: E, view: IfcView): IfcNamed;
  type(element: E, view: IfcView): IfcTypeFacet | null;
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
