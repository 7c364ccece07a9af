/** @module ids: the content of an IDS 1.0 file (Information Delivery Specification) as types. */

/** Namespaces of IDS and of XML Schema. */
export const IDS_NAMESPACE = 'http://standards.buildingsmart.org/IDS';
export const XS_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** Names of the IFC schemas in an IDS file. */
export const IDS_SCHEMAS = ['IFC2X3', 'IFC4', 'IFC4X3_ADD2'] as const;
export type IdsSchema = (typeof IDS_SCHEMAS)[number];

/** Where something is in the file, so that a finding can name it. */
export type Place = {
  /** Line and column, both from 1; 0 for content that comes from no file. */
  readonly line: number;
  readonly column: number;
  /** Elements from the root, with their position if there are several: `specification[2]/requirements/property[1]`. */
  readonly path: string;
};

/** Constraints of a restriction that have one number. */
export const BOUNDS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;
export type BoundName = (typeof BOUNDS)[number];
export const LENGTHS = ['length', 'minLength', 'maxLength'] as const;
export type LengthName = (typeof LENGTHS)[number];

/** An `xs:restriction`: a value must satisfy all constraints; one of the enumerated values, one of the patterns. */
export type Restriction = {
  readonly kind: 'restriction';
  /** As in the file without prefix, such as `string`. */
  readonly base: string;
  readonly enumeration: readonly string[];
  /** Regular expressions of XSD. */
  readonly patterns: readonly string[];
  /** As in the file: numbers as text, because their type depends on the base. */
  readonly bounds: { readonly [name in BoundName]?: string };
  /** Numbers of characters. */
  readonly lengths: { readonly [name in LengthName]?: number };
  /** `fractionDigits` and `totalDigits`. */
  readonly digits: { readonly fraction?: number; readonly total?: number };
  /** Text of `xs:annotation/xs:documentation`; null without one. */
  readonly annotation: string | null;
  readonly place: Place;
};

/** What a value must be: one text, or what a restriction allows. */
export type Constraint =
  | { readonly kind: 'simple'; readonly text: string; readonly place: Place }
  | Restriction;

/** How often a requirement must be met. */
export const CARDINALITIES = ['required', 'optional', 'prohibited'] as const;
export type Cardinality = (typeof CARDINALITIES)[number];

/** Relations of `partOf`, as in the file. */
export const RELATIONS = [
  'IFCRELAGGREGATES',
  'IFCRELASSIGNSTOGROUP',
  'IFCRELCONTAINEDINSPATIALSTRUCTURE',
  'IFCRELNESTS',
  'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** What requirements have in addition; facets of an applicability are `required` without instructions. */
type Common = {
  readonly cardinality: Cardinality;
  readonly instructions: string | null;
  readonly place: Place;
};

export type EntityFacet = Common & {
  readonly facet: 'entity';
  readonly name: Constraint;
  readonly predefinedType: Constraint | null;
};
export type PartOfFacet = Common & {
  readonly facet: 'partOf';
  /** Null: any of the relations. */
  readonly relation: Relation | null;
  readonly name: Constraint;
  readonly predefinedType: Constraint | null;
};
export type ClassificationFacet = Common & {
  readonly facet: 'classification';
  readonly value: Constraint | null;
  readonly system: Constraint;
  readonly uri: string | null;
};
export type AttributeFacet = Common & {
  readonly facet: 'attribute';
  readonly name: Constraint;
  readonly value: Constraint | null;
};
export type PropertyFacet = Common & {
  readonly facet: 'property';
  readonly propertySet: Constraint;
  readonly baseName: Constraint;
  readonly value: Constraint | null;
  /** Upper case, such as `IFCLABEL`; null: any. */
  readonly dataType: string | null;
  readonly uri: string | null;
};
export type MaterialFacet = Common & {
  readonly facet: 'material';
  readonly value: Constraint | null;
  readonly uri: string | null;
};

export type Facet =
  | EntityFacet
  | PartOfFacet
  | ClassificationFacet
  | AttributeFacet
  | PropertyFacet
  | MaterialFacet;

/** One specification: objects that satisfy all facets of its applicability must meet all requirements. */
export type Specification = {
  readonly name: string;
  readonly identifier: string | null;
  readonly description: string | null;
  readonly instructions: string | null;
  /** In the order of the file. */
  readonly ifcVersion: readonly IdsSchema[];
  /** Required: at least one applicable object; prohibited: none; optional: any number. */
  readonly cardinality: Cardinality;
  readonly applicability: readonly Facet[];
  readonly requirements: readonly Facet[];
  readonly requirementsDescription: string | null;
  readonly place: Place;
};

/** Texts about the file; null where it states none. */
export type IdsInfo = {
  readonly title: string;
  readonly copyright: string | null;
  readonly version: string | null;
  readonly description: string | null;
  readonly author: string | null;
  /** `YYYY-MM-DD`, perhaps with a time zone. */
  readonly date: string | null;
  readonly purpose: string | null;
  readonly milestone: string | null;
};

/** An IDS file. */
export type Ids = {
  readonly info: IdsInfo;
  readonly specifications: readonly Specification[];
};

/** The place of content that comes from no file. */
export const NOWHERE: Place = { line: 0, column: 0, path: '' };
