/** @module `npm run test:pack`: packs the program, installs it into an empty folder and uses it there; exits with 1 if a step fails. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

import { unpackExtension } from '@anthropic-ai/mcpb';
import { getMcpConfigForManifest, validateManifest } from '@anthropic-ai/mcpb/node';
import { McpbManifestSchema } from '@anthropic-ai/mcpb/schemas/0.3';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as z from 'zod';

import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { packInto } from './packed.ts';

const Digest = z.looseObject({ plan_digest: z.string() });

/** The user's PATH: without the programs of this project, its Node among them. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const ENV = {
  PATH,
  HOME: process.env['HOME'] ?? '',
  PLUMBLINE_PASSPHRASE: 'correct horse battery staple',
};

const home = mkdtempSync(join(tmpdir(), 'plumbline-pack-'));
const bin = (name: string): string => join(home, 'installed', 'node_modules', '.bin', name);
const workspace = join(home, 'workspace');

async function step<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`ok    ${what} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

/** Runs an installed program in the workspace and returns its output. */
function ran(name: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(bin(name), words, {
    cwd: workspace,
    env: ENV,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${name} ${words.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** The answers of a server that is started for these calls. */
async function called(
  server: string,
  calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[],
): Promise<readonly EnvelopeBody[]> {
  const transport = new StdioClientTransport({
    command: bin('plumbline'),
    args: ['mcp', server, '--workspace', workspace],
    env: ENV,
  });
  const client = new Client({ name: 'test-pack', version: '0' });
  await client.connect(transport);
  const answers: EnvelopeBody[] = [];
  for (const [name, args] of calls) {
    const { structuredContent } = await client.callTool(
      { name, arguments: { reasoning: 'the installed package must do this', ...args } },
      undefined,
      { timeout: 120_000 },
    );
    answers.push(structuredContent as EnvelopeBody);
  }
  await client.close();
  return answers;
}

function dataOf(envelope: EnvelopeBody | undefined): Readonly<Record<string, unknown>> {
  assert.ok(envelope?.success === true, JSON.stringify(envelope));
  return envelope.data;
}

async function building(): Promise<void> {
  const [made] = await called('geometry', [
    ['create_level', { name: 'Ground', elevation: 0, dry_run: false }],
  ]);
  const { level_id } = dataOf(made);
  const deletion = { element_ids: [level_id], dry_run: false };
  const [pending] = await called('geometry', [['delete_elements', deletion]]);
  assert.equal(pending?.error?.name, 'APPROVAL_PENDING', JSON.stringify(pending));
  const id = pending.approval_id ?? '';
  const { plan_digest } = Digest.parse(
    JSON.parse(ran('plumbline', 'approvals', 'show', id, '--json')),
  );
  ran('plumbline', 'approvals', 'approve', id, '--as', 'alice', '--digest', plan_digest);
  const [outcome] = await called('geometry', [['get_operation', { approval_id: id }]]);
  assert.equal(dataOf(outcome)['status'], 'executed');
}

const PIXEL = {
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
};
const EDIT = { image: PIXEL, operations: [], format: 'png' };

/** The programs that need no optional package. */
async function programs(): Promise<void> {
  const [js, csv] = await called('mpt', [
    ['code_js', { code: '6 * 7' }],
    ['data_csv', { content: 'a,b\n1,2\n' }],
  ]);
  assert.equal(Reflect.get(Object(dataOf(js)['output']), 'result'), 42);
  dataOf(csv);
}

/** Without its package a tool is refused with the command that installs it; with it, the tool runs. */
async function optionalPackages(): Promise<void> {
  const calls = [
    ['code_python', { code: '6 * 7' }],
    ['image_edit', EDIT],
  ] as const;
  const words = (await called('mpt', calls)).flatMap(({ error }) => {
    const command = /`npm install ([^`]+)`/.exec(error?.message ?? '');
    assert.ok(command?.[1] !== undefined, JSON.stringify(error));
    return command[1].split(' ');
  });
  assert.deepEqual(
    words.map((word) => word.split('@')[0]),
    ['pyodide', 'sharp'],
  );
  installed(words);
  const [python, image] = await called('mpt', calls);
  assert.equal(Reflect.get(Object(dataOf(python)['output']), 'result'), 42);
  dataOf(image);
}

/** Telemetry is off without its packages, and the server says which command installs them. */
function telemetry(): void {
  const { stderr } = spawnSync(bin('plumbline'), ['mcp', 'spatial'], {
    cwd: workspace,
    env: { ...ENV, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    input: '',
    encoding: 'utf8',
  });
  assert.match(stderr, /telemetry is off: .*`npm install @opentelemetry\/api@\d/);
}

/** Installs packages into the folder, as a user would. */
function installed(words: readonly string[]): void {
  const install = ['install', '--prefix', join(home, 'installed'), '--prefer-offline'];
  execFileSync('npm', [...install, '--no-audit', '--no-fund', ...words], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Most that an installation may take, MiB, with the Node 24 that it brings. */
const INSTALLED_MAX_MIB = 250;

/** Space that the files below a folder take on the disk, MiB. */
function mebibytesOf(folder: string): number {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ name, parentPath }) => lstatSync(join(parentPath, name)))
    .reduce((sum, { blocks }) => sum + blocks * 512, 0);
  return bytes / 2 ** 20;
}

/** Makes the bundle, unpacks it as hosts do, and works with the server that its manifest starts. */
async function bundled(tarball: string): Promise<void> {
  const [out, unpacked, folder] = ['bundles', 'unpacked', 'bundled workspace'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  const script = join(import.meta.dirname, '..', '..', '.ci', 'bundle.mjs');
  execFileSync(process.execPath, [script, out, '--package', tarball], { stdio: 'ignore' });
  const [file = ''] = readdirSync(out);
  assert.match(file, /^plumbline-mcp-.*\.mcpb$/);
  assert.ok(
    await unpackExtension({ mcpbPath: join(out, file), outputDir: unpacked, silent: true }),
  );
  assert.ok(validateManifest(unpacked));
  const text = readFileSync(join(unpacked, 'manifest.json'), 'utf8');
  const config = await getMcpConfigForManifest({
    manifest: McpbManifestSchema.parse(JSON.parse(text)),
    extensionPath: unpacked,
    systemDirs: {},
    userConfig: { workspace: folder },
    pathSeparator: '/',
  });
  assert.ok(config !== undefined);
  const { command, args = [] } = config;
  const client = new Client({ name: 'test-bundle', version: '0' });
  await client.connect(new StdioClientTransport({ command, args, env: ENV }));
  const { tools } = await client.listTools();
  assert.ok(tools.length > 60, `got ${tools.length} tools`);
  const { structuredContent } = await client.callTool({
    name: 'create_level',
    arguments: { reasoning: 'a bundle must do this', name: 'G', elevation: 0, dry_run: false },
  });
  dataOf(structuredContent as EnvelopeBody);
  await client.close();
}

try {
  mkdirSync(workspace);
  mkdirSync(join(home, 'installed'));
  const packed = await step('pack', () => packInto(home));
  console.log(`      ${packed.files.length} files, ${(packed.bytes / 1024).toFixed(0)} KiB`);
  await step('contains the program, no sources and no tests', () => {
    // The example agents of the experiment are sources.
    const own = packed.files.filter((path) => !path.startsWith('examples/'));
    const other = own.filter((path) => /\.ts$|(?:^|\/)test\//.test(path));
    assert.deepEqual(other, []);
    for (const path of ['LICENSE', 'README.md', 'bin/plumbline.js', 'dist/servers/main.js']) {
      assert.ok(packed.files.includes(path), path);
    }
  });
  await step('install into an empty folder', () => installed([packed.path]));
  const size = mebibytesOf(join(home, 'installed'));
  console.log(`      ${size.toFixed(0)} MiB`);
  assert.ok(size <= INSTALLED_MAX_MIB, `${size} MiB, at most ${INSTALLED_MAX_MIB} are allowed`);
  await step('init', () => ran('plumbline', 'init'));
  await step('approver', () => ran('plumbline', 'approver', 'add', 'alice'));
  await step('a call, a pending deletion, its approval', building);
  await step('a program in JavaScript, a table', programs);
  await step('telemetry without its packages', telemetry);
  await step('optional packages, missing and installed', optionalPackages);
  await step('an experiment', () =>
    ran('toy-pseudo-axion', 'run_suite', '--episodes', '2', '--out_dir', join(home, 'suite')),
  );
  await step('a bundle for hosts, unpacked and used', () => bundled(packed.path));
  await step('audit verify', () => ran('plumbline', 'audit', 'verify'));
  await step('demo', () => ran('plumbline', 'demo', '--out', join(home, 'demo')));
  await step('a storey as a picture', () =>
    ran('plumbline', 'show', 'eaves', '--picture', 'eaves.png', '--workspace', join(home, 'demo')),
  );
} catch (error) {
  console.log(`fails ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
