/** @module materials: writes each material of a type once, with its colour. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import type { IfcMaterial, IfcTypeFacet } from '../../../building/kinds/facets/ifc.ts';
import type { Draft } from './draft.ts';
import { rounded } from './draft.ts';
import type { Numbers } from './line-numbers.ts';
import type { Ref } from './step-value.ts';

/** The written materials, by name. */
export type Materials = ReadonlyMap<string, Ref>;

/** Writes the materials of these types, sorted by name. `numbersFor` returns the line numbers of each material. */
export function writeMaterials(
  draft: Draft,
  facets: readonly IfcTypeFacet[],
  numbersFor: (key: string) => Numbers,
): Materials {
  const named = new Map<string, IfcMaterial>();
  for (const { layers = [], constituents = [] } of facets) {
    for (const { material } of [...layers, ...constituents]) {
      if (material !== null) named.set(material.name, material);
    }
  }
  const written = new Map<string, Ref>();
  for (const [name, material] of [...named].toSorted(([a], [b]) => compareText(a, b))) {
    draft.file.numberFrom(numbersFor(`material ${name}`));
    written.set(name, writeMaterial(draft, material));
  }
  return written;
}

function writeMaterial(draft: Draft, { name, colour, category }: IfcMaterial): Ref {
  const { file, schema, shared } = draft;
  // IFC2X3 has no attribute for the category of a material.
  const Category = schema.name === 'IFC2X3' || category === null ? {} : { Category: category };
  const ref = file.add('IfcMaterial', { Name: name, ...Category });
  if (colour === null) return ref;
  const part = (at: number): number => rounded(Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const SurfaceColour = file.add('IfcColourRgb', { Red: part(1), Green: part(3), Blue: part(5) });
  const shading = file.add('IfcSurfaceStyleShading', { SurfaceColour });
  const style = file.add('IfcSurfaceStyle', { Name: name, Side: 'BOTH', Styles: [shading] });
  const assigned =
    schema.name === 'IFC2X3'
      ? file.add('IfcPresentationStyleAssignment', { Styles: [style] })
      : style;
  const styled = file.add('IfcStyledItem', { Styles: [assigned] });
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
