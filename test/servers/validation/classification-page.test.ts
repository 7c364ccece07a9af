/** @module tests of docs/classification.md: its examples run one after another, with the results that the page states. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { quantityTakeoff } from '../../../servers/documentation/tools/quantity-takeoff.ts';
import { type IfcFiles, ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { dataCompletenessOf } from '../../../servers/validation/tools/data-completeness.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { openFiles } from '../files/full-readers.ts';
import { type ImportWorld, openImportWorld } from '../geometry/import-world.ts';

const PAGE = readFileSync(new URL('../../../docs/classification.md', import.meta.url), 'utf8');
/** Examples: the tool or file name after the language, and the text. */
const EXAMPLES = [
  ...PAGE.matchAll(/^```(?<language>json|csv) (?<of>\S+)\n(?<text>.*?)^```$/gmsu),
].map(({ groups }) => ({ of: groups?.['of'] ?? '', text: groups?.['text'] ?? '' }));
const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: ImportWorld;
let people: Approving;
beforeAll(async () => {
  const opened = (): IfcFiles => ifcFilesIn(openFiles(world.harness.artifacts));
  const files: IfcFiles = {
    pathOf: async (...given) => await opened().pathOf(...given),
    read: async (...given) => await opened().read(...given),
  };
  world = await openImportWorld([dataCompletenessOf(KINDS, files), quantityTakeoff]);
  people = await approving(world.harness, {});
  const layers = [{ material: 'Brick', thickness: 240 }];
  const wall = (name: string, y: number): object => ({
    tool: 'create_wall',
    arguments: { level_id: '$level', type_id: '$type', name, start: P(0, y), end: P(5000, y) },
  });
  await people.done('apply_changes', {
    operations: [
      {
        tool: 'create_level',
        arguments: { name: 'Ground', elevation: 0, height: 3000 },
        as: 'level',
      },
      { tool: 'create_type', arguments: { name: 'Brick 240', for: 'wall', layers }, as: 'type' },
      wall('South wall', 0),
      wall('North wall', 4000),
    ],
  });
});
afterAll(async () => await world.harness.close());

test('the examples of the page run with the stated results', async () => {
  const answers: Record<string, unknown> = {};
  for (const { of, text } of EXAMPLES) {
    if (of.endsWith('.csv')) {
      world.write(of, Buffer.from(text));
      continue;
    }
    const args: object = JSON.parse(text);
    const isCommand = of === 'set_properties';
    const answer = await people.ask(of, { ...args, ...(isCommand ? { dry_run: false } : {}) });
    expect([of, answer.success, answer.error ?? null]).toEqual([of, true, null]);
    answers[of] = answer.data;
  }
  expect(Object.keys(answers)).toEqual([
    'set_properties',
    'query_elements',
    'quantity_takeoff',
    'get_element',
    'data_completeness',
  ]);
  expect(answers['query_elements']).toMatchObject({
    elements: [{ name: 'North wall', 'classification.Uniclass 2015': 'EF_25_10' }],
  });
  expect(JSON.stringify(answers['quantity_takeoff'])).toMatch(/"331".*"341"/u);
  expect(answers['get_element']).toMatchObject({
    standard_sets: expect.arrayContaining([
      expect.objectContaining({
        set: 'Pset_WallCommon',
        definition: expect.stringMatching(/lexical\/Pset_WallCommon\.htm$/u),
      }),
    ]),
  });
  expect(answers['data_completeness']).toMatchObject({
    findings: [
      { check: 'dictionary.missing', parameter: 'Own.Finish' },
      { check: 'dictionary.missing', parameter: 'Pset_WallCommon.ThermalTransmittance' },
    ],
    dictionary: { used: [{ code: 'W-01', name: 'Outer wall', elements: 1 }] },
  });
});

test('a lost code needs an approval', async () => {
  const [element_ids, set] = [['@South wall'], 'classification'];
  const call = { element_ids, set, properties: { 'House list': null }, dry_run: false };
  const { error } = await people.ask('set_properties', call);
  expect(error).toMatchObject({ name: 'APPROVAL_PENDING' });
  expect(JSON.stringify(error)).toContain('"parameter":"classification.House list","was":"W-01"');
});
