/** @module derived properties: standard properties that follow from shapes and hosts, such as the slope of a beam. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { integer, real } from '../../patch/patch-value.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { productFacet } from '../facets.ts';
import { setFor } from './property-sets.ts';

/** Property set → property → value. */
type Sets = { readonly [set: string]: IfcNamed };

/**
 * Brings the standard properties of an element up to date that differ between both states, where the file states them. An
 * element that was not changed may have some: a door is external if its wall is. What cannot be written is noted.
 */
export function followProperties(editing: Editing, one: Changed): void {
  const { after, row } = one;
  if (row.record === 0 || editing.isLeft(after.id)) return;
  const changed = changedProperties(editing, one);
  if (Object.keys(changed).length === 0) return;
  const product = editing.source.model.file.rowOf(row.record);
  if (product >= 0) setStated(editing, product, after.id, changed);
}

/** The standard properties of an element that differ between both states, with their new values. */
function changedProperties(editing: Editing, { before, after }: Changed): Sets {
  const ifc = productFacet(after, editing.view);
  if (ifc === null) return {};
  const was = ifc.properties(before, editing.changes.base);
  const changed = Object.entries(ifc.properties(after, editing.view)).flatMap(([set, values]) => {
    const differing = Object.entries(values).filter(
      ([name, value]) => !deepEqual(was[set]?.[name] ?? null, value ?? null),
    );
    return differing.length === 0 ? [] : [[set, Object.fromEntries(differing)] as const];
  });
  return Object.fromEntries(changed);
}

/**
 * Sets the properties of a part of an element where the file states them. Flights state risers and treads as attributes,
 * too: those are set whose values the edit changed in the whole, because files may state others in units of their own.
 */
export function setStatedOfPart(editing: Editing, part: number, one: Changed, sets: Sets): void {
  setStated(editing, part, one.after.id, sets);
  const changed = new Set(Object.values(changedProperties(editing, one)).flatMap(Object.keys));
  for (const [name, value] of Object.values(sets).flatMap((set) => Object.entries(set))) {
    if (changed.has(name) && typeof value === 'number') {
      setStatedAttribute(editing, part, name, value);
    }
  }
}

/** Sets the attribute of the name of a property, a count or a length in mm, if the file states a value there. */
function setStatedAttribute(
  { patch, frame }: Editing,
  product: number,
  property: string,
  value: number,
): void {
  // IfcStairFlight has `NumberOfRisers` since IFC4.
  for (const name of [property, `${property}s`]) {
    if (!patch.hasAttribute(product, name)) continue;
    const { kind } = patch.value(product, name);
    if (kind === 'integer') patch.setAttribute(product, name, integer(value));
    else if (kind === 'real') patch.setAttribute(product, name, real(frame.length(value)));
  }
}

/** Sets properties where the file states them; what cannot be written is noted of an element. */
function setStated(editing: Editing, product: number, id: string, sets: Sets): void {
  const { patch } = editing;
  for (const [set, values] of Object.entries(sets)) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'object' && value !== null) continue;
      const choice = setFor(patch, product, { set, name });
      if (!('set' in choice) || !patch.hasProperty(product, choice.set, name)) continue;
      try {
        patch.setProperty(product, choice.set, name, value ?? null);
      } catch (error) {
        if (!(error instanceof PatchFault)) throw error;
        editing.leave(id, `\`${choice.set}.${name}\` keeps its old value: ${error.message}`);
      }
    }
  }
}
