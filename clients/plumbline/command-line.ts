/** @module command-line: parses the arguments of the program into a command and its checked arguments. */
import { parseArgs } from 'node:util';

import { nearest } from '../../kernel/base/text/nearest.ts';
import { type Call, type Command, type Usage, usageOf } from './command.ts';
import { type CliFailure, misuse } from './failure.ts';
import type { Terminal } from './terminal.ts';
import { SERVER_USAGES } from './usages/servers.ts';

const SHARED = {
  workspace: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** The parsed arguments. */
export type Request =
  | { readonly kind: 'run'; readonly command: Command; readonly call: Call }
  /** Help for one command, for a group like `agent`, or for all. */
  | { readonly kind: 'help'; readonly of: readonly Usage[] }
  | { readonly kind: 'version' };

/** Parses the arguments after the program's name. @throws CliFailure with exit code 2. */
export function readCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Request {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { ...optionsOfAll(commands), ...SHARED },
    allowPositionals: true,
    strict: false,
  });
  const [first, ...rest] = positionals;
  if (first === 'version' && rest.length === 0) return { kind: 'version' };
  if (first === 'help' || values['help'] === true) {
    const named = first === 'help' ? rest : positionals;
    return (
      operandHelp(named, { words, commands, terminal }) ?? {
        kind: 'help',
        of: usagesNamed(named, commands),
      }
    );
  }
  if (first === undefined) {
    if (values['version'] === true) return { kind: 'version' };
    throw misuse('no command was given', 'run `plumbline help` for the list');
  }
  const command = usageNamed(positionals, commands);
  if (command === undefined) throw unknownCommand(positionals, commands);
  return { kind: 'run', command, call: callOf(words, command, terminal) };
}

/** The help about an operand, such as the tool of `call`; undefined for a command without such help, or without operand. */
function operandHelp(
  named: readonly string[],
  { words, commands, terminal }: Parsed,
): Request | undefined {
  const command = usageNamed(named, commands);
  if (command?.helpOf === undefined || named.length <= command.words.split(' ').length) {
    return undefined;
  }
  const at = words.indexOf('help');
  const call = callOf(at < 0 ? words : words.toSpliced(at, 1), command, terminal);
  return { kind: 'run', command: { ...command, run: command.helpOf }, call };
}

type Parsed = {
  readonly words: readonly string[];
  readonly commands: readonly Command[];
  readonly terminal: Terminal;
};

/** The options of all commands, by which an option before the command is parsed with its value. */
function optionsOfAll(commands: readonly Command[]): ParsedOptions {
  return Object.assign({}, ...commands.map(parsedOptions));
}

type ParsedOptions = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple: boolean }>
>;

function parsedOptions({ options }: Pick<Command, 'options'>): ParsedOptions {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple === true },
    ]),
  );
}

/** The command that the first words name. */
function usageNamed<One extends Usage>(
  [first = '', second = '']: readonly string[],
  commands: readonly One[],
): One | undefined {
  return commands.find(({ words }) => words === first || words === `${first} ${second}`);
}

/** The usages for which help was requested: one command, a group, or all without words. @throws CliFailure for unknown words. */
function usagesNamed(words: readonly string[], commands: readonly Command[]): readonly Usage[] {
  const all = [...commands, ...SERVER_USAGES];
  const [first] = words;
  if (first === undefined) return all;
  const one = usageNamed(words, all);
  if (one !== undefined) return [one];
  const group = all.filter((usage) => usage.words.startsWith(`${first} `));
  if (group.length > 0) return group;
  throw unknownCommand(words, commands);
}

/** The failure for words that name no command, with the closest match. */
function unknownCommand(
  [first = '', second]: readonly string[],
  commands: readonly Command[],
): CliFailure {
  const group = commands.filter(({ words }) => words.startsWith(`${first} `));
  if (group.length > 0) {
    const known = group.map(({ words }) => `\`${words}\``).join(', ');
    const given = second === undefined ? first : `${first} ${second}`;
    const near = second === undefined ? null : nearest(second, group.map(lastWord));
    return misuse(
      `\`${given}\` is not a command, expected one of ${known}`,
      near === null
        ? `run \`plumbline help ${first}\``
        : `did you mean \`plumbline ${first} ${near}\`?`,
    );
  }
  const known = [
    ...new Set([...commands, ...SERVER_USAGES].map(({ words }) => words.split(' ')[0] ?? '')),
  ];
  const near = nearest(first, [...known, 'help', 'version']);
  return misuse(
    `unknown command \`${first}\`, expected one of ${known.join(', ')}`,
    near === null
      ? 'run `plumbline help` for a description of each'
      : `did you mean \`plumbline ${near}\`? \`plumbline help\` describes each command`,
  );
}

function lastWord({ words }: Usage): string {
  return words.split(' ').at(-1) ?? words;
}

function callOf(words: readonly string[], command: Command, terminal: Terminal): Call {
  const { values, positionals } = parseStrictly(words, parsedOptions(command), command);
  const rest = positionals.slice(command.words.split(' ').length);
  requireCount(command, rest);
  const { workspace, json } = values;
  return {
    positionals: rest,
    values,
    workspace: typeof workspace === 'string' ? workspace : null,
    json: json === true,
    terminal,
  };
}

function parseStrictly(
  words: readonly string[],
  options: ParsedOptions,
  command: Command,
): { readonly values: Call['values']; readonly positionals: readonly string[] } {
  try {
    const args = parseArgs({
      args: [...words],
      options: { ...options, ...SHARED },
      allowPositionals: true,
      strict: true,
    });
    const texts = Object.entries(args.values).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.map(String) : value] as const],
    );
    return { values: Object.fromEntries(texts), positionals: args.positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [reason = ''] = error.message.split('. ');
    const unknownOption = /^Unknown option '--?([^']+)'/.exec(reason)?.[1];
    const near =
      unknownOption === undefined
        ? null
        : nearest(unknownOption, [...Object.keys(options), ...Object.keys(SHARED)]);
    const meant = near === null ? argumentOption(unknownOption, options) : `--${near}`;
    const guess = meant === null ? '' : `did you mean \`${meant}\`? `;
    throw misuse(
      reason.charAt(0).toLowerCase() + reason.slice(1).replaceAll("'", '`'),
      `${guess}${usageOf(command)}`,
    );
  }
}

/** The option that gives an argument of this name to a tool; null for a command without tools. */
function argumentOption(name: string | undefined, options: ParsedOptions): string | null {
  if (name === undefined || !Object.hasOwn(options, 'arg')) return null;
  return /^[a-z_]+$/u.test(name) ? `--arg ${name}=VALUE` : null;
}

function requireCount(command: Command, rest: readonly string[]): void {
  const many = command.operands.some((word) => word.includes('…'));
  const min = command.operands.filter((word) => !word.startsWith('[')).length;
  const max = many ? Number.POSITIVE_INFINITY : command.operands.length;
  if (rest.length >= min && rest.length <= max) return;
  const expected =
    command.operands.length === 0 ? 'no argument' : `\`${command.operands.join(' ')}\``;
  const given = rest.length === 0 ? 'nothing' : `\`${rest.join(' ')}\``;
  throw misuse(`${given} follows \`${command.words}\`, expected ${expected}`, usageOf(command));
}
