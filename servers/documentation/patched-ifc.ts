/** @module patched-ifc: the file of the import of a branch with the edits of the branch. */
import { Buffer } from 'node:buffer';

import type { BuildingView, ImportedFile } from '../../kernel/building/view/view.ts';
import { ifcGuid } from '../../kernel/documents/ifc/guid.ts';
import { openIfc } from '../../kernel/documents/ifc/recognise/open-ifc.ts';
import { type ReturnedFile, returnIfc } from '../../kernel/documents/ifc/return/return-ifc.ts';

/** Name of the program in the header of a patched file. */
const PREPROCESSOR = 'Plumbline';

/** A patched file, in one piece. */
export type PatchedIfc = ReturnedFile & { readonly content: Buffer };

/**
 * Writes the edits of a branch into the file of its import. `at`: time of the edits, ISO 8601. Null if the file is not
 * in the ledger.
 */
export async function patchedIfc(
  { event, rows }: ImportedFile,
  view: BuildingView,
  at: string,
): Promise<PatchedIfc | null> {
  const stored = await view.importedBytes(event.aggregate_id);
  if (stored === null) return null;
  const { model, bytes } = await openIfc(stored);
  const source = { bytes, model, frame: event.payload.frame, rows };
  const context = { time: at, author: null, guid: ifcGuid, preprocessor: PREPROCESSOR };
  const made = returnIfc(source, view, context);
  return { ...made, content: Buffer.concat(made.pieces) };
}
