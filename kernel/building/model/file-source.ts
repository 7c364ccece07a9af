/** @module file-source: what the file of an import states about a product in addition to its geometry. */
import type { PropertyValue } from '../kinds/shared/properties.ts';

/** A value as written in the file. Logical values that are unknown are null. */
export type FileValue =
  | string
  | number
  | boolean
  | null
  | readonly FileValue[]
  | { readonly lower: FileValue; readonly upper: FileValue; readonly set_point: FileValue };

/** A property or quantity. `unit`: that of the value, such as `mm`; null if it has none or the file states none. */
export type FileProperty = {
  readonly name: string;
  /** Entity of the property or quantity; null for an attribute of its set. */
  readonly form: string | null;
  readonly value: FileValue;
  /** Type of the value as in the schema, such as `IfcLabel`. */
  readonly type: string | null;
  readonly unit: string | null;
  /** The unit as its kind (`LENGTHUNIT`) and the value in the model: `factor` × value + `offset`. Null without a unit. */
  readonly scale: {
    readonly kind: string;
    readonly factor: number;
    readonly offset: number;
  } | null;
};

/** A property set or quantity set, of the element itself or of its type. */
export type FileSet = {
  readonly set: string;
  /** GlobalId of the set in the file, which several products may share; null if it has none or `properties` lacks some. */
  readonly guid: string | null;
  readonly entity: string;
  readonly of: 'element' | 'type';
  readonly properties: readonly FileProperty[];
};

/** A material or a set of materials. `thickness`: of a layer, in the unit of the file. */
export type FileMaterials = {
  readonly entity: string;
  readonly name: string | null;
  readonly parts: readonly {
    readonly name: string | null;
    readonly material: string | null;
    readonly thickness: number | null;
    readonly unit: string | null;
  }[];
};

/** A reference to a classification. `uri`: its address; `edition` and `source`: of the system. */
export type FileClassification = {
  readonly system: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly uri: string | null;
  readonly edition: string | null;
  readonly source: string | null;
};

/** What a file states about a product. */
export type FileFacts = {
  /** Entity, such as `IfcWallStandardCase`. */
  readonly entity: string;
  readonly description: string | null;
  readonly object_type: string | null;
  readonly type: { readonly entity: string; readonly name: string | null } | null;
  /** Sets of the element come first; a set of its type lacks the properties that the element states. */
  readonly sets: readonly FileSet[];
  readonly materials: readonly FileMaterials[];
  readonly classifications: readonly FileClassification[];
  /** Groups, zones and systems. */
  readonly groups: readonly { readonly entity: string; readonly name: string | null }[];
  /** Why not everything is here, one sentence; null if everything is. */
  readonly left_out: string | null;
};

/** Reads facts from the files of imports when they are asked for. A product is the record `#record` of a file. */
export interface FileSource {
  /**
   * What the file with this SHA-256 states about a product; null if it has no such product.
   *
   * @throws {Error} if the file is missing or damaged; the message names it
   */
  facts(file: string, record: number): FileFacts | null;
  /**
   * A property by its name `SET.NAME`, of the product, else of its type; null without one. Lengths mm, areas mm², volumes
   * mm³, angles degrees, anything else in SI units; lists as one text. The set `Ifc` has what no set states: `Entity`,
   * `Description`, `ObjectType`, `Tag`, `TypeName`, `Material`, `Classification` and `Group`. The set `classification`
   * has the codes in each system, in any spelling of its name.
   *
   * @throws {Error} as `facts`
   */
  property(file: string, record: number, name: string): PropertyValue | null;
}
