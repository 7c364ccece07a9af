/** @module tampered-files.test: each file of a workspace is replaced, emptied or removed; the verification reports it, or its entry says why not. */
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectAgent } from '../../clients/plumbline/demo/agent-client.ts';
import { okHere, PASSPHRASE, testWorkspace, type TestWorkspace } from '../e2e/connect.ts';
import { approving } from '../e2e/digest-of.ts';
import { makeKeyQuick } from '../e2e/quick-key.ts';
import { runHere } from './run-cli.ts';

/** The report on a file as a pattern of a line, or the reason why it is not reported. */
type Expected = { readonly named: RegExp } | { readonly unread: string };

/** All files of a workspace. A new file fails the test until it has an entry. */
const FILES: readonly (readonly [path: RegExp, expected: Expected])[] = [
  [/^keys\/log\.pem$/, { named: /^ {2}wrong_key\b.*(log\.pem|founded with the key)/m }],
  [/^ledger\.db$/, { named: /store_damaged|cannot be verified|is not a workspace|no workspace/i }],
  [/^ledger\.db-(wal|shm)$/, { unread: 'parts of the store: SQLite checks their sums' }],
  [/^keys\/socket\.key$/, { unread: 'proves who may connect; it says nothing about the log' }],
  [/^keys\/webhook\.key$/, { unread: 'signs notices; what was sent is on the log' }],
  [
    /^keys\/approvers\/.*\.pem$/,
    { unread: 'another key does not fit the registered one, and signs nothing that counts' },
  ],
  [/^keeper\.(lock|sock)$/, { unread: 'held while a keeper runs, no content is read' }],
  [/^cosigned\.jsonl$/, { unread: 'read with the witness, whose signature is on each line' }],
  [
    /^\.gitignore$/,
    { unread: 'keeps the folder out of a checkout; `doctor` says where it is not' },
  ],
  [/^mpt\.json$/, { unread: 'settings of the operator, which may change' }],
  [/^rules\//, { unread: 'rules of the operator, which may change' }],
  [/^tapes\//, { unread: 'named by their digest, which the log has; a replay refuses others' }],
  [/^cache\//, { unread: 'a cache: what has no valid seal is not used' }],
];

let workspace: TestWorkspace;
let dir: string;
const copies: string[] = [];

beforeAll(async () => {
  workspace = testWorkspace();
  ({ dir } = workspace);
  await okHere(dir, 'approver', 'add', 'alice');
  makeKeyQuick(dir, 'alice', PASSPHRASE);
  await okHere(dir, 'policy', 'set', 'approval_webhook', 'http://127.0.0.1:9', '--by', 'alice');
  const agent = await connectAgent('geometry', dir);
  const built = async (tool: string, args: object): Promise<Readonly<Record<string, unknown>>> =>
    (await agent.call(tool, { ...args, dry_run: false, reasoning: 'a test' })).data;
  const { level_id } = await built('create_level', { name: 'Ground', elevation: 0 });
  const ends = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const { wall_id } = await built('create_wall', { level_id, ...ends });
  const args = { element_ids: [wall_id], dry_run: false, reasoning: 'it is in the way' };
  const { approval_id = '' } = await agent.call('delete_elements', args);
  await agent.close();
  const tools = await connectAgent('mpt', dir);
  await tools.call('code_js', { code: 'export const result = 1;', reasoning: 'a test' });
  await tools.close();
  await okHere(dir, ...approving(dir, approval_id, 'alice'));
  await okHere(dir, 'audit', 'verify');
});
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  workspace.remove();
});

/** Files below `.plumbline/`, without sockets. */
function filesOf(folder: string): readonly string[] {
  const inner = join(folder, '.plumbline');
  const paths = globSync('**', { cwd: inner }).concat(globSync('**/.*', { cwd: inner }));
  return [...new Set(paths)].filter((path) => statSync(join(inner, path)).isFile()).toSorted();
}

/** The report on a copy with one modified file. */
async function verified(path: string, tamper: (file: string) => void): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-tampered-'));
  copies.push(copy);
  cpSync(dir, copy, { recursive: true });
  tamper(join(copy, '.plumbline', path));
  const { code, out, err } = await runHere(copy, ['audit', 'verify']);
  expect([0, 1, 3]).toContain(code);
  return code === 0 ? 'ok' : out + err;
}

const TAMPERING: readonly (readonly [what: string, tamper: (file: string) => void])[] = [
  ['replaced by text', (file) => writeFileSync(file, 'x'.repeat(5000))],
  ['emptied', (file) => writeFileSync(file, '')],
  ['taken away', (file) => rmSync(file)],
];

test.each(TAMPERING)(
  'a file that was %s is reported, or its entry says why not',
  async (_, tamper) => {
    const unlisted: string[] = [];
    const wrong: unknown[] = [];
    for (const path of filesOf(dir)) {
      const [, expected] = FILES.find(([pattern]) => pattern.test(path)) ?? [];
      if (expected === undefined) unlisted.push(path);
      const report = await verified(path, tamper);
      const isRight =
        expected !== undefined &&
        ('named' in expected ? expected.named.test(report) : report === 'ok');
      if (!isRight) wrong.push([path, report]);
    }
    expect(unlisted).toEqual([]);
    expect(wrong).toEqual([]);
  },
);

test('a replaced log key is reported with both keys', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const report = await verified('keys/log.pem', (file) => writeFileSync(file, pem));
  expect(report).toMatch(/wrong_key at 1: the log was founded with the key `.{44}`, but only/);
});
