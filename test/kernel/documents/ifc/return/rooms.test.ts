/** @module tests of renamed rooms in returned files: name and number are in two attributes, of which one may stand for both. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import { differences, imported, returned } from './returned.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** A file with one room. */
function fileOf(schema: (typeof IFC_SCHEMAS)[number], number: string | null): Buffer {
  const boundary_points = [P(0, 0), P(4000, 0), P(4000, 3000), P(0, 3000)];
  const room = { level_id: 'L1', name: 'Office', number, point: null, boundary_points };
  return exported(modelOf(created('room', 'R1', room)), schema).file;
}

const NAMES = [
  { name: 'Studio' },
  { number: '12' },
  { number: null },
  { name: 'Studio', number: '12' },
  { name: 'Studio', number: null },
  { name: '12', number: 'Office' },
];

for (const schema of IFC_SCHEMAS) {
  for (const number of [null, '0.1']) {
    test.each(NAMES)(`a room with the number ${number} in ${schema} gets %j`, async (names) => {
      const read = await imported(fileOf(schema, number));
      const [room] = [...read.view.elementsOf('room')];
      expect(room?.params).toMatchObject({ name: 'Office', number });
      const view = read.view.apply([modifies(room, names)]);
      const made = returned(read, view);
      expect(made.not_expressible).toEqual([]);
      expect(differences(view, (await imported(made.file)).view)).toEqual([]);
    });
  }
}
