/** @module tests of `joined` in quantity_takeoff over a gate: volumes computed by hand, notes and refusals. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { quantityTakeoff } from '../../../servers/documentation/tools/quantity-takeoff.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { type ImportWorld, openImportWorld } from '../geometry/import-world.ts';

let world: ImportWorld;
let people: Approving;
beforeAll(async () => {
  world = await openImportWorld([quantityTakeoff]);
  people = await approving(world.harness, {});
  await people.done('run_script', {
    script: [
      'type wall "Cavity" layers "Brick" 100mm finish, "PIR" 100mm insulation, "Block" 150mm structure as cav',
      'type floor "Deck" layers "Screed" 60mm finish, "Concrete" 200mm structure as deck',
      'level "Ground" at 0 height 3 as g',
      'level "First" at 3 height 3 as f',
      // The brick is at x = 0.
      'wall (0, 0) to (0, 8) of $cav height 3 line left side left on $g',
      'floor (0, 0) (6, 0) (6, 8) (0, 8) of $deck on $f',
    ].join('\n'),
  });
});
afterAll(async () => await world.harness.close());

const Row = z.looseObject({ material: z.string(), volume_m3: z.number() });
const Answer = z.looseObject({
  table: z.looseObject({
    groups: z.array(z.looseObject({ rows: z.array(Row) })),
    notes: z.array(z.string()),
  }),
});

/** Net volumes by material, m³, and the notes of the table. */
async function tookOff(args: object): Promise<{
  readonly volumes: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}> {
  const { data } = await people.ask('quantity_takeoff', { grouping: ['material'], ...args });
  const { groups, notes } = Answer.parse(data).table;
  const rows = groups.flatMap(({ rows: own }) => own);
  return {
    volumes: Object.fromEntries(rows.map(({ material, volume_m3 }) => [material, volume_m3])),
    notes,
  };
}

test('a take-off counts overlaps twice, and once if it is joined', async () => {
  const twice = await tookOff({});
  expect(twice.volumes).toEqual({
    Brick: 2.4,
    PIR: 2.4,
    Block: 3.6,
    Screed: 2.88,
    Concrete: 9.6,
  });
  const once = await tookOff({ joined: true });
  expect(once.volumes).toEqual({
    Brick: 8 * 0.1 * 2.74,
    PIR: 2.24,
    Block: 3.36,
    // Not where insulation and blocks go through it.
    Screed: 2.76,
    Concrete: 9.6,
  });
  expect(await tookOff({ joined: false })).toEqual(twice);
  expect(once.notes.filter((note) => !twice.notes.includes(note))).toEqual([
    'joined: where walls, floors and roofs overlap, net volumes count the space once: for structure before insulation, membranes, air and finishes',
  ]);
});

test('elements of other categories are joined as well, and groups without material', async () => {
  const { data } = await people.ask('quantity_takeoff', {
    categories: ['Walls'],
    grouping: ['level'],
    joined: true,
  });
  expect(JSON.stringify(data)).toContain('"volume_m3":7.792');
});

test('the example of the page runs', async () => {
  const page = readFileSync(new URL('../../../docs/schedules.md', import.meta.url), 'utf8');
  const example = /^```json quantity_takeoff\n(?<text>[^`]*"joined"[^`]*)```$/mu.exec(page);
  const { volumes } = await tookOff(JSON.parse(example?.groups?.['text'] ?? ''));
  expect(volumes['Block']).toBe(3.36);
});

test('rules do not take it', async () => {
  const { error } = await people.ask('quantity_takeoff', { rules: 'ifc', joined: true });
  expect(error).toMatchObject({
    name: 'INVALID_ARGUMENT',
    message: expect.stringContaining('expected `joined` without `rules`'),
  });
});
