/** @module associations: materials, classifications and named objects of a file. */
import type { FileClassification, FileMaterials } from '../../../building/model/file-source.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { Units } from './units.ts';

/** Maximum number of parts of a set of materials. */
const MAX_PARTS = 100;
/** Maximum length of a name, characters. */
const MAX_NAME = 500;

/** Where a use of a set of materials names the set, and a set its parts. */
const SETS: Readonly<Record<string, string>> = {
  IfcMaterialLayerSetUsage: 'ForLayerSet',
  IfcMaterialProfileSetUsage: 'ForProfileSet',
};
const PARTS = ['MaterialLayers', 'MaterialProfiles', 'MaterialConstituents', 'Materials'] as const;

/** A material, a list, or a set of layers, profiles or constituents. */
export function materialsOf(row: number, model: IfcModel, units: Units): FileMaterials {
  const entity = model.typeOf(row);
  const used = SETS[entity];
  const set = used === undefined ? row : (model.ref(row, used) ?? row);
  const list = PARTS.find((name) => model.has(set, name));
  // A layer, profile or constituent on its own is the only part.
  const parts = list === undefined ? [set] : model.refs(set, list).slice(0, MAX_PARTS);
  const unit = units.ofType('IfcLengthMeasure')?.label ?? null;
  return {
    entity,
    name: textOf(model, set, 'LayerSetName') ?? textOf(model, set, 'Name'),
    parts: parts.map((part) => {
      const isMaterial = !model.has(part, 'Material');
      const material = isMaterial ? part : model.ref(part, 'Material');
      const thickness = model.number(part, 'LayerThickness');
      return {
        name: isMaterial ? null : textOf(model, part, 'Name'),
        material: material === null ? null : textOf(model, material, 'Name'),
        thickness,
        unit: thickness === null ? null : unit,
      };
    }),
  };
}

/** A reference to a classification, or a classification itself. */
export function classificationOf(row: number, model: IfcModel): FileClassification {
  if (model.isA(row, 'IfcClassificationNotation')) {
    const facets = model.refs(row, 'NotationFacets').slice(0, MAX_PARTS);
    const values = facets.flatMap((facet) => model.text(facet, 'NotationValue') ?? []);
    return { ...systemOf(null, model), code: values.join('').slice(0, MAX_NAME), ...NO_REFERENCE };
  }
  const system = systemOf(systemRow(row, model), model);
  if (model.isA(row, 'IfcClassification')) return { ...system, code: null, ...NO_REFERENCE };
  return {
    ...system,
    code: textOf(model, row, 'Identification') ?? textOf(model, row, 'ItemReference'),
    name: textOf(model, row, 'Name'),
    uri: textOf(model, row, 'Location'),
  };
}

const NO_REFERENCE = { name: null, uri: null } as const;

/** Maximum number of references above a reference. */
const MAX_DEPTH = 16;

/** The classification to which a reference belongs, also through others; null without one. */
function systemRow(start: number, model: IfcModel): number | null {
  let row: number | null = start;
  for (let depth = 0; row !== null && depth < MAX_DEPTH; depth += 1) {
    if (model.isA(row, 'IfcClassification')) return row;
    row = model.ref(row, 'ReferencedSource');
  }
  return null;
}

/** Name, edition and source of a classification. */
function systemOf(
  row: number | null,
  model: IfcModel,
): Pick<FileClassification, 'system' | 'edition' | 'source'> {
  if (row === null) return { system: null, edition: null, source: null };
  return {
    system: textOf(model, row, 'Name'),
    edition: textOf(model, row, 'Edition'),
    source: textOf(model, row, 'Source'),
  };
}

/** Entity and name of an object. */
export function namedOf(
  row: number,
  model: IfcModel,
): { readonly entity: string; readonly name: string | null } {
  return { entity: model.typeOf(row), name: textOf(model, row, 'Name') };
}

function textOf(model: IfcModel, row: number, attribute: string): string | null {
  return model.text(row, attribute)?.slice(0, MAX_NAME).toWellFormed() ?? null;
}
