/** @module ids-model: what a model must answer so that it can be checked against an IDS file. */
import type { IdsSchema, Relation } from './ids.ts';

/** A value as IFC would store it. Numbers are in SI units (metres, square metres, radians, kilograms, kelvins). */
export type IdsValue =
  /** Texts, identifiers, dates, and names of enumeration values (upper case). */
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'real'; readonly value: number }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A logical value that is neither true nor false. */
  | { readonly kind: 'unknown' }
  /** A reference to another object. */
  | { readonly kind: 'object' }
  /** A list or set that is not empty. */
  | { readonly kind: 'list' }
  /** An empty text, list or set: present, but it meets no requirement. */
  | { readonly kind: 'empty' };

/** A value with the defined type that states it. */
export type TypedValue = {
  readonly value: IdsValue;
  /** Upper case, such as `IFCLENGTHMEASURE`. */
  readonly dataType: string;
};

/** How a property states its values. */
export type PropertyForm =
  | 'single'
  | 'enumerated'
  | 'list'
  | 'bounded'
  | 'table'
  | 'quantity'
  /** An attribute of a predefined property set, such as those of `IfcDoorLiningProperties`. */
  | 'predefined'
  /** Forms that IDS cannot check: they meet no requirement. */
  | 'reference'
  | 'complex';

/** One property or quantity. */
export type IdsProperty = {
  readonly name: string;
  readonly form: PropertyForm;
  /** All values that are stated: of a table defining and defined ones, of bounds lower, upper and set point. Empty: no value. */
  readonly values: readonly TypedValue[];
  /** Of the form `bounded` only. */
  readonly bounds: {
    readonly lower: TypedValue | null;
    readonly upper: TypedValue | null;
    readonly setPoint: TypedValue | null;
  } | null;
};

/** A property set or quantity set. */
export type IdsSet = {
  readonly name: string;
  /** Asked only if the name of the set matters; the same list for each call. */
  properties(): readonly IdsProperty[];
};

/** A system of classification, and what classifies an object in it. */
export type IdsClassification = {
  /** Name of the system; null if it has none. */
  readonly system: string | null;
  /** Code of the reference, then those of the references above it. Empty if the object refers to the system itself. */
  readonly codes: readonly string[];
};

/** The entity of an object, and its predefined type. */
export type IdsEntity = {
  /** Upper case: `IFCWALL`. */
  readonly entity: string;
  /**
   * In IFC2X3, the entity that the type of an occurrence stands for: an `IFCFLOWTERMINAL` with an `IfcAirTerminalType` is
   * also an `IFCAIRTERMINAL`. Null for all others.
   */
  readonly alias: string | null;
  /**
   * The predefined type of the type object, else the own one: for USERDEFINED that word and the text in `ElementType`,
   * `ProcessType` or `ObjectType` (both meet a requirement). Empty without one, and for NOTDEFINED of a type the own one.
   */
  predefinedTypes(): readonly string[];
};

/** How findings name an object. */
export type IdsLabel = {
  /** Id in the model of this program; null for objects of files. */
  readonly element_id: string | null;
  readonly guid: string | null;
  readonly name: string | null;
  /** Number of the record in the file: `#12`; null if the model is no file. */
  readonly record: string | null;
};

/** One object that can be checked. Everything is computed when it is asked. */
export type IdsSubject = IdsEntity & {
  label(): IdsLabel;
  /** Names of all explicit attributes of the entity, spelled as in the schema; derived ones are left out. */
  attributeNames(): readonly string[];
  /** Value of an attribute; null if the entity has no such attribute, or if it is omitted. */
  attribute(name: string): IdsValue | null;
  /**
   * Sets of the object and of its type, each name once: a set has the properties of the object and those of the type whose
   * names the object does not state in it.
   */
  sets(): readonly IdsSet[];
  /** Own ones, and those of the type in systems in which the object has none. */
  classifications(): readonly IdsClassification[];
  /**
   * Names and categories of the material and of its parts, else of the material of the type; null without a material. The list
   * may be empty.
   */
  materials(): readonly string[] | null;
  /** The objects of which this one is part, also indirectly, by one relation or (null) by any of them. */
  wholes(relation: Relation | null): readonly IdsEntity[];
};

/** A model that can be checked. */
export type IdsModel = {
  readonly schema: IdsSchema;
  /**
   * The objects whose entity or alias has one of these names (upper case), in a fixed order and each once; null: all objects
   * (object definitions and materials).
   */
  subjectsOf(entities: ReadonlySet<string> | null): Iterable<IdsSubject>;
  /** Upper case names of the entities and aliases of which the model has objects. */
  entities(): ReadonlySet<string>;
};
