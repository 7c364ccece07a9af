/** @module labels: writes the names and properties of an element. */
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { propertiesOf } from '../../../building/kinds/shared/properties.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import { NO_VALUE } from '../patch/patch-value.ts';
import type { FilePatch } from '../patch/patch.ts';
import { isContainer, isName, isShape } from './aspects.ts';
import type { Changed } from './changes.ts';
import { isImpliedHeight } from './levels.ts';

/** Writes the names of a product that differ. */
export function setNames(patch: FilePatch, row: number, { before, after, params }: Changed): void {
  for (const param of params) {
    if (!isName(after, param)) continue;
    const value = valueOf(after.params, param);
    const attribute = attributeOf(patch, row, before.kind, param);
    if (typeof value !== 'string') {
      patch.setAttribute(row, attribute, NO_VALUE);
      continue;
    }
    const isBoth =
      attribute === 'LongName' && !params.includes('number') && isNameTwice(patch, row);
    patch.rename(row, isBoth ? { Name: value, LongName: value } : { [attribute]: value });
  }
}

/** Whether a room without a number has its name in both attributes. */
function isNameTwice(patch: FilePatch, row: number): boolean {
  const [name, long] = [patch.value(row, 'Name'), patch.value(row, 'LongName')];
  return name.kind === 'text' && long.kind === 'text' && name.value === long.value;
}

function valueOf(params: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(params)).get(name);
}

/** The name of a room is its LongName if it has one, and its number is then the Name. */
function attributeOf(patch: FilePatch, row: number, kind: string, param: string): string {
  if (kind !== 'room') return 'Name';
  if (param === 'number') return 'Name';
  const long = patch.value(row, 'LongName');
  return long.kind === 'text' && long.value.trim() !== '' ? 'LongName' : 'Name';
}

/** Writes properties that were set; returns why those that were not written cannot be. */
export function setOwnProperties(
  patch: FilePatch,
  row: number,
  { before, after }: Changed,
): readonly string[] {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  const left: string[] = [];
  for (const set of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old, now] = [was[set] ?? {}, is[set] ?? {}];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const value = now[name] ?? null;
      if (deepEqual(old[name] ?? null, value)) continue;
      try {
        patch.setProperty(row, setOf(patch, row, set) ?? set, name, value);
      } catch (error) {
        if (!(error instanceof PatchFault)) throw error;
        left.push(`\`${set}.${name}\` is not written: ${error.message}`);
      }
    }
  }
  return left;
}

/**
 * Writes the parameters that are standard properties, such as a fire rating; returns the names of those that are not
 * written.
 */
export function setStandardProperties(
  patch: FilePatch,
  row: number,
  { before, after, params }: Changed,
  { base, view }: { readonly base: ModelView; readonly view: ModelView },
): readonly string[] {
  const others = params.filter(
    (param) =>
      param !== 'properties' &&
      !isName(after, param) &&
      !isShape(after, param) &&
      !isContainer(after, param),
  );
  if (others.length === 0) return [];
  const { ifc } = view.kinds.of(after);
  if (after.kind === 'level') {
    return others.filter((param) => param !== 'height' || !isImpliedHeight(after, view));
  }
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') return others;
  return others.filter((param) => {
    // The properties that this parameter alone changes.
    const mixed = {
      ...before,
      params: { ...before.params, [param]: valueOf(after.params, param) },
    };
    const was = ifc.properties(before, base);
    const is = ifc.properties(mixed, view);
    let isWritten = false;
    for (const [set, values] of Object.entries(is)) {
      for (const [name, value] of Object.entries(values)) {
        if (deepEqual(was[set]?.[name] ?? null, value ?? null)) continue;
        const stated = setOf(patch, row, set);
        if (stated === null) continue;
        if (typeof value === 'object' && value !== null) continue;
        patch.setProperty(row, stated, name, value ?? null);
        isWritten = true;
      }
    }
    return !isWritten;
  });
}

/** Standard sets of elements that products of several classes are, with the classes that have them. */
const SETS_BY_CLASS: Readonly<Record<string, readonly (readonly [entity: string, set: string])[]>> =
  {
    Pset_BeamCommon: [
      ['IfcBeam', 'Pset_BeamCommon'],
      ['IfcMember', 'Pset_MemberCommon'],
    ],
    Pset_SlabCommon: [['IfcSlab', 'Pset_SlabCommon']],
    Pset_WallCommon: [['IfcWall', 'Pset_WallCommon']],
    Pset_CurtainWallCommon: [['IfcCurtainWall', 'Pset_CurtainWallCommon']],
    Pset_CoveringCommon: [['IfcCovering', 'Pset_CoveringCommon']],
  };

/** The set of a product for a standard set of its element; null if products of its class have none. */
function setOf(patch: FilePatch, row: number, set: string): string | null {
  const sets = SETS_BY_CLASS[set];
  if (sets === undefined) return set;
  return sets.find(([entity]) => patch.isA(row, entity))?.[1] ?? null;
}
