/** @module tests of rooms that begin above or below their storey: written to IFC, and read back. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
} from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { quantitiesOf, type Values } from './quantities-in.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

const P = (x: number, y: number) => ({ x, y });
const CORNERS = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
const INSIDE = [P(100, 100), P(5900, 100), P(5900, 3900), P(100, 3900)];

/** A room between walls, over and under a floor, on a level that is lower than all of them by `by` mm. */
function house(by: number, level_id = 'G', elevation = 20_000 - by): readonly PlannedEvent[] {
  const slab = { level_id, boundary_points: CORNERS, thickness: 200 };
  return [
    created('level', level_id, { name: 'G', elevation, height: 3000 }),
    ...CORNERS.map((start, i) =>
      created('wall', `w${i}`, {
        level_id,
        start,
        end: CORNERS[(i + 1) % 4] ?? start,
        base_offset: by,
        height: 2800,
      }),
    ),
    created('door', 'd', { host_id: 'w0', offset: 2000, width: 900, height: 2100 }),
    created('floor', 'f', { ...slab, top_offset: by }),
    created('floor', 'c', { ...slab, top_offset: by + 3000 }),
    created('room', 'r', {
      level_id,
      boundary_points: INSIDE,
      height: 2800,
      ...(by === 0 ? {} : { base_offset: by }),
    }),
  ];
}

/** Numbers of lines of the entities whose name contains a word. */
function countOf(text: string, word: string): number {
  return [...text.matchAll(/=(IFC\w+)\(/gu)].filter(([, name]) => name?.includes(word)).length;
}

async function readBack(view: ModelView, schema: IfcSchemaName): Promise<unknown> {
  const { model } = await openIfc(Buffer.from(exported(view, schema).file));
  const { products } = recognise(model, 'lineage', await loadKernels());
  const found = products.find(({ product }) => product.guid === ifcGuid('r'));
  expect([found?.outcome, found?.reason]).toEqual(['parametric', null]);
  return found?.element?.params;
}

test.each(IFC_SCHEMAS)('readers see a raised room where the model has it, in %s', (schema) => {
  for (const by of [150, -1400]) {
    const view = modelOf(...house(by));
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    const box = readWithWebIfc(made.file).bodies.get(ifcGuid('r'))?.box;
    expect([box?.min.z, box?.max.z]).toEqual([
      expect.closeTo(20_000, 3),
      expect.closeTo(22_800, 3),
    ]);
  }
});

test.each(IFC_SCHEMAS)('a raised room has the same quantities and boundaries, in %s', (schema) => {
  const [plain, ...raised] = [0, 150, -1400].map((by) => house(by));
  const spaceIn = (events: readonly PlannedEvent[]): readonly Values[] =>
    quantitiesOf('IFCSPACE', events, schema);
  const boundsIn = (events: readonly PlannedEvent[]): number =>
    countOf(exported(modelOf(...events), schema).text, 'RELSPACEBOUNDARY');
  expect(boundsIn(plain ?? [])).toBeGreaterThan(6);
  for (const events of raised) {
    expect(spaceIn(events)).toEqual(spaceIn(plain ?? []));
    expect(boundsIn(events)).toBe(boundsIn(plain ?? []));
  }
});

test.each(IFC_SCHEMAS)('a raised room is read back with its offset, in %s', async (schema) => {
  for (const by of [150, -1400, 0.6, 0]) {
    const params = await readBack(modelOf(...house(by)), schema);
    const own = by === 0 ? {} : { base_offset: by };
    expect(params).toMatchObject({ ...own, boundary_points: INSIDE, height: 2800 });
    expect(Object.keys(params ?? {}).includes('base_offset')).toBe(by !== 0);
  }
});
