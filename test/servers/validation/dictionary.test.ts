/** @module tests of data_completeness with a dictionary: codes and properties of classified elements, and refusals. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { type IfcFiles, ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { dataCompletenessOf } from '../../../servers/validation/tools/data-completeness.ts';
import { getValidationRun } from '../../../servers/validation/tools/get-validation-run.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { openFiles } from '../files/full-readers.ts';
import { type ImportWorld, openImportWorld } from '../geometry/import-world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const LIST = `Dictionary,Version,ClassCode,ClassName,PropertySet,PropertyName,DataType,Unit,AllowedValues,IsRequired
House list,3,W-01,Outer wall,Own,Finish,String,,plaster|brick,true
House list,3,W-01,,Own,Cost,Integer,EUR,,true
House list,3,W-01,,Pset_WallCommon,Reference,String,,,false
House list,3,W-02,Inner wall,,,,,,
`;
const WIDE = {
  requires_approval: [],
  max_elements_per_operation: 100,
  max_operations_per_session: 1000,
};

let world: ImportWorld;
let people: Approving;
const walls: string[] = [];
beforeAll(async () => {
  const opened = (): IfcFiles => ifcFilesIn(openFiles(world.harness.artifacts));
  const files: IfcFiles = {
    pathOf: async (...given) => await opened().pathOf(...given),
    read: async (...given) => await opened().read(...given),
  };
  world = await openImportWorld([dataCompletenessOf(KINDS, files), getValidationRun]);
  people = await approving(world.harness, {
    doors: { ...WIDE, permissions: { READ: { categories: ['Doors'] } } },
    ann: { ...WIDE, permissions: { READ: { categories: ['Walls'] } } },
    ben: { ...WIDE, permissions: { READ: { categories: ['Walls'] } } },
  });
  const made = async (tool: string, args: object): Promise<string> => {
    const { data } = await people.done(tool, { ...args, dry_run: false });
    const { id } = z.looseObject({ id: z.string() }).parse({ id: Object.values(data ?? {})[0] });
    return id;
  };
  const level_id = await made('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  for (const y of [0, 4000, 8000]) {
    walls.push(await made('create_wall', { level_id, start: P(0, y), end: P(5000, y) }));
  }
  const give = async (id: string | undefined, set: string, properties: object): Promise<unknown> =>
    await people.done('set_properties', { element_ids: [id], set, properties, dry_run: false });
  await give(walls[0], 'classification', { 'House list': 'W-01' });
  await give(walls[0], 'Own', { Finish: 'paint', Cost: 12.5 });
  await give(walls[1], 'classification', { 'house-list': 'W-021' });
  world.write('list.csv', Buffer.from(LIST));
  world.write('broken.csv', Buffer.from('ClassCode,Property\nA,x'));
});
afterAll(async () => await world.harness.close());

const ask = async (args: object, by: Pick<Approving, 'ask'> = people): Promise<EnvelopeBody> =>
  await by.ask('data_completeness', { ...args });

test('finds unknown codes, missing properties, and values of another type or enumeration', async () => {
  const { data } = await ask({ dictionary: 'list.csv' });
  expect(data).toMatchObject({
    status: 'missing',
    elements: 2,
    complete_elements: 0,
    dictionary: {
      system: 'House list',
      edition: '3',
      classes: 2,
      used: [
        { code: 'W-01', name: 'Outer wall', known: true, elements: 1 },
        { code: 'W-021', name: null, known: false, elements: 1 },
      ],
    },
  });
  const Findings = z.looseObject({
    findings: z.array(z.looseObject({ check: z.string(), message: z.string() })),
  });
  const found = Findings.parse(data).findings.map(({ check, message }) => `${check}: ${message}`);
  expect(found.toSorted()).toEqual([
    `dictionary.type: \`Own.Cost\` of wall \`${walls[0]}\` of class \`W-01\` is \`12.5\`, expected an integer in EUR`,
    `dictionary.unknown_class: wall \`${walls[1]}\` has the code \`W-021\`, which House list lacks, expected for example \`W-01\``,
    `dictionary.value: \`Own.Finish\` of wall \`${walls[0]}\` of class \`W-01\` is \`paint\`, expected one of plaster, brick`,
  ]);
});

test('checks required parameters in the same run, and compares it with the next one', async () => {
  const both = { dictionary: 'list.csv', required_params: ['name'] };
  const first = await ask(both);
  expect(first.data).toMatchObject({ counts: { error: 3 }, parameters: { name: {} } });
  const properties = { Finish: 'brick', Cost: 12 };
  const call = { element_ids: [walls[0]], set: 'Own', properties, dry_run: false };
  await people.done('set_properties', call);
  const second = await ask(both);
  expect(second.data).toMatchObject({ counts: { error: 1 }, resolved_count: 2 });
});

test('finds required properties without a value', async () => {
  const properties = { 'House list': 'W-01' };
  const call = { element_ids: [walls[2]], set: 'classification', properties, dry_run: false };
  await people.done('set_properties', call);
  const { data } = await ask({ dictionary: 'list.csv', element_ids: [walls[2]] });
  const [check, code] = ['dictionary.missing', 'W-01'];
  expect(data).toMatchObject({
    findings: [
      { check, code, parameter: 'Own.Finish', expected: 'one of plaster, brick', found: null },
      { check, code, parameter: 'Own.Cost', expected: 'an integer in EUR', found: null },
    ],
  });
});

test('examines nothing that a caller with a restricted READ does not see', async () => {
  const { data } = await ask({ dictionary: 'list.csv' }, people.other('doors'));
  expect(data).toMatchObject({ status: 'nothing_to_check', elements: 0, findings: [] });
  expect(JSON.stringify(data)).not.toContain('W-0');
});

test('shows a run with its dictionary to no other agent that may not read everything', async () => {
  const [ann, ben] = [people.other('ann'), people.other('ben')];
  const runOf = async (args: object): Promise<EnvelopeBody> => {
    const { data } = await ask(args, ann);
    const { validation_run_id } = z.looseObject({ validation_run_id: z.string() }).parse(data);
    return await ben.ask('get_validation_run', { validation_run_id });
  };
  expect(await runOf({ required_params: ['name'] })).toMatchObject({ success: true });
  const refused = await runOf({ dictionary: 'list.csv' });
  expect(refused).toMatchObject({ success: false, error: { name: 'RUN_NOT_FOUND' } });
  expect(JSON.stringify(refused)).not.toContain('W-0');
});

test.each([
  [{}, 'expected `required_params`, `dictionary` or both'],
  [{ dictionary: 'broken.csv' }, '`broken.csv` is no data dictionary: line 2 has a property'],
  [{ dictionary: '../list.csv' }, '..'],
  [{ dictionary: 'none.csv' }, 'none.csv'],
])('refuses %j', async (args, message) => {
  const refused = await ask(args);
  expect(refused).toMatchObject({ success: false, error: { name: 'INVALID_ARGUMENT' } });
  expect(JSON.stringify(refused)).toContain(message);
});
