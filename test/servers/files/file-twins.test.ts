/**
 * @module file-twins.test: every tool answers the same for a file that an agent may not read and for a missing file.
 */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import { ResourceRefused } from '../../../governance/gate/resources/governed-resources.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { uriOf } from '../../../kernel/base/files/artefact-address.ts';
import { okHere } from '../../e2e/connect.ts';
import { sampled } from '../../sampled.ts';
import {
  makeSecrets,
  openFileWorld,
  type FileWorld,
  RESTRICTED,
  type Reader,
} from './file-world.ts';
import {
  FREE_FORM,
  NO_PATHS,
  OPENING_NONE,
  PATH_ARGUMENTS,
  READING,
  WRITING,
} from './path-cases.ts';

type Args = Readonly<Record<string, unknown>>;

let made: FileWorld;
let secrets: readonly string[] = [];

beforeAll(async () => {
  made = await openFileWorld();
  secrets = await makeSecrets(made);
});
afterAll(async () => {
  await made.close();
});

/** A path of the same length in the same folder without a file. */
function missingTwin(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  return `${path.slice(0, at)}${path[at] === 'q' ? 'z' : 'q'}${path.slice(at + 1)}`;
}

const CHANCE = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu,
  /\b[0-9a-f]{64}\b/gu,
  /"(?:latency_ms|consumed":\{"time_ms)":\d+/gu,
  /\b(?:op|run|q|r)_[0-9a-z]+\b/gu,
] as const;

/** An answer in which ids, times, digests and every form of `path` are replaced by placeholders. */
function withPlaceholders(answer: unknown, path: string): string {
  const text = JSON.stringify(answer);
  const forms = [encodeURIComponent(path), uriOf(path), path];
  const named = forms.reduce((so_far, form) => so_far.replaceAll(form, '<path>'), text);
  return CHANCE.reduce((so_far, chance) => so_far.replaceAll(chance, '<chance>'), named);
}

/** Tools with many cases, because they call other tools. For them, an export and a file of unknown origin suffice. */
const LEADING = new Set(['certify_tool', 'mpt_run', 'apex_route']);

/** The files that an agent asks this tool for; the agents together ask each tool for all of them. */
function filesFor(tool: string, reader: Reader): readonly string[] {
  const from = READERS_IN_ORDER.indexOf(reader) + Object.keys(READING).indexOf(tool);
  return LEADING.has(tool)
    ? sampled(['out/house.ifc', 'drop/walls.csv'], 2, from)
    : sampled(secrets, RESTRICTED.length, from);
}

const READERS_IN_ORDER: readonly Reader[] = RESTRICTED;

test('the cases cover every argument that names a file', () => {
  const named = new Set<string>();
  for (const { name, inputSchema } of made.gate.list({ kind: 'agent' })) {
    for (const argument of propertiesOf(inputSchema)) {
      const isPath =
        /^ids$|^list$|path|artifact|folder|document|source$|file$|files$|uri$|url$/u.test(argument);
      if (isPath && !NO_PATHS.has(`${name} ${argument}`)) named.add(`${name} ${argument}`);
    }
  }
  expect([...named].toSorted()).toEqual(PATH_ARGUMENTS.toSorted());
  const tools = new Set([...named].map((one) => one.split(' ')[0] ?? ''));
  const known = [...Object.keys(READING), ...Object.keys(WRITING)];
  expect(known.filter((tool) => !FREE_FORM.has(tool)).toSorted()).toEqual([...tools].toSorted());
});

/** Names of all properties in a JSON schema, at any depth. */
function propertiesOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const isList = key === 'properties' && typeof value === 'object' && value !== null;
    return (isList ? Object.keys(value) : []).concat(propertiesOf(value));
  });
}

describe.each(RESTRICTED)('for an agent with the restricted READ scope %s', (reader) => {
  test.each(Object.keys(READING))(
    '%s answers the same for a hidden and a missing file',
    async (tool) => {
      for (const path of filesFor(tool, reader)) {
        const none = missingTwin(path);
        const [hidden, missing] = [path, none].map(
          (one) => READING[tool]?.(one, made.artifacts, reader) ?? [],
        );
        for (const [index, args] of (hidden ?? []).entries()) {
          const of_hidden = await made.call(reader, tool, args);
          const of_none = await made.call(reader, tool, missing?.[index] ?? {});
          expect(withPlaceholders(of_hidden, path)).toBe(withPlaceholders(of_none, none));
        }
      }
    },
  );

  test.each(Object.keys(WRITING))(
    '%s answers the same for writing to the path of a hidden file and to a free path',
    async (tool) => {
      for (const path of ['out/house', 'drop/walls', 'experiments/a', 'mpt/a']) {
        const args = { ...WRITING[tool], branch: reader === 'branch' ? 'design/a' : 'main' };
        const none = missingTwin(path);
        const at_hidden = await made.call(reader, tool, { ...args, path, dry_run: true });
        const at_none = await made.call(reader, tool, { ...args, path: none, dry_run: true });
        expect(withPlaceholders(at_hidden, path)).toBe(withPlaceholders(at_none, none));
      }
    },
  );

  test('hidden files are neither listed nor readable as resources', async () => {
    const from = connectionOf(made.principal(reader));
    // An agent without READ is refused the list itself.
    const listed = reader === 'blind' ? [] : (await made.resources.list(from)).listed;
    expect(listed.filter(({ name }) => secrets.includes(name))).toEqual([]);
    for (const path of secrets) {
      const answer: string[] = [];
      for (const one of [path, missingTwin(path)]) {
        const read = await made.resources.read(from, uriOf(one)).catch((error: unknown) => error);
        if (!(read instanceof ResourceRefused)) throw new Error(`\`${reader}\` reads \`${one}\``);
        answer.push(withPlaceholders(read.envelope, one));
      }
      expect(answer[0]).toBe(answer[1]);
    }
  });
});

test.each(Object.keys(READING).filter((tool) => !OPENING_NONE.has(tool)))(
  '%s answers differently for an existing and a missing file to an agent with an unrestricted READ',
  async (tool) => {
    const [there, none] = ['out/house.ifc', 'out/qouse.ifc'].map(
      (path) => READING[tool]?.(path, made.artifacts, 'whole') ?? [],
    );
    for (const [index, args] of (there ?? []).entries()) {
      const of_file = withPlaceholders(await made.call('whole', tool, args), 'out/house.ifc');
      const of_none = withPlaceholders(
        await made.call('whole', tool, none?.[index] ?? {}),
        'out/qouse.ifc',
      );
      expect([index, of_file]).not.toEqual([index, of_none]);
    }
  },
);

test('an agent with an unrestricted READ can read all of these files', async () => {
  const from = connectionOf(made.principal('whole'));
  for (const path of secrets) {
    expect(await made.resources.read(from, uriOf(path))).toMatchObject({ uri: uriOf(path) });
    const bytes = { code: 'files.readBytes("in").length', files: { in: { artifact: path } } };
    const { output } = await made.done('whole', 'code_js', bytes);
    expect(output).toMatchObject({ result: readFileSync(join(made.artifacts, path)).length });
  }
});

test('get_ledger and tool_analytics show a restricted agent no runs of others', async () => {
  const code = 'throw new Error("LEAK " + files.read("in").slice(0, 60))';
  await made.call('owner', 'code_js', { code, files: { in: { artifact: 'out/walls.csv' } } });
  await made.call('owner', 'data_csv', { path: 'no-such-name.csv' });
  const whole = JSON.stringify(await made.done('whole', 'get_ledger', { limit: 5 }));
  expect([whole.includes('LEAK'), whole.includes('no-such-name')]).toEqual([true, true]);
  for (const reader of RESTRICTED) {
    const answer = JSON.stringify([
      await made.call(reader, 'get_ledger', { limit: 100 }),
      (await made.call(reader, 'tool_analytics', {})).data['runs'] ?? 0,
    ]);
    expect([reader, answer.includes('LEAK'), answer.includes('no-such-name')]).toEqual([
      reader,
      false,
      false,
    ]);
    expect(answer).toMatch(/,0\]$/);
  }
  const { data } = await made.call('branch', 'get_ledger', { limit: 100 });
  expect(data['entries']).not.toEqual([]);
});

test('get_history shows a restricted agent its own runs and no runs of others', async () => {
  const secret = 'a run for a client who must not be named';
  const code = '1 + 1';
  await made.done('owner', 'code_js', { code, reasoning: secret });
  await made.done('owner', 'run_scenario', {
    agent: 'honest',
    scenario: 'basic',
    steps: 3,
    reasoning: secret,
  });
  expect(JSON.stringify(await made.call('whole', 'get_history', {}))).toContain(secret);
  for (const reader of ['level', 'region', 'walls'] as const) {
    const own = `a run of ${reader}`;
    await made.done(reader, 'code_js', { code, reasoning: own });
    const { events } = await made.done(reader, 'get_history', { limit: 100 });
    const answer = JSON.stringify(events);
    expect([reader, answer.includes(secret), answer.includes(own)]).toEqual([reader, false, true]);
    expect(answer).not.toContain('experiment.run');
  }
});

test('a recorded file check is visible to its agent, but not to another agent with the same READ', async () => {
  const file = made.artifacts;
  const { artifact } = await made.done('twin_level', 'export_ifc', {
    schema: 'IFC4',
    path: 'twin.ifc',
  });
  const text = readFileSync(join(file, String(artifact)), 'utf8');
  expect(text).toContain('IFCWALL');
  const { event_id } = await made.call('twin_level', 'check_ifc', { path: String(artifact) });
  const run = { validation_run_id: event_id };
  expect(await made.done('twin_level', 'get_validation_run', run)).toMatchObject({
    validation_run_id: event_id,
  });
  const { error } = await made.call('level', 'get_validation_run', run);
  expect(error).toMatchObject({ name: 'RUN_NOT_FOUND' });
  const history = JSON.stringify(await made.call('level', 'get_history', { limit: 100 }));
  expect(history).not.toContain(String(event_id));
});

test('every server returns the log position of an operation only to agents with an unrestricted READ', async () => {
  for (const server of ['geometry', 'mpt', 'pseudo-axion'] as const) {
    for (const reader of ['whole', 'level', 'branch'] as const) {
      const { event_id } = await made.call(reader, 'code_js', { code: '1 + 1' });
      const { envelope } = await (
        await made.gates.open(server)
      ).call(connectionOf(made.principal(reader)), {
        tool: 'get_operation',
        arguments: { operation_id: event_id, reasoning: 'a test' },
        signal: new AbortController().signal,
        progress: () => {},
      });
      expect(envelope.error).toBeUndefined();
      const hasPosition = /"seq":\d/u.test(JSON.stringify(envelope.data));
      expect([server, reader, hasPosition]).toEqual([server, reader, reader === 'whole']);
    }
  }
});

test('of concurrent exports with different content to a new path, one succeeds and its file is kept', async () => {
  for (let nth = 0; nth < 4; nth += 1) {
    const path = `race/${nth}.csv`;
    const answers = await Promise.all(
      (['whole', 'owner'] as const).map(async (reader, index) => {
        const category = index === 0 ? 'Walls' : 'Levels';
        const args = { category, format: 'csv', path };
        return await made.call(reader, 'generate_schedule', args);
      }),
    );
    const there = sha256Hex(readFileSync(join(made.artifacts, path)));
    const done = answers.filter(({ success }) => success);
    expect(done.map(({ data }) => data['sha256'])).toEqual([there]);
    const refusals = answers.flatMap(({ error }) => error?.name ?? []);
    expect(refusals).toEqual(['EXPORT_FAILED']);
  }
});

test('findings in a file are readable only for agents with an unrestricted READ, on any branch', async () => {
  const branch = 'design/a';
  const { event_id } = await made.call('owner', 'check_ifc', { path: 'out/house.ifc', branch });
  const args = { validation_run_id: event_id, path: 'out/found.bcf', branch };
  const { artifact: path } = await made.done('owner', 'export_bcf', args);
  const bytes = { code: 'files.readBytes("in").length', files: { in: { artifact: path } } };
  expect((await made.call('whole', 'code_js', bytes)).success).toBe(true);
  for (const reader of RESTRICTED) {
    expect([reader, (await made.call(reader, 'code_js', bytes)).success]).toEqual([reader, false]);
  }
  const exported = await made.call('owner', 'export_bcf', { ...args, path: 'out/again.bcf' });
  const operation = { operation_id: exported.event_id };
  expect((await made.call('whole', 'get_operation', operation)).success).toBe(true);
  expect((await made.call('branch', 'get_operation', operation)).success).toBe(false);
  const elsewhere = await made.call('owner', 'export_bcf', { ...args, branch: 'main' });
  expect(elsewhere.error).toMatchObject({ name: 'RUN_NOT_FOUND' });
});

describe('the own files of a restricted agent', () => {
  const own = new Map<Reader, string>();

  async function ownFile(reader: Reader): Promise<string> {
    const branch = reader === 'branch' ? 'design/a' : 'main';
    const args = { category: 'Walls', format: 'csv', path: 'own.csv', branch };
    const path = String((await made.done(reader, 'generate_schedule', args))['artifact']);
    own.set(reader, path);
    return path;
  }

  beforeAll(async () => {
    for (const reader of RESTRICTED) await ownFile(reader);
  });

  test.each(RESTRICTED)('are readable for the agent that created them: %s', async (reader) => {
    const path = own.get(reader) ?? '';
    expect(await made.done(reader, 'data_csv', { path })).toMatchObject({
      termination: 'BOUNDED_OUTPUT',
    });
    const bytes = { code: 'files.readBytes("in").length', files: { in: { artifact: path } } };
    expect(await made.done(reader, 'code_js', bytes)).toMatchObject({
      output: { result: readFileSync(join(made.artifacts, path)).length },
    });
  });

  test.each(RESTRICTED)(
    'from a run are readable for their agent, but not for other restricted agents: %s',
    async (reader) => {
      const code = `"${reader}\\n" + "1\\n".repeat(4000)`;
      const { output } = (await made.done(reader, 'code_js', { code })) as {
        readonly output: { readonly artefact: { readonly path: string } };
      };
      const { path } = output.artefact;
      const again = { code: 'files.read("in").length', files: { in: { artifact: path } } };
      expect(await made.done(reader, 'code_js', again)).toMatchObject({
        output: { result: expect.any(Number) },
      });
      for (const other of RESTRICTED.filter((one) => one !== reader)) {
        expect((await made.call(other, 'code_js', again)).success).toBe(false);
      }
    },
  );

  test('are listed among any number of other files, but not if their size has changed', async () => {
    mkdirSync(join(made.artifacts, 'aaa'));
    for (let nth = 0; nth < 20_001; nth += 1) {
      writeFileSync(join(made.artifacts, 'aaa', `${nth}.csv`), '');
    }
    const listedBy = async (reader: Reader): Promise<readonly string[]> =>
      (await made.resources.list(connectionOf(made.principal(reader)))).listed.map(
        ({ name }) => name,
      );
    for (const reader of RESTRICTED.filter((one) => one !== 'blind')) {
      expect([reader, await listedBy(reader)]).toEqual([
        reader,
        expect.arrayContaining([own.get(reader)]),
      ]);
    }
    rmSync(join(made.artifacts, 'aaa'), { recursive: true });
    const path = join(made.artifacts, own.get('level') ?? '');
    const before = readFileSync(path);
    copyFileSync(join(made.artifacts, 'out/house.ifc'), path);
    expect(await listedBy('level')).not.toContain(own.get('level'));
    writeFileSync(path, before);
    expect(await listedBy('level')).toContain(own.get('level'));
  });

  test('are hidden after their content was replaced', async () => {
    const path = own.get('level') ?? '';
    const before = readFileSync(join(made.artifacts, path));
    copyFileSync(join(made.artifacts, 'out/walls.csv'), join(made.artifacts, path));
    const replaced = await made.call('level', 'data_csv', { path });
    expect(replaced.error).toMatchObject({ message: expect.stringContaining('there is no file') });
    const verified = await made.call('level', 'verify_audit', { path });
    expect(verified.error).toMatchObject({ message: expect.stringContaining('there is no file') });
    writeFileSync(join(made.artifacts, path), before);
    expect((await made.call('level', 'data_csv', { path })).success).toBe(true);
    appendFileSync(join(made.artifacts, path), '\n');
    expect((await made.call('level', 'data_csv', { path })).success).toBe(false);
    writeFileSync(join(made.artifacts, path), before);
  });

  test('are not readable through a link or a non-canonical path', async () => {
    const path = own.get('level') ?? '';
    const link = path.replace('own.csv', 'link.csv');
    symlinkSync(join(made.artifacts, 'out/walls.csv'), join(made.artifacts, link));
    for (const given of [link, `./${path}`, path.replace('/', '//'), `x/../${path}`]) {
      expect([given, (await made.call('level', 'data_csv', { path: given })).success]).toEqual([
        given,
        false,
      ]);
    }
  });

  test('and tapes are hidden after the READ scope of their agent has changed', async () => {
    const path = own.get('walls') ?? '';
    const input = { path };
    const ran = await made.done('walls', 'data_csv', input);
    const { audit } = ran as { readonly audit: { readonly exec_id: string } };
    expect((await made.call('walls', 'replay', { exec_id: audit.exec_id })).success).toBe(true);
    const file = join(made.workspace.dir, 'walls.json');
    writeFileSync(
      file,
      JSON.stringify({ permissions: { READ: { categories: ['Levels'] }, CREATE: {} } }),
    );
    await okHere(made.workspace.dir, 'agent', 'grant', 'walls', '--permissions', file);
    const again: readonly (readonly [string, Args])[] = [
      ['data_csv', input],
      ['replay', { exec_id: audit.exec_id }],
      [
        'mpt_run',
        { tool: 'data.csv', input, context: { caller: 't', exec_id: 'e9', mode: 'replay' } },
      ],
    ];
    for (const [tool, args] of again) {
      expect([tool, (await made.call('walls', tool, args)).success]).toEqual([tool, false]);
    }
    const from = connectionOf(made.principal('walls'));
    await expect(made.resources.read(from, uriOf(path))).rejects.toThrow(ResourceRefused);
  });
});
