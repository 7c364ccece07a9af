/** @module help: the help texts of the program and its commands. */
import { type Usage, usageOf } from './command.ts';

const SHARED = [
  ['--workspace DIR', 'the workspace (default: the nearest .plumbline/ upwards)'],
  ['--json', 'print JSON'],
  ['-h, --help', 'this help, or the help of a command; also `help COMMAND`'],
  ['-v, --version', 'the version of the program; also `version`'],
] as const;

/** Commands that serve until they are ended. */
const SERVERS: ReadonlySet<string> = new Set(['mcp', 'serve', 'view']);

/** The help of one command, of a group, or of all commands. */
export function helpLines(commands: readonly Usage[]): readonly string[] {
  const [only] = commands;
  return commands.length === 1 && only !== undefined ? commandHelp(only) : listHelp(commands);
}

function commandHelp(command: Usage): readonly string[] {
  const options = Object.entries(command.options).map(
    ([name, { type, value, help }]) =>
      [type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'TEXT'}`, help] as const,
  );
  return [
    usageOf(command),
    `  ${command.summary}`,
    '',
    ...table([...options, ...sharedBy(command)]),
  ];
}

/** The options of all commands; servers print no JSON. */
function sharedBy({ words }: Usage): readonly (readonly [string, string])[] {
  return SERVERS.has(words) ? SHARED.filter(([option]) => option !== '--json') : SHARED;
}

function listHelp(commands: readonly Usage[]): readonly string[] {
  const rows = commands.map(
    ({ words, operands, summary }) => [[words, ...operands].join(' '), summary] as const,
  );
  return [
    'plumbline COMMAND [OPTIONS]',
    '',
    ...table(rows),
    '',
    ...table(SHARED),
    '',
    'exit codes: 0 success, 1 failure or refusal, 2 usage error, 3 verification found a fault',
  ];
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
