/** @module property owners: to which standard sets an element belongs, and which of their properties parameters state. */
import type { Element, ElementOf } from '../../kernel/building/kinds/elements.ts';
import { fireRatingLabel } from '../../kernel/building/kinds/facets/ifc.ts';
import { isOf } from '../../kernel/building/kinds/kind.ts';
import { statedByParameters } from '../../kernel/building/kinds/shared/properties.ts';
import { statingEntity } from '../../kernel/building/kinds/shared/stated.ts';
import { type as typeKind } from '../../kernel/building/kinds/type/type.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import { ownerIn } from '../../kernel/documents/ifc/schema/owner.ts';
import { isFor, type OwnerIn, setsFor } from '../../kernel/documents/ifc/schema/standard-sets.ts';

/** Parameters that define properties of standard sets, by property. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  FireRating: 'fire_rating_min',
  LoadBearing: 'load_bearing',
  IsExternal: 'usage',
  FireExit: 'is_exit',
  GlassLayers: 'glazing of its type',
};

/** What is written for a value of a parameter, by property. */
const WRITTEN: Readonly<Record<string, string>> = {
  FireRating: `60 (minutes) is written as \`${fireRatingLabel(60) ?? ''}\``,
  IsExternal: '`exterior` is written as true, every other usage as false',
};

/** What decides a property instead of its set. */
type OtherSource = {
  /** The parameter and its elements: `` `fire_rating_min` of each wall ``. */
  readonly what: string;
  /** The parameter of any such element: `` `fire_rating_min` ``. */
  readonly parameter: string;
  /** What is written for a value of it; null if the value itself is written. */
  readonly written: string | null;
};

/** An element as the owner of sets in IFC; null if it has no properties. */
export function ownerOf(element: Element, view: ModelView): OwnerIn | null {
  if (isOf(typeKind, element)) return ownerOfType(element.params.for);
  const { ifc } = view.kinds.of(element);
  if (ifc === 'none' || ifc.as === 'grid_axis') return null;
  if (ifc.as === 'storey') return plainOwner('IfcBuildingStorey');
  const described = {
    entity: ifc.entity(element, view),
    attributes: ifc.attributes(element, view),
    type: ifc.type(element, view),
  };
  return (schema) => ownerIn(schema, described);
}

/** The elements of a type, whose predefined types can differ; null if they state nothing. */
function ownerOfType(kind: string): OwnerIn | null {
  const entity = statingEntity(kind);
  return entity === null ? null : plainOwner(entity);
}

function plainOwner(entity: string): OwnerIn {
  return () => ({ entity, predefined: null });
}

/** The source that defines a property instead of its set: a parameter, or the host wall; null if there is none. */
export function definedElsewhere(
  element: Element,
  set: string,
  name: string,
  view: ModelView,
): OtherSource | null {
  const what = isOf(typeKind, element)
    ? sourceForType(element, set, name, view)
    : sourceForElement(element, set, name, view);
  if (what === null) return null;
  const parameter = isOfHost(name, element.kind) ? what : parameterText(name);
  return { what, parameter, written: WRITTEN[name] ?? null };
}

function sourceForElement(
  element: Element,
  set: string,
  name: string,
  view: ModelView,
): string | null {
  const byParameters = statedByParameters(element, view)[set] ?? {};
  if (!Object.hasOwn(byParameters, name)) return null;
  const { id, kind } = element;
  if (isOfHost(name, kind)) return hostWall(kind);
  return `${parameterText(name)} of ${kind} \`${id}\``;
}

function parameterText(property: string): string {
  const parameter = PARAMETERS[property];
  return parameter === undefined ? 'the parameters' : `\`${parameter}\``;
}

function sourceForType(
  element: ElementOf<'type'>,
  set: string,
  name: string,
  view: ModelView,
): string | null {
  const parameter = PARAMETERS[name];
  const kind = element.params.for;
  const owner = ownerOfType(kind);
  if (owner === null || !isFor(set, owner)) return null;
  if (name === 'GlassLayers') return `\`glazing\` of type \`${element.id}\``;
  if (isOfHost(name, kind)) return hostWall(kind);
  const { shape } = view.kinds.of({ kind }).params;
  if (parameter === undefined || !Object.hasOwn(shape, parameter)) return null;
  return `\`${parameter}\` of each ${kind}, not by its type`;
}

/** Whether a property of an element in a wall is one of this wall. */
function isOfHost(name: string, kind: string): boolean {
  return name === 'IsExternal' && (kind === 'door' || kind === 'window');
}

function hostWall(kind: string): string {
  return `\`usage\` of the wall that a ${kind} sits in`;
}

/** A property of a standard set that can be set, without what it does not have. */
type ShownTemplate = {
  readonly name: string;
  readonly type: string;
  readonly ifc_type?: string;
  readonly unit?: string;
  readonly values?: readonly string[];
  /** What states it instead of set_properties. */
  readonly defined_by?: string;
};

/** A standard set that applies to an element. */
type ShownStandardSet = {
  readonly set: string;
  readonly schema: string;
  /** Address of its definition in the standard. */
  readonly definition?: string;
  readonly properties: readonly ShownTemplate[];
};

/** Where the standard defines the sets of its newest version. */
const DEFINITIONS =
  'https://ifc43-docs.standards.buildingsmart.org/IFC/RELEASE/IFC4x3/HTML/lexical/';

/** The standard sets of an element with the properties that set_properties accepts; empty if it has no properties. */
export function standardSetsOf(element: Element, view: ModelView): readonly ShownStandardSet[] {
  const owner = ownerOf(element, view);
  if (owner === null) return [];
  return setsFor(owner).map(({ set, schema, properties }) => {
    const shown = properties.map((one) =>
      shownTemplate(one, definedElsewhere(element, set, one.name, view)?.what ?? null),
    );
    if (schema !== 'IFC4X3') return { set, schema, properties: shown };
    return { set, schema, definition: `${DEFINITIONS}${set}.htm`, properties: shown };
  });
}

function shownTemplate(
  { name, type, ifc_type, unit, values }: ReturnType<typeof setsFor>[number]['properties'][number],
  defined_by: string | null,
): ShownTemplate {
  return {
    name,
    type,
    ...(ifc_type === '' ? {} : { ifc_type }),
    ...(unit === null ? {} : { unit }),
    ...(values.length === 0 ? {} : { values }),
    ...(defined_by === null ? {} : { defined_by }),
  };
}
