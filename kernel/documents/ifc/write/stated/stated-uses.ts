/** @module stated-uses: sets, materials and types that the files of imports state, with the elements that have them. */
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { FileSet } from '../../../../building/model/file-source.ts';
import type { IfcEntity } from '../../schema/ifc-schema.ts';
import type { Owner } from '../../schema/owner.ts';

/** Sets of files with one name that some elements have. */
export type SharedSet = {
  /**
   * How they are written: unchanged, as a standard set by its table, as quantities, or not at all because the model has a
   * standard set of this name: then what the table lacks is left out.
   */
  readonly use: 'set' | 'standard' | 'quantities' | 'rest';
  readonly name: string;
  /** Several of one name become one, in which the first value of a name is used, with a warning. */
  readonly sets: readonly FileSet[];
  /** For a standard set, which is written only for an owner to which it applies. */
  readonly owner: Owner | null;
};

/** A set with its elements. */
export type SetUse = SharedSet & { readonly users: AnyElement[] };

/** Materials of a file with their elements; `name` of a part: what it is, such as `Frame`. */
export type MaterialUse = {
  readonly name: string | null;
  readonly parts: readonly { readonly material: string; readonly name: string | null }[];
  readonly users: AnyElement[];
};

/** A type of a file with its elements, and the entity as which it is written. */
export type FileTypeUse = {
  readonly entity: IfcEntity;
  readonly name: string;
  readonly users: AnyElement[];
};
