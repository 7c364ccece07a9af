/** @module judged: what two other readers see in a returned file otherwise than the model has it. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import { differences, type Exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { imported, type Read } from './returned.ts';

/** An own file as a branch whose elements have the ids of the exported model. */
export async function importedAs(view: ModelView, file: Buffer): Promise<Read> {
  const names = [...view.elements()].map(({ id }) => [ifcGuid(id), id] as const);
  return await imported(file, new Map(names));
}

/** Bodies, boxes and volumes that web-ifc and @ifc-lite read otherwise than the model has them. */
export async function judged(view: StateView, file: Buffer): Promise<readonly string[]> {
  const made: Exported = {
    file,
    text: '',
    chunks: [file],
    bytes: file.length,
    counts: new Map(),
    warnings: [],
  };
  return [
    ...differences(view, made, readWithWebIfc(file)).map((one) => `web-ifc: ${one}`),
    ...differences(view, made, await readWithIfcLite(file)).map((one) => `ifc-lite: ${one}`),
  ];
}
