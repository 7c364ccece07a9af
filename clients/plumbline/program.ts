/** @module program: runs one command of the plumbline program on a terminal. */
import { printable, printableJson } from '../../kernel/base/text/printable.ts';
import { readCommandLine } from './command-line.ts';
import type { Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { CliFailure } from './failure.ts';
import { helpLines } from './help.ts';
import { installedVersion } from './installation.ts';
import type { Terminal } from './terminal.ts';

/** Runs the command in `words` (the arguments after the program's name), prints its outcome, and returns the exit code. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  const json = words.includes('--json');
  try {
    const outcome = await outcomeOf(words, terminal);
    if (json && outcome.json !== undefined) terminal.out(printableJson(outcome.json));
    if (!json) for (const line of outcome.lines) terminal.out(line);
    return outcome.exit ?? 0;
  } catch (error) {
    const failure = await knownFailure(error);
    if (failure !== null) {
      printFailure(failure, json, terminal);
      return failure.exit;
    }
    // A bug: the stack trace is for the report.
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.err(printable(stack).replaceAll('\\n', '\n'));
    terminal.err('next: this is a bug in plumbline; please report it with the lines above');
    return 1;
  }
}

async function outcomeOf(words: readonly string[], terminal: Terminal): Promise<Outcome> {
  const request = readCommandLine(words, COMMANDS, terminal);
  switch (request.kind) {
    case 'version':
      return { json: { version: installedVersion() }, lines: [installedVersion()] };
    case 'help': {
      const lines = helpLines(request.of);
      return { json: { help: lines.join('\n') }, lines };
    }
    case 'run':
      return request.command.run(request.call);
    default:
      return request satisfies never;
  }
}

/** The failure for an error, null for a bug. The store's modules are imported only for errors other than CliFailure. */
async function knownFailure(error: unknown): Promise<CliFailure | null> {
  if (error instanceof CliFailure) return error;
  const { failureOf } = await import('./session.ts');
  return failureOf(error);
}

function printFailure(
  { message, next, exit, data }: CliFailure,
  json: boolean,
  terminal: Terminal,
): void {
  if (json) terminal.out(printableJson({ error: { message, next, exit, ...data } }));
  // Some messages have several lines; all other control characters in them are escaped.
  for (const line of `plumbline: ${message}`.split('\n')) terminal.err(printable(line));
  for (const line of `next: ${next}`.split('\n')) terminal.err(printable(line));
}
