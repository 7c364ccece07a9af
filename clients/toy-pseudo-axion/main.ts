/**
 * @module main: the command toy-pseudo-axion, which runs episodes of the honesty experiment and verifies their logs.
 */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';

import { AxionFault } from '../../kernel/axion/axion-fault.ts';
import { knownEndOf } from '../../kernel/axion/harness/known-end.ts';
import { judgedThresholds } from '../../kernel/axion/harness/report.ts';
import { runSuite } from '../../kernel/axion/harness/suite.ts';
import { verifyAuditFile } from '../../kernel/axion/kernel/audit-log.ts';
import { codePointEscape, withoutUnseen } from '../../kernel/base/text/invisible-characters.ts';
import { writeExport } from './export.ts';
import { HELP, readCommand, UsageError, type Command } from './options.ts';
import { openOwnAgent } from './own-run.ts';
import { progressBar } from './progress-bar.ts';
import { summaryText } from './summary-text.ts';

/** Exit codes; 2 is a usage error or a log that does not verify. */
const FAILED = 1;
const USAGE = 2;
const NOT_VERIFIED = 2;

function drawNonce(): string {
  return randomBytes(32).toString('hex');
}

try {
  const defaults = { processors: availableParallelism(), drawNonce };
  process.exitCode = await execute(readCommand(process.argv.slice(2), defaults));
} catch (error) {
  const known = error instanceof UsageError || error instanceof AxionFault || isSystemError(error);
  if (!known) throw error;
  process.stderr.write(`toy-pseudo-axion: ${withoutUnseen(error.message, codePointEscape)}\n`);
  if (error instanceof UsageError) process.stderr.write('next: toy-pseudo-axion help\n');
  process.exitCode = error instanceof UsageError ? USAGE : FAILED;
}

/** Runs a command and returns the exit code. */
async function execute(command: Command): Promise<number> {
  switch (command.kind) {
    case 'help':
      process.stdout.write(HELP);
      return 0;
    case 'export':
      process.stdout.write(await writeExport(command));
      return 0;
    case 'verify_audit':
      return verify(command.path);
    case 'run': {
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      await using own = await openOwnAgent(command);
      const bar = progressBar(process.stderr, () => performance.now());
      const summary = await runSuite(command.config, {
        out_dir: command.out_dir,
        workers: command.workers,
        watchdog_ms: command.watchdog_ms,
        onProgress: bar.update,
        signal: stop.signal,
        ...(own === undefined ? {} : { own: own.play }),
      }).finally(bar.end);
      // A single write: a second one could fail with EPIPE when a reader such as `head` has closed the pipe.
      process.stdout.write(
        `${summaryText(summary)}${own?.close() ?? ''}files: ${command.out_dir}\n`,
      );
      // A single episode is not a sample, so limits apply only to suites.
      const judged = command.config.episodes > 1 ? judgedThresholds(summary) : [];
      return judged.every(([, { holds }]) => holds) ? 0 : FAILED;
    }
    default:
      return command satisfies never;
  }
}

/** Verifies a log and prints the verdict; returns the exit code. */
function verify(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) {
    const problem =
      found === undefined ? `there is no log \`${path}\`` : `\`${path}\` is not a file`;
    process.stderr.write(`toy-pseudo-axion: ${withoutUnseen(problem, codePointEscape)}\n`);
    return NOT_VERIFIED;
  }
  const known = knownEndOf(path);
  const verdict = verifyAuditFile(path, known);
  if (verdict.ok) {
    const end =
      known === undefined
        ? 'no file next to the log states its end, so truncation would not be detected'
        : `the log reaches the end that ${known.stated_by} states`;
    process.stdout.write(`ok: ${verdict.entries} entries, head ${verdict.head}\n${end}\n`);
    return 0;
  }
  const why = withoutUnseen(verdict.message, codePointEscape);
  process.stdout.write(`not ok: line ${verdict.line} ${verdict.fault}: ${why}\n`);
  return NOT_VERIFIED;
}

/**
 * Whether an error comes from the operating system, such as a missing write permission. It is printed without a stack trace.
 */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
