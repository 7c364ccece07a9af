/** @module command-line: from the words of a call to a command and its checked arguments. */
import { parseArgs } from 'node:util';

import type { Call, Command } from './command.ts';
import { usageOf } from './command.ts';
import { misuse } from './failure.ts';
import type { Terminal } from './terminal.ts';

const SHARED = {
  workspace: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** What a call asks for. */
export type Request =
  | { readonly kind: 'run'; readonly command: Command; readonly call: Call }
  /** Of one command, of a family like `agent`, or of all. */
  | { readonly kind: 'help'; readonly of: readonly Command[] }
  | { readonly kind: 'version' };

/** Reads the words after the program's name. Throws CliFailure with exit code 2. */
export function readCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Request {
  const loose = parseArgs({
    args: [...words],
    options: SHARED,
    allowPositionals: true,
    strict: false,
  });
  const [first, second] = loose.positionals;
  const help = loose.values['help'] === true;
  if (first === undefined || (first === 'help' && second === undefined)) {
    if (loose.values['version'] === true) return { kind: 'version' };
    if (help || first === 'help') return { kind: 'help', of: commands };
    throw misuse('got no command, want one', 'run `plumbline --help` for the list');
  }
  const command = commands.find(({ words: own }) => own === first || own === `${first} ${second}`);
  if (command === undefined) return familyHelp(help, commands, first, second);
  if (help) return { kind: 'help', of: [command] };
  return { kind: 'run', command, call: callOf(words, command, terminal) };
}

function familyHelp(
  help: boolean,
  commands: readonly Command[],
  first: string,
  second: string | undefined,
): Request {
  const family = commands.filter(({ words }) => words.startsWith(`${first} `));
  if (help && family.length > 0) return { kind: 'help', of: family };
  if (family.length > 0) {
    const known = family.map(({ words }) => `\`${words}\``).join(', ');
    const got = second === undefined ? `\`${first}\` alone` : `\`${first} ${second}\``;
    throw misuse(`got ${got}, want one of ${known}`, `run \`plumbline ${first} --help\``);
  }
  const known = [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? words))];
  throw misuse(
    `got the unknown command \`${first}\`, want one of ${known.join(', ')}`,
    'run `plumbline --help` for what each does',
  );
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
    const [said = ''] = error.message.split('. ');
    throw misuse(
      said.charAt(0).toLowerCase() + said.slice(1).replaceAll("'", '`'),
      usageOf(command),
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
