/** @module main: the plumbline program, except for the servers. */
import process from 'node:process';

import { readCommandLine } from './command-line.ts';
import type { Outcome } from './command.ts';
import { commandsFor } from './commands.ts';
import type { CliFailure } from './failure.ts';
import { helpLines } from './help.ts';
import { installedVersion } from './installation.ts';
import { printable, printableJson } from './printable.ts';
import { failureOf } from './session.ts';
import { processTerminal, type Terminal } from './terminal.ts';

async function run(words: readonly string[], terminal: Terminal): Promise<Outcome> {
  const request = readCommandLine(words, await commandsFor(words), terminal);
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

function printFailure({ message, next, exit, data }: CliFailure, json: boolean): void {
  const terminal = processTerminal();
  if (json) terminal.out(printableJson({ error: { message, next, exit, ...data } }));
  terminal.err(`plumbline: ${message}`);
  terminal.err(`next: ${next}`);
}

async function main(words: readonly string[]): Promise<void> {
  const json = words.includes('--json');
  const terminal = processTerminal();
  try {
    const outcome = await run(words, terminal);
    if (json && outcome.json !== undefined) terminal.out(printableJson(outcome.json));
    if (!json) for (const line of outcome.lines) terminal.out(line);
    process.exitCode = outcome.exit ?? 0;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) {
      // A fault of the program: the stack is for a bug report.
      terminal.err(
        printable(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ).replaceAll('\\n', '\n'),
      );
      terminal.err('next: this is a fault of the program; report it with the lines above');
      process.exitCode = 1;
      return;
    }
    printFailure(failure, json);
    process.exitCode = failure.exit;
  }
}

// The reader may close the pipe (`| head`); the write error is then ignored.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await main(process.argv.slice(2));
