/** @module command-line.test: the parsing of arguments, and the failures for invalid ones. */
import { describe, expect, test } from 'vitest';

import { readCommandLine } from '../../clients/plumbline/command-line.ts';
import type { Usage } from '../../clients/plumbline/command.ts';
import { ALL_USAGES, COMMANDS } from '../../clients/plumbline/commands.ts';
import { CliFailure } from '../../clients/plumbline/failure.ts';
import { helpLines } from '../../clients/plumbline/help.ts';
import { runProgram } from '../../clients/plumbline/program.ts';
import type { Terminal } from '../../clients/plumbline/terminal.ts';
import { mcpUsage, serveUsage, viewUsage } from '../../clients/plumbline/usages/servers.ts';
import { readServeOptions, UsageError } from '../../servers/host/options.ts';
import { testTerminal } from './test-terminal.ts';

const terminal: Terminal = {
  out: () => undefined,
  err: () => undefined,
  interactive: false,
  colour: false,
  width: 80,
  env: {},
  cwd: '/',
  progress: () => undefined,
  readInput: () => Promise.resolve(''),
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

test('options are accepted before and after the command', () => {
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

test('help and version are available as words and as options', () => {
  for (const line of ['--version', '-v', 'version']) expect(read(line).kind).toBe('version');
  for (const line of ['--help', '-h', 'help']) {
    expect(read(line)).toEqual({ kind: 'help', of: ALL_USAGES });
  }
  for (const line of ['mcp --help', 'help mcp', 'mcp spatial -h']) {
    expect(read(line)).toEqual({ kind: 'help', of: [mcpUsage] });
  }
  expect(read('help agent')).toEqual(read('agent --help'));
  expect(read('help agent add')).toEqual(read('agent add --help'));
  expect(read('agent --help')).toMatchObject({ kind: 'help', of: { length: 6 } });
  expect(read('agent add --help')).toMatchObject({ kind: 'help', of: { length: 1 } });
});

describe('a usage error exits with 2 and names a next step', () => {
  test.each([
    ['', /no command was given/],
    ['frobnicate', /unknown command `frobnicate`, expected one of init/],
    ['agent', /`agent` is not a command, expected one of `agent add`/],
    ['agent frobnicate', /`agent frobnicate` is not a command/],
    ['agent add', /nothing follows `agent add`, expected `NAME`/],
    ['agent add a b', /`a b` follows `agent add`/],
    ['approvals approve', /expected `ID…`/],
    ['init --frobnicate', /unknown option `--frobnicate`/],
    ['config --for', /`--for/],
    ['approvals list x', /expected no argument/],
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
  ['call get_element --branch design/a', '--arg branch=VALUE'],
])('the hint for `%s` names the closest match', (line, near) => {
  const failure = failureOf(line);
  expect(failure.exit).toBe(2);
  expect(failure.next).toContain(`did you mean \`${near}\`?`);
});

test('an option before the command is parsed with its value', () => {
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

test('servers accept exactly the options that their help lists', () => {
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
  const view = wordsOf(viewUsage, { as: 'anna', port: '0' });
  expect(readServeOptions(['view', ...view], [])).toEqual({
    command: 'view',
    init: false,
    workspace: null,
    as: 'anna',
    open: true,
    port: 0,
  });
  expect(readServeOptions(['view'], [])).toMatchObject({ as: null, open: false, port: null });
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
    ['serve', '--as', 'anna'],
    ['mcp', 'one', '--open'],
    ['view', 'anna'],
    ['view', '--host', '0.0.0.0'],
    ['view', '--init'],
    ['serve', '--init'],
    ['serve', '--port', '65536'],
    ['serve', '--port', '-1'],
    ['serve', '--port', ''],
  ]) {
    expect(() => readServeOptions(words, ['one'])).toThrow(UsageError);
  }
});

test('the help lists every command once', () => {
  const text = helpLines(COMMANDS).join('\n');
  for (const { words } of COMMANDS) expect(text).toContain(words);
  expect(new Set(COMMANDS.map(({ words }) => words)).size).toBe(COMMANDS.length);
});

test('an option has the same type in every command, so that it can be given before the command', () => {
  const types = new Map<string, Set<string>>();
  for (const [name, { type }] of COMMANDS.flatMap(({ options }) => Object.entries(options))) {
    types.set(name, new Set([...(types.get(name) ?? []), type]));
  }
  for (const [name, found] of types) expect([name, ...found]).toHaveLength(2);
});

test('the message of a failed command escapes invisible characters that it quotes', async () => {
  const written = testTerminal(process.cwd());
  expect(await runProgram(['completion', 'a\u001b[2J\u202e\u034fb'], written)).toBe(2);
  expect(written.printed[0]).toContain(String.raw`\u{1b}[2J\u{202e}\u{34f}b`);
});
