/** @module style-lines: the surface styles of items as lines of a STEP file, for a file that has the items. */
import { Buffer } from 'node:buffer';

import type { IfcItem } from '../../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import { StepFile } from '../step/step-file.ts';
import { EXISTING_FROM } from '../step/step-value.ts';
import { Styles } from '../styles.ts';
import { sharedNumbers } from '../type-objects.ts';

/** An item of the file by its row, with its entity and its finish. */
export type StyledItem = {
  readonly row: number;
  readonly entity: string;
  readonly finish: IfcItem['finish'];
};

/**
 * Writes styles of items of an element, as a new file has them. The lines refer to the row of an item as
 * `EXISTING_FROM` plus the row.
 */
export function styleLines(
  schema: IfcSchema,
  items: readonly StyledItem[],
  element: AnyElement,
  view: ModelView,
): Buffer {
  const file = new StepFile(schema);
  const styles = new Styles(file, view, sharedNumbers());
  const own = styles.keyOf(element);
  for (const { row, entity, finish } of items) {
    styles.assign({ number: EXISTING_FROM + row, entity }, own, finish);
  }
  styles.settle(true);
  styles.write();
  return Buffer.concat([...file.finish()]);
}
