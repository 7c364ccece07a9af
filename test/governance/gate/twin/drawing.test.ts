/** @module drawing.test: hidden elements change no byte of what an agent draws, counts and exports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../../governance/access/principal.ts';
import { ResourceRefused } from '../../../../governance/gate/resources/governed-resources.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import { sampled } from '../../../sampled.ts';
import { ASKED, runIn } from './annex.ts';
import { BUILDING_SERVERS } from './building-servers.ts';
import { DRAWING_CASES, PAINTED, WRITTEN, type DrawingTargets } from './drawing-cases.ts';
import { openDrawingTwin, type DrawingTwin } from './drawing-twins.ts';
import { withoutChance } from './normalised.ts';
import { AGENTS, hiddenFrom } from './twins.ts';

type Args = Readonly<Record<string, unknown>>;
type Own = DrawingTargets['own'];

let a: DrawingTwin;
let b: DrawingTwin;
/** Views, runs and files that agents made for themselves in each twin. */
const own = new Map<DrawingTwin, Map<string, Own>>();

const on = (agent: string): Args => (agent === 'designer' ? { branch: 'design/a' } : {});

async function called(
  twin: DrawingTwin,
  agent: string,
  tool: string,
  args: Args,
): Promise<{ readonly envelope: EnvelopeBody; readonly pictures: readonly string[] }> {
  const { envelope, content } = await twin.harness.gate.call(
    connectionOf(twin.owner.other(agent).principal),
    {
      tool,
      arguments: { ...args, ...on(agent), reasoning: 'a test' },
      signal: new AbortController().signal,
      progress: () => {},
    },
  );
  const pictures = content
    .filter(({ type }) => type === 'image' || !tool.startsWith('render_'))
    .map((block) => sha256Hex(new TextEncoder().encode(JSON.stringify(block))));
  return { envelope, pictures };
}

async function made(twin: DrawingTwin, agent: string, tool: string, args: Args): Promise<string> {
  const { envelope } = await called(twin, agent, tool, args);
  const { data, success, error } = envelope;
  if (!success) throw new Error(`${agent} ${tool}: ${JSON.stringify(error)}`);
  return String(data['view_id'] ?? data['sheet_id']);
}

/** The two agents with the most different views: one sees some levels completely, the other elements of all levels whose walls are hidden. */
const DRAWING_AGENTS = ['levels', 'doors'] as const;

/** A section, a sheet with it, a run and its first finding. */
async function ownOf(twin: DrawingTwin, agent: string): Promise<Own> {
  const cut_plane = { origin: { x: 4000, y: 23_000, z: 0 }, normal: { x: 1, y: 0 } };
  const view = await made(twin, agent, 'create_section', { cut_plane, dry_run: false });
  const sheet = await made(twin, agent, 'create_sheet', { views: [view], dry_run: false });
  const checked = await called(twin, agent, 'clash_detection', { ...ASKED['clash_detection'] });
  const { run, findings } = runIn(checked.envelope);
  return { view, sheet, run, finding: findings[0]?.id ?? 'none' };
}

beforeAll(async () => {
  [a, b] = [await openDrawingTwin('a'), await openDrawingTwin('b')];
  for (const twin of [a, b]) {
    const each = new Map<string, Own>();
    for (const agent of DRAWING_AGENTS) each.set(agent, await ownOf(twin, agent));
    own.set(twin, each);
  }
});
afterAll(async () => {
  await a.end();
  await b.end();
});

function targetsOf(twin: DrawingTwin, agent: string): DrawingTargets {
  const [level = '', wall = ''] = a.hidden;
  return {
    ids: twin.ids,
    level,
    wall,
    views: twin.views,
    runs: twin.runs,
    guessed: a.views,
    guessed_runs: a.runs,
    own: own.get(twin)?.get(agent) ?? { view: '', sheet: '', run: '', finding: '' },
  };
}

/** Answers with names in place of view ids, which are new in each twin. */
function shown(twin: DrawingTwin, agent: string, given: object, said: object): string {
  const text = withoutChance({ given, said, hidden: hiddenFrom(agent, twin) }, [
    ...Object.values(twin.ids),
    ...Object.values(twin.views),
    ...Object.values(own.get(twin)?.get(agent) ?? {}),
  ]);
  const names = [
    ...Object.entries(a.views),
    ...Object.entries(twin.views),
    ...Object.entries(own.get(twin)?.get(agent) ?? {}),
  ];
  return names
    .reduce((so_far, [name, id]) => so_far.replaceAll(id, `<${name}>`), text)
    .replaceAll(twin.folder, '<folder>');
}

/** The answers of the first twin: requested once, compared with the other twin and counted. */
const ANSWERED = new Map<string, readonly string[]>();

async function answers(twin: DrawingTwin, agent: string, tool: string): Promise<readonly string[]> {
  const known = twin === a ? ANSWERED.get(`${agent} ${tool}`) : undefined;
  if (known !== undefined) return known;
  const all: string[] = [];
  const cases = DRAWING_CASES[tool]?.(targetsOf(twin, agent)) ?? [];
  for (const args of sampled(cases, 3, AGENTS.indexOf(agent))) {
    const said = await called(twin, agent, tool, args);
    all.push(`${tool} ${shown(twin, agent, args, args)}\n${shown(twin, agent, args, said)}`);
  }
  if (twin === a) ANSWERED.set(`${agent} ${tool}`, all);
  return all;
}

test('every tool of the documentation server has cases', () => {
  const others = BUILDING_SERVERS.tools.map(({ name }) => name);
  const listed = a.harness.gate.list(a.harness.principal).map(({ name }) => name);
  const drawing = listed.filter((name) => !others.includes(name) && !SHARED.has(name));
  expect(Object.keys(DRAWING_CASES).toSorted()).toEqual([...drawing, 'check_ifc'].toSorted());
  expect(b.ids).toEqual(a.ids);
});

test('the owner sees all topics, and the agents those whose elements they all see', async () => {
  const listed = async (twin: DrawingTwin, agent: string | null): Promise<readonly string[]> => {
    const voice = agent === null ? twin.owner : twin.owner.other(agent);
    const { data } = await voice.ask('list_topics', {});
    const rows: unknown = data['topics'];
    return Array.isArray(rows) ? rows.map((row: unknown) => String(Object(row).title)) : [];
  };
  expect(await listed(a, null)).toHaveLength(a.topics);
  expect(await listed(b, null)).toHaveLength(b.topics);
  for (const twin of [a, b]) {
    expect(await listed(twin, 'levels')).toEqual(['topic about seen']);
    expect(await listed(twin, 'region')).toEqual(['topic about seen']);
    expect(await listed(twin, 'doors')).toEqual([]);
  }
});

/** The tools that every server has; the other test has their cases. */
const SHARED = new Set(['get_operation', 'preview_operation', 'apply_changes']);

/** An agent with level names instead of ids sees the same, so one case for everything is enough. */
const OF_NAMED = ['create_plan', 'generate_schedule', 'export_ifc'];

function toolsOf(agent: string): readonly string[] {
  if (agent === 'named') return OF_NAMED;
  const draws = DRAWING_AGENTS.some((one) => one === agent);
  return Object.keys(DRAWING_CASES).filter((tool) => draws || !PAINTED.includes(tool));
}

describe.each(AGENTS)('for an agent that sees %s', (agent) => {
  test.each(toolsOf(agent))('%s has the same answers for both twins', async (tool) => {
    expect(await answers(b, agent, tool)).toEqual(await answers(a, agent, tool));
  });
});

test('most cases are answered', async () => {
  for (const tool of ['generate_schedule', 'export_ifc', 'quantity_takeoff']) {
    const all = await answers(a, 'region', tool);
    expect([tool, all.filter((text) => text.includes('"success":true')).length * 2]).toEqual([
      tool,
      expect.toSatisfy((twice: number) => twice > all.length),
    ]);
  }
});

test('files of the owner contain the hidden elements', () => {
  for (const [name, word] of [
    ['shared/house.ifc', 'IFCBEAM('],
    ['shared/walls.json', '"element_id"'],
  ] as const) {
    const [of_a = 0, of_b = 0] = [a, b].map(
      ({ folder }) => readFileSync(join(folder, name), 'utf8').split(word).length,
    );
    expect([name, of_b]).not.toEqual([name, 1]);
    expect([name, of_a > of_b]).toEqual([name, true]);
  }
});

describe.each(DRAWING_AGENTS)('files of an agent that sees %s', (agent) => {
  test('answers, and the files that an agent lists and reads, have the same bytes in both twins', async () => {
    const told: string[][] = [];
    for (const twin of [a, b]) {
      const said: string[] = [];
      for (const [tool, cases] of Object.entries(WRITTEN)) {
        for (const args of cases) {
          const { envelope } = await called(twin, agent, tool, { ...args, dry_run: false });
          expect([tool, envelope.error]).toEqual([tool, undefined]);
          const { artifact, path } = envelope.data;
          expect(artifact).toMatch(/^parts\/[^/]+\//);
          said.push(shown(twin, agent, args, envelope), sha256Hex(readFileSync(String(path))));
          if (tool === 'export_ifc') said.push(await ifcAnswers(twin, agent, String(artifact)));
        }
      }
      said.push(...(await resourcesTo(twin, agent)));
      told.push(said);
    }
    expect(told[1]).toEqual(told[0]);
  });
});

/** Answers about an agent's own IFC file; about other files the answers are the same whether or not a file exists. */
async function ifcAnswers(twin: DrawingTwin, agent: string, path: string): Promise<string> {
  const { envelope } = await called(twin, agent, 'check_ifc', { path });
  expect([path, envelope.error]).toEqual([path, undefined]);
  // An export of a part breaks no rule. Only a site with a known place gives a file a coordinate reference system.
  const failed = JSON.stringify(envelope.data['failed']).match(/"rule_id":"\w+"/gu) ?? [];
  expect([path, failed.filter((one) => !one.includes('GRF003'))]).toEqual([path, []]);
  const run = { validation_run_id: envelope.data['validation_run_id'] };
  const again = await called(twin, agent, 'get_validation_run', run);
  const issues = await called(twin, agent, 'export_bcf', { ...run, dry_run: false });
  for (const other of [again, issues]) {
    expect([path, other.envelope.error]).toEqual([path, undefined]);
  }
  const bytes = readFileSync(join(twin.folder, String(issues.envelope.data['artifact'])));
  const history = await called(twin, agent, 'get_history', { limit: 5 });
  for (const name of ['shared/house.ifc', 'shared/none.ifc']) {
    const other = await called(twin, agent, 'check_ifc', { path: name });
    expect(other.envelope.error).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: `there is no file \`${name}\` below \`artifacts/\` that you may read`,
    });
  }
  const said = [envelope, again.envelope, issues.envelope, history.envelope, sha256Hex(bytes)];
  return shown(twin, agent, { path }, said);
}

/** What an agent lists and reads, and answers about files of the owner, in both twins and in one. */
async function resourcesTo(twin: DrawingTwin, agent: string): Promise<readonly string[]> {
  const { principal } = twin.owner.other(agent);
  const from = connectionOf(principal);
  const { listed } = await twin.resources.list(from);
  expect(listed.length).toBeGreaterThan(3);
  const said = [shown(twin, agent, {}, listed)];
  const names = ['shared/house.ifc', 'secret/vault.glb', 'secret/none.glb', 'secret'];
  const uris = [
    ...listed.map(({ uri }) => uri),
    ...names.map((name) => `plumbline://artifacts/${name}`),
    `file://${join(twin.folder, 'secret/vault.glb')}`,
  ];
  for (const uri of uris) {
    const read = await twin.resources.read(from, uri).catch((error: unknown) => {
      if (error instanceof ResourceRefused) return error.envelope;
      throw error;
    });
    const text = shown(twin, agent, { uri }, read);
    if (names.some((name) => uri.endsWith(name)) && !text.includes('INVALID_ARGUMENT')) {
      throw new Error(`\`${agent}\` reads \`${uri}\``);
    }
    said.push(text);
  }
  return said;
}
