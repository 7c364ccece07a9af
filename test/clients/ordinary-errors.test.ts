/**
 * @module ordinary-errors.test: everyday errors end in one line with a next step: files, typos, passphrases,
 * people.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Call } from '../../clients/plumbline/command.ts';
import { CliFailure } from '../../clients/plumbline/failure.ts';
import { HOSTS } from '../../clients/plumbline/hosts/hosts.ts';
import { plainJsonFile } from '../../clients/plumbline/hosts/json-file.ts';
import { approverFindings } from '../../clients/plumbline/keys/approver-findings.ts';
import { unlockKey } from '../../clients/plumbline/keys/approver-key.ts';
import { readKeyText } from '../../clients/plumbline/keys/key-card.ts';
import { currentUser } from '../../clients/plumbline/separation.ts';
import {
  failureOf,
  openSessionIn,
  type Registry,
  workspaceDir,
} from '../../clients/plumbline/session.ts';
import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { decryptPrivateKey } from '../../kernel/base/canonical/signature.ts';
import { systemErrorText } from '../../kernel/base/files/system-error.ts';
import { runCli, scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

const PASSPHRASE = 'correct horse';
const place = scratch();
const { dir } = place;
const terminal = testTerminal(dir, { env: { PLUMBLINE_PASSPHRASE: PASSPHRASE } });
let registry: Registry;

beforeAll(async () => {
  await command(terminal, 'init');
  await command(terminal, 'approver', 'add', 'alice');
  await using session = openSessionIn(dir);
  registry = session.registry();
});
afterAll(place.remove);

describe('files that are not UTF-8', () => {
  // "Büro" in ISO 8859-1.
  const latin = (name: string, text: string): string => {
    const path = join(dir, name);
    writeFileSync(path, Buffer.from(text, 'latin1'));
    return path;
  };

  test('a permission file is refused with the position of the fault, and nothing is granted', async () => {
    const file = latin('latin.json', '{"permissions":{"READ":{"levels":["B\u00fcro"]}}}');
    const failure = await failed(terminal, 'agent', 'add', 'reader', '--permissions', file);
    expect(failure).toMatchObject({ exit: 1, next: 'name a file with JSON in UTF-8' });
    expect(failure.message).toContain('byte 36 (0xfc) is not UTF-8');
  });

  test('the file of a host is refused and not changed', async () => {
    const file = latin('host.json', '{"note":"B\u00fcro"}');
    const before = readFileSync(file);
    const { zed } = HOSTS;
    assert.ok(zed !== undefined);
    expect(() => plainJsonFile(file, zed)).toThrow(/byte 10 \(0xfc\) is not UTF-8/);
    expect(readFileSync(file)).toEqual(before);
  });
});

describe('errors of the system', () => {
  test('a path that cannot be used is named with the reason', async () => {
    writeFileSync(join(dir, 'file'), '');
    const failure = await failed(testTerminal(dir), 'init', '--workspace', join(dir, 'file', 'x'));
    expect(failure).toMatchObject({ exit: 1, next: 'use the path of a folder' });
    expect(failure.message).toMatch(
      /^cannot create `.*file.*`: part of the path is not a folder \(ENOTDIR\)$/,
    );
  });

  test.skipIf(!existsSync('/proc/self'))('a folder that cannot be created is named', async () => {
    for (const words of [['init'], ['demo', '--out']]) {
      const where = words.length === 1 ? ['--workspace', '/proc/plumbline'] : ['/proc/plumbline'];
      const failure = await failed(testTerminal(dir), ...words, ...where);
      expect(failure).toMatchObject({
        exit: 1,
        next: 'use a folder on a writable disk',
      });
      expect(failure.message).toBe(
        'cannot create `/proc/plumbline`: no folder can be created there (ENOENT)',
      );
    }
  });

  test.each(['EACCES', 'EROFS', 'ENOSPC', 'ENOENT', 'EISDIR'])('%s', (code) => {
    const error = Object.assign(new Error('long'), { code, syscall: 'open', path: '/a/b' });
    const failure = failureOf(error);
    expect(failure?.message).toMatch(/^cannot open `\/a\/b`: [a-z -]+ \([A-Z]+\)$/);
    expect(failure?.next).not.toBe('');
  });

  test.each([
    ['EADDRINUSE', { syscall: 'listen', address: '127.0.0.1', port: 7420 }, '127.0.0.1:7420'],
    ['EADDRNOTAVAIL', { syscall: 'listen', address: '::2', port: 7421 }, '[::2]:7421'],
    ['EACCES', { syscall: 'listen', address: '0.0.0.0', port: 80 }, '0.0.0.0:80'],
    ['ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'nosuch.invalid' }, 'nosuch.invalid'],
  ])('%s of an address names it and what to do', (code, fields, where) => {
    const text = systemErrorText(Object.assign(new Error('long'), { code, ...fields }));
    expect(text?.message).toMatch(/^cannot listen on `[^`]+`: [a-z -]+ \([A-Z]+\)$/);
    expect(text?.message).toContain(`\`${where}\``);
    expect(text?.next).toMatch(/port|address/);
  });

  test('a missing file is named once, with the cause and what to name', async () => {
    const missing = join(dir, 'none.txt');
    const commands = [
      ['audit', 'verify', '--checkpoint', missing],
      ['audit', 'check-proof', missing],
      ['run', missing],
      ['agent', 'add', 'x', '--permissions', missing],
    ];
    for (const words of commands) {
      const { message, next, exit } = await failed(terminal, ...words);
      expect({ message, exit }).toEqual({
        message: `cannot read ${missing}: no such file or folder (ENOENT)`,
        exit: 1,
      });
      expect(next).toMatch(/^name a /);
    }
    const { lines } = await command(terminal, 'audit', 'verify', '--witness', missing);
    expect(lines[1]?.split(missing)).toHaveLength(2);
  });

  test('a file without a checkpoint is reported as such, not as a fault of the log', async () => {
    const file = join(dir, 'note.txt');
    writeFileSync(file, 'bread, milk\n');
    const { exit, lines } = await command(terminal, 'audit', 'verify', '--checkpoint', file);
    expect(exit).toBe(3);
    expect(lines[1]).toBe('  unverifiable: the given checkpoint is not a checkpoint');
    expect(lines[2]).toContain('next: name a file with the output of `plumbline audit checkpoint`');
    expect(lines[2]).toContain('has no other fault');
  });

  test('an address that another program uses is refused without a stack trace', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const port = String(Object(server.address()).port);
    try {
      const witness = await failed(terminal, 'witness', '--port', port);
      expect(witness.message).toBe(
        `cannot listen on \`127.0.0.1:${port}\`: another program uses this address (EADDRINUSE)`,
      );
      expect(witness).toMatchObject({ exit: 1, next: expect.stringContaining('--port N') });
      const hub = await runCli(dir, ['serve', '--port', port]);
      expect(hub).toMatchObject({ code: 1, out: '' });
      expect(hub.err).toMatch(
        /^plumbline: cannot listen on `127\.0\.0\.1:\d+`: another program uses this address \(EADDRINUSE\); stop .*\n$/,
      );
    } finally {
      server.close();
    }
  });

  test('a bug is not reported as an error of the system', () => {
    for (const error of [
      new TypeError('x'),
      Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }),
      'x',
    ]) {
      expect(systemErrorText(error)).toBe(null);
      expect(failureOf(error)).toBe(null);
    }
  });

  test('a damaged store and a store that is a folder are reported in one line', async () => {
    const other = scratch();
    const { inner, store } = workspacePaths(other.dir);
    mkdirSync(inner);
    writeFileSync(store, 'no database, for sure');
    const damaged = await failed(testTerminal(other.dir), 'agent', 'list');
    expect(damaged).toMatchObject({ exit: 1, message: expect.stringContaining('damaged') });
    rmSync(store);
    mkdirSync(store);
    const folder = await failed(testTerminal(other.dir), 'agent', 'list');
    expect(folder).toMatchObject({ exit: 1, next: expect.stringContaining('doctor') });
    other.remove();
  });

  test('a workspace that this user cannot read is not reported as missing', () => {
    const stranger = { uid: (currentUser()?.uid ?? 0) + 1, gids: [] };
    const inside = join(dir, 'deep');
    mkdirSync(inside);
    const words = [{ workspace: dir }, { workspace: null }];
    for (const { workspace } of words) {
      const call = { workspace, terminal: testTerminal(inside) };
      expect(workspaceDir(call)).toBe(dir);
    }
    const { store } = workspacePaths(dir);
    const hidden = `${store}.hidden`;
    renameSync(store, hidden);
    const look = () => workspaceDir({ workspace: null, terminal: testTerminal(inside) }, stranger);
    expect(look).toThrow(CliFailure);
    expect(look).toThrow('this user cannot read the workspace');
    renameSync(hidden, store);
  });
});

test('a misspelt filter is refused with the closest field', async () => {
  const failure = await failed(terminal, 'audit', 'show', '--filter', 'tool=x,outcom=ok');
  expect(failure).toMatchObject({ exit: 2, next: 'did you mean `outcome`?' });
});

test('git ignores .plumbline', () => {
  spawnSync('git', ['init', '-q'], { cwd: dir });
  const { stdout } = spawnSync('git', ['status', '--porcelain', '-uall'], {
    cwd: dir,
    encoding: 'utf8',
  });
  expect(stdout).toContain('file');
  expect(stdout).not.toContain('.plumbline');
  expect(readFileSync(join(dir, '.plumbline', '.gitignore'), 'utf8')).toMatch(/^\*$/m);
});

describe('a passphrase', () => {
  const key = join(workspacePaths(dir).keys, 'approvers', 'alice.pem');
  const unlock = async (typed: readonly string[]) => {
    const [alice] = registry.approvers;
    if (alice === undefined) throw new Error('no approver');
    const asking = testTerminal(dir, { typed });
    const opened = await unlockKey(key, alice, asking).catch((error: unknown) => error);
    return { asking, opened };
  };

  test("that is wrong is prompted for again, with the name of the key's owner", async () => {
    const { asking, opened } = await unlock(['wrong', PASSPHRASE]);
    expect(opened).toMatchObject({ type: 'private' });
    expect(asking.questions).toEqual(['passphrase of alice: ', 'passphrase of alice: ']);
    expect(asking.printed).toEqual(['wrong passphrase for the key of `alice`; 2 tries left']);
  });

  test('that is wrong three times is not prompted for again', async () => {
    const { asking, opened } = await unlock(['a', 'b', 'c', PASSPHRASE]);
    expect(opened).toBeInstanceOf(CliFailure);
    expect(asking.questions).toHaveLength(3);
  });

  test("of a new key is prompted for with the person's name", async () => {
    const asking = testTerminal(dir, { typed: [PASSPHRASE, 'another one'] });
    const failure = await failed(asking, 'approver', 'add', 'bob');
    expect(failure.message).toBe('the two passphrases differ');
    expect(asking.questions).toEqual([
      'new passphrase of bob: ',
      'the new passphrase of bob again: ',
    ]);
  });
});

describe('a second approver', () => {
  const added = async (
    name: string,
    env: Readonly<Record<string, string>>,
    typed: readonly string[] = [],
  ) => {
    const asking = testTerminal(dir, { env: { PLUMBLINE_PASSPHRASE: PASSPHRASE, ...env }, typed });
    const words = ['approver', 'add', name, '--by', 'alice'];
    await command(asking, ...words);
    const text = readFileSync(join(workspacePaths(dir).keys, 'approvers', `${name}.pem`), 'utf8');
    const { pem } = readKeyText(text);
    return { asking, opens: (passphrase: string) => decryptPrivateKey(pem, passphrase).type };
  };

  test('has a passphrase that differs from the signer’s', async () => {
    const PLUMBLINE_NEW_PASSPHRASE = 'another horse';
    const { asking, opens } = await added('bob', { PLUMBLINE_NEW_PASSPHRASE });
    expect([opens(PLUMBLINE_NEW_PASSPHRASE), asking.printed]).toEqual(['private', []]);
    expect(() => opens(PASSPHRASE)).toThrow(/decrypt/i);
  });

  test("is prompted for a passphrase, even if the signer's is set", async () => {
    const { asking, opens } = await added('carol', {}, ['carols horse', 'carols horse']);
    expect(opens('carols horse')).toBe('private');
    expect(asking.questions).toHaveLength(2);
  });

  test('is notified if both passphrases are the same because there is no prompt', async () => {
    const { asking, opens } = await added('dora', {});
    expect(opens(PASSPHRASE)).toBe('private');
    expect(asking.printed).toEqual([
      expect.stringContaining('set PLUMBLINE_NEW_PASSPHRASE to choose another one'),
    ]);
  });
});

describe('the findings of doctor about approvers', () => {
  const paths = workspacePaths(dir);
  const found = (given: Registry, values: Call['values'] = {}) =>
    approverFindings(given, paths, { values, terminal }).map(
      ({ state, found: text }) => `${state} ${text}`,
    );

  test('without approvers, nobody can approve', () => {
    expect(found({ ...registry, approvers: [] })).toEqual([
      expect.stringMatching(/^warn there are no approvers/),
    ]);
  });

  test('an approver cannot approve where their key is missing', () => {
    expect(found(registry)).toEqual([expect.stringMatching(/^ok alice, key in /)]);
    expect(found(registry, { 'key-dir': join(dir, 'nowhere') })).toEqual([
      expect.stringMatching(
        /^warn alice cannot approve from here: the key .*nowhere.* does not exist/,
      ),
    ]);
  });

  test('warns if only the responsible person can approve, or one person where two must sign', () => {
    const [alice] = registry.approvers;
    const { workspace, agents } = registry;
    const user_id = alice?.user_id ?? '';
    const own = agents.map((agent) => Object.assign({}, agent, { user_id }));
    expect(found({ ...registry, agents: own })).toEqual([
      expect.stringMatching(/^ok/),
      'warn nobody can approve requests of `agent`: alice is responsible for it',
    ]);
    const policy = {
      ...workspace.policy,
      approvers_required: { ...workspace.policy.approvers_required, bulk: 2 },
    };
    expect(found({ ...registry, workspace: { ...workspace, policy } })).toEqual([
      expect.stringMatching(/^ok/),
      'warn only 1 of 2 can approve requests of `agent`',
    ]);
  });
});

describe('completion', () => {
  test('bash completes commands, their second words and their options', async () => {
    const { lines } = await command(terminal, 'completion', 'bash');
    const line = (words: string): string =>
      `COMP_WORDS=(plumbline ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); COMPREPLY=(); _plumbline; echo "\${COMPREPLY[*]}"`;
    const script = [
      ...lines,
      line('ap'),
      line('approvals ""'),
      line('config --w'),
      line('mcp spatial --r'),
      line('help docto'),
    ];
    const { stdout, stderr } = spawnSync('bash', ['-c', script.join('\n')], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      'approver approvals',
      'list show approve reject comment watch export',
      '--write --workspace',
      '--read-only',
      'doctor',
      '',
    ]);
  });

  test('fish and zsh have scripts; other shells are refused', async () => {
    const fish = (await command(terminal, 'completion', 'fish')).lines.join('\n');
    expect(fish).toContain(
      "complete -c plumbline -n '__fish_seen_subcommand_from config' -l for -r",
    );
    expect((await command(terminal, 'completion', 'zsh')).lines.join('\n')).toContain(
      'bashcompinit',
    );
    expect(await failed(terminal, 'completion', 'tcsh')).toMatchObject({ exit: 2 });
  });
});
