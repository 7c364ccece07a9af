/** @module materials: writes each material of a type once, with its style. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import type { IfcMaterial, IfcTypeFacet } from '../../../building/kinds/facets/ifc.ts';
import { UNSPECIFIED_MATERIAL } from '../schema/unspecified.ts';
import type { Draft } from './draft.ts';
import type { Ref } from './step/step-value.ts';

/** The written materials, by name. */
export type Materials = ReadonlyMap<string, Ref>;

/** The material of a layer whose material is unknown: readers expect that a layer has one. */
export const UNSPECIFIED: IfcMaterial = { name: UNSPECIFIED_MATERIAL, category: null };

/** Writes the materials of these types and of these names, sorted by name. */
export function writeMaterials(
  draft: Draft,
  facets: readonly IfcTypeFacet[],
  names: readonly string[],
): Materials {
  const named = new Map<string, IfcMaterial>();
  for (const { layers = [], constituents = [] } of facets) {
    for (const { material } of [...layers, ...constituents]) {
      const { name } = material ?? UNSPECIFIED;
      if (material !== null || !named.has(name)) named.set(name, material ?? UNSPECIFIED);
    }
  }
  for (const name of names) if (!named.has(name)) named.set(name, { name, category: null });
  const written = new Map<string, Ref>();
  for (const [name, material] of [...named].toSorted(([a], [b]) => compareText(a, b))) {
    draft.file.numberFrom(draft.numbersFor(`material ${name}`));
    written.set(name, writeMaterial(draft, material));
  }
  return written;
}

/**
 * A material, with the style of the bodies that show it. A style without an item is an error for some readers, so a
 * material that no body shows, such as insulation, has none.
 */
function writeMaterial(draft: Draft, { name, category }: IfcMaterial): Ref {
  const { file, schema, shared, styles } = draft;
  // IFC2X3 has no attribute for the category of a material.
  const Category = schema.name === 'IFC2X3' || category === null ? {} : { Category: category };
  const ref = file.add('IfcMaterial', { Name: name, ...Category });
  const styled = styles.itemOf(name);
  if (styled === undefined) return ref;
  const representation = file.add('IfcStyledRepresentation', {
    ContextOfItems: shared.body,
    RepresentationIdentifier: 'Style',
    RepresentationType: 'Material',
    Items: [styled],
  });
  file.add('IfcMaterialDefinitionRepresentation', {
    Representations: [representation],
    RepresentedMaterial: ref,
  });
  return ref;
}
