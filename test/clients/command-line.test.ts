/** @module command-line.test: how the program parses its arguments, and what it answers to invalid ones. */
import { describe, expect, test } from 'vitest';

import { readCommandLine } from '../../clients/plumbline/command-line.ts';
import type { Usage } from '../../clients/plumbline/command.ts';
import { allCommands, commandsFor } from '../../clients/plumbline/commands.ts';
import { CliFailure } from '../../clients/plumbline/failure.ts';
import { helpLines } from '../../clients/plumbline/help.ts';
import { mcpUsage, SERVER_USAGES, serveUsage } from '../../clients/plumbline/server-usages.ts';
import type { Terminal } from '../../clients/plumbline/terminal.ts';
import { readServeOptions, UsageError } from '../../servers/host/options.ts';

const COMMANDS = await allCommands();

const terminal: Terminal = {
  out: () => undefined,
  err: () => undefined,
  interactive: false,
  colour: false,
  width: 80,
  env: {},
  cwd: '/',
  ask: () => Promise.reject(new Error('nobody is there')),
  askSecret: () => Promise.reject(new Error('nobody is there')),
};

const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean), COMMANDS, terminal);

function failureOf(line: string): CliFailure {
  try {
    read(line);
  } catch (error) {
    if (error instanceof CliFailure) return error;
    throw error;
  }
  throw new Error('expected a failure');
}

test('options stand anywhere', () => {
  for (const line of [
    'approvals approve a b --as alice --workspace w --json',
    '--workspace w --json approvals approve --as alice a b',
  ]) {
    const request = read(line);
    expect(request.kind === 'run' && request.command.words).toBe('approvals approve');
    expect(request).toMatchObject({
      call: { positionals: ['a', 'b'], workspace: 'w', json: true, values: { as: 'alice' } },
    });
  }
});

test('help and version', () => {
  for (const line of ['--version', '-v', 'version']) expect(read(line).kind).toBe('version');
  for (const line of ['--help', '-h', 'help']) {
    expect(read(line)).toEqual({ kind: 'help', of: [...COMMANDS, ...SERVER_USAGES] });
  }
  for (const line of ['mcp --help', 'help mcp', 'mcp spatial -h']) {
    expect(read(line)).toEqual({ kind: 'help', of: [mcpUsage] });
  }
  expect(read('help agent')).toEqual(read('agent --help'));
  expect(read('help agent add')).toEqual(read('agent add --help'));
  expect(read('agent --help')).toMatchObject({ kind: 'help', of: { length: 6 } });
  expect(read('agent add --help')).toMatchObject({ kind: 'help', of: { length: 1 } });
});

describe('bad use: exit code 2, what was got and wanted, and a next step', () => {
  test.each([
    ['', /got no command/],
    ['frobnicate', /unknown command `frobnicate`, want one of init/],
    ['agent', /got `agent` alone, want one of `agent add`/],
    ['agent frobnicate', /got `agent frobnicate`/],
    ['agent add', /got no argument after `agent add`, want `NAME`/],
    ['agent add a b', /got `a b`/],
    ['approvals approve', /want `ID…`/],
    ['init --frobnicate', /unknown option `--frobnicate`/],
    ['config --for', /`--for/],
    ['approvals list x', /want none/],
  ])('%s', (line, message) => {
    const failure = failureOf(line);
    expect(failure.exit).toBe(2);
    expect(failure.message).toMatch(message);
    expect(failure.next).not.toBe('');
  });
});

test.each([
  ['aprovals list', 'plumbline approvals'],
  ['aprovals', 'plumbline approvals'],
  ['agent ad', 'plumbline agent add'],
  ['help docter', 'plumbline doctor'],
  ['confg --for x', 'plumbline config'],
  ['config --fro claude', '--for'],
  ['init --jsno', '--json'],
])('%s: the nearest one is named', (line, near) => {
  const failure = failureOf(line);
  expect(failure.exit).toBe(2);
  expect(failure.next).toContain(`did you mean \`${near}\`?`);
});

test('an option before the command takes its value along', () => {
  expect(read('--as alice approvals approve a')).toMatchObject({
    kind: 'run',
    call: { positionals: ['a'], values: { as: 'alice' } },
  });
});

/** All options of a usage as words. */
const wordsOf = ({ options }: Usage, values: Readonly<Record<string, string>>): string[] =>
  Object.entries(options).flatMap(([name, { type }]) =>
    type === 'boolean' ? [`--${name}`] : [`--${name}`, values[name] ?? ''],
  );

test('servers take the options that their help shows, and no other', () => {
  const mcp = wordsOf(mcpUsage, { toolsets: 'more' });
  const offer = { toolsets: ['more'], readOnly: true, workspace: null };
  expect(readServeOptions(['mcp', 'one', ...mcp], ['one'])).toEqual({
    ...offer,
    command: 'mcp',
    server: 'one',
    init: true,
  });
  const files = { oauth: 'o.json', 'tls-cert': 'c.pem', 'tls-key': 'k.pem' };
  const given = { toolsets: 'more', host: '::1', port: '0', 'allow-host': 'a,b', ...files };
  expect(readServeOptions(['serve', ...wordsOf(serveUsage, given)], [])).toEqual({
    ...offer,
    command: 'serve',
    host: '::1',
    port: 0,
    allowedHosts: ['a', 'b'],
    sse: true,
    defaultAgent: true,
    oauth: 'o.json',
    tlsFiles: { cert: 'c.pem', key: 'k.pem' },
    control: true,
    init: false,
  });
  expect(readServeOptions(['serve'], [])).toMatchObject({
    host: '127.0.0.1',
    port: 7420,
    sse: false,
    defaultAgent: false,
  });
  for (const words of [
    ['mcp', 'one', '--other'],
    ['mcp', 'one', '--port', '1'],
    ['mcp', 'one', '--oauth', 'o.json'],
    ['serve', 'geometry'],
    ['serve', '--init'],
    ['serve', '--port', '65536'],
    ['serve', '--port', '-1'],
    ['serve', '--port', ''],
  ]) {
    expect(() => readServeOptions(words, ['one'])).toThrow(UsageError);
  }
});

test('every command is in the help, and words are unique', () => {
  const text = helpLines(COMMANDS).join('\n');
  for (const { words } of COMMANDS) expect(text).toContain(words);
  expect(new Set(COMMANDS.map(({ words }) => words)).size).toBe(COMMANDS.length);
});

test('a call loads the group that its first word names, whole and alone, and everything otherwise', async () => {
  const firsts = new Set(COMMANDS.map(({ words }) => words.split(' ')[0] ?? ''));
  // What completes is made of all the others.
  firsts.delete('completion');
  for (const first of firsts) {
    const whole = COMMANDS.filter(({ words }) => words.split(' ')[0] === first);
    expect(await commandsFor([first])).toEqual(whole);
  }
  for (const first of ['completion', '--json', 'help', 'polciy', 'constructor', '']) {
    expect(await commandsFor([first, 'policy', 'show'])).toHaveLength(COMMANDS.length);
  }
});
