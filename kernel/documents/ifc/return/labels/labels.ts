/** @module labels: writes the names and properties of an element. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { CLASSIFICATION } from '../../../../building/kinds/shared/classification.ts';
import { propertiesOf } from '../../../../building/kinds/shared/properties.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { NO_VALUE } from '../../patch/patch-value.ts';
import type { FilePatch } from '../../patch/patch.ts';
import { isContainer, isName, isShape } from '../aspects.ts';
import type { Changed } from '../changes.ts';
import { productFacet } from '../facets.ts';
import { isImpliedHeight } from '../levels.ts';
import { setFor } from './property-sets.ts';

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
        const choice = setFor(patch, row, { set, name });
        if ('set' in choice) patch.setProperty(row, choice.set, name, value);
        else if (value !== null) left.push(`\`${set}.${name}\` is not written: ${choice.why}`);
      } catch (error) {
        if (!(error instanceof PatchFault)) throw error;
        left.push(`\`${set}.${name}\` is not written: ${error.message}`);
      }
    }
  }
  return left;
}

/** A parameter that is not written, and why, if there is more to say. */
export type Unwritten = { readonly param: string; readonly why: string | null };

/** Writes the parameters that are standard properties, such as a fire rating; returns those that are not written. */
export function setStandardProperties(
  patch: FilePatch,
  row: number,
  one: Changed,
  { base, view }: { readonly base: ModelView; readonly view: ModelView },
): readonly Unwritten[] {
  const { before, after, params } = one;
  const others = params.filter(
    (param) =>
      param !== 'properties' &&
      param !== CLASSIFICATION &&
      !isName(after, param) &&
      !isShape(after, param) &&
      !isContainer(after, param) &&
      !(after.kind === 'level' && param === 'height' && isImpliedHeight(after, view)),
  );
  const ifc = productFacet(after, view);
  if (ifc === null) return others.map((param) => ({ param, why: null }));
  const was = others.length === 0 ? {} : ifc.properties(before, base);
  return others.flatMap((param): readonly Unwritten[] => {
    // The properties that this parameter alone changes.
    const mixed = {
      ...before,
      params: { ...before.params, [param]: valueOf(after.params, param) },
    };
    const is = ifc.properties(mixed, view);
    const whys: string[] = [];
    let isWritten = false;
    for (const [set, values] of Object.entries(is)) {
      for (const [name, given] of Object.entries(values)) {
        const value = given ?? null;
        if (deepEqual(was[set]?.[name] ?? null, value)) continue;
        if (typeof value === 'object' && value !== null) continue;
        const choice = setFor(patch, row, { set, name });
        if ('why' in choice && value !== null) {
          whys.push(choice.why);
          continue;
        }
        if ('set' in choice) patch.setProperty(row, choice.set, name, value);
        isWritten = true;
      }
    }
    return isWritten && whys.length === 0 ? [] : [{ param, why: whys[0] ?? null }];
  });
}
