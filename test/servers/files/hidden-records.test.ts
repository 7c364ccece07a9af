/**
 * @module hidden-records.test: records of runs, log positions and ids reveal nothing about the work of other agents.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { runsOfTool } from '../../../schemas/events.ts';
import { Gates } from '../../../servers/world/gates.ts';
import type { ServerName } from '../../../servers/world/servers.ts';
import { okHere } from '../../e2e/connect.ts';
import { openFileWorld, type FileWorld, type Reader } from './file-world.ts';

type Args = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

let made: FileWorld;
let gates: Gates;
beforeAll(async () => {
  made = await openFileWorld();
  gates = new Gates(made.world, { toolsets: ['all'], readOnly: false });
});
afterAll(async () => {
  await made.close();
});

/** The data of a call to one server. */
async function on(server: ServerName, reader: Reader, tool: string, args: Args): Promise<Row> {
  await made.world.gates.directory.refresh();
  const gate = await gates.open(server);
  const { envelope } = await gate.call(connectionOf(made.principal(reader)), {
    tool,
    arguments: { reasoning: 'a test', ...args },
    signal: new AbortController().signal,
    progress: () => {},
  });
  return { ...envelope.data, ...(envelope.error === undefined ? {} : { error: envelope.error }) };
}

function rowsIn(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) throw new Error(`expected rows, received ${JSON.stringify(value)}`);
  return value.map((row: unknown): Row => Object(row));
}

async function historyOf(reader: Reader, args: Args = {}): Promise<readonly Row[]> {
  return rowsIn((await made.done(reader, 'get_history', { limit: 500, ...args }))['events']);
}

async function grant(name: Reader, permissions: object): Promise<void> {
  const file = join(made.workspace.dir, `${name}.json`);
  writeFileSync(file, JSON.stringify({ permissions }));
  await okHere(made.workspace.dir, 'agent', 'grant', name, '--permissions', file);
}

const OF_RUNS = ['tool.run', 'run.begun', 'experiment.run', 'validation.run'];

describe('get_history', () => {
  let others: ReadonlySet<unknown>;
  beforeAll(async () => {
    await made.done('owner', 'code_js', { code: '1', reasoning: 'the reason of the owner' });
    await made.done('owner', 'run_scenario', { agent: 'honest', scenario: 'basic', steps: 3 });
    await made.done('owner', 'validate_constraints', {});
    const whole = await historyOf('whole');
    const runs = whole.filter(({ type }) => OF_RUNS.includes(String(type)));
    others = new Set(runs.map(({ event_id }) => event_id));
  });

  test('shows an agent with an unrestricted READ the runs of all agents', async () => {
    const types = (await historyOf('whole')).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(OF_RUNS));
  });

  for (const reader of ['level', 'region', 'walls'] as const) {
    test(`shows \`${reader}\` its own runs and no runs of others`, async () => {
      await made.done(reader, 'code_js', { code: '2' });
      await made.done(reader, 'validate_constraints', {});
      const events = await historyOf(reader);
      expect(events.filter(({ event_id }) => others.has(event_id))).toEqual([]);
      const { agent_id } = made.principal(reader);
      const runs = events.filter(({ type }) => OF_RUNS.includes(String(type)));
      expect(new Set(runs.map(({ type }) => type))).toEqual(
        new Set(['tool.run', 'run.begun', 'validation.run']),
      );
      const of_tools = runs.filter(({ type }) => type !== 'validation.run');
      expect(new Set(of_tools.map((event) => event['agent_id']))).toEqual(new Set([agent_id]));
      expect(JSON.stringify(events)).not.toContain('the reason of the owner');
    });
  }

  test('hides a run that its agent made with an earlier READ scope', async () => {
    await grant('region', { READ: { categories: ['Walls'] }, CREATE: {} });
    await made.done('region', 'code_js', { code: '3' });
    const run = (await historyOf('region')).find(({ type }) => type === 'tool.run');
    await grant('region', { READ: { categories: ['Levels'] }, CREATE: {} });
    const ids = (await historyOf('region')).map(({ event_id }) => event_id);
    expect(run?.['event_id']).toBeDefined();
    expect(ids).not.toContain(run?.['event_id']);
  });

  test('shows an agent that may read only main no runs of others', async () => {
    await grant('branch', { READ: { branch_patterns: ['main'] }, CREATE: {} });
    const events = await historyOf('branch');
    expect(events.filter(({ event_id }) => others.has(event_id))).toEqual([]);
    const [hidden] = others;
    for (const server of ['geometry', 'mpt'] as const) {
      const answer = await on(server, 'branch', 'get_operation', { operation_id: hidden });
      expect(answer['error']).toMatchObject({ name: 'OPERATION_NOT_FOUND' });
    }
  });
});

describe('get_operation', () => {
  test('answers a restricted agent the same on every server, without log positions', async () => {
    const { event_id } = await made.call('walls', 'create_level', { name: 'Own', elevation: 9000 });
    const request = { operation_id: event_id };
    const geometry = await on('geometry', 'walls', 'get_operation', request);
    expect(rowsIn(geometry['events']).map(({ seq }) => seq)).toEqual([null]);
    for (const server of ['mpt', 'pseudo-axion', 'spatial'] as const) {
      expect(await on(server, 'walls', 'get_operation', request)).toEqual(geometry);
    }
  });

  test('hides on the mpt server elements that its agent may no longer see', async () => {
    await grant('walls', { READ: { categories: ['Walls', 'Levels'] }, CREATE: {} });
    const { event_id, data } = await made.call('walls', 'create_level', {
      name: 'Seen once',
      elevation: 12_000,
    });
    await grant('walls', { READ: { categories: ['Walls'] }, CREATE: {} });
    const answer = await on('mpt', 'walls', 'get_operation', { operation_id: event_id });
    expect(JSON.stringify(answer)).not.toContain(String(data['level_id']));
    await grant('walls', { READ: { categories: ['Walls', 'Levels'] }, CREATE: {} });
  });
});

describe('a run of check_ifc', () => {
  test('is hidden from an agent with the same READ that may not read the file', async () => {
    const exported = { schema: 'IFC4', path: 'private.ifc' };
    const path = String((await made.done('twin_level', 'export_ifc', exported))['artifact']);
    const run = await made.done('twin_level', 'check_ifc', { path });
    const request = { validation_run_id: run['validation_run_id'] };
    expect(await made.call('twin_level', 'get_validation_run', request)).toMatchObject({
      success: true,
      data: { options: { path } },
    });
    const { error } = await made.call('level', 'get_validation_run', request);
    expect(error).toMatchObject({ name: 'RUN_NOT_FOUND' });
    const runs = await historyOf('level', { element_id: runsOfTool('check_ifc') });
    expect(runs).toEqual([]);
  });

  test('keeps its findings readable for its agent', async () => {
    const lines = [
      'ISO-10303-21;',
      'HEADER;',
      "FILE_DESCRIPTION((''),'2;1');",
      "FILE_NAME('m','',(''),(''),'','','');",
      "FILE_SCHEMA(('IFC4'));",
      'ENDSEC;',
      'DATA;',
      "#1=IFCWALL('not a guid',$,'A wall',$,$,$,$,$,.FOO.);",
      ...Array.from({ length: 800 }, (_, n) => `#${n + 2}=IFCCARTESIANPOINT((0.,0.,0.));`),
      'ENDSEC;',
      'END-ISO-10303-21;',
    ].join('\n');
    const code = JSON.stringify(lines);
    const answer: Row = await made.done('level', 'code_js', { code });
    const path = /"path":"([^"]+)"/u.exec(JSON.stringify(answer))?.[1] ?? '';
    const run = await made.done('level', 'check_ifc', { path });
    expect(Number(run['total'])).toBeGreaterThan(0);
    const request = { validation_run_id: run['validation_run_id'] };
    const read = await made.done('level', 'get_validation_run', request);
    expect(read['total']).toBe(run['total']);
  });
});

describe('get_ledger', () => {
  const entriesOf = (data: Row): readonly unknown[] =>
    rowsIn(data['entries']).map(({ run_id }) => run_id);

  beforeAll(async () => {
    await grant('branch', { READ: { branch_patterns: ['main'] }, CREATE: {} });
  });

  test('returns own runs page by page with cursors that do not depend on hidden commits', async () => {
    const events: unknown[] = [];
    for (const code of ['10', '11', '12']) {
      events.push((await made.call('branch', 'code_js', { code })).event_id);
      await made.done('owner', 'create_branch', { name: `hidden/${code}` });
    }
    const all = entriesOf(await made.done('branch', 'get_ledger', { limit: 100 })).slice(-3);
    const paged: unknown[] = [];
    const cursors: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < 3; page += 1) {
      const from = cursor === undefined ? {} : { cursor };
      const data = await made.done('branch', 'get_ledger', { limit: 1, ...from });
      paged.unshift(...entriesOf(data));
      cursors.unshift(data['next_cursor']);
      cursor = data['next_cursor'];
    }
    expect(paged).toEqual(all);
    expect(cursors.slice(1)).toEqual(events.slice(1));
  });

  test('refuses a log position or an event of others as a cursor of a restricted agent', async () => {
    const { event_id } = await made.call('owner', 'code_js', { code: '20' });
    for (const cursor of ['9', event_id]) {
      const { error } = await made.call('branch', 'get_ledger', { cursor });
      expect(error).toMatchObject({ name: 'INVALID_ARGUMENT' });
    }
  });
});

describe('the ids of a dry run', () => {
  async function previewed(): Promise<unknown> {
    const [level] = rowsIn((await made.done('level', 'get_model_summary', {}))['levels']);
    const wall = { start: { x: 0, y: 20_000 }, end: { x: 3000, y: 20_000 } };
    const level_id = level?.['level_id'] ?? level?.['id'];
    const data = await made.done('level', 'create_wall', { level_id, ...wall, dry_run: true });
    return data['wall_id'];
  }

  test('do not change after a hidden commit', async () => {
    const before = await previewed();
    await made.done('owner', 'create_level', { name: 'Attic', elevation: 30_000 });
    expect(await previewed()).toBe(before);
  });

  test('are those of the next own commit, and new ones after it', async () => {
    const shown = await previewed();
    const [level] = rowsIn((await made.done('level', 'get_model_summary', {}))['levels']);
    const level_id = level?.['level_id'] ?? level?.['id'];
    const wall = { start: { x: 0, y: 20_000 }, end: { x: 3000, y: 20_000 } };
    const committed = await made.done('level', 'create_wall', { level_id, ...wall });
    expect(committed['wall_id']).toBe(shown);
    expect(await previewed()).not.toBe(shown);
  });
});
