/** @module assets: the elements that are components in COBie, each with its IFC entity and its type. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { type AnyIfcProduct, isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../building/kinds/kind.ts';
import type { FileFacts } from '../../building/model/file-source.ts';
import type { ModelView } from '../../building/model/view.ts';
import { guidOf, ifcGuid } from '../ifc/guid.ts';
import { schemaOf } from '../ifc/schema/ifc-schema.ts';
import { closestEntity } from '../ifc/write/closest-entity.ts';
import { fileTypeOf, fileTypeText } from '../ifc/write/stated/file-types.ts';
import { describedType, typeKey, typeText } from '../ifc/write/type-objects.ts';
import { type StatedValue, statedValues } from './stated.ts';

/** The schema whose entities a workbook names. */
const SCHEMA = 'IFC4';

/** The type of components. */
export type AssetType = {
  /** Equal for components of one type. */
  readonly key: string;
  readonly name: string;
  /** Entity and GlobalId in exported files; null without a type in them. */
  readonly entity: string | null;
  readonly guid: string | null;
};

export type Asset = {
  readonly element: AnyElement;
  readonly entity: string;
  readonly guid: string;
  readonly category: string;
  readonly type: AssetType;
  readonly facts: FileFacts | null;
  readonly values: ReadonlyMap<string, StatedValue>;
};

export type Assets = {
  readonly components: readonly Asset[];
  /** Number of elements of each entity that is no component. */
  readonly others: ReadonlyMap<string, number>;
};

/**
 * Entities that are no components, with their subtypes: architecture and structure, fittings and segments, parts,
 * fasteners and features. The list is that of the public COBie plug-in of the BIM server.
 */
const NO_COMPONENTS = [
  'IfcBeam',
  'IfcColumn',
  'IfcCovering',
  'IfcCurtainWall',
  'IfcMember',
  'IfcPile',
  'IfcFooting',
  'IfcPlate',
  'IfcRailing',
  'IfcRamp',
  'IfcRampFlight',
  'IfcRoof',
  'IfcSlab',
  'IfcStair',
  'IfcStairFlight',
  'IfcWall',
  'IfcFlowFitting',
  'IfcFlowSegment',
  'IfcElementAssembly',
  'IfcBuildingElementPart',
  'IfcFastener',
  'IfcMechanicalFastener',
  'IfcReinforcingElement',
  'IfcFeatureElement',
  'IfcVirtualElement',
  'IfcGeographicElement',
  'IfcCivilElement',
] as const;

/** Elements between two checkpoints. */
const STEP = 100;

/** Reads what a file states about an element; null if it states nothing or cannot be read. */
export type FactsOf = (id: string) => FileFacts | null;

/** The components of a view in order of creation. */
export function assetsOf(view: ModelView, project: string, factsOf: FactsOf): Assets {
  const components: Asset[] = [];
  const others = new Map<string, number>();
  const total = view.count();
  let done = 0;
  for (const element of view.elements()) {
    if (done % STEP === 0) checkpoint({ done, total, doing: 'components' });
    done += 1;
    const { ifc, category } = view.kinds.of(element);
    if (!isIfcProduct(ifc) || ifc.as === 'void' || ifc.as === 'space') continue;
    const entity = entityOf(element, ifc, view);
    if (!isComponent(entity)) {
      others.set(entity, (others.get(entity) ?? 0) + 1);
      continue;
    }
    const facts = factsOf(element.id);
    components.push({
      element,
      entity,
      guid: guidOf(element.id, view),
      category,
      type: typeOf({ element, entity, category }, { view, project, facts }),
      facts,
      values: statedValues(element, view, { entity, facts }),
    });
  }
  return { components, others };
}

/** The entity of an element in exported files. */
function entityOf(element: AnyElement, ifc: AnyIfcProduct, view: ModelView): string {
  const wanted = ifc.entity(element, view)[SCHEMA];
  return ifc.closest === true ? closestEntity(schemaOf(SCHEMA), wanted) : wanted;
}

function isComponent(entity: string): boolean {
  const schema = schemaOf(SCHEMA);
  const isA = (one: string): boolean => schema.entity(one) !== undefined && schema.isA(entity, one);
  return isA('IfcElement') && !NO_COMPONENTS.some(isA);
}

function typeOf(
  { element, entity, category }: Pick<Asset, 'element' | 'entity' | 'category'>,
  {
    view,
    project,
    facts,
  }: { readonly view: ModelView; readonly project: string; readonly facts: FileFacts | null },
): AssetType {
  const described = describedType(view, element);
  const written = described?.entity[SCHEMA] ?? null;
  if (described !== null && written !== null) {
    const key = typeKey(written, described.name);
    const guid = ifcGuid(typeText(project, key));
    return { key: `own ${key}`, name: described.name, entity: written, guid };
  }
  const stated = fileTypeOf(schemaOf(SCHEMA), entity, facts?.type ?? null);
  if (stated !== null) {
    const guid = ifcGuid(fileTypeText(project, stated.key));
    return { key: `file ${stated.key}`, name: stated.name, entity: stated.entity.name, guid };
  }
  const name = described?.name ?? facts?.type?.name ?? facts?.object_type ?? null;
  const none = { entity: null, guid: null };
  return name === null || name === ''
    ? { key: `none ${category}`, name: `${category} without a type`, ...none }
    : { key: `named ${entity} ${name}`, name, ...none };
}
