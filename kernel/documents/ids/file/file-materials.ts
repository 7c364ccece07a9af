/** @module file-materials: names and categories of materials of a file, and references to classifications. */
import type { InstanceModel } from '../../ifc/read/ifc-model.ts';
import type { IdsClassification } from '../ids-model.ts';

/** Where a use of a set of materials names the set. */
const SETS: Readonly<Record<string, string>> = {
  IfcMaterialLayerSetUsage: 'ForLayerSet',
  IfcMaterialProfileSetUsage: 'ForProfileSet',
};
const PARTS = ['MaterialLayers', 'MaterialProfiles', 'MaterialConstituents', 'Materials'] as const;
const NAMES = ['Name', 'LayerSetName', 'Category'] as const;

/** Names and categories of a material, and of the sets, layers, profiles, constituents and materials in it. */
export function materialNames(row: number, model: InstanceModel): readonly string[] {
  const used = SETS[model.typeOf(row)];
  const set = used === undefined ? row : (model.ref(row, used) ?? row);
  const found: string[] = [];
  addNames(set, model, found);
  for (const list of PARTS) {
    if (!model.has(set, list)) continue;
    for (const part of model.refs(set, list)) {
      addNames(part, model, found);
      addMaterial(part, model, found);
    }
  }
  addMaterial(set, model, found);
  return found;
}

function addMaterial(row: number, model: InstanceModel, found: string[]): void {
  const material = model.has(row, 'Material') ? model.ref(row, 'Material') : null;
  if (material !== null) addNames(material, model, found);
}

function addNames(row: number, model: InstanceModel, found: string[]): void {
  for (const attribute of NAMES) {
    const text = model.text(row, attribute);
    if (text !== null && text !== '') found.push(text);
  }
}

/** Longest chain of references of a classification. */
const MAX_DEPTH = 32;
const CODES = ['Identification', 'ItemReference'] as const;
/** Most facets of a notation. */
const MAX_FACETS = 100;

/** A reference with the codes above it, or a classification itself. */
export function classificationOf(start: number, model: InstanceModel): IdsClassification {
  if (model.isA(start, 'IfcClassificationNotation')) {
    const facets = model.refs(start, 'NotationFacets').slice(0, MAX_FACETS);
    const values = facets.flatMap((facet) => model.text(facet, 'NotationValue') ?? []);
    return { system: null, codes: [values.join('')] };
  }
  const codes: string[] = [];
  let row: number | null = start;
  for (let depth = 0; row !== null && depth < MAX_DEPTH; depth += 1) {
    if (model.isA(row, 'IfcClassification')) return { system: model.text(row, 'Name'), codes };
    for (const attribute of CODES) {
      const code = model.text(row, attribute);
      if (code !== null && code !== '') codes.push(code);
    }
    row = model.ref(row, 'ReferencedSource');
  }
  return { system: null, codes };
}
