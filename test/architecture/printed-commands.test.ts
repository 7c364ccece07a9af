/** @module printed-commands: every command that the program prints, in a hint or a text, can be run as it is printed. */
import { globSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { readCommandLine } from '../../clients/plumbline/command-line.ts';
import { ALL_USAGES, COMMANDS } from '../../clients/plumbline/commands.ts';
import { readServeOptions } from '../../servers/host/options.ts';
import { SERVED } from '../../servers/world/servers.ts';
import { testTerminal } from '../clients/test-terminal.ts';

const SOURCES = globSync('{clients,governance,kernel,schemas,servers}/**/*.{ts,tsx}').map((file) =>
  file.replaceAll('\\', '/'),
);

/** First words of commands, which mark a command in a text. */
const FIRST = [...new Set(ALL_USAGES.map(({ words }) => words.split(' ')[0]))];

/** Texts that begin with the name of the program and are no commands. */
const OTHER_TEXTS = ['plumbline bcf guid v1', 'plumbline ifc guid v1'];

/** Commands without backticks, by the file that prints them, with the reason. */
const ARGUED: ReadonlyMap<string, string> = new Map([
  ['clients/plumbline/commands/witness.ts', 'it is on a line of its own, to be copied'],
  [
    'clients/plumbline/commands/repair.ts',
    'the command is an argument, which is printed in backticks',
  ],
  ['clients/plumbline/calls/tool-help.ts', 'it is the syntax line of a help'],
  ['clients/plumbline/demo/demo.ts', 'it names the demo, not a command'],
]);

/** A source without its comments. */
function code(source: string): string {
  return source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .join('\n');
}

/** The commands in backticks, in plain strings and in template literals; values are replaced by the word VALUE. */
function commandsIn(source: string): readonly string[] {
  return (
    [...code(source).matchAll(/\\?`(plumbline (?:\$\{[^}]*\}|[^`\\$])*)\\?`/g)]
      .map(([, command = '']) => command.replaceAll(/\$\{[^}]*\}/g, 'VALUE'))
      // Words of commands that are values come from the list of commands itself.
      .filter((command) => !/^plumbline (?:help |approvals )?VALUE/.test(command))
  );
}

/** Commands in a text without backticks, which the check of commands cannot read. */
function unquotedIn(source: string): readonly string[] {
  const pattern = new RegExp(`[^\\\\\`/\\w](plumbline (?:${FIRST.join('|')})\\b[^'\`]*)`, 'g');
  return [...code(source).matchAll(pattern)].map(([text]) => text);
}

/** The words of a command as a shell reads them, up to a redirection. */
function wordsOf(command: string): readonly string[] {
  const [typed = ''] = command.split(/ [|>]/);
  return [...typed.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
}

/** Why a command cannot be run; null if it can. */
function faultOf(command: string): string | null {
  const words = wordsOf(command).slice(1);
  const [first, second] = words;
  try {
    if (['mcp', 'serve', 'view'].includes(first ?? '') && !words.includes('--help')) {
      readServeOptions(words, [...SERVED.keys(), 'VALUE', 'SERVER']);
      return null;
    }
    const request = readCommandLine(words, COMMANDS, testTerminal('/'));
    // One operand is a file of settings.
    if (request.kind === 'run' && first === 'policy' && second === 'set') {
      const [name = '', value] = request.call.positionals;
      if (value === undefined && !/\.|FILE/.test(name)) return `${command}: no value`;
    }
    return null;
  } catch (error) {
    return `${command}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

describe('printed commands', () => {
  test('finds commands that cannot be run, and commands without backticks', () => {
    const source = [
      "fail('x', 'run `plumbline policy set witness`: a file');",
      'next(`run \\`plumbline approvals show ${id}\\` or \\`plumbline approvals show\\``);',
      "next('`plumbline audit prove SEQ > FILE`, `plumbline doctor --fix`');",
      "next('run plumbline doctor');",
      '// `plumbline nothing`',
    ].join('\n');
    expect(commandsIn(source).flatMap((command) => faultOf(command) ?? [])).toEqual([
      'plumbline policy set witness: no value',
      expect.stringContaining('nothing follows `approvals show`'),
      expect.stringContaining('unknown option `--fix`'),
    ]);
    expect(commandsIn(source)).toHaveLength(5);
    expect(unquotedIn(source)).toEqual([' plumbline doctor']);
  });

  test('every command in a text of the program can be run as it is printed', () => {
    const faults = SOURCES.flatMap((file) =>
      commandsIn(readFileSync(file, 'utf8'))
        .filter((command) => !OTHER_TEXTS.includes(command))
        .flatMap((command) => faultOf(command) ?? [])
        .map((fault) => `${file}: ${fault}`),
    );
    const count = SOURCES.flatMap((file) => commandsIn(readFileSync(file, 'utf8'))).length;
    expect(count).toBeGreaterThan(80);
    expect(faults).toEqual([]);
  });

  test('every command in a text of the program is in backticks', () => {
    const found = SOURCES.flatMap((file) =>
      unquotedIn(readFileSync(file, 'utf8')).map((text) => ({ file, text })),
    );
    expect(found.filter(({ file }) => !ARGUED.has(file))).toEqual([]);
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(ARGUED.keys()));
  });

  test('every command at the start of a line of a code block in the documents can be run', () => {
    const faults = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md']).flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
        .flatMap(([, block = '']) => block.split('\n'))
        .filter((line) => line.startsWith('plumbline '))
        .map((line) => line.replace(/ +#.*$/, '').replace(/ &$/, ''))
        .flatMap((line) => faultOf(line) ?? [])
        .map((fault) => `${page}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});
