/** @module main: the plumbline program, except for the servers. */
import process from 'node:process';

import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

// A reader such as `head` may close the pipe; the write error is then ignored.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
