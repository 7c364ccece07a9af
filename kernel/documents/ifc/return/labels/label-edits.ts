/** @module label edits: writes the names, the properties and the types' statements of all changed elements. */
import { PatchFault } from '../../patch/patch-fault.ts';
import { statedByType } from '../aspects.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import type { BakedHoles } from '../hosted/baked.ts';
import { setOperation } from '../types/operations.ts';
import type { Retyped } from '../types/retyped.ts';
import { writeType } from '../types/type-edits.ts';
import { setNames, setOwnProperties, setStandardProperties } from './labels.ts';
import { ReferenceEdits } from './references.ts';

/** What was written before: holes that became openings, and elements that got another type. */
type Written = { readonly baked: BakedHoles; readonly retyped: Retyped | null };

/** Writes names and properties; what cannot be written is noted. */
export function writeLabels(editing: Editing, { baked, retyped }: Written): void {
  const { changed, base } = editing.changes;
  const references = new ReferenceEdits(editing);
  for (const one of changed) {
    const { id } = one.after;
    // It was written as a new element.
    const isWritten = one.row.record === 0 && baked.isOpenedFor(one.row);
    if (isWritten || one.after.kind === 'grid') continue;
    editing.attempt(id, () => {
      if (one.after.kind === 'type') {
        writeType(editing, one, references);
        return;
      }
      const row = editing.parts.rowOf(one.row);
      setNames(editing.patch, row, one);
      for (const why of setOwnProperties(editing.patch, row, one)) {
        editing.leave(id, why);
      }
      references.note(row, one);
      const others = setStandardProperties(editing.patch, row, one, {
        base,
        view: editing.view,
      });
      const stated = [...(retyped?.handled(one) ?? []), ...operate(editing, row, one)];
      for (const { param, why } of others) {
        if (stated.includes(param)) continue;
        const reason = why === null ? '' : `: ${why}`;
        editing.leave(id, `its \`${param}\` cannot be written${reason}`);
      }
    });
  }
  references.write();
}

/** Writes what the type of a product states; returns the names of the parameters that are done with, also refused. */
function operate(editing: Editing, row: number, one: Changed): readonly string[] {
  try {
    return editing.patch.together(() => setOperation(editing, row, one));
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error;
    editing.leave(one.after.id, error.message);
    return statedByType(one.after)?.params ?? [];
  }
}
