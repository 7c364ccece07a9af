/** @module tests of the warnings about imported buildings: those of an edit name what it changes, those of an import no faults of the file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { publicFile } from '../../public-files.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

const NOTE =
  'faults that the file already has are not listed here: validate_constraints and clash_detection find them afterwards';

/** Three walls that overlap, with a window in the third one behind the second. */
function faultyFile(): Buffer {
  const wall = (name: string, y: number): PlannedEvent =>
    created('wall', `made_${name}`, {
      level_id: 'L1',
      name,
      start: { x: 0, y },
      end: { x: 5000, y },
      thickness: 300,
    });
  const model = modelOf(
    wall('W1', 0),
    wall('W2', 100),
    wall('W3', 200),
    created('window', 'made_N1', { host_id: 'made_W3', offset: 2000, name: 'N1' }),
  );
  return exported(model, 'IFC4', 'faulty').file;
}

const merged = (warnings: readonly string[]): readonly string[] =>
  warnings.filter((one) => one.startsWith('the building of '));

const Row = z.looseObject({ element_id: z.string() });
const Rows = z.looseObject({ elements: z.tuple([Row], Row) });

const isNews = (warning: string): boolean => !warning.startsWith('the preview is cut');

describe('the preview of an import', () => {
  let world: ImportWorld;
  let people: Approving;
  beforeAll(async () => {
    world = await openImportWorld();
    people = await approving(world.harness, {});
    world.write('faulty.ifc', faultyFile());
  });
  afterAll(async () => await world.harness.close());

  test.each([{}, { as: 'given' }])('lists no faults of the file: %j', async (to) => {
    const { warnings, error } = await people.ask('import_ifc', { path: 'faulty.ifc', ...to });
    expect(error).toBe(undefined);
    expect(warnings.filter(isNews)).toEqual([NOTE]);
  });

  test('does not say so of a reference model', async () => {
    const shown = await people.ask('import_ifc', { path: 'faulty.ifc', reference: true });
    expect(shown.warnings.filter(isNews)).toEqual([]);
  });

  test('an edit afterwards warns of the overlap that it makes', async () => {
    const args = { path: 'faulty.ifc', as: 'edited' };
    await people.decide(await people.held('import_ifc', args));
    const { data } = await people.ask('query_elements', {
      branch: 'edited',
      filter: { categories: ['Levels'], where: [{ field: 'elevation', op: 'eq', value: 0 }] },
    });
    const [{ element_id: level_id }] = Rows.parse(data).elements;
    const { warnings } = await people.ask('create_wall', {
      branch: 'edited',
      level_id,
      start: { x: 1000, y: 50 },
      end: { x: 2000, y: 50 },
    });
    expect(warnings.filter((one) => one.includes(' lies on wall '))).toHaveLength(3);
    expect(warnings).not.toContain(NOTE);
  });

  test('a merge says that it adds the building to another one', async () => {
    await people.done('create_branch', { name: 'mine' });
    const alone = await people.ask('merge_branch', { source: 'edited', target: 'mine' });
    expect([alone.error, merged(alone.warnings)]).toEqual([undefined, []]);
    await people.done('create_level', { name: 'Mine', elevation: 90_000, branch: 'mine' });
    const both = await people.ask('merge_branch', { source: 'edited', target: 'mine' });
    expect([both.error, merged(both.warnings)]).toEqual([
      undefined,
      [
        'the building of `faulty.ifc` (7 elements) is added to branch `mine`, which has 1 element of its own',
      ],
    ]);
  });
});

const FZK = publicFile('ifc-real/cases/AC20-FZK-Haus.ifc');

describe.skipIf(FZK === null)('edits of a public house', () => {
  let world: ImportWorld;
  let people: Approving;
  beforeAll(async () => {
    world = await openImportWorld();
    people = await approving(world.harness, {});
    world.write('house.ifc', FZK ?? Buffer.alloc(0));
    await people.decide(await people.held('import_ifc', { path: 'house.ifc' }));
  });
  afterAll(async () => await world.harness.close());

  test.each([
    ['move_element', { element_id: '@Wand-Int-ERDG-4', delta: { x: 0, y: 200, z: 0 } }, 4],
    ['move_element', { element_id: '@Wand-Ext-ERDG-1', delta: { x: 0, y: -300, z: 0 } }, 5],
    ['delete_elements', { element_ids: ['@EG-Fenster-6'] }, 0],
  ] as const)('%s %j has at most %d warnings', async (tool, args, most) => {
    const { warnings, error }: EnvelopeBody = await people.ask(tool, args);
    expect(error).toBe(undefined);
    expect(warnings.length).toBeLessThanOrEqual(most);
  });

  test('modify_parameter of a width warns of the appearance that ends, and of nothing else', async () => {
    const { warnings, error }: EnvelopeBody = await people.ask('modify_parameter', {
      element_id: '@Innentuer-1',
      parameter_name: 'width',
      value: 1000,
    });
    expect(error).toBe(undefined);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the appearance of the file ends for `\w+`: it was made for another `width`; pictures and files show the own body of the element$/u,
      ),
    ]);
  });
});
