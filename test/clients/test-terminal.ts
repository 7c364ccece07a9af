/** @module test-terminal: runs commands in this process, on a terminal that records their output. */
import { readCommandLine } from '../../clients/plumbline/command-line.ts';
import type { Outcome } from '../../clients/plumbline/command.ts';
import { COMMANDS } from '../../clients/plumbline/commands.ts';
import type { CliFailure } from '../../clients/plumbline/failure.ts';
import { failureOf } from '../../clients/plumbline/session.ts';
import type { Terminal } from '../../clients/plumbline/terminal.ts';

/** A terminal in a folder; `typed`: the answers to its prompts, in order; `input`: standard input. */
export type TestTerminal = Terminal & {
  readonly printed: readonly string[];
  readonly questions: readonly string[];
};

export function testTerminal(
  cwd: string,
  {
    env = {},
    typed = [],
    input = '',
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly typed?: readonly string[];
    readonly input?: string;
  } = {},
): TestTerminal {
  const [printed, questions]: [string[], string[]] = [[], []];
  const answer = (question: string): Promise<string> => {
    questions.push(question);
    return Promise.resolve(typed[questions.length - 1] ?? '');
  };
  return {
    out: (line) => void printed.push(line),
    err: (line) => void printed.push(line),
    interactive: typed.length > 0,
    colour: false,
    width: 80,
    env,
    cwd,
    progress: () => undefined,
    readInput: () => Promise.resolve(input),
    ask: answer,
    askSecret: answer,
    printed,
    questions,
  };
}

/** Runs a command in this process. */
export async function command(terminal: Terminal, ...words: readonly string[]): Promise<Outcome> {
  const request = readCommandLine(words, COMMANDS, terminal);
  if (request.kind !== 'run') throw new Error(`\`${words.join(' ')}\` is no command`);
  return await request.command.run(request.call);
}

/** The failure of a command that must fail. */
export async function failed(terminal: Terminal, ...words: readonly string[]): Promise<CliFailure> {
  try {
    await command(terminal, ...words);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return failure;
  }
  throw new Error(`\`${words.join(' ')}\` did not fail`);
}
