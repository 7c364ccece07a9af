/** @module draft: what is known of a file while it is written. */
import type { IfcPlace, IfcTypeFacet, InSchemas } from '../../kinds/ifc/facet.ts';
import type { AnyElement, Storey } from '../../kinds/kind.ts';
import type { ModelView } from '../../model/view.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import type { Numbers } from './line-numbers.ts';
import type { StepFile } from './step-file.ts';
import type { Ref } from './step-value.ts';

/** Entities that all others may name. */
export type Shared = {
  readonly up: Ref;
  /** The identity, in space and in the plane. */
  readonly axes: Ref;
  readonly planeAxes: Ref;
  /** Where it lies. */
  readonly flat: Ref;
  readonly body: Ref;
  readonly axis: Ref;
  readonly footprint: Ref;
};

/** A storey or the building, with what it contains so far. */
export type Container = {
  readonly ref: Ref;
  readonly placement: Ref;
  /** mm. */
  readonly elevation: number;
  readonly containment: Ref;
  readonly aggregation: Ref;
  /** Text that its relations have their GUIDs from. */
  readonly id: string;
  readonly contained: Ref[];
  readonly parts: Ref[];
};

/** An element that others may cut or be joined to. */
export type Placed = {
  readonly element: AnyElement;
  /** What is cut: the element, or the part that has its body. */
  readonly body: Ref;
  readonly ref: Ref;
  readonly placement: Ref;
  readonly place: IfcPlace;
  /** Of what consists of parts that have its body among them: the relation that is written at the end, and them. */
  readonly assembly: { readonly relation: Ref; readonly parts: Ref[] } | null;
};

/** A type with the elements that have it. */
export type TypeUse = {
  readonly facet: IfcTypeFacet;
  readonly key: string;
  readonly numbers: Numbers;
  /** Null where the schema has no such type, but what it is made of. */
  readonly ref: Ref | null;
  readonly layerSet: Ref;
  readonly users: Ref[];
};

/** A file while it is written. */
export type Draft = {
  readonly file: StepFile;
  readonly schema: IfcSchema;
  readonly view: ModelView;
  readonly shared: Shared;
  /** Stays the same for the whole project for ever; GUIDs of what is no element come from it. */
  readonly project: string;
  readonly building: Container;
  readonly storeys: Map<string, Container>;
  readonly levels: ReadonlyMap<string, Storey>;
  readonly placed: Map<string, Placed>;
  /** Openings, doors and windows, by element. */
  readonly hosted: Map<string, Ref>;
  /** By element. */
  readonly typeOf: ReadonlyMap<string, TypeUse>;
  /** The numbers of the lines of an element. */
  readonly numbersOf: (id: string) => Numbers;
  readonly warnings: string[];
};

/** The name that an entity has in the schema of the file. */
export function inSchema<T>({ schema }: Pick<Draft, 'schema'>, names: InSchemas<T>): T {
  return names[schema.name];
}

/** To a millionth, which is below the grid of the model; the same text on every machine. */
export function rounded(value: number): number {
  const result = Math.round(value * 1e6) / 1e6;
  return result === 0 ? 0 : result;
}
