/** @module command-line: parses the arguments of the program into a command and its checked arguments. */
import { parseArgs } from 'node:util';

import { nearest } from '../../kernel/text/nearest.ts';
import { type Call, type Command, type Usage, usageOf } from './command.ts';
import { type CliFailure, misuse } from './failure.ts';
import { SERVER_USAGES } from './server-usages.ts';
import type { Terminal } from './terminal.ts';

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

/** Parses the arguments after the program's name. Throws CliFailure with exit code 2. */
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
  if (first === 'help') return { kind: 'help', of: described(rest, commands) };
  if (first === 'version' && rest.length === 0) return { kind: 'version' };
  if (values['help'] === true) return { kind: 'help', of: described(positionals, commands) };
  if (first === undefined) {
    if (values['version'] === true) return { kind: 'version' };
    throw misuse('got no command, want one', 'run `plumbline help` for the list');
  }
  const command = named(positionals, commands);
  if (command === undefined) throw unknown(positionals, commands);
  return { kind: 'run', command, call: callOf(words, command, terminal) };
}

/** Options of all commands, so that an option before the command takes its value along. */
function optionsOfAll(
  commands: readonly Command[],
): Readonly<Record<string, { readonly type: 'string' | 'boolean' }>> {
  const all = commands.flatMap(({ options }) =>
    Object.entries(options).map(([name, { type }]) => [name, { type }] as const),
  );
  return Object.fromEntries(all);
}

/** The command that the first words name. */
function named<One extends Usage>(
  [first = '', second = '']: readonly string[],
  commands: readonly One[],
): One | undefined {
  return commands.find(({ words }) => words === first || words === `${first} ${second}`);
}

/** What help is asked for: one command, a group, or without words all. Throws CliFailure for words that are none of these. */
function described(words: readonly string[], commands: readonly Command[]): readonly Usage[] {
  const all = [...commands, ...SERVER_USAGES];
  const [first] = words;
  if (first === undefined) return all;
  const one = named(words, all);
  if (one !== undefined) return [one];
  const group = all.filter((usage) => usage.words.startsWith(`${first} `));
  if (group.length > 0) return group;
  throw unknown(words, commands);
}

/** The failure for words that name no command, with the nearest one. */
function unknown(
  [first = '', second]: readonly string[],
  commands: readonly Command[],
): CliFailure {
  const group = commands.filter(({ words }) => words.startsWith(`${first} `));
  if (group.length > 0) {
    const known = group.map(({ words }) => `\`${words}\``).join(', ');
    const got = second === undefined ? `\`${first}\` alone` : `\`${first} ${second}\``;
    const near = second === undefined ? null : nearest(second, group.map(lastWord));
    return misuse(
      `got ${got}, want one of ${known}`,
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
    `got the unknown command \`${first}\`, want one of ${known.join(', ')}`,
    near === null
      ? 'run `plumbline help` for what each does'
      : `did you mean \`plumbline ${near}\`? \`plumbline help\` says what each does`,
  );
}

function lastWord({ words }: Usage): string {
  return words.split(' ').at(-1) ?? words;
}

function callOf(words: readonly string[], command: Command, terminal: Terminal): Call {
  const own = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const);
  const { values, positionals } = strictly(words, Object.fromEntries(own), command);
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

function strictly(
  words: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
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
      typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
    );
    return { values: Object.fromEntries(texts), positionals: args.positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [reason = ''] = error.message.split('. ');
    const strange = /^Unknown option '--?([^']+)'/.exec(reason)?.[1];
    const near =
      strange === undefined
        ? null
        : nearest(strange, [...Object.keys(options), ...Object.keys(SHARED)]);
    const guess = near === null ? '' : `did you mean \`--${near}\`? `;
    throw misuse(
      reason.charAt(0).toLowerCase() + reason.slice(1).replaceAll("'", '`'),
      `${guess}${usageOf(command)}`,
    );
  }
}

function requireCount(command: Command, rest: readonly string[]): void {
  const many = command.takes.some((word) => word.includes('…'));
  const least = command.takes.filter((word) => !word.startsWith('[')).length;
  const most = many ? Number.POSITIVE_INFINITY : command.takes.length;
  if (rest.length >= least && rest.length <= most) return;
  const wanted = command.takes.length === 0 ? 'none' : `\`${command.takes.join(' ')}\``;
  const got = rest.length === 0 ? 'no argument' : `\`${rest.join(' ')}\``;
  throw misuse(`got ${got} after \`${command.words}\`, want ${wanted}`, usageOf(command));
}
