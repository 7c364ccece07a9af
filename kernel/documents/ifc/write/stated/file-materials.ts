/** @module file-materials: materials that the files of imports state for elements whose types have none in the model. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { IfcTypeFacet } from '../../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { FileMaterials } from '../../../../building/model/file-source.ts';
import { type Draft, refOf } from '../draft.ts';
import type { Ref } from '../step/step-value.ts';
import type { MaterialUse } from './stated-uses.ts';
import { MAX_LABEL } from './stated-values.ts';

/** Whether the model knows a material of a type: of a layer, or of a frame or leaf. */
export function hasMaterials({ layers = [], constituents = [] }: IfcTypeFacet): boolean {
  return constituents.length > 0 || layers.some(({ material }) => material !== null);
}

const parts = new WeakMap<
  FileMaterials,
  { readonly key: string; readonly parts: MaterialUse['parts'] }
>();

function partsOf(one: FileMaterials): {
  readonly key: string;
  readonly parts: MaterialUse['parts'];
} {
  const known = parts.get(one);
  if (known !== undefined) return known;
  const found = new Map<string, string | null>();
  for (const { name, material } of one.parts) {
    if (material === null || material === '') continue;
    const label = material.slice(0, MAX_LABEL).toWellFormed();
    if (!found.has(label)) found.set(label, name?.slice(0, MAX_LABEL).toWellFormed() ?? null);
  }
  const made = [...found].map(([material, name]) => ({ material, name }));
  const result = { key: JSON.stringify([made, one.name]), parts: made };
  parts.set(one, result);
  return result;
}

/**
 * Notes the materials of an element in its file; whether there are any. An element has one material or set of materials:
 * the first; the others are left out with a warning.
 */
export function noteMaterials(
  { fileMaterials, leftOut }: Draft,
  element: AnyElement,
  all: readonly FileMaterials[],
): boolean {
  const [first, ...others] = all.filter((one) => partsOf(one).parts.length > 0);
  if (first === undefined) return false;
  const { key, parts: made } = partsOf(first);
  for (const other of others) {
    const { key: unlike, parts: lost } = partsOf(other);
    if (unlike === key) continue;
    const name = other.name ?? lost.map(({ material }) => material).join(', ');
    leftOut.push({ element, name: name.slice(0, MAX_LABEL).toWellFormed(), why: SEVERAL });
  }
  const known = fileMaterials.get(key) ?? {
    name: first.name?.slice(0, MAX_LABEL).toWellFormed() ?? null,
    parts: made,
    users: [],
  };
  fileMaterials.set(key, known);
  known.users.push(element);
  return true;
}

/** Why a material is left out. */
const SEVERAL = 'the file states several materials, of which a new file has the first';

/** Names of the materials that elements of the file have. */
export function fileMaterialNames(draft: Draft): readonly string[] {
  return usedIn(draft).flatMap(([, use]) => use.parts.map(({ material }) => material));
}

function usedIn(draft: Draft): readonly (readonly [string, MaterialUse])[] {
  return [...draft.fileMaterials]
    .filter(([, { users }]) => users.some(({ id }) => refOf(draft, id) !== null))
    .toSorted(([a], [b]) => compareText(a, b));
}

/** Writes the relationships of materials, each once for all of its elements. `written`: the materials by name. */
export function writeFileMaterials(draft: Draft, written: ReadonlyMap<string, Ref>): void {
  const { file, project } = draft;
  for (const [key, use] of usedIn(draft)) {
    file.numberFrom(draft.numbersFor(`materials ${key}`));
    const RelatingMaterial = materialOf(draft, use, written);
    if (RelatingMaterial === null) continue;
    file.root('IfcRelAssociatesMaterial', `${project}/materials ${key}`, {
      RelatedObjects: use.users.flatMap(({ id }) => refOf(draft, id) ?? []),
      RelatingMaterial,
    });
  }
}

/** A single material, or several without their thicknesses: a list in IFC2X3, else constituents. */
function materialOf(
  { file, schema }: Draft,
  { name: Name, parts: all }: MaterialUse,
  written: ReadonlyMap<string, Ref>,
): Ref | null {
  const known = all.flatMap(({ material, name }) => {
    const ref = written.get(material);
    return ref === undefined ? [] : [{ ref, name }];
  });
  const [first, another] = known;
  if (first === undefined) return null;
  if (another === undefined) return first.ref;
  if (schema.name === 'IFC2X3') {
    return file.add('IfcMaterialList', { Materials: known.map(({ ref }) => ref) });
  }
  return file.add('IfcMaterialConstituentSet', {
    Name,
    MaterialConstituents: known.map(({ ref, name }) =>
      file.add('IfcMaterialConstituent', { Name: name, Material: ref }),
    ),
  });
}
