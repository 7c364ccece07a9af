/** @module draft: the state of an IFC file while it is written. */
import type { IfcPlace, IfcTypeFacet, InSchemas } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement, Storey } from '../../../building/kinds/kind.ts';
import type { FileClassification } from '../../../building/model/file-source.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import type { Matrix } from '../shape/matrix.ts';
import type { LeftOut, Warned } from './left-out.ts';
import type { FileTypeUse, MaterialUse, SetUse } from './stated/stated-uses.ts';
import type { Numbers } from './step/line-numbers.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';
import type { Styles } from './styles.ts';

/** Entities that all others may refer to. */
export type Shared = {
  readonly up: Ref;
  /** The identity placements, in space and in the plane. */
  readonly axes: Ref;
  readonly planeAxes: Ref;
  /** The origin in the plane. */
  readonly flat: Ref;
  readonly body: Ref;
  readonly axis: Ref;
  readonly footprint: Ref;
};

/** A storey or the building, with the elements that it contains so far. */
export type Container = {
  readonly ref: Ref;
  /** Null for one without a placement: its elements are placed in the coordinates of the file. */
  readonly placement: Ref | null;
  /** Elevation, mm. */
  readonly elevation: number;
  readonly containment: Ref;
  readonly aggregation: Ref;
  /** Text from which the GUIDs of its relations are derived. */
  readonly id: string;
  readonly contained: Ref[];
  readonly parts: Ref[];
};

/** A written element that other elements may cut or connect to. */
export type Placed = {
  readonly element: AnyElement;
  /** The entity that openings cut: the element, or the part that has its body. */
  readonly body: Ref;
  readonly ref: Ref;
  readonly placement: Ref;
  readonly place: IfcPlace;
  /**
   * For an element whose body consists of parts, including its fillings: the aggregation relation, which is written at
   * the end, and the parts. Null for any other element.
   */
  readonly assembly: { readonly relation: Ref; readonly parts: Ref[] } | null;
};

/** A type with the elements that use it. */
export type TypeUse = {
  readonly facet: IfcTypeFacet;
  readonly key: string;
  /** The type of the model that all its elements have; null if it is none. */
  readonly type_id: string | null;
  readonly numbers: Numbers;
  /** Null if the schema has no such type; its layers are written nevertheless. */
  readonly ref: Ref | null;
  readonly layerSet: Ref;
  readonly users: Ref[];
};

/** An element that is not in the file. */
export type Lost = { readonly element_id: string; readonly why: string };

/** The state of a file while it is written. */
export type Draft = {
  readonly file: StepFile;
  readonly schema: IfcSchema;
  readonly view: ModelView;
  readonly shared: Shared;
  /**
   * For placements that exist already in a file that elements are added to: from the frame in which the writer places
   * elements on them to their own frame, mm.
   */
  readonly frames: Map<Ref | null, Matrix>;
  /** Project identifier, which never changes; GUIDs of entities that are not elements are derived from it. */
  readonly project: string;
  readonly building: Container;
  readonly storeys: Map<string, Container>;
  readonly levels: ReadonlyMap<string, Storey>;
  readonly placed: Map<string, Placed>;
  /** The written openings, doors and windows, by element id. */
  readonly hosted: Map<string, Ref>;
  /** The entity of a door or window that is in the file already; null for an element that is not. */
  readonly existing: (id: string) => Ref | null;
  /** The written groups, by element id. */
  readonly groups: Map<string, Ref>;
  /** The type of each element, by element id. */
  readonly typeOf: ReadonlyMap<string, TypeUse>;
  /** The line numbers of an element. */
  readonly numbersOf: (id: string) => Numbers;
  readonly styles: Styles;
  /** Reserves the line numbers of something that many elements share, from its name. */
  readonly numbersFor: (key: string) => Numbers;
  readonly warnings: Warned[];
  /** Elements that are not in the file, each with the reason; `warnings` has them as sentences. */
  readonly lost: Lost[];
  /** Assigned properties that are not in the file. */
  readonly leftOut: LeftOut[];
  /** By content, sets that the files of imports state, with their elements. */
  readonly fileSets: Map<string, SetUse>;
  /** By content, materials that the files of imports state, with their elements. */
  readonly fileMaterials: Map<string, MaterialUse>;
  /** By name and entity, types that the files of imports state, with their elements. */
  readonly fileTypes: Map<string, FileTypeUse>;
  /** By element, its references to classifications: its own, of its type, and in the file of its import. */
  readonly classified: Map<string, readonly FileClassification[]>;
  /** By kind, the SI units that values state themselves, and what writes them after all elements. */
  readonly units: Map<string, Ref>;
  readonly unwritten: (() => void)[];
};

/** The name of an entity in the schema of the file. */
export function inSchema<T>({ schema }: Pick<Draft, 'schema'>, names: InSchemas<T>): T {
  return names[schema.name];
}

/** The entity of an element, a group or a level that was written; null for any other. */
export function refOf({ placed, hosted, groups, storeys }: Draft, id: string): Ref | null {
  return placed.get(id)?.ref ?? hosted.get(id) ?? groups.get(id) ?? storeys.get(id)?.ref ?? null;
}

/** Rounds to a millionth, which is finer than the grid of the model, so that the text is the same on every machine. */
export function rounded(value: number): number {
  const result = Math.round(value * 1e6) / 1e6;
  return result === 0 ? 0 : result;
}
