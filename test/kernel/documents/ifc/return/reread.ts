/** @module reread: writes the edits of a branch into the file of its import, and reads that file again. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { damage } from '../patch/patching.ts';
import { misplaced } from './misplaced.ts';
import { banded } from './picks.ts';
import { differences, imported, type Read, returned } from './returned.ts';

/** A returned file, and what is wrong in it: four empty lists if nothing is. */
export type Reread = {
  readonly file: Buffer;
  readonly faults: {
    readonly not_expressible: readonly unknown[];
    readonly damage: readonly string[];
    readonly differences: readonly string[];
    /** Elements that web-ifc reads at other places than the model has them, and read rightly before the edits. */
    readonly misplaced: readonly string[];
  };
};

/** No faults. */
export const FAULTLESS: Reread['faults'] = {
  not_expressible: [],
  damage: [],
  differences: [],
  misplaced: [],
};

/** The file with the edits, as this project and web-ifc read it. */
export async function reread(before: Read, view: StateView): Promise<Reread> {
  const { file, not_expressible } = returned(before, view);
  const again = await imported(file);
  const misread = new Set(misplaced(before, before.view, before.source.bytes));
  return {
    file,
    faults: {
      not_expressible,
      damage: damage(before.source.bytes, file),
      differences: differences(view, again.view, banded(view)),
      misplaced: misplaced(before, view, file).filter((id) => !misread.has(id)),
    },
  };
}
