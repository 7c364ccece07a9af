/** @module tests of recognition on our own exports: a random house comes back with its parameters and GUIDs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';

const kernels = await loadKernels();

test.each(fc.sample(fc.nat(1e6), 3))('house %i', async (seed) => {
  const view = randomHouse(seed);
  for (const schema of IFC_SCHEMAS) {
    const { file } = exported(view, schema, 'house');
    const { model } = await openIfc(Buffer.from(file));
    const found = recognise(model, 'lineage', kernels);
    const byGuid = new Map(found.products.map((one) => [one.product.guid, one]));
    const lost = [...view.elements()].flatMap((element) => {
      const one = byGuid.get(ifcGuid(element.id));
      return one?.outcome === 'parametric'
        ? []
        : [
            `${element.kind} ${element.id}: ${one?.outcome} ${one?.reason} ${JSON.stringify(one?.proof)}`,
          ];
    });
    expect(lost).toEqual([]);
  }
});
