/** @module type objects: types that elements share, with their layers and panels. */
import { compareText, deepEqual } from '../../canonical/deep-equal.ts';
import type { Steps } from '../../findings/steps.ts';
import type { IfcTypeFacet } from '../../kinds/ifc/facet.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import type { Draft, TypeUse } from './draft.ts';
import { rounded } from './draft.ts';
import type { Numbers } from './line-numbers.ts';
import { propertySet } from './sets.ts';
import type { Ref } from './step-value.ts';

/** Types have numbers of their own, by their names, so that a new one does not move the others. */
const FIRST_TYPE = 200;
const SLOTS = 2048;
const SLOT = 24;
/** The first number after all types. */
export const AFTER_TYPES = FIRST_TYPE + SLOTS * SLOT;

/** The types of elements, by element; what shares one has the same value. */
export function* typesOf(
  { file, view, schema }: Pick<Draft, 'file' | 'view' | 'schema'>,
  elements: readonly AnyElement[],
): Steps<ReadonlyMap<string, TypeUse>> {
  const found = new Map<string, IfcTypeFacet & { readonly written: string }>();
  const keys = new Map<string, string>();
  const total = elements.length;
  for (const [done, element] of elements.entries()) {
    if (done % STEP_TYPES === 0) yield { done, total, doing: 'finding types' };
    const described = describedType(view, element);
    const written = described?.entity[schema.name] ?? null;
    if (described === null || written === null) continue;
    const key = `${written} ${described.name}`;
    keys.set(element.id, key);
    if (!found.has(key)) found.set(key, { ...described, written });
  }
  const uses = new Map<string, TypeUse>();
  const taken = new Set<number>();
  for (const [key, facet] of [...found].toSorted(([a], [b]) => compareText(a, b))) {
    const numbers = numbersOf(key, taken);
    file.numberFrom(numbers);
    const [ref, layerSet] = [file.later(facet.written), file.later('IfcMaterialLayerSet')];
    uses.set(key, { facet, key, numbers, ref, layerSet, users: [] });
  }
  const result = new Map<string, TypeUse>();
  for (const [id, key] of keys) {
    const use = uses.get(key);
    if (use !== undefined) result.set(id, use);
  }
  return result;
}

const STEP_TYPES = 2000;

/** Null also where the element is broken, which is said when it is written. */
function describedType(view: Draft['view'], element: AnyElement): IfcTypeFacet | null {
  const { ifc } = view.kinds.of(element);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') return null;
  try {
    return ifc.type(element, view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The slot of the FNV-1a of the name, or the next that is free; pages like those of elements where none is. */
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

/** The layer of a wall, centred on its axis, or of a slab, up from its foot. */
export function writeLayerUsage(draft: Draft, id: string, use: TypeUse, ref: Ref): void {
  const { layer } = use.facet;
  if (layer === undefined) return;
  const upright = draft.schema.isA(ref.entity, 'IfcWall');
  const usage = draft.file.add('IfcMaterialLayerSetUsage', {
    ForLayerSet: use.layerSet,
    LayerSetDirection: upright ? 'AXIS2' : 'AXIS3',
    DirectionSense: 'POSITIVE',
    OffsetFromReferenceLine: upright ? rounded(-layer / 2) : 0,
  });
  draft.file.root('IfcRelAssociatesMaterial', `${id}/layers`, {
    RelatedObjects: [ref],
    RelatingMaterial: usage,
  });
}

/** Writes all types that elements have, by name. */
export function writeTypes(draft: Draft): void {
  const used = [...new Set(draft.typeOf.values())].filter(({ users }) => users.length > 0);
  for (const use of used.toSorted((a, b) => compareText(a.key, b.key))) writeType(draft, use);
}

function writeType(draft: Draft, use: TypeUse): void {
  const { file, project } = draft;
  const { facet, ref, users } = use;
  const text = `${project}/type/${use.key}`;
  file.numberFrom(use.numbers);
  const panels = panelsOf(draft, text, facet.panels ?? []);
  const made = { Name: facet.name, HasPropertySets: panels.length === 0 ? null : panels };
  file.writeRoot(ref, text, made, facet.attributes);
  file.root('IfcRelDefinesByType', `${text}/defines`, {
    RelatedObjects: users,
    RelatingType: ref,
  });
  if (facet.layer === undefined) return;
  const layer = file.add('IfcMaterialLayer', { LayerThickness: rounded(facet.layer) });
  file.write(use.layerSet, { MaterialLayers: [layer], LayerSetName: facet.name });
  file.root('IfcRelAssociatesMaterial', `${text}/layers`, {
    RelatedObjects: [ref],
    RelatingMaterial: use.layerSet,
  });
}

type Panels = NonNullable<IfcTypeFacet['panels']>;

/** An entity for each panel; where that is deprecated one property set, with what all panels have in common. */
function panelsOf(draft: Draft, text: string, panels: Panels): readonly Ref[] {
  if (draft.schema.name !== 'IFC4X3') {
    return panels.map(({ entity, attributes }, i) =>
      draft.file.root(entity, `${text}/panel ${i}`, {}, attributes),
    );
  }
  const [first, ...others] = panels;
  const template = draft.schema.psets().get(first?.entity.replace('Ifc', 'Pset_') ?? '');
  if (first === undefined || template === undefined) return [];
  const common = Object.entries(first.attributes).filter(([name, value]) =>
    others.every(({ attributes }) => deepEqual(attributes[name], value)),
  );
  const set = propertySet(draft, text, template, Object.fromEntries(common));
  return set === null ? [] : [set];
}
