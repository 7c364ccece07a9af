/** @module main: toy-pseudo-axion: runs episodes of the honesty experiment and verifies their logs. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';

import { AxionFault } from '../../kernel/axion/axion-fault.ts';
import { runSuite } from '../../kernel/axion/harness/suite.ts';
import { verifyAuditFile } from '../../kernel/axion/kernel/audit-log.ts';
import { HELP, readCommand, UsageError } from './options.ts';
import type { Command } from './options.ts';
import { progressBar } from './progress-bar.ts';
import { summaryText } from './summary-text.ts';

/** Exit codes: usage errors and logs that do not hold share the 2. */
const FAILED = 1;
const USAGE = 2;
const NOT_VERIFIED = 2;

try {
  process.exitCode = await execute(readCommand(process.argv.slice(2), availableParallelism()));
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof AxionFault)) throw error;
  process.stderr.write(`toy-pseudo-axion: ${error.message}\n`);
  if (error instanceof UsageError) process.stderr.write('next: toy-pseudo-axion help\n');
  process.exitCode = error instanceof UsageError ? USAGE : FAILED;
}

async function execute(command: Command): Promise<number> {
  switch (command.kind) {
    case 'help':
      process.stdout.write(HELP);
      return 0;
    case 'verify_audit':
      return verify(command.path);
    case 'run': {
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      const bar = progressBar(process.stderr, () => performance.now());
      const summary = await runSuite(command.config, {
        out_dir: command.out_dir,
        workers: command.workers,
        watchdog_ms: command.watchdog_ms,
        onProgress: bar.update,
        signal: stop.signal,
      }).finally(bar.end);
      process.stdout.write(summaryText(summary));
      process.stdout.write(`files: ${command.out_dir}\n`);
      return 0;
    }
    default:
      return command satisfies never;
  }
}

function verify(path: string): number {
  if (!existsSync(path)) {
    process.stderr.write(`toy-pseudo-axion: there is no log \`${path}\`\n`);
    return NOT_VERIFIED;
  }
  const verdict = verifyAuditFile(path);
  if (verdict.ok) {
    process.stdout.write(`ok: ${verdict.entries} entries, head ${verdict.head}\n`);
    return 0;
  }
  process.stdout.write(`not ok: line ${verdict.line} ${verdict.fault}: ${verdict.message}\n`);
  return NOT_VERIFIED;
}
