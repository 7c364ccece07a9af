/** @module help: how the program and its commands are called. */
import { type Command, usageOf } from './command.ts';

/** Commands that other entries carry out, for the list only. */
const ELSEWHERE = [['mcp SERVER', 'one server over stdio: geometry, spatial …, or all']] as const;

const SHARED = [
  ['--workspace DIR', 'the workspace (default: the nearest .plumbline/ upwards)'],
  ['--json', 'answer for machines'],
  ['--help', 'this text, or that of a command'],
  ['--version', 'the version of the program'],
] as const;

/** Help of one command, of a family, or of all. */
export function helpLines(commands: readonly Command[]): readonly string[] {
  const [only] = commands;
  return commands.length === 1 && only !== undefined ? ofOne(only) : ofMany(commands);
}

function ofOne(command: Command): readonly string[] {
  const options = Object.entries(command.options).map(
    ([name, { type, value, help }]) =>
      [type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'TEXT'}`, help] as const,
  );
  return [usageOf(command), `  ${command.summary}`, '', ...table([...options, ...SHARED])];
}

function ofMany(commands: readonly Command[]): readonly string[] {
  const rows = commands.map(
    ({ words, takes, summary }) => [[words, ...takes].join(' '), summary] as const,
  );
  const families = new Set(commands.map(({ words }) => words.split(' ')[0]));
  return [
    'plumbline COMMAND [OPTIONS]',
    '',
    ...table(families.size > 1 ? [...rows, ...ELSEWHERE] : rows),
    '',
    ...table(SHARED),
    '',
    'exit codes: 0 success, 1 failure or refusal, 2 bad use, 3 verification found a fault',
  ];
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
