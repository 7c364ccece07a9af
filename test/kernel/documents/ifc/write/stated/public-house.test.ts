/** @module test of a public house in a new file: the recogniser reads the elements of the import again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { guidOf } from '../../../../../../kernel/documents/ifc/guid.ts';
import { openIfc } from '../../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import { exported } from '../reread.ts';

const HOUSE = join(import.meta.dirname, '../../../../../fixtures/imports/Duplex_A_20110907.ifczip');

/** Maximum difference of boxes, mm: that to which an element is parametric. */
const BOX_MM = 1;

test(
  'a public house is read back with its elements, GlobalIds and boxes',
  { timeout: 90_000 },
  async () => {
    const { bytes } = await openIfc(readFileSync(HOUSE));
    const { view } = await importedWorld(bytes);
    const { view: again } = await importedWorld(exported(view, 'IFC4').file);
    const found = new Map([...again.elements()].map((one) => [guidOf(one.id, again), one]));
    const other: string[] = [];
    for (const { id, kind } of view.elements()) {
      if (['type', 'material', 'site', 'opening'].includes(kind)) continue;
      const one = found.get(guidOf(id, view));
      if (one === undefined) {
        other.push(`${kind} is gone`);
      } else if (one.kind !== kind) {
        other.push(`${kind} is a ${one.kind}`);
      } else {
        const [before, after] = [view.bounds(id), again.bounds(one.id)];
        if (before === null && after === null) continue;
        if (before === null || after === null) {
          other.push(before === null ? `${kind} has a body` : `${kind} has lost its body`);
          continue;
        }
        const off = (['min', 'max'] as const).flatMap((side) =>
          (['x', 'y', 'z'] as const).map((axis) =>
            Math.abs(before[side][axis] - after[side][axis]),
          ),
        );
        if (Math.max(...off) > BOX_MM) other.push(`${kind} has another box`);
      }
    }
    expect(other).toEqual([]);
  },
);
