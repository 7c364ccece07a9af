/** @module demo: runs the main workflow in a new workspace, without prompts. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { makeFolder } from '../../../kernel/base/files/make-folder.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { commandText } from '../../../schemas/command-line/command-text.ts';
import { showProgress } from '../calls/show-progress.ts';
import { readCommandLine } from '../command-line.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { painter } from '../terminal.ts';
import { APPROVAL_COMMANDS } from '../usages/approvals.ts';
import { AUDIT_COMMANDS } from '../usages/audit.ts';
import { AGENT_COMMANDS, APPROVER_COMMANDS } from '../usages/people.ts';
import { initCommand } from '../usages/workspace.ts';
import type { DemoContext } from './context.ts';
import { STEPS } from './steps.ts';
import { DEMO_PASSPHRASE } from './steps/workspace.ts';

/** Commands of the person in the demo. */
const PERSON_COMMANDS = [
  initCommand,
  ...AGENT_COMMANDS,
  ...APPROVER_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...AUDIT_COMMANDS,
];

/** Marks a folder that was created by the demo, so that the demo may empty it. */
const MARKER = '.plumbline-demo';

/** Throws CliFailure if a database is configured: the demo would write to it, next to other workspaces. */
function assertNoDatabase(): void {
  if ((process.env['PLUMBLINE_DATABASE_URL'] ?? '') === '') return;
  throw new CliFailure(
    'PLUMBLINE_DATABASE_URL is set, but the demo creates a workspace in a folder',
    'run the demo without that variable',
  );
}

function createEmptyFolder(dir: string): void {
  const present = existsSync(dir) ? readdirSync(dir) : [];
  if (present.length > 0 && !present.includes(MARKER)) {
    throw new CliFailure(
      `${printable(dir)} is not empty and was not created by the demo`,
      'name another folder with --out DIR',
    );
  }
  if (present.length > 0) rmSync(dir, { recursive: true });
  makeFolder(dir);
  writeFileSync(join(dir, MARKER), 'the plumbline demo empties this folder when it runs again\n');
}

/** Files to list, and work to run, at the end of the demo. */
type Closing = {
  readonly files: { readonly path: string; readonly what: string }[];
  readonly cleanups: (() => Promise<void>)[];
};

function contextOf(call: Call, dir: string, { files, cleanups }: Closing): DemoContext {
  const paint = painter(call.terminal.colour);
  const print = (line: string): void => {
    if (!call.json) call.terminal.out(`  ${printable(line)}`);
  };
  const terminal = {
    ...call.terminal,
    width: call.terminal.width - 2,
    interactive: false,
    out: print,
    err: print,
    env: {
      ...call.terminal.env,
      PLUMBLINE_PASSPHRASE: DEMO_PASSPHRASE,
      PLUMBLINE_NEW_PASSPHRASE: undefined,
    },
    cwd: dir,
  };
  const person = async (...words: readonly string[]): Promise<Outcome> => {
    if (!call.json) {
      call.terminal.out(paint(`  $ plumbline ${printable(words.join(' '))}`, 'strong'));
    }
    const request = readCommandLine([...words, '--workspace', dir], PERSON_COMMANDS, terminal);
    if (request.kind !== 'run') throw new Error('the demo cannot run `help` or `version`');
    const outcome = await request.command.run(request.call);
    if (!call.json) printIndented(call, truncated(outcome.lines));
    if ((outcome.exit ?? 0) !== 0) {
      throw new CliFailure(`\`plumbline ${words.join(' ')}\` failed`, 'see the lines above');
    }
    return outcome;
  };
  return {
    dir,
    print,
    progress: (progress) => showProgress(call.terminal, progress),
    person,
    results: {},
    listFile: (path, what) => void files.push({ path, what }),
    onEnd: (work) => void cleanups.push(work),
  };
}

/** Prints an output with every line indented, also those within one entry, as in a checkpoint. */
function printIndented({ terminal }: Call, lines: readonly string[]): void {
  for (const line of lines.join('\n').split('\n')) terminal.out(`  ${line}`.trimEnd());
}

/** Maximum number of lines that the demo prints per command; the command itself prints all. */
const LINES_MAX = 48;

function truncated(lines: readonly string[]): readonly string[] {
  const more = lines.length - LINES_MAX;
  if (more <= 0) return lines;
  return [...lines.slice(0, LINES_MAX), `… and ${more} more lines, not shown in the demo`];
}

async function runCleanups(cleanups: readonly (() => Promise<void>)[]): Promise<void> {
  for (const end of cleanups.toReversed()) {
    await end();
  }
}

/** Runs all steps. Throws CliFailure at the first failed check. */
export async function runDemo(call: Call): Promise<Outcome> {
  const dir = resolve(call.terminal.cwd, textOf(call, 'out') ?? 'demo-out');
  assertNoDatabase();
  createEmptyFolder(dir);
  const closing: Closing = { files: [], cleanups: [] };
  const context = contextOf(call, dir, closing);
  const paint = painter(call.terminal.colour);
  try {
    for (const [index, { title, run }] of STEPS.entries()) {
      if (!call.json) {
        call.terminal.out(paint(`\n${index + 1} of ${STEPS.length}: ${title}`, 'strong'));
      }
      await run(context);
    }
  } finally {
    await runCleanups(closing.cleanups);
  }
  return {
    json: { dir, steps: STEPS.map(({ title }) => title), files: closing.files },
    lines: [
      '',
      `all ${STEPS.length} steps succeeded; the files are in ${printable(dir)}`,
      ...closing.files.map(({ path, what }) => `  ${printable(path)}: ${what}`),
      `next: \`${commandText(['view', '--open', '--workspace', dir])}\` shows the house and the deletion that waits`,
    ],
  };
}
