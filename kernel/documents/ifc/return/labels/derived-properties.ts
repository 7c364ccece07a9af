/** @module derived properties: standard properties that follow from shapes and hosts, such as the slope of a beam. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
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
export function followProperties(editing: Editing, { before, after, row }: Changed): void {
  const ifc = productFacet(after, editing.view);
  if (ifc === null || row.record === 0 || editing.isLeft(after.id)) return;
  const was = ifc.properties(before, editing.changes.base);
  const changed = Object.entries(ifc.properties(after, editing.view)).flatMap(([set, values]) => {
    const differing = Object.entries(values).filter(
      ([name, value]) => !deepEqual(was[set]?.[name] ?? null, value ?? null),
    );
    return differing.length === 0 ? [] : [[set, Object.fromEntries(differing)] as const];
  });
  if (changed.length === 0) return;
  const product = editing.source.model.file.rowOf(row.record);
  if (product >= 0) setStated(editing, product, after.id, Object.fromEntries(changed));
}

/** Sets properties where the file states them; what cannot be written is noted of an element. */
export function setStated(editing: Editing, product: number, id: string, sets: Sets): void {
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
