/**
 * @module `npm run test:hosts`: runs real hosts with a fake model, on the configuration that `plumbline config --write` makes,
 * and checks what reaches the model. `-- codex gemini` runs some of them. Exits with 1 if a host fails, with 2 if none ran.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { BEHAVIOURS } from './behaviours.ts';
import { type ScriptedCall, startFakeModel, type Turn } from './fake-model.ts';
import { type HostProgram, type Place, PROGRAMS } from './programs.ts';

const LAUNCHER = resolve(import.meta.dirname, '../../bin/plumbline.js');
/** Host programs are large (about 900 MB together) and stay out of the project. */
const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'plumbline',
  'test-hosts',
);
/** Time limits of an installation and of a host, ms. */
const [INSTALL_MS, HOST_MS] = [600_000, 300_000];
/** Nothing listens here: requests to other machines fail at once. */
const NO_PROXY_THERE = 'http://127.0.0.1:9';

const SCRIPT: readonly ScriptedCall[] = [
  { tool: 'get_model_summary', args: { reasoning: 'to see what there is' } },
  { tool: 'render_view', args: { reasoning: 'to look at it' } },
];

type Environment = Readonly<Record<string, string>>;

/** The reason why a host cannot run. */
class CannotRun extends Error {}

/** The program of a host, installed into the cache by the first run. @throws {CannotRun} */
function installed({ package: name, version, programs }: HostProgram): string {
  const folder = join(CACHE, `${name.replaceAll(/[^a-z]+/gu, '-')}-${version}`);
  const find = (): string | undefined =>
    programs.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (find() === undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
    const { status, error, stderr } = spawnSync('npm', words, {
      cwd: folder,
      encoding: 'utf8',
      timeout: INSTALL_MS,
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      throw new CannotRun(`npm cannot install ${name}@${version}: ${error?.message ?? stderr}`);
    }
  }
  const found = find();
  if (found !== undefined) return found;
  throw new CannotRun(`${name}@${version} has no program for ${process.platform} ${process.arch}`);
}

/** The environment of a host: a home folder of its own, its program on the PATH, and no way to other machines. */
function environment(
  place: Place,
  own: Readonly<Record<string, string>>,
  bin: string,
): Environment {
  const { home } = place;
  return {
    PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    TMPDIR: join(home, 'tmp'),
    HTTP_PROXY: NO_PROXY_THERE,
    HTTPS_PROXY: NO_PROXY_THERE,
    NO_PROXY: '127.0.0.1,localhost',
    NO_COLOR: '1',
    TERM: 'xterm-256color',
    ...own,
  };
}

/** Runs a `plumbline` command in the workspace; returns what it prints. */
function plumbline(dir: string, env: Environment, ...words: readonly string[]): string {
  const all = [LAUNCHER, ...words, '--workspace', dir];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    cwd: dir,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `plumbline ${words.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Ends a host with its servers; on Windows only the host. */
function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}

/** Starts a host with a prompt and waits for its end. Returns its output. */
async function ranHost(
  program: string,
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<string> {
  const isScript = program.endsWith('.js');
  const child = spawn(
    isScript ? process.execPath : program,
    isScript ? [program, ...words] : words,
    {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    },
  );
  let output = '';
  for (const from of [child.stdout, child.stderr]) {
    from.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const timer = setTimeout(() => stop(child), HOST_MS);
  try {
    await once(child, 'close');
  } finally {
    clearTimeout(timer);
  }
  return output;
}

const Picture = z.object({
  path: z.string(),
  uri: z.string(),
  media_type: z.literal('image/png'),
  width: z.number(),
  height: z.number(),
});

/** The envelope in a text that a model received; hosts may put text around it. */
function envelopeIn(text: string): { readonly data: Readonly<Record<string, unknown>> } {
  const json = text.slice(text.indexOf('{"success"'), text.lastIndexOf('"}}') + 3);
  return z.looseObject({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(json));
}

/** Checks the texts that a model received for the two calls of the script. */
function assertResults(results: readonly string[], dir: string): void {
  const [summary = '', view = ''] = results;
  assert.equal(envelopeIn(summary).data['level_count'], 1, `no summary in: ${summary}`);
  const picture = Picture.parse(envelopeIn(view).data['picture']);
  assert.ok(isAbsolute(picture.path) && picture.path.startsWith(join(dir, 'artifacts')));
  const signature = readFileSync(picture.path).subarray(1, 4).toString('latin1');
  assert.equal(signature, 'PNG', 'the file at the reported path is not the picture');
  assert.match(picture.uri, /^plumbline:\/\/artifacts\/pictures\/[0-9a-f]{64}\.png$/u);
}

/** Starts a server, makes calls and ends it. Returns the number of its tools, and the results. */
async function called(
  server: { readonly command: string; readonly args: readonly string[] },
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
  calls: readonly ScriptedCall[],
): Promise<{ readonly tools: number; readonly results: readonly CallToolResult[] }> {
  const client = new Client({ name: 'test-hosts', version: '1' });
  const { command, args } = server;
  await client.connect(
    new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd }),
  );
  try {
    const { tools } = await client.listTools();
    const results: CallToolResult[] = [];
    for (const { tool: name, args: given } of calls) {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
      assert.notEqual(result.isError, true, JSON.stringify(result.structuredContent));
      results.push(result);
    }
    return { tools: tools.length, results };
  } finally {
    await client.close();
  }
}

/** A new workspace with one level, and a home folder. */
async function inPlace<T>(model: string, work: (place: Place) => Promise<T>): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-hosts-')));
  const place = { home: join(root, 'home'), dir: join(root, 'house'), model };
  try {
    mkdirSync(join(place.home, 'tmp'), { recursive: true });
    mkdirSync(place.dir);
    const env = environment(place, {}, dirname(process.execPath));
    plumbline(place.dir, env, 'init');
    const server = {
      command: process.execPath,
      args: [LAUNCHER, 'mcp', 'geometry', '--workspace', place.dir],
    };
    const level = { name: 'Ground', elevation: 0, dry_run: false, reasoning: 'a level' };
    const call = { tool: 'create_level', args: level };
    await called(server, { cwd: place.dir, env }, [call]);
    return await work(place);
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs one host and checks what reached its model. */
async function testHost(name: string, host: HostProgram): Promise<string> {
  const program = installed(host);
  await using model = await startFakeModel(SCRIPT);
  return await inPlace(model.url, async (place) => {
    host.prepare(place);
    const bin = join(program.slice(0, program.indexOf('node_modules')), 'node_modules', '.bin');
    const env = environment(place, host.env(place), bin);
    plumbline(place.dir, env, 'config', '--for', name, '--servers', 'all', '--write');
    const words = host.words('Look at the building.');
    const output = await ranHost(program, words, { cwd: place.dir, env });
    const [first] = model.turns;
    const last = model.turns.at(-1);
    assert.ok(first !== undefined && last !== undefined, `no request reached the model: ${output}`);
    const offered = first.offered.filter((tool) => tool.includes('plumbline'));
    assert.ok(offered.length > 0, `the first request offered none of our tools:\n${output}`);
    assert.equal(last.results.length, SCRIPT.length, `not all calls were made:\n${output}`);
    assertResults(last.results, place.dir);
    assert.equal(last.pictures > 0, host.pictures, `${last.pictures} pictures reached the model`);
    return summaryOf(offered.length, last);
  });
}

function summaryOf(offered: number, { pictures, results }: Turn): string {
  const seen = pictures > 0 ? `${pictures} picture` : 'no picture, but its path';
  return `${offered} tools in the first request, ${results.length} results and ${seen} reached the model`;
}

/** Plays the recorded behaviour of Claude Code on the configuration that is written for it. */
async function testRecorded(): Promise<string> {
  return await inPlace('', async (place) => {
    const env = environment(place, {}, dirname(process.execPath));
    plumbline(place.dir, env, 'config', '--for', 'claude', '--servers', 'all', '--write');
    const Server = z.object({ command: z.string(), args: z.array(z.string()) });
    const { plumbline: server } = z
      .object({ mcpServers: z.object({ plumbline: Server }) })
      .parse(JSON.parse(readFileSync(join(place.dir, '.mcp.json'), 'utf8'))).mcpServers;
    const { tools, results } = await called(server, { cwd: place.home, env }, SCRIPT);
    const receive = BEHAVIOURS['structured content only'];
    assert.ok(receive !== undefined);
    const texts = results.flatMap((result) => receive(result).texts);
    assertResults(texts, place.dir);
    return summaryOf(tools, { offered: [], results: texts, pictures: 0 });
  });
}

const asked = process.argv.slice(2);
const known = [...Object.keys(PROGRAMS), 'claude'];
const wrong = asked.find((name) => !known.includes(name));
if (wrong !== undefined) throw new Error(`unknown host \`${wrong}\`, expected ${known.join(', ')}`);
let [failed, passed] = [0, 0];
for (const name of asked.length === 0 ? known : asked) {
  const host = PROGRAMS[name];
  const title = host === undefined ? 'claude (recorded)' : `${name} ${host.version}`;
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  try {
    const said = host === undefined ? await testRecorded() : await testHost(name, host);
    console.log(`ok       ${title}: ${said} (${seconds()})`);
    passed += 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof CannotRun) {
      console.log(`not run  ${title}: ${reason}`);
    } else {
      failed += 1;
      console.log(`FAILED   ${title} (${seconds()}): ${reason}`);
    }
  }
}
process.exitCode = failed > 0 ? 1 : passed > 0 ? 0 : 2;
