/** @module type objects: writes the type objects that elements share, with their material layers and panels. */
import { compareText, deepEqual } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { IfcTypeFacet } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import type { Draft, TypeUse } from './draft.ts';
import { rounded } from './draft.ts';
import type { Materials } from './materials.ts';
import { UNSPECIFIED, writeMaterials } from './materials.ts';
import { propertySet } from './sets.ts';
import { fileMaterialNames, writeFileMaterials } from './stated/file-materials.ts';
import type { Numbers } from './step/line-numbers.ts';
import type { Ref } from './step/step-value.ts';

/** Line numbers of types are derived from their names, so that a new type does not change the numbers of the others. */
const FIRST_TYPE = 200;
const SLOTS = 2048;
const SLOT = 24;
/** The first number after all types. */
export const AFTER_TYPES = FIRST_TYPE + SLOTS * SLOT;

/** The type of each element; elements of one type share the same value. */
export function typesOf(
  { file, view, schema, numbersFor }: Pick<Draft, 'file' | 'view' | 'schema' | 'numbersFor'>,
  elements: readonly AnyElement[],
): ReadonlyMap<string, TypeUse> {
  const found = new Map<string, IfcTypeFacet & { readonly written: string | null }>();
  const keys = new Map<string, string>();
  const ids = new Map<string, Set<unknown>>();
  const total = elements.length;
  for (const [done, element] of elements.entries()) {
    if (done % STEP_TYPES === 0) checkpoint({ done, total, doing: 'finding types' });
    const described = describedType(view, element);
    const written = described?.entity[schema.name] ?? null;
    if (described === null || (written === null && described.layers === undefined)) continue;
    const key = typeKey(written, described.name);
    keys.set(element.id, key);
    ids.set(key, (ids.get(key) ?? new Set()).add(element.params['type_id'] ?? null));
    if (!found.has(key)) found.set(key, { ...described, written });
  }
  const uses = new Map<string, TypeUse>();
  for (const [key, facet] of [...found].toSorted(([a], [b]) => compareText(a, b))) {
    const numbers = numbersFor(key);
    file.numberFrom(numbers);
    const ref = facet.written === null ? null : file.later(facet.written);
    const layerSet = file.later('IfcMaterialLayerSet');
    const [type_id, ...others] = ids.get(key) ?? [];
    const isOne = typeof type_id === 'string' && others.length === 0;
    uses.set(key, {
      facet,
      key,
      type_id: isOne ? type_id : null,
      numbers,
      ref,
      layerSet,
      users: [],
    });
  }
  const result = new Map<string, TypeUse>();
  for (const [id, key] of keys) {
    const use = uses.get(key);
    if (use !== undefined) result.set(id, use);
  }
  return result;
}

/** The text that identifies a type in a file. */
export function typeKey(entity: string | null, name: string): string {
  return `${entity ?? 'layers of'} ${name}`;
}

/** The text from which the GUID of a type is derived. */
export function typeText(project: string, key: string): string {
  return `${project}/type/${key}`;
}

const STEP_TYPES = 2000;

/** The type of an element; null if it has none, or if the element is faulty, which is reported when it is written. */
export function describedType(view: Draft['view'], element: AnyElement): IfcTypeFacet | null {
  const { ifc } = view.kinds.of(element);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') return null;
  try {
    return ifc.type(element, view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns a function that reserves the numbers of shared entities by name. */
export function sharedNumbers(): Draft['numbersFor'] {
  const taken = new Set<number>();
  return (key) => numbersOf(key, taken);
}

/** The numbers in the slot of the FNV-1a hash of the name, or in the next free slot; if all are taken, in further pages. */
function numbersOf(key: string, taken: Set<number>): Numbers {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193) >>> 0;
  }
  for (let i = 0; i < SLOTS; i++) {
    const slot = (hash + i) % SLOTS;
    if (taken.has(slot)) continue;
    taken.add(slot);
    const next = FIRST_TYPE + slot * SLOT;
    return { place: -1 - slot, next, end: next + SLOT, pages: 0 };
  }
  return { place: -1 - (hash >>> 1), next: 0, end: 0, pages: 0 };
}

/** An entity with the layers of a type, and whether their order is opposite to the direction of the axis. */
type Layered = { readonly id: string; readonly ref: Ref; readonly reversed: boolean };

/** Entities whose layers lie on each other. */
const FLAT = ['IfcSlab', 'IfcCovering'] as const;

/**
 * Writes the layer usage of a wall (centred on its axis) or of a slab or ceiling (upwards from its underside). Any other element
 * refers to the layer set directly.
 */
export function writeLayerUsage(
  draft: Draft,
  { id, ref, reversed }: Layered,
  { facet: { layers }, layerSet }: TypeUse,
): void {
  if (layers === undefined) return;
  const thickness = layers.reduce((sum, layer) => sum + layer.thickness, 0);
  const upright = draft.schema.isA(ref.entity, 'IfcWall');
  const foot = upright ? -thickness / 2 : 0;
  const usage =
    upright || FLAT.some((entity) => draft.schema.isA(ref.entity, entity))
      ? draft.file.add('IfcMaterialLayerSetUsage', {
          ForLayerSet: layerSet,
          LayerSetDirection: upright ? 'AXIS2' : 'AXIS3',
          DirectionSense: reversed ? 'NEGATIVE' : 'POSITIVE',
          OffsetFromReferenceLine: rounded(reversed ? foot + thickness : foot),
        })
      : layerSet;
  draft.file.root('IfcRelAssociatesMaterial', `${id}/layers`, {
    RelatedObjects: [ref],
    RelatingMaterial: usage,
  });
}

/** Writes all types that are in use, sorted by name, and the materials of elements. */
export function writeTypes(draft: Draft): void {
  const used = [...new Set(draft.typeOf.values())].filter(({ users }) => users.length > 0);
  const sorted = used.toSorted((a, b) => compareText(a.key, b.key));
  const materials = writeMaterials(
    draft,
    sorted.map(({ facet }) => facet),
    fileMaterialNames(draft),
  );
  for (const use of sorted) writeType(draft, use, materials);
  writeFileMaterials(draft, materials);
}

function writeType(draft: Draft, use: TypeUse, materials: Materials): void {
  const { file, project } = draft;
  const { facet, ref, users } = use;
  const text = typeText(project, use.key);
  file.numberFrom(use.numbers);
  if (ref === null) {
    writeLayers(draft, use, materials);
    return;
  }
  const panels = panelsOf(draft, text, facet.panels ?? []);
  const made = { Name: facet.name, HasPropertySets: panels.length === 0 ? null : panels };
  file.writeRoot(ref, text, made, facet.attributes);
  file.root('IfcRelDefinesByType', `${text}/defines`, {
    RelatedObjects: users,
    RelatingType: ref,
  });
  const RelatingMaterial =
    facet.layers === undefined
      ? writeConstituents(draft, facet.constituents ?? [], materials)
      : writeLayers(draft, use, materials);
  if (RelatingMaterial === null) return;
  file.root('IfcRelAssociatesMaterial', `${text}/layers`, {
    RelatedObjects: [ref],
    RelatingMaterial,
  });
}

/** Writes the layers of a type under their reserved number. */
function writeLayers(draft: Draft, { facet, layerSet }: TypeUse, materials: Materials): Ref {
  const { file, schema } = draft;
  const MaterialLayers = (facet.layers ?? []).map((layer) =>
    file.add('IfcMaterialLayer', {
      Material: materials.get((layer.material ?? UNSPECIFIED).name) ?? null,
      LayerThickness: rounded(layer.thickness),
      IsVentilated: layer.ventilated,
      // IFC2X3 has no attribute for the function of a layer.
      ...(schema.name === 'IFC2X3' || layer.category === null ? {} : { Category: layer.category }),
    }),
  );
  file.write(layerSet, { MaterialLayers, LayerSetName: facet.name });
  return layerSet;
}

type Constituents = NonNullable<IfcTypeFacet['constituents']>;

/** Writes the materials of frame and leaves as constituents, in IFC2X3 as a list; null if no material is known. */
function writeConstituents(
  { file, schema }: Draft,
  constituents: Constituents,
  materials: Materials,
): Ref | null {
  const known = constituents.flatMap(({ part, material }) => {
    const ref = materials.get(material.name);
    return ref === undefined ? [] : [{ part, ref }];
  });
  if (known.length === 0) return null;
  if (schema.name === 'IFC2X3') {
    return file.add('IfcMaterialList', { Materials: known.map(({ ref }) => ref) });
  }
  return file.add('IfcMaterialConstituentSet', {
    MaterialConstituents: known.map(({ part, ref }) =>
      file.add('IfcMaterialConstituent', { Name: part, Material: ref }),
    ),
  });
}

type Panels = NonNullable<IfcTypeFacet['panels']>;

/**
 * Writes an entity for each panel. In IFC4X3, where panel entities are deprecated, it writes one property set for the
 * panels of each entity, with the values that all of them share.
 */
function panelsOf(draft: Draft, text: string, panels: Panels): readonly Ref[] {
  if (draft.schema.name !== 'IFC4X3') {
    return panels.map(({ entity, attributes }, i) =>
      draft.file.root(entity, `${text}/panel ${i}`, {}, attributes),
    );
  }
  return [...new Set(panels.map(({ entity }) => entity))].flatMap((entity) => {
    const [first, ...others] = panels.filter((one) => one.entity === entity);
    const template = draft.schema.psets().get(entity.replace('Ifc', 'Pset_'));
    if (first === undefined || template === undefined) return [];
    const common = Object.entries(first.attributes).filter(([name, value]) =>
      others.every(({ attributes }) => deepEqual(attributes[name], value)),
    );
    return propertySet(draft, text, template, Object.fromEntries(common)).set ?? [];
  });
}
