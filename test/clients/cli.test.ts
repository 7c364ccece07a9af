/** @module cli.test: the commands for workspaces, agents, approvers, audit, doctor and config; some run as child processes. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { createWorkspaceFiles } from '../../governance/keeper/workspace/workspace-files.ts';
import { LAUNCHER, type Ran, runCli, runHere, scratch } from './run-cli.ts';

const place = scratch();
const { dir } = place;
const child = (...words: readonly string[]): Promise<Ran> => runCli(dir, words);
const cli = (...words: readonly string[]): Promise<Ran> => runHere(dir, words);
const json = (ran: Ran): unknown => JSON.parse(ran.out);

beforeAll(async () => {
  const { code, err } = await child('init');
  if (code !== 0) throw new Error(err);
});
afterAll(place.remove);

describe('init', () => {
  test('creates private files with private modes, and creates nothing the second time', async () => {
    const key = join(dir, '.plumbline', 'keys', 'log.pem');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, '.plumbline')).mode & 0o777).toBe(0o700);
    const before = readFileSync(key, 'utf8');
    const store = readFileSync(join(dir, '.plumbline', 'ledger.db'));
    const again = await child('init');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toMatch(/^the workspace already exists; nothing was changed\nworkspace /);
    expect(json(await cli('init', '--json'))).toMatchObject({
      made: false,
      agent: { name: 'agent' },
    });
    expect(readFileSync(key, 'utf8')).toBe(before);
    expect(readFileSync(join(dir, '.plumbline', 'ledger.db')).equals(store)).toBe(true);
  });

  test('the default agent may read, create, modify and delete; deletions require approval', async () => {
    expect(json(await cli('agent', 'show', 'agent', '--json'))).toMatchObject({
      name: 'agent',
      status: 'active',
      has_token: false,
      permissions: {
        permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
        requires_approval: ['element.deleted', 'branch.merged'],
      },
    });
  });
});

test('a folder without a workspace is refused with the next step', async () => {
  const other = scratch();
  const ran = await runHere(other.dir, ['agent', 'list']);
  other.remove();
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(
    /there is no workspace \(a folder with \.plumbline.*\) in [^]*next: run `plumbline init`/,
  );
});

test('a server creates no workspace in a mistyped folder [CLI-6]', async () => {
  const other = scratch();
  const typo = join(other.dir, 'typo');
  const named = await runCli(other.dir, ['mcp', 'geometry', '--workspace', typo]);
  expect(named).toMatchObject({ code: 2, out: '' });
  expect(named.err).toMatch(/^plumbline: no workspace in .*typo; run `plumbline init`.*--init/);
  expect(named.err.trim().split('\n')).toHaveLength(1);
  const found = await runCli(other.dir, ['mcp', 'geometry']);
  expect(found).toMatchObject({ code: 2, err: expect.stringContaining('or above it') });
  expect(existsSync(typo) || existsSync(join(other.dir, '.plumbline'))).toBe(false);

  // A store without a registered workspace is not a workspace either.
  createWorkspaceFiles(typo);
  const unfinished = await runCli(other.dir, ['mcp', 'geometry', '--workspace', typo]);
  expect(unfinished).toMatchObject({ code: 1, out: '' });
  expect(unfinished.err).toMatch(/^plumbline: the workspace is incomplete: run `plumbline init`/);
  const created = await runCli(other.dir, ['mcp', 'geometry', '--workspace', typo, '--init']);
  expect(created).toMatchObject({
    code: 0,
    err: expect.stringContaining('created a workspace in'),
  });
  other.remove();
});

test('a usage error has exit code 2, and with --json is printed on standard output', async () => {
  expect(await child('frobnicate')).toMatchObject({ code: 2, out: '' });
  const ran = await child('approvals', 'reject', 'x', '--as', 'alice', '--json');
  expect(ran.code).toBe(2);
  expect(json(ran)).toMatchObject({
    error: { exit: 2, message: expect.stringContaining('--reason') },
  });
});

describe('approvers', () => {
  test('the first needs no signature; the first signs the second and revocations', async () => {
    const first = await cli('approver', 'add', 'alice');
    expect(first).toMatchObject({ code: 0 });
    const pem = join(dir, '.plumbline', 'keys', 'approvers', 'alice.pem');
    expect(readFileSync(pem, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(statSync(pem).mode & 0o777).toBe(0o600);

    const unsigned = await cli('approver', 'add', 'bob');
    expect(unsigned.code).toBe(1);
    expect(unsigned.err).toMatch(/APPROVER_REQUIRED[^]*--by NAME \(`alice`\)/);
    expect(existsSync(join(dir, '.plumbline', 'keys', 'approvers', 'bob.pem'))).toBe(false);

    const wrong = await runHere(dir, ['approver', 'add', 'bob', '--by', 'alice'], {
      env: { PLUMBLINE_PASSPHRASE: 'another horse' },
    });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('wrong passphrase for the key of `alice`');

    expect(await cli('approver', 'add', 'bob', '--by', 'alice')).toMatchObject({ code: 0 });
    expect(await cli('approver', 'revoke', 'bob')).toMatchObject({ code: 1 });
    expect(await cli('approver', 'revoke', 'bob', '--by', 'alice')).toMatchObject({ code: 0 });
    expect(json(await cli('approver', 'list', '--json'))).toMatchObject([
      { name: 'alice', status: 'active' },
      { name: 'bob', status: 'revoked' },
    ]);
  });

  test.each([
    ['a passphrase of 7 characters', '1234567', 'expected at least 8'],
    ['no passphrase and no terminal', undefined, 'no terminal for a prompt'],
  ])('%s is not enough', async (_, PLUMBLINE_PASSPHRASE, message) => {
    const ran = await runHere(dir, ['approver', 'add', 'carol', '--by', 'alice'], {
      env: { PLUMBLINE_PASSPHRASE },
    });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(message);
  });

  test('a name that is a path is a usage error', async () => {
    expect(await cli('approver', 'add', '../x')).toMatchObject({ code: 2 });
  });
});

describe('agents', () => {
  test('a human is the person with that name, or a new person if nobody has it', async () => {
    const added = async (...words: readonly string[]): Promise<unknown> => {
      const { user_id } = z
        .looseObject({ user_id: z.string() })
        .parse(json(await cli(...words, '--json')));
      return user_id;
    };
    const owner = await added('agent', 'show', 'agent');
    const hanna = await added('agent', 'add', 'hanna', '--human');
    expect(hanna).not.toBe(owner);
    expect(await added('agent', 'add', 'hanna-model', '--user', 'hanna')).toBe(hanna);
    const alice = z.array(z.looseObject({ name: z.string(), user_id: z.string() }));
    const approvers = alice.parse(json(await cli('approver', 'list', '--json')));
    const known = approvers.find(({ name }) => name === 'alice')?.user_id;
    expect(await added('agent', 'add', 'alice', '--human')).toBe(known);
    expect(await added('agent', 'add', 'hand', '--human', '--user', 'hanna')).toBe(hanna);
    expect(await cli('agent', 'add', 'HANNA', '--human')).toMatchObject({ code: 1 });
  });

  const file = join(dir, 'wide.json');
  const wide = {
    permissions: { READ: {}, CREATE: { categories: ['Walls'] } },
    max_elements_per_operation: 20,
  };

  test('an agent that may only read needs no signature; more permissions need an approver', async () => {
    const reader = await cli('agent', 'add', 'reader');
    expect(reader).toMatchObject({ code: 0 });
    // It changes nothing, so no approval concerns it; its checks count as operations.
    expect(reader.out).not.toMatch(/^ {2}needs/mu);
    expect(reader.out).toMatch(/^ {2}limits/mu);
    expect((await cli('agent', 'show', 'agent')).out).toMatch(/^ {2}needs[^]*^ {2}limits/mu);
    writeFileSync(file, JSON.stringify(wide));
    const unsigned = await cli('agent', 'grant', 'reader', '--permissions', file);
    expect(unsigned.code).toBe(1);
    expect(unsigned.err).toContain('APPROVER_REQUIRED');
    expect(
      await cli('agent', 'grant', 'reader', '--permissions', file, '--by', 'alice'),
    ).toMatchObject({ code: 0 });
    expect(json(await cli('agent', 'show', 'reader', '--json'))).toMatchObject({
      permissions: wide,
    });
    expect(await cli('agent', 'add', 'writer', '--permissions', file)).toMatchObject({ code: 1 });
  });

  test('a grant of limits changes nothing else; a wider limit needs an approver', async () => {
    await cli('agent', 'add', 'drawer', '--permissions', file, '--by', 'alice');
    const grant = async (...options: string[]) => await cli('agent', 'grant', 'drawer', ...options);
    const unsigned = await grant('--max-elements', '604');
    expect(unsigned.err).toContain('APPROVER_REQUIRED');
    const signed = await grant('--max-elements', '604', '--max-operations', '9', '--by', 'alice');
    expect(signed.code).toBe(0);
    const limits = { max_elements_per_operation: 604, max_operations_per_session: 9 };
    const shown = async () => json(await cli('agent', 'show', 'drawer', '--json'));
    expect(await shown()).toMatchObject({ permissions: { ...wide, ...limits } });
    expect(await grant('--max-elements', '5')).toMatchObject({ code: 0 });
    expect(await shown()).toMatchObject({
      permissions: { ...wide, ...limits, max_elements_per_operation: 5 },
    });
    for (const value of ['0', '1e3', '1000001', '']) {
      const ran = await grant('--max-elements', value);
      expect(ran).toMatchObject({ code: 2 });
      expect(ran.err).toContain('a whole number from 1 to 1000000');
    }
    expect(await grant()).toMatchObject({ code: 2 });
    await cli('agent', 'revoke', 'drawer');
    const revoked = await grant('--max-elements', '4', '--by', 'alice');
    expect(revoked).toMatchObject({ code: 1 });
    expect(revoked.err).toContain('`drawer` is revoked');
    expect(await shown()).toMatchObject({ status: 'revoked' });
  });

  test('a grant with another READ scope reports that earlier files can no longer be read', async () => {
    const closed = expect.stringContaining('it can no longer read its earlier files and runs');
    await cli('agent', 'add', 'surveyor');
    const grant = async (permissions: object) => {
      writeFileSync(file, JSON.stringify({ permissions }));
      return await cli('agent', 'grant', 'surveyor', '--permissions', file, '--by', 'alice');
    };
    const wider = await grant({ READ: {}, CREATE: {} });
    expect(wider).toMatchObject({ code: 0, err: expect.not.stringContaining('no longer') });
    expect(await grant({ READ: { categories: ['Walls'] } })).toMatchObject({
      code: 0,
      err: closed,
    });
    expect(await grant({ CREATE: {} })).toMatchObject({ code: 0, err: closed });
  });

  test('APPROVE can never be granted', async () => {
    writeFileSync(file, JSON.stringify({ permissions: { READ: {}, APPROVE: {} } }));
    const ran = await cli('agent', 'grant', 'reader', '--permissions', file, '--by', 'alice');
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('APPROVE');
  });

  test('a token is printed alone, everything else on standard error [CLI-7]', async () => {
    const piped = await child('agent', 'token', 'reader', '--by', 'alice');
    expect(piped.code).toBe(0);
    expect(piped.out).toMatch(/^plumb_[\w-]{43}\n$/);
    expect(piped.err).toMatch(/^store it now: .*PLUMBLINE_TOKEN\n$/);
    const own = await cli('agent', 'token', 'agent');
    expect(own.out).toMatch(/^plumb_[\w-]{43}\n$/);
    expect(own.err).toContain('`plumbline policy set default_agent off`');
    expect((await cli('agent', 'show', 'agent')).out).toContain(
      'the default agent for connections without credentials',
    );
  });

  test('a token is printed once and stored as a hash; a revoked agent has none', async () => {
    const { token } = json(await cli('agent', 'token', 'reader', '--by', 'alice', '--json')) as {
      token: string;
    };
    expect(token).toMatch(/^plumb_[\w-]{43}$/);
    const store = readFileSync(join(dir, '.plumbline', 'ledger.db'));
    expect(store.includes(token)).toBe(false);
    expect(json(await cli('agent', 'show', 'reader', '--json'))).toMatchObject({ has_token: true });
    expect(await cli('agent', 'revoke', 'reader')).toMatchObject({ code: 0 });
    expect(json(await cli('agent', 'show', 'reader', '--json'))).toMatchObject({
      has_token: false,
      status: 'revoked',
    });
    expect(await cli('agent', 'token', 'reader')).toMatchObject({ code: 1 });
  });
});

describe('config [CLI-3]', () => {
  test.each([
    ['claude', 'mcpServers'],
    ['cursor', 'mcpServers'],
    ['vscode', 'servers'],
  ])('%s gets JSON with absolute paths', async (host, key) => {
    const ran = await cli('config', '--for', host);
    const { [key]: servers } = json(ran) as Record<
      string,
      Record<string, { command: string; args: string[] }>
    >;
    expect(servers?.['plumbline-geometry']).toMatchObject({
      command: process.execPath,
      args: [LAUNCHER, 'mcp', 'geometry', '--workspace', dir],
    });
  });

  test('codex gets TOML', async () => {
    expect((await cli('config', '--for', 'codex')).out).toContain(
      `[mcp_servers.plumbline-geometry]\ncommand = "${process.execPath}"\nargs = ["${LAUNCHER}", "mcp", "geometry", "--workspace", "${dir}"]`,
    );
    expect(await cli('config', '--for', 'emacs')).toMatchObject({ code: 2 });
  });
});

describe('audit', () => {
  test('entries are shown and can be filtered', async () => {
    const all = json(await cli('audit', 'show', '--json')) as { seq: number; outcome: string }[];
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
    const refused = json(
      await cli('audit', 'show', '--filter', 'outcome=refused', '--limit', '1', '--json'),
    );
    expect(refused).toMatchObject([{ outcome: 'refused' }]);
    expect(await cli('audit', 'show', '--limit', '0')).toMatchObject({ code: 2 });
    expect(await cli('audit', 'show', '--filter', 'outcome')).toMatchObject({ code: 2 });
  });

  test('checkpoint, proof and export verify', async () => {
    const { note } = json(await cli('audit', 'checkpoint', '--json')) as { note: string };
    writeFileSync(join(dir, 'note.txt'), note);
    expect(json(await cli('audit', 'verify', '--checkpoint', 'note.txt', '--json'))).toMatchObject({
      ok: true,
      faults: [],
    });
    expect(json(await cli('audit', 'prove', '2', '--json'))).toMatchObject({
      seq: 2,
      checkpoint: note,
    });
    expect(await cli('audit', 'prove', '100000')).toMatchObject({ code: 1 });
    expect(await cli('audit', 'export', 'log.jsonl')).toMatchObject({ code: 0 });
    expect(await cli('audit', 'export', 'log.jsonl')).toMatchObject({ code: 1 });
    expect(await cli('audit', 'verify', '--export', 'log.jsonl')).toMatchObject({ code: 0 });
    const edited = readFileSync(join(dir, 'log.jsonl'), 'utf8').replaceAll('alice', 'mallo');
    writeFileSync(join(dir, 'edited.jsonl'), edited);
    const ran = await cli('audit', 'verify', '--export', 'edited.jsonl');
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/FAULT[^]*edited at 2/);
  });
});

describe('doctor', () => {
  test('reports no fault in an intact workspace', async () => {
    const ran = await child('doctor', '--json');
    const findings = json(ran) as { check: string; state: string }[];
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
    const checks = [
      'node',
      'sqlite',
      'files',
      'users',
      'store',
      'log',
      'witness',
      'keeper',
      'approvers',
      'servers',
      'sandbox',
    ];
    expect([...new Set(findings.map(({ check }) => check))].toSorted()).toEqual(checks.toSorted());
    expect(ran.code).toBe(0);
  });

  test('reports what a program of the same user can do [CLI-8]', async () => {
    const findings = json(await cli('doctor', '--json')) as { check: string; found: string }[];
    const uid = process.getuid?.();
    expect(findings.find(({ check }) => check === 'users')).toMatchObject({
      state: 'warn',
      found: `the store belongs to uid ${uid}, this process runs as uid ${uid}, the same user: a program of uid ${uid} can speak as any agent, write entries, sign checkpoints, guess at approvers' passphrases (2 key files), replace the workspace`,
      next: expect.stringContaining('Two users'),
    });
  });

  test.skipIf(process.platform === 'win32')(
    'a key that other users can read is a failure with a next step',
    async () => {
      const key = join(dir, '.plumbline', 'keys', 'log.pem');
      chmodSync(key, 0o644);
      const ran = await cli('doctor');
      chmodSync(key, 0o600);
      expect(ran.code).toBe(1);
      expect(ran.out).toMatch(/fail +files +.*log\.pem 644[^]*next: chmod go-rwx/);
    },
  );
});

describe('a store that was tampered with', () => {
  test('verify exits with 3 and names the fault; doctor fails [CLI-4]', async () => {
    const db = new DatabaseSync(join(dir, '.plumbline', 'ledger.db'));
    const guards = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'")
      .all();
    for (const { name } of guards) db.exec(`DROP TRIGGER "${String(name)}"`);
    db.exec(`UPDATE audit SET body = replace(body, 'alice', 'mallo') WHERE seq = 2`);
    db.close();
    const ran = await child('audit', 'verify');
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/FAULT[^]*edited at 2/);
    expect(await cli('doctor')).toMatchObject({ code: 1 });
  });

  test('a file that is not a store is reported as such', async () => {
    const other = scratch();
    await runCli(other.dir, ['init']);
    writeFileSync(
      join(other.dir, '.plumbline', 'ledger.db'),
      'not a store at all, only text '.repeat(100),
    );
    const list = await runCli(other.dir, ['agent', 'list']);
    const verify = await runCli(other.dir, ['audit', 'verify']);
    other.remove();
    expect(list).toMatchObject({ code: 1 });
    expect(list.err).toContain('next: ');
    expect(verify).toMatchObject({ code: 3 });
  });
});
