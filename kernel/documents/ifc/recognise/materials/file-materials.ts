/** @module file-materials: the materials of imported layers with the colours that the file gives them. */
import { foldName } from '../../../../base/text/fold-name.ts';
import { material as materialKind } from '../../../../building/kinds/material/material.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import { FileColours } from '../file-colours.ts';
import { cleaned, Ids } from '../ids.ts';
import type { OtherElement, Recognition } from '../recognise.ts';

/** Maximum length of a class, characters. */
const MAX_CLASS = 100;

/**
 * The recognition with the materials of its types that have a colour in the file. Types refer to materials by name, so a
 * name that the branch has (`taken`) is left to its own material, and of several materials of one name the first counts.
 */
export function withMaterials(
  found: Recognition,
  model: IfcModel,
  { fileKey, taken }: { readonly fileKey: string; readonly taken: readonly string[] },
): Recognition {
  const wanted = new Set(found.others.flatMap(({ element }) => materialsIn(element.params)));
  if (wanted.size === 0) return found;
  const known = new Set(taken.map(foldName));
  const colours = new FileColours(model);
  const ids = new Ids(fileKey);
  const made: OtherElement[] = [];
  for (const row of model.rows('IfcMaterial').toSorted((a, b) => a - b)) {
    // As layers name their materials.
    const name = cleaned(model.text(row, 'Name'));
    if (!wanted.has(name) || known.has(foldName(name))) continue;
    const colour = colours.ofMaterial(row);
    if (colour === null) continue;
    known.add(foldName(name));
    const stated = model.has(row, 'Category') ? model.text(row, 'Category') : null;
    const params = { name, colour, class: cleaned(stated, MAX_CLASS) || null };
    const element = { id: ids.named(materialKind.kind, name), kind: materialKind.kind, params };
    made.push({ row, entity: model.typeOf(row), guid: null, name, element });
  }
  return { ...found, others: [...found.others, ...made] };
}

/** Names of the materials of the layers of a type; empty for other elements. */
function materialsIn({ layers }: OtherElement['element']['params']): readonly string[] {
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((layer: unknown) => {
    const name: unknown =
      typeof layer === 'object' && layer !== null ? Reflect.get(layer, 'material') : null;
    return typeof name === 'string' ? [name] : [];
  });
}
