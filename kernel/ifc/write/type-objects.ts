import { compareText, deepEqual } from '../../canonical/deep-equal.ts';
/** @module type objects: types that elements share, with their layers and panels. */
import type { AnyIfcProduct, IfcTypeFacet } from '../../kinds/ifc/facet.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import type { Draft, TypeUse } from './draft.ts';
import { inSchema, rooted, rounded } from './draft.ts';
import { attributesIn } from './named.ts';
import { propertySet } from './sets.ts';
import type { Ref } from './step-value.ts';

/** Types have numbers of their own, by their names, so that a new one does not move the others. */
const FIRST_TYPE = 200;
const SLOTS = 2048;
const SLOT = 24;
/** The first number after all types. */
export const AFTER_TYPES = FIRST_TYPE + SLOTS * SLOT;

/** The type of an element, null where its kind has none in the schema. */
export function typeFor(draft: Draft, element: AnyElement, facet: AnyIfcProduct): TypeUse | null {
  const described = facet.type(element, draft.view);
  const entity = described === null ? null : inSchema(draft, described.entity);
  if (described === null || entity === null) return null;
  const key = `${entity} ${described.name}`;
  const known = draft.types.get(key);
  if (known !== undefined) return known;
  const number = freeSlot(draft, key);
  const use: TypeUse = {
    facet: described,
    entity,
    key,
    ref: { number, entity },
    layerSet: { number: number + 1, entity: 'IfcMaterialLayerSet' },
    users: [],
  };
  draft.types.set(key, use);
  return use;
}

/** FNV-1a of the name, or the next slot that is free. */
function freeSlot({ types }: Draft, key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193) >>> 0;
  }
  const taken = new Set([...types.values()].map(({ ref }) => ref.number));
  for (let i = 0; i < SLOTS; i++) {
    const number = FIRST_TYPE + ((hash + i) % SLOTS) * SLOT;
    if (!taken.has(number)) return number;
  }
  throw new RangeError(`there are more than ${SLOTS} types`);
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
  draft.file.add('IfcRelAssociatesMaterial', {
    ...rooted(draft, `${id}/layers`),
    RelatedObjects: [ref],
    RelatingMaterial: usage,
  });
}

/** Writes all types that elements have, by name. */
export function writeTypes(draft: Draft): void {
  const used = [...draft.types.values()].filter(({ users }) => users.length > 0);
  for (const use of used.toSorted((a, b) => compareText(a.key, b.key))) writeType(draft, use);
}

function writeType(draft: Draft, use: TypeUse): void {
  const { file, schema, project } = draft;
  const { facet, entity, ref, users } = use;
  const text = `${project}/type/${use.key}`;
  file.numberFrom(ref.number + 2);
  const panels = panelsOf(draft, text, facet.panels ?? []);
  file.write(ref, {
    ...rooted(draft, text),
    Name: facet.name,
    HasPropertySets: panels.length === 0 ? null : panels,
    ...attributesIn(schema, entity, facet.attributes),
  });
  file.add('IfcRelDefinesByType', {
    ...rooted(draft, `${text}/defines`),
    RelatedObjects: users,
    RelatingType: ref,
  });
  if (facet.layer === undefined) return;
  const layer = file.add('IfcMaterialLayer', { LayerThickness: rounded(facet.layer) });
  file.write(use.layerSet, { MaterialLayers: [layer], LayerSetName: facet.name });
  file.add('IfcRelAssociatesMaterial', {
    ...rooted(draft, `${text}/layers`),
    RelatedObjects: [ref],
    RelatingMaterial: use.layerSet,
  });
}

type Panels = NonNullable<IfcTypeFacet['panels']>;

/** An entity for each panel; where that is deprecated one property set, with what all panels have in common. */
function panelsOf(draft: Draft, text: string, panels: Panels): readonly Ref[] {
  if (draft.schema.name !== 'IFC4X3') {
    return panels.map(({ entity, attributes }, i) =>
      draft.file.add(entity, {
        ...rooted(draft, `${text}/panel ${i}`),
        ...attributesIn(draft.schema, entity, attributes),
      }),
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
