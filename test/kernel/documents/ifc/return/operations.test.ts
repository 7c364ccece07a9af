/** @module tests of doors and windows that open otherwise: only their own type changes in the returned file. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { modifies } from '../../../building/model/build.ts';
import { damage, patchOf } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { differences, imported, type Read, returned } from './returned.ts';

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ...IFC_SCHEMAS.map(
    (schema) => [`house in ${schema}`, exported(randomHouse(7), schema).file] as const,
  ),
  ...['Duplex_A', 'SampleHouse4'].map(
    (name) => [name, publicFile(`ifc-real/cases/${name}.ifc`)] as const,
  ),
];

function updatesOf(element: Element) {
  if (element.kind === 'door') {
    const { door_type, swing } = element.params;
    return door_type === 'single' && swing !== 'right'
      ? { swing: 'right' }
      : { door_type: 'single', swing: 'left' };
  }
  if (element.kind !== 'window') throw new Error(`${element.kind} does not open`);
  return { window_type: element.params.window_type === 'awning' ? 'pivot' : 'awning' };
}

/** Numbers of products by type, so that a type without products is seen. */
function usersIn(file: Buffer): readonly number[] {
  const { model } = patchOf(file);
  const types = [...model.rows('IfcDoorStyle'), ...model.rows('IfcWindowStyle')].concat(
    model.rows('IfcDoorType'),
    model.rows('IfcWindowType'),
  );
  return types.map(
    (row) =>
      model
        .referrers(row, 'IfcRelDefinesByType', 'RelatingType')
        .flatMap((relation) => model.refs(relation, 'RelatedObjects')).length,
  );
}

describe.each(FILES)('%s', (_, bytes) => {
  let first: Promise<Read> | null = null;
  const read = async (): Promise<Read> => {
    first ??= imported(bytes ?? Buffer.alloc(0));
    return await first;
  };

  test.skipIf(bytes === null).each(['door', 'window'] as const)(
    'a first and a second %s open otherwise, each alone',
    { timeout: 60_000 },
    async (kind) => {
      const file = bytes ?? Buffer.alloc(0);
      const before = await read();
      const unused = usersIn(file).filter((users) => users === 0).length;
      const elements = [...before.view.elementsOf(kind)].slice(0, 2);
      expect(elements.length).toBeGreaterThan(0);
      for (const element of elements) {
        const view = before.view.apply([modifies(element, updatesOf(element))]);
        const made = returned(before, view);
        expect(made.not_expressible).toEqual([]);
        expect(damage(file, made.file)).toEqual([]);
        expect(differences(view, (await imported(made.file)).view)).toEqual([]);
        expect(usersIn(made.file).filter((users) => users === 0)).toHaveLength(unused);
      }
    },
  );
});
