/** @module demo: the main job on a workspace of its own, with no question asked. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readCommandLine } from '../command-line.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { AGENT_COMMANDS } from '../commands/agent.ts';
import { APPROVAL_COMMANDS } from '../commands/approvals.ts';
import { APPROVER_COMMANDS } from '../commands/approver.ts';
import { AUDIT_COMMANDS } from '../commands/audit.ts';
import { initCommand } from '../commands/init.ts';
import { CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';
import { painter } from '../terminal.ts';
import type { DemoContext } from './context.ts';
import { STEPS } from './steps.ts';

/** What a person does in the demo. */
const PERSON_COMMANDS = [
  initCommand,
  ...AGENT_COMMANDS,
  ...APPROVER_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...AUDIT_COMMANDS,
];

/** A folder with this file in it was made by the demo and may be emptied by it. */
const MARKER = '.plumbline-demo';

function emptied(dir: string): void {
  const there = existsSync(dir) ? readdirSync(dir) : [];
  if (there.length > 0 && !there.includes(MARKER))
    throw new CliFailure(
      1,
      `${printable(dir)} is not empty and was not made by the demo`,
      'name another folder with --out DIR',
    );
  if (there.length > 0) rmSync(dir, { recursive: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(dir, MARKER),
    'the demo of plumbline empties this folder when it runs again\n',
  );
}

type Leavings = {
  readonly files: { readonly path: string; readonly what: string }[];
  readonly ends: (() => Promise<void>)[];
};

function contextOf(call: Call, dir: string, { files, ends }: Leavings): DemoContext {
  const paint = painter(call.terminal.colour);
  const say = (line: string): void => {
    if (!call.json) call.terminal.out(`  ${printable(line)}`);
  };
  const terminal = {
    ...call.terminal,
    interactive: false,
    out: say,
    err: say,
    // A key for this run alone: whoever reads the demo's folder can approve nothing with it.
    env: { ...call.terminal.env, PLUMBLINE_PASSPHRASE: randomBytes(24).toString('base64url') },
    cwd: dir,
  };
  const person = async (...words: readonly string[]): Promise<Outcome> => {
    if (!call.json)
      call.terminal.out(paint(`  $ plumbline ${printable(words.join(' '))}`, 'strong'));
    const request = readCommandLine([...words, '--workspace', dir], PERSON_COMMANDS, terminal);
    if (request.kind !== 'run') throw new Error('the demo runs commands only');
    const outcome = await request.command.run(request.call);
    if (!call.json) for (const line of outcome.lines) call.terminal.out(`  ${line}`);
    if ((outcome.exit ?? 0) !== 0)
      throw new CliFailure(1, `\`plumbline ${words.join(' ')}\` failed`, 'see the lines above');
    return outcome;
  };
  return {
    dir,
    say,
    person,
    memory: {},
    leave: (path, what) => void files.push({ path, what }),
    atEnd: (work) => void ends.push(work),
  };
}

async function ended(ends: readonly (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.toReversed()) {
    await end();
  }
}

/** Runs all steps. Throws CliFailure at the first thing that is not as promised. */
export async function runDemo(call: Call): Promise<Outcome> {
  const dir = resolve(call.terminal.cwd, textOf(call, 'out') ?? 'demo-out');
  emptied(dir);
  const leavings: Leavings = { files: [], ends: [] };
  const context = contextOf(call, dir, leavings);
  const paint = painter(call.terminal.colour);
  try {
    for (const [index, { title, run }] of STEPS.entries()) {
      if (!call.json)
        call.terminal.out(paint(`\n${index + 1} of ${STEPS.length}: ${title}`, 'strong'));
      await run(context);
    }
  } finally {
    await ended(leavings.ends);
  }
  return {
    json: { dir, steps: STEPS.map(({ title }) => title), files: leavings.files },
    lines: [
      '',
      `all ${STEPS.length} steps did what they promise; the files are in ${printable(dir)}`,
      ...leavings.files.map(({ path, what }) => `  ${printable(path)}: ${what}`),
    ],
  };
}
