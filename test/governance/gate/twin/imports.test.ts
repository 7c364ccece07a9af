/** @module imports.test: what an agent does not see of an imported building changes no byte of its answers and files. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import { sampled } from '../../../sampled.ts';
import { CASES as CHANGES_AND_QUESTIONS, type Cases, type Targets } from './cases.ts';
import { CHECKS } from './check-cases.ts';
import {
  BRANCH,
  IMPORT_AGENTS,
  imported,
  type ImportTwin,
  OPEN,
  openImportTwin,
} from './import-twins.ts';
import { withoutChance } from './normalised.ts';

type Args = Readonly<Record<string, unknown>>;

let a: ImportTwin;
let b: ImportTwin;
beforeAll(async () => {
  [a, b] = [await openImportTwin('a'), await openImportTwin('b')];
});
afterAll(async () => {
  await a?.end();
  await b?.end();
});

/** Imports of the file again, in whole and in part, on branches of every kind, and of files that do not exist. */
const IMPORTS: Cases = () => [
  { path: 'imports/house.ifc' },
  { path: 'imports/house.ifc', as: 'design/again' },
  { path: 'imports/house.ifc', as: 'given/house' },
  { path: 'imports/house.ifc', as: 'design/part', only: { categories: ['Walls'] } },
  { path: 'imports/house.ifc', as: 'design/part', only: { levels: ['First'] } },
  { path: 'imports/none.ifc', as: 'design/none' },
  { path: 'imports/house.ifc', as: 'design/main', branch: 'main' },
];

/** Files and tables of the branch. */
const DOCUMENTS: Readonly<Record<string, Cases>> = {
  export_ifc: () => [
    { schema: 'IFC2X3' },
    { schema: 'IFC4' },
    { schema: 'IFC4X3', mode: 'new' },
    { mode: 'patch' },
    { mode: 'patch', schema: 'IFC2X3' },
    {},
  ],
  export_gltf: () => [{}],
  export_cobie: () => [{}],
  quantity_takeoff: () => [{}, { grouping: ['level'] }, { categories: ['Bodies', 'Walls'] }],
  generate_schedule: () =>
    ['Bodies', 'Walls', 'Rooms', 'Levels'].map((category) => ({ category, format: 'json' })),
  create_plan: (t) => [t.ids.ground, t.level].map((level_id) => ({ level_id })),
  create_elevation: () => [{ direction: 'south' }],
};

const CASES: Readonly<Record<string, Cases>> = {
  ...CHANGES_AND_QUESTIONS,
  ...CHECKS,
  ...DOCUMENTS,
  import_ifc: IMPORTS,
};

function targetsOf(twin: ImportTwin): Targets {
  const hidden = (kind: string): string => a.hidden.find((id) => id.startsWith(kind)) ?? '';
  return {
    ids: twin.ids,
    seen_event: 'none',
    level: hidden('level_'),
    wall: hidden('wall_'),
    door: hidden('door_'),
    column: hidden('column_'),
    floor: hidden('floor_'),
    event: 'none',
    branch: 'secret/a',
    runs: twin.runs,
    guessed: a.runs,
  };
}

/** The arguments of a case on the branch that an agent reads. */
function onBranch(agent: string, tool: string, args: Args): Args {
  const branch = agent === 'branch' ? OPEN : BRANCH;
  if (tool === 'get_operation') return args;
  if (tool !== 'preview_operation') return { branch, ...args };
  return { ...args, arguments: { branch, ...Object(args['arguments']) } };
}

/** An answer without chance; ids of imports have names. */
function shown(twin: ImportTwin, agent: string, args: Args, said: EnvelopeBody): string {
  // The agent that reads one branch only sees the same building, in whole, in both twins.
  const hidden = agent === 'branch' ? [] : twin.hidden;
  const text = withoutChance({ given: args, said, hidden }, Object.values(twin.ids));
  return Object.entries(twin.imports)
    .reduce((so_far, [name, id]) => so_far.replaceAll(id, `<${name}>`), text)
    .replaceAll(twin.folder, '<folder>');
}

async function answers(twin: ImportTwin, agent: string, tool: string): Promise<readonly string[]> {
  const all: string[] = [];
  const cases = CASES[tool]?.(targetsOf(twin)) ?? [];
  for (const made of sampled(cases, 3, IMPORT_AGENTS.indexOf(agent))) {
    const args = onBranch(agent, tool, made);
    const said = await twin.owner.other(agent).ask(tool, args);
    all.push(`${tool} ${shown(twin, agent, args, said)}`);
  }
  return all;
}

test('the visible part is the same in both twins, and the hidden one is not', () => {
  expect(b.ids).toEqual(a.ids);
  // Grids are on no level, and hidden in both twins.
  const only = a.hidden.filter((id) => !b.hidden.includes(id) && !id.startsWith('grid_'));
  expect(only.length).toBeGreaterThan(20);
  const listed = a.harness.gate.list(a.harness.principal).map(({ name }) => name);
  expect(Object.keys(CASES).filter((tool) => !listed.includes(tool))).toEqual([]);
});

describe.each(IMPORT_AGENTS)('for an agent that sees one %s', (agent) => {
  test.each(Object.keys(CASES))('%s has the same answers for both twins', async (tool) => {
    expect(await answers(b, agent, tool)).toEqual(await answers(a, agent, tool));
  });

  test('get_import counts what it sees, and knows no import on hidden branches', async () => {
    const said: string[][] = [];
    for (const twin of [a, b]) {
      const { given, open, secret } = twin.imports;
      const told: string[] = [];
      for (const import_id of [given, open, secret, 'import_none']) {
        const args = onBranch(agent, 'get_import', { import_id });
        const answer = await twin.owner.other(agent).ask('get_import', args);
        told.push(shown(twin, agent, {}, answer));
      }
      said.push(told);
    }
    expect(said[1]).toEqual(said[0]);
    const known = said[0]?.map((text) => text.includes('"success":true'));
    expect(known?.filter((one) => one)).toHaveLength(1);
  });

  test('new files have the same bytes', async () => {
    const digests: string[][] = [];
    for (const twin of [a, b]) {
      const own: string[] = [];
      for (const [tool, args] of [
        ['export_ifc', { schema: 'IFC2X3' }],
        ['export_ifc', { schema: 'IFC4' }],
        ['export_gltf', {}],
        ['export_cobie', {}],
      ] as const) {
        const asked = onBranch(agent, tool, { ...args, dry_run: false });
        const { data, error } = await twin.owner.other(agent).ask(tool, asked);
        expect([tool, error]).toEqual([tool, undefined]);
        own.push(sha256Hex(readFileSync(String(data['path']))));
      }
      digests.push(own);
    }
    expect(digests[1]).toEqual(digests[0]);
  });
});

test('most questions and exports of an agent that sees one storey are answered', async () => {
  for (const tool of ['get_element', 'query_elements', 'quantity_takeoff', 'move_element']) {
    const all = await answers(a, 'storey', tool);
    const done = all.filter((text) => text.includes('"success":true'));
    expect([tool, done.length * 4 > all.length]).toEqual([tool, true]);
  }
});

test('elements of a file that was also imported in part on a hidden branch have the same order', async () => {
  const path = 'imports/last.ifc';
  const only = { levels: ['First'] };
  await imported(a.owner, { path, as: 'secret/a/part', only });
  const orders: string[][] = [];
  for (const twin of [a, b]) {
    await imported(twin.owner, { path, as: 'open/last' });
    const asked = { branch: 'open/last', filter: {}, limit: 500 };
    const { data } = await twin.owner.other('branch').ask('query_elements', asked);
    const rows: unknown = data['elements'];
    orders.push(
      (Array.isArray(rows) ? rows : []).map((row: unknown) => String(Object(row).element_id)),
    );
  }
  expect(orders[0]?.length).toBeGreaterThan(20);
  expect(orders[1]).toEqual(orders[0]);
});

test('the owner sees the differences', async () => {
  const asked = { branch: BRANCH };
  const [of_a, of_b] = [
    await a.owner.ask('get_model_summary', asked),
    await b.owner.ask('get_model_summary', asked),
  ];
  expect(of_b.data).not.toEqual(of_a.data);
});
